import Synchronization

/// Holds tasks until a test lets them go on.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
        var nextWaiter = 0
    }

    private let state = Mutex(State())

    /// A closed gate.
    package init() {}

    /// Lets everyone through, now and later.
    package func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns once the gate is open.
    /// - Throws: `CancellationError` when the task is cancelled before.
    package func pass() async throws {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.isOpen { return .success(()) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.waiters[id] = continuation
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }
}

/// Collects what concurrent tasks report, in order.
package final class Recorder<Element: Sendable>: Sendable {
    private let storage = Mutex<[Element]>([])

    /// An empty record.
    package init() {}

    /// What was reported so far.
    package var elements: [Element] { storage.withLock { $0 } }

    /// Adds `element`.
    package func append(_ element: Element) { storage.withLock { $0.append(element) } }
}
