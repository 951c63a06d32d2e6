package import Logging
import NIOCore
package import RPC
import Synchronization
package import Wire

/// Writes one line for each call: what, how it ended, how long it took, how much of its time was left, and its trace.
package struct CallLog: Sendable {
    private let log: Logger
    /// A bit for each code whose calls are written.
    private let wanted: UInt32

    /// Of calls that were rejected before a handler saw them; a client can make any number of these.
    private let rejections = RejectedCalls()

    /// Logs to `log`, at the level that it has now.
    package init(log: Logger) {
        self.log = log
        wanted = StatusCode.allCases.reduce(0) { wanted, code in
            CallLog.level(of: code) >= log.logLevel ? wanted | 1 << UInt32(code.rawValue) : wanted
        }
    }

    /// Whether a line is written for a call that ended with this code.
    package func wants(_ code: StatusCode) -> Bool { wanted & 1 << UInt32(code.rawValue) != 0 }

    /// Whether a line is written for a call that was rejected with this code.
    ///
    /// Lines are limited; the next one counts the calls that had none.
    package func wants(rejected code: StatusCode) -> Bool { wants(code) && rejections.takeLine() }

    /// Successful calls are for debugging; faults of the caller are information; faults of the service are errors.
    private static func level(of call: ServerCallRecord) -> Logger.Level {
        if call.cause != nil { return .error }
        // By its code a fault of the service, but it is the caller that has compressed the request wrongly.
        return call.reason == .damagedMessage ? .info : level(of: call.code)
    }

    private static func level(of code: StatusCode) -> Logger.Level {
        switch code {
        case .ok: .debug
        case .internalError, .dataLoss, .unknown: .error
        default: .info
        }
    }

    /// Writes the line of a call.
    package func write(_ call: ServerCallRecord) {
        var values: Logger.Metadata = [
            "method": "\(call.method.prefix(CallLog.longestMethod))",
            "code": .string(call.code.name),
            "milliseconds": .stringConvertible(call.duration.inMilliseconds),
            "peer": .string(call.peerService ?? "client"),
            "trace": .string(call.trace.traceID),
            "span": .string(call.trace.spanID),
            "sent": .stringConvertible(call.sentBytes),
            "received": .stringConvertible(call.receivedBytes),
        ]
        if let remaining = call.remaining { values["remaining"] = .stringConvertible(remaining.inMilliseconds) }
        if !call.reason.isEmpty { values["reason"] = .string(call.reason.rawValue) }
        if call.wasRejected, let others = rejections.takeCount() { values["unlogged"] = .stringConvertible(others) }
        if let cause = call.cause { values["error"] = "\(cause)" }
        log.log(level: CallLog.level(of: call), "call", metadata: values)
    }

    /// Names that a client makes up can be long.
    private static let longestMethod = 200
}

/// Limits the lines of rejected calls.
private final class RejectedCalls: Sendable {
    private let lines = TokenBucket(RateLimit(perSecond: 10, burst: 50))
    private let withoutLine = Atomic<Int>(0)

    func takeLine() -> Bool {
        if lines.take(now: .now()) == nil { return true }
        withoutLine.wrappingAdd(1, ordering: .relaxed)
        return false
    }

    /// How many had no line since this was last asked; nil for none.
    func takeCount() -> Int? {
        let count = withoutLine.exchange(0, ordering: .relaxed)
        return count > 0 ? count : nil
    }
}

extension TimeAmount {
    /// Milliseconds, to the microsecond.
    fileprivate var inMilliseconds: Double { (Double(nanoseconds) / 1_000).rounded() / 1_000 }
}
