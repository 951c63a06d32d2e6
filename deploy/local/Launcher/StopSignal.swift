import Synchronization
import UnixSignals

/// Whether the person has asked to stop, with Ctrl-C or SIGTERM.
final class StopSignal: Sendable {
    private struct State {
        var isAsked = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Watches for the signals from now on.
    init() async {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        Task { for await _ in signals { self.ask() } }
    }

    var isAsked: Bool { state.withLock { $0.isAsked } }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isAsked = state.withLock { state in
                if !state.isAsked { state.waiters.append(continuation) }
                return state.isAsked
            }
            if isAsked { continuation.resume() }
        }
    }

    private func ask() {
        let waiters = state.withLock { state in
            state.isAsked = true
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.forEach { $0.resume() }
    }
}
