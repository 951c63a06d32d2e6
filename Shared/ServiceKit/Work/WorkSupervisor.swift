package import CoreMetrics
package import Foundations
package import Logging
import Synchronization

/// Restarts background work that ends, and reports failing work in health and metrics.
package final class WorkSupervisor: Sendable {
    private let log: Logger
    private let metrics: any MetricsFactory
    private let clock: any WallClock
    private let backoff: Backoff
    private let failures = Mutex<[String: String]>([:])

    /// After running for this long since a restart, work is in order again.
    static let settlingTime = Duration.seconds(10)

    /// A supervisor of nothing yet.
    /// - Parameter backoff: The pauses before restarts.
    package init(
        log: Logger,
        metrics: any MetricsFactory,
        clock: any WallClock = SystemWallClock(),
        backoff: Backoff = Backoff.doubling(from: .seconds(1), to: .seconds(60))
    ) {
        self.log = log
        self.metrics = metrics
        self.clock = clock
        self.backoff = backoff
    }

    /// What work is out of order, a sentence for operators; nil when all is well.
    package var degradation: String? {
        let sentences = failures.withLock { $0.values.sorted() }
        return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }

    /// Runs work until the task is cancelled, or until it is done.
    ///
    /// Whenever it ends otherwise it is restarted, after pauses that grow while it doesn't last.
    package func run(_ work: BackgroundWork) async {
        let restarts = Counter(
            label: "larder.background_work.restarts",
            dimensions: [("work", work.name)],
            factory: metrics
        )
        restarts.increment(by: 0)
        let status = status(of: work.name)
        var failures = 0
        while !Task.isCancelled {
            let error = await attempt(work, status)
            if Task.isCancelled || (error == nil && !work.isEndless) { return }
            failures = status.hasSettled ? 1 : failures + 1
            restarts.increment()
            status.ended("\(work.name) ended unexpectedly and is being restarted")
            log.error(
                "background work ended unexpectedly and is restarted",
                metadata: [
                    "work": "\(work.name)", "error": "\(error.map { "\($0)" } ?? "none")", "failures": "\(failures)",
                ]
            )
            try? await clock.sleep(for: backoff.delay(afterFailures: failures))
        }
    }

    /// Reports how one piece of work goes, under a name of its own.
    func status(of name: String) -> WorkStatus {
        let failing = Meter(label: "larder.background_work.failing", dimensions: [("work", name)], factory: metrics)
        failing.set(0)
        return WorkStatus { [weak self] sentence in
            failing.set(sentence == nil ? 0 : 1)
            self?.failures.withLock { $0[name] = sentence }
        }
    }

    /// Runs work once.
    /// - Returns: Why it ended; nil when it returned.
    private func attempt(_ work: BackgroundWork, _ status: WorkStatus) async -> (any Error)? {
        status.begun()
        return await withTaskGroup(of: (any Error)??.self) { group in
            group.addTask {
                do {
                    try await work.body(status)
                    return .some(nil)
                } catch {
                    return .some(error)
                }
            }
            group.addTask { [clock] in
                if (try? await clock.sleep(for: Self.settlingTime)) != nil { status.settled() }
                return nil
            }
            defer { group.cancelAll() }
            while let result = await group.next() { if let end = result { return end } }
            return nil
        }
    }
}

/// Lets work report whether it is in order.
package final class WorkStatus: Sendable {
    private struct State {
        /// How it ended, by the supervisor.
        var end: String?
        /// What the work itself reports, by its parts.
        var failures: [String: String] = [:]
        /// Whether it has run for the settling time since its start.
        var hasSettled = false
    }

    private let state = Mutex(State())
    private let report: @Sendable (String?) -> Void

    init(report: @escaping @Sendable (String?) -> Void) { self.report = report }

    /// The work, or a part of it, is running, but failing.
    /// - Parameter sentence: For operators, without personal data.
    package func fail(_ sentence: String, part: String = "") { change { $0.failures[part] = sentence } }

    /// The work, or a part of it, is in order.
    package func succeed(part: String = "") { change { ($0.end, $0.failures[part]) = (nil, nil) } }

    func ended(_ sentence: String) { change { $0.end = sentence } }
    func begun() { state.withLock { ($0.hasSettled, $0.failures) = (false, [:]) } }
    func settled() { change { ($0.end, $0.hasSettled) = (nil, true) } }
    var hasSettled: Bool { state.withLock { $0.hasSettled } }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            report(state.end ?? (state.failures.isEmpty ? nil : state.failures.values.sorted().joined(separator: "; ")))
        }
    }
}
