package import Logging
import NIOCore
package import RPC

/// Writes one line for each call: what, how it ended, how long it took and how much of its time was left.
package struct CallLog: ServerInterceptor {
    private let log: Logger

    /// Logs to `log`.
    package init(log: Logger) { self.log = log }

    package func intercept(
        _ method: MethodDescriptor,
        _ context: CallContext,
        next: @Sendable (CallContext) async throws -> Void
    ) async throws {
        let start = NIODeadline.now()
        do {
            try await next(context)
            write(context, "OK", start, .debug)
        } catch {
            let status = CallLog.status(of: error, context)
            let isFault = status.code == .internalError
            write(context, status.code.name, start, isFault ? .error : .info, reason: status.reason)
            throw error
        }
    }

    /// What the server ends the call with after such an error.
    private static func status(of error: any Error, _ context: CallContext) -> Status {
        switch error {
        case let status as Status: return status
        case let convertible as any StatusConvertible: return convertible.status
        case is CancellationError:
            let isLate = context.deadline.map { $0 <= .now() } ?? false
            return Status(isLate ? .deadlineExceeded : .cancelled, "")
        default: return Status(.internalError, "")
        }
    }

    private func write(
        _ context: CallContext,
        _ code: String,
        _ start: NIODeadline,
        _ level: Logger.Level,
        reason: String = ""
    ) {
        log.log(
            level: level,
            "call",
            metadata: [
                "method": "\(context.method)",
                "code": "\(code)",
                "reason": "\(reason)",
                "milliseconds": "\(milliseconds(NIODeadline.now() - start))",
                "remaining": "\(context.deadline.map { milliseconds($0 - .now()) } ?? "none")",
                "peer": "\(context.peerService ?? "client")",
                "trace": "\(context.trace.traceID)",
            ]
        )
    }

    private func milliseconds(_ amount: TimeAmount) -> String {
        let microseconds = (amount.nanoseconds / 1_000).magnitude
        let fraction = String(microseconds % 1_000)
        let sign = amount.nanoseconds < 0 ? "-" : ""
        return "\(sign)\(microseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}
