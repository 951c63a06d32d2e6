import CoreMetrics
import Logging
import NIOCore
import RPC
import Synchronization

/// Counts and logs the requests that no page of ours makes and no browser, so that operators see an attack while it is tried.
///
/// The log has the first one of each reason at once, and then at most one line a second, which says how many there were.
final class RefusedRequests: Sendable {
    private struct Unlogged {
        var count = 0
        var next = NIODeadline.uptimeNanoseconds(0)
    }

    private let log: Logger
    private let clock: any RPCClock
    private let metrics: any MetricsFactory
    private let unlogged = Mutex<[StatusReason: Unlogged]>([:])

    init(
        log: Logger,
        clock: any RPCClock = SystemClock(),
        metrics: any MetricsFactory = MetricsSystem.factory
    ) {
        self.log = log
        self.clock = clock
        self.metrics = metrics
    }

    /// One more was refused.
    func add(_ status: Status, of exchange: WebExchange) {
        add(status.reason, from: exchange.connection.remoteAddress?.ipAddress)
    }

    /// One more was refused, for one of a few reasons.
    func add(_ reason: StatusReason, from address: String?) {
        Counter(label: "larder.web.refused", dimensions: [("reason", reason.rawValue)], factory: metrics).increment()
        guard let count = countToLog(reason) else { return }
        log.notice(
            "request of a browser refused",
            metadata: ["reason": "\(reason)", "count": "\(count)", "address": "\(address ?? "")"]
        )
    }

    /// How many a line is to report; nil when it is too early for one.
    private func countToLog(_ reason: StatusReason) -> Int? {
        let now = clock.now
        return unlogged.withLock { unlogged in
            var waiting = unlogged[reason, default: Unlogged()]
            waiting.count += 1
            let isDue = now >= waiting.next
            unlogged[reason] = isDue ? Unlogged(next: now + .seconds(1)) : waiting
            return isDue ? waiting.count : nil
        }
    }
}
