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
        } catch let status as Status {
            write(
                context,
                status.code.name,
                start,
                status.code == .internalError ? .error : .info,
                reason: status.reason
            )
            throw status
        } catch {
            write(context, error is CancellationError ? "CANCELLED" : "INTERNAL", start, .info)
            throw error
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
        let microseconds = amount.nanoseconds / 1_000
        let fraction = String(abs(microseconds) % 1_000)
        return "\(microseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}
