package import FoundationEssentials
import Foundations
import Synchronization

/// A wall clock that moves only when a test advances it.
package final class ManualWallClock: WallClock {
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

    /// A clock that stands at a time.
    package init(now: Date = Date(timeIntervalSince1970: 1_700_000_000)) { state = Mutex(State(now: now)) }

    /// The time that the test has set.
    package var now: Date { state.withLock { $0.now } }

    /// How many tasks sleep.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// When the tasks that sleep are due, the earliest first.
    package var dueTimes: [Date] { state.withLock { $0.sleepers.values.map(\.due) }.sorted() }

    /// Moves the time and wakes the tasks that are due.
    package func advance(by seconds: TimeInterval) {
        let due = state.withLock { state in
            state.now += seconds
            let due = state.sleepers.filter { $0.value.due <= state.now }
            for token in due.keys { state.sleepers[token] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Returns once the time has been moved by a duration.
    /// - Throws: `CancellationError` when the task is cancelled before.
    package func sleep(for duration: Duration) async throws {
        let token = state.withLock { state in
            state.nextToken += 1
            return state.nextToken
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { state in
                    state.sleepers[token] = Sleeper(due: state.now + duration.inSeconds, continuation: continuation)
                }
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
