package import FoundationEssentials
package import Postgres
import Synchronization

/// A clock that only a test moves.
package final class ManualClock: OutboxClock {
    private struct Sleeper {
        let due: Date
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Date
        var nextToken = 0
        var sleepers: [Int: Sleeper] = [:]
    }

    private let state: Mutex<State>

    /// A clock that stands at `now`.
    package init(now: Date = Date(timeIntervalSince1970: 1_700_000_000)) { state = Mutex(State(now: now)) }

    /// The time that the test set.
    package var now: Date { state.withLock { $0.now } }

    /// How many tasks sleep.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Moves the time and wakes those whose time has come.
    package func advance(by seconds: TimeInterval) {
        let woken = state.withLock { state in
            state.now += seconds
            let due = state.sleepers.filter { $0.value.due <= state.now }
            for token in due.keys { state.sleepers[token] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    /// Returns once the time has been moved by `duration`, or throws `CancellationError`.
    package func sleep(for duration: Duration) async throws {
        let token = state.withLock { state in
            state.nextToken += 1
            return state.nextToken
        }
        let seconds =
            TimeInterval(duration.components.seconds) + TimeInterval(duration.components.attoseconds) / 1e18
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.sleepers[token] = Sleeper(due: $0.now + seconds, continuation: continuation) }
                if Task.isCancelled { cancel(token) }
            }
        } onCancel: {
            cancel(token)
        }
    }

    private func cancel(_ token: Int) {
        let sleeper = state.withLock { $0.sleepers.removeValue(forKey: token) }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
