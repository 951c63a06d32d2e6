package import Foundations
package import Logging
import RPC

/// Work that a program does again and again, such as removing what is no longer needed.
package enum PeriodicWork {
    /// Runs `work` at once and then after every interval, until the task is cancelled, each time as a trace of its own. A
    /// failure is logged and waits for the next turn.
    /// - Parameter name: What the log calls it.
    package static func every(
        _ interval: Duration,
        _ name: String,
        log: Logger,
        clock: any WallClock = SystemWallClock(),
        _ work: @escaping @Sendable () async throws -> Void
    ) -> @Sendable () async throws -> Void {
        {
            while true {
                let trace = TraceContext()
                do {
                    try await trace.during(work)
                } catch {
                    try Task.checkCancellation()
                    log.warning(
                        "periodic work failed",
                        metadata: ["work": "\(name)", "error": "\(error)", "trace": "\(trace.traceID)"]
                    )
                }
                try await clock.sleep(for: interval)
            }
        }
    }
}
