import Synchronization

/// Holds tasks until a test lets them go on.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// A closed gate.
    package init() {}

    /// Lets everyone through, now and later.
    package func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns once the gate is open.
    package func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
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
