import Synchronization

/// A value that any number of readers watch: each gets the latest at once, and then every change.
package final class WatchedValue<Value: Sendable & Equatable>: Sendable {
    private struct State {
        var value: Value
        var isFinished = false
        var watchers: [Int: AsyncStream<Value>.Continuation] = [:]
        var nextWatcher = 0
    }

    private let state: Mutex<State>
    /// Watchers that have ended and are still in the state. A watch ends within the cancellation of its task, which holds
    /// a lock of the task that yielding to it needs too: an end must never wait for the state, under which values are
    /// yielded.
    private let ended = Mutex<[Int]>([])

    /// Starts with a value.
    package init(_ value: Value) { state = Mutex(State(value: value)) }

    /// The latest value.
    package var value: Value { state.withLock { $0.value } }

    /// The value now and whenever it changes, until there are no more; a slow reader receives the newest only.
    package func changes() -> AsyncStream<Value> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = state.withLock { state in
                forgetEnded(&state)
                state.nextWatcher += 1
                state.watchers[state.nextWatcher] = continuation
                continuation.yield(state.value)
                return state.nextWatcher
            }
            continuation.onTermination = { [weak self] _ in
                self?.end(id)
            }
            if state.withLock({ $0.isFinished }) { continuation.finish() }
        }
    }

    /// Changes the value.
    /// - Returns: Whether it differs from the one before; never after ``finish(with:)``, which lasts.
    @discardableResult
    package func set(_ value: Value) -> Bool {
        state.withLock { state in
            guard !state.isFinished, state.value != value else { return false }
            replace(&state, with: value)
            return true
        }
    }

    /// Changes the value for the last time, which ends all watches.
    package func finish(with value: Value) {
        let watchers = state.withLock { state in
            guard !state.isFinished else { return [AsyncStream<Value>.Continuation]() }
            state.isFinished = true
            replace(&state, with: value)
            return Array(state.watchers.values)
        }
        watchers.forEach { $0.finish() }
    }

    /// Yields under the lock, so that the last value of a watcher is the last that was set.
    private func replace(_ state: inout State, with value: Value) {
        forgetEnded(&state)
        state.value = value
        state.watchers.values.forEach { $0.yield(value) }
    }

    /// Watchers whose memory is still held.
    package var watcherCount: Int { state.withLock { $0.watchers.count } }

    /// Forgets a watcher at once if the state is free, else with the next that comes or ends, or the next change.
    private func end(_ id: Int) {
        ended.withLock { $0.append(id) }
        state.withLockIfAvailable { forgetEnded(&$0) }
    }

    private func forgetEnded(_ state: inout State) {
        let ids = ended.withLock { ids in
            defer { ids = [] }
            return ids
        }
        for id in ids { state.watchers[id] = nil }
    }
}
