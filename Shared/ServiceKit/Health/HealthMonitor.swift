package import Logging
import ServiceLifecycle

/// Whether a program can serve, and why not.
package struct Health: Sendable, Hashable {
    /// What keeps it from serving, a sentence for operators; nil when it serves.
    package var problem: String?
    /// What it serves without, a sentence for operators.
    package var degradation: String?

    /// Makes a health.
    package init(problem: String?, degradation: String? = nil) {
        self.problem = problem
        self.degradation = degradation
    }

    /// Whether calls are served.
    package var isServing: Bool { problem == nil }
}

/// Checks what a program depends on and notifies watchers of changes.
package final class HealthMonitor: Sendable {
    /// One dependency: returns a sentence when it fails, nil when it works.
    package typealias Check = @Sendable () async -> String?

    private let checks: [Check]
    private let degradations: [Check]
    private let interval: Duration
    private let log: Logger
    private let current = WatchedValue(Health(problem: "starting"))

    /// Makes a monitor that runs all checks every `interval`.
    /// - Parameter degradations: Checks whose failure does not keep the program from serving.
    package init(
        checks: [Check],
        degradations: [Check] = [],
        interval: Duration = .milliseconds(500),
        log: Logger
    ) {
        self.checks = checks
        self.degradations = degradations
        self.interval = interval
        self.log = log
    }

    /// The health as last seen.
    package var health: Health { current.value }

    /// The health now and whenever it changes, until the program stops; a slow reader receives the newest only.
    package func changes() -> AsyncStream<Health> { current.changes() }

    /// Runs all checks again and again until the program stops.
    package func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await self.update()
                try? await Task.sleep(for: self.interval)
            }
        }
    }

    /// Runs all checks once.
    package func update() async {
        var problem: String?
        for check in checks where problem == nil { problem = await check() }
        var sentences: [String] = []
        for check in degradations { if let sentence = await check() { sentences.append(sentence) } }
        let degradation = sentences.isEmpty ? nil : sentences.joined(separator: "; ")
        set(Health(problem: problem, degradation: degradation))
    }

    /// Reports from now on that the program stops, whatever the checks return. Watches end with that, since a call that
    /// watches must not hold up the program's end.
    package func stop() { current.finish(with: Health(problem: "stopping")) }

    private func set(_ health: Health) {
        guard current.set(health) else { return }
        if let problem = health.problem {
            log.warning("not serving", metadata: ["problem": "\(problem)"])
        } else {
            log.notice("serving", metadata: health.degradation.map { ["degradation": "\($0)"] } ?? [:])
        }
    }
}
