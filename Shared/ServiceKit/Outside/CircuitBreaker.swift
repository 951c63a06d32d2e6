package import Foundation
import Foundations
import Synchronization

/// Stops calls for a while after failures in a row, and then lets one try.
package final class CircuitBreaker: Sendable {
    private struct State {
        var failures = 0
        /// Until when nothing is called; nil while calls are allowed.
        var openUntil: Date?
    }

    private let failureLimit: Int
    private let pause: Duration
    private let state = Mutex(State())

    /// A breaker that allows calls.
    /// - Parameters:
    ///   - failureLimit: After how many failures in a row it stops calls, at least 1.
    ///   - pause: For how long.
    package init(failureLimit: Int, pause: Duration) {
        precondition(failureLimit > 0, "a breaker that never allows a call")
        self.failureLimit = failureLimit
        self.pause = pause
    }

    /// Whether calls are stopped.
    package func isOpen(at now: Date) -> Bool { state.withLock { $0.openUntil.map { now < $0 } ?? false } }

    /// Whether a call may be made. After the pause one may; others when it has succeeded, or after another pause.
    package func allowsCall(at now: Date) -> Bool {
        state.withLock { state in
            guard let until = state.openUntil else { return true }
            guard now >= until else { return false }
            state.openUntil = now.addingTimeInterval(pause / .seconds(1))
            return true
        }
    }

    /// Records that a call has succeeded.
    package func recordSuccess() { state.withLock { $0 = State() } }

    /// Records that a call has failed.
    package func recordFailure(at now: Date) {
        state.withLock { state in
            state.failures += 1
            guard state.failures >= failureLimit else { return }
            state.openUntil = now.addingTimeInterval(pause / .seconds(1))
        }
    }
}
