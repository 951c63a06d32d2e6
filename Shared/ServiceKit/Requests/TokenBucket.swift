package import NIOCore
import Synchronization

/// How often something may happen.
package struct RateLimit: Sendable, Hashable {
    /// Sustained times a second; 0 for no limit.
    package var perSecond: Int
    /// Times at once, at least 1.
    package var burst: Int

    /// Names a limit.
    package init(perSecond: Int, burst: Int) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// The limit of several that have this one each.
    package func times(_ count: Int) -> RateLimit {
        RateLimit(perSecond: perSecond * count, burst: burst * count)
    }
}

/// A token bucket that any number of threads take from without a lock.
///
/// Kept as the generic cell rate algorithm (ITU-T I.371, annex A), which is the same as a token bucket and needs one
/// time: when the bucket will be full again.
package final class TokenBucket: Sendable {
    /// Nanoseconds for one token.
    private let interval: Int64
    private let tolerance: Int64
    private let fullAt = Atomic<Int64>(0)

    /// A bucket that is full.
    package init(_ limit: RateLimit) {
        interval = limit.perSecond <= 0 ? 0 : 1_000_000_000 / Int64(limit.perSecond)
        tolerance = interval * Int64(max(1, limit.burst) - 1)
    }

    /// Takes a token.
    /// - Returns: Nil when there was one, else how long it takes until there is.
    package func take(now: NIODeadline) -> TimeAmount? {
        guard interval > 0 else { return nil }
        let now = Int64(clamping: now.uptimeNanoseconds)
        var full = fullAt.load(ordering: .relaxed)
        while true {
            let start = max(now, full)
            let wait = start - now - tolerance
            guard wait <= 0 else { return .nanoseconds(wait) }
            let (taken, present) = fullAt.weakCompareExchange(
                expected: full,
                desired: start + interval,
                ordering: .relaxed
            )
            if taken { return nil }
            full = present
        }
    }
}
