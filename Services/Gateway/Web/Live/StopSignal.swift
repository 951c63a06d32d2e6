import Synchronization

/// Tells what would go on for ever that its connection is to end.
final class StopSignal: Sendable {
    private struct State {
        var isStopped = false
        var listeners: [Int: @Sendable () -> Void] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// Stops everything that listens, now and from now on.
    func stop() {
        let listeners = state.withLock { state in
            state.isStopped = true
            defer { state.listeners = [:] }
            return state.listeners.values
        }
        listeners.forEach { $0() }
    }

    /// Calls a function on ``stop()``, at once when that has been.
    /// - Returns: A number for ``forget(_:)``.
    func whenStopped(_ body: @escaping @Sendable () -> Void) -> Int {
        let number = state.withLock { state -> Int? in
            guard !state.isStopped else { return nil }
            state.next += 1
            state.listeners[state.next] = body
            return state.next
        }
        if number == nil { body() }
        return number ?? 0
    }

    /// The function need not be called any more.
    func forget(_ number: Int) { state.withLock { _ = $0.listeners.removeValue(forKey: number) } }
}
