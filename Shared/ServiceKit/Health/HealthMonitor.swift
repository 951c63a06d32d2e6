package import Logging
import ServiceLifecycle
import Synchronization

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

    private struct State {
        var health = Health(problem: "starting")
        var isStopping = false
        var watchers: [Int: AsyncStream<Health>.Continuation] = [:]
        var nextWatcher = 0
    }

    private let checks: [Check]
    private let degradations: [Check]
    private let interval: Duration
    private let log: Logger
    private let state = Mutex(State())
    /// Watchers that have ended and are still in the state. A watch ends within the cancellation of its task, which holds
    /// a lock of the task that yielding to it needs too: an end must never wait for the state, under which values are
    /// yielded.
    private let ended = Mutex<[Int]>([])

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
    package var health: Health { state.withLock { $0.health } }

    /// The health now and whenever it changes, until the program stops; a slow reader receives the newest only.
    package func changes() -> AsyncStream<Health> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = state.withLock { state in
                forgetEnded(&state)
                state.nextWatcher += 1
                state.watchers[state.nextWatcher] = continuation
                continuation.yield(state.health)
                return state.nextWatcher
            }
            continuation.onTermination = { [weak self] _ in
                self?.ended.withLock { $0.append(id) }
            }
            // A call that watches must not hold up the program's end.
            if state.withLock({ $0.isStopping }) { continuation.finish() }
        }
    }

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

    /// Reports from now on that the program stops, whatever the checks return. Watches end with that.
    package func stop() {
        set(Health(problem: "stopping"), isStopping: true)
        // A call that watches must not hold up the program's end.
        state.withLock { Array($0.watchers.values) }.forEach { $0.finish() }
    }

    private func set(_ health: Health, isStopping: Bool = false) {
        // Yielded under the lock, so that the last value of a watcher is the last that happened.
        let hasChanged = state.withLock { state in
            guard !state.isStopping, state.health != health || isStopping else { return false }
            forgetEnded(&state)
            state.isStopping = isStopping
            state.health = health
            state.watchers.values.forEach { $0.yield(health) }
            return true
        }
        guard hasChanged, !isStopping else { return }
        if let problem = health.problem {
            log.warning("not serving", metadata: ["problem": "\(problem)"])
        } else {
            log.notice("serving", metadata: health.degradation.map { ["degradation": "\($0)"] } ?? [:])
        }
    }

    private func forgetEnded(_ state: inout State) {
        let ids = ended.withLock { ids in
            defer { ids = [] }
            return ids
        }
        for id in ids { state.watchers[id] = nil }
    }
}
