package import Foundations
package import Logging
import RPC

/// Work that a program does beside serving calls, until it stops.
package struct BackgroundWork: Sendable {
    /// What logs, metrics and health call it, such as "outbox relay".
    package let name: String
    /// Whether it runs until it is cancelled, so that every other end is a failure.
    let isEndless: Bool
    let body: @Sendable (WorkStatus) async throws -> Void

    /// Work that runs until it is cancelled; it is restarted when it ends.
    package init(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
        self.name = name
        isEndless = true
        self.body = { _ in try await body() }
    }

    private init(_ name: String, isEndless: Bool, _ body: @escaping @Sendable (WorkStatus) async throws -> Void) {
        self.name = name
        self.isEndless = isEndless
        self.body = body
    }

    /// Work that runs until it is cancelled and reports itself whether it is in order; it is restarted when it ends.
    package static func reporting(
        _ name: String,
        _ body: @escaping @Sendable (WorkStatus) async throws -> Void
    ) -> Self {
        Self(name, isEndless: true, body)
    }

    /// Work that is done when it returns; it is restarted when it throws.
    package static func once(_ name: String, _ body: @escaping @Sendable () async throws -> Void) -> Self {
        Self(name, isEndless: false) { _ in try await body() }
    }

    /// Work of this process that is done at once and after every interval, each time as a trace of its own.
    ///
    /// A failure is logged, shows in health until a turn succeeds, and waits for the next turn. Work that is to be done
    /// once for all instances is a ``ScheduledJob``.
    package static func every(
        _ interval: Duration,
        _ name: String,
        log: Logger,
        clock: any WallClock = SystemWallClock(),
        _ body: @escaping @Sendable () async throws -> Void
    ) -> Self {
        Self(name, isEndless: true) { status in
            while true {
                let trace = TraceContext()
                do {
                    try await trace.during(body)
                    status.succeed()
                } catch {
                    try Task.checkCancellation()
                    status.fail("\(name) failed")
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
