import NIOCore
import Synchronization

/// How often something may happen.
struct RateLimit: Sendable, Hashable {
    /// Times a second that may go on for ever; 0 for no limit at all.
    var perSecond: Int
    /// Times at once, at least 1.
    var burst: Int
}

/// A token bucket for each of many keys, in bounded memory.
///
/// Kept as the generic cell rate algorithm (ITU-T I.371, annex A), which is the same as a token bucket and needs one
/// time for each key: when the bucket will be full again. Keys are forgotten by age of use when there are too many; what
/// is forgotten starts anew.
final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
    private struct State {
        // Two generations make a cheap approximation of "least recently used".
        var recent: [Key: NIODeadline] = [:]
        var older: [Key: NIODeadline] = [:]
    }

    private let interval: TimeAmount
    private let tolerance: TimeAmount
    private let isUnlimited: Bool
    private let generationSize: Int
    private let now: @Sendable () -> NIODeadline
    private let state = Mutex(State())

    /// Makes buckets that are full.
    /// - Parameters:
    ///   - capacity: Keys that are remembered at the most.
    ///   - now: The present time.
    init(limit: RateLimit, capacity: Int, now: @escaping @Sendable () -> NIODeadline) {
        isUnlimited = limit.perSecond <= 0
        interval = .nanoseconds(1_000_000_000 / Int64(max(1, limit.perSecond)))
        tolerance = .nanoseconds(interval.nanoseconds * Int64(max(1, limit.burst) - 1))
        generationSize = max(1, capacity / 2)
        self.now = now
    }

    /// Takes a token.
    /// - Returns: Nil when there was one, else how long it takes until there is.
    func take(_ key: Key) -> TimeAmount? {
        guard !isUnlimited else { return nil }
        let now = now()
        return state.withLock { state in
            let full = max(now, state.recent[key] ?? state.older[key] ?? now)
            let wait = full - now - tolerance
            guard wait <= .zero else { return wait }
            if state.recent[key] == nil, state.recent.count >= generationSize {
                state.older = state.recent
                state.recent = [:]
            }
            state.recent[key] = full + interval
            return nil
        }
    }

    /// Keys that are remembered.
    var count: Int { state.withLock { $0.recent.count + $0.older.count } }
}
