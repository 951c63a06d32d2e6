import Foundation
import Synchronization

/// A value that is loaded from elsewhere and kept for a while.
///
/// What was loaded while the value was discarded may be outdated: it is neither kept nor returned.
final class RefreshedValue<Value: Sendable>: Sendable {
    private struct State {
        var known: (value: Value, loadedAt: Date)?
        /// Counts how often it was discarded.
        var discards = 0
    }

    private let lifetime: TimeInterval
    private let state = Mutex(State())

    /// - Parameter lifetime: How long a value is kept, in seconds.
    init(lifetime: TimeInterval) { self.lifetime = lifetime }

    /// The value that is kept, or a new one.
    func value(at time: Date, load: () async throws -> Value) async throws -> Value {
        while true {
            let (known, discards) = state.withLock { ($0.known, $0.discards) }
            // The distance, so that a clock that was set back doesn't keep an old value.
            if let known, abs(time.timeIntervalSince(known.loadedAt)) < lifetime { return known.value }
            let value = try await load()
            let isCurrent = state.withLock { state in
                guard state.discards == discards else { return false }
                state.known = (value, time)
                return true
            }
            if isCurrent { return value }
        }
    }

    /// Has the value loaded again.
    func discard() {
        state.withLock { state in
            state.known = nil
            state.discards += 1
        }
    }
}
