package import NIOCore
import Synchronization

/// How often something may happen.
package struct RateLimit: Sendable, Hashable {
    /// Sustained times in each period; 0 for no limit.
    package var rate: Int
    /// The period in seconds.
    package var period: Int
    /// Times at once, at least 1.
    package var burst: Int

    /// Names a limit by the second.
    package init(perSecond rate: Int, burst: Int) { self.init(rate, in: 1, burst: burst) }

    /// Names a limit by the minute.
    package init(perMinute rate: Int, burst: Int) { self.init(rate, in: 60, burst: burst) }

    private init(_ rate: Int, in period: Int, burst: Int) {
        self.rate = rate
        self.period = period
        self.burst = burst
    }

    /// The limit of several that have this one each.
    package func times(_ count: Int) -> RateLimit {
        RateLimit(rate * count, in: period, burst: burst * count)
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
        interval = limit.rate <= 0 ? 0 : Int64(limit.period) * 1_000_000_000 / Int64(limit.rate)
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

    /// Returns a token that was taken for something that has not happened after all.
    package func giveBack() {
        fullAt.subtract(interval, ordering: .relaxed)
    }
}
