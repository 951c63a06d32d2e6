import NIOCore

/// Limits of non-data frames: pings, cancellations, window updates, empty messages and unknown frames.
public struct FrameRateLimits: Sendable, Hashable {
    /// Frames that may come at once.
    public var burst: Int
    /// Frames per second that may come without end.
    public var perSecond: Int

    /// Makes limits; the defaults are many times what a busy, correct peer sends.
    public init(burst: Int = 2_000, perSecond: Int = 1_000) {
        self.burst = burst
        self.perSecond = perSecond
    }
}

/// A token bucket for non-data frames.
///
/// Messages with content fill it as time does, so that a connection that carries data is never limited.
struct FrameRateLimiter {
    private let burst: Int
    /// Nanoseconds for one token.
    private let interval: Int64
    private var tokens: Int
    private var filled: NIODeadline?

    init(limits: FrameRateLimits) {
        burst = max(1, limits.burst)
        interval = max(1, 1_000_000_000 / Int64(max(1, limits.perSecond)))
        tokens = burst
    }

    /// Takes tokens for a non-data frame.
    /// - Returns: False, and takes none, when there are too few.
    mutating func take(_ cost: Int, now: NIODeadline) -> Bool {
        refill(now)
        guard tokens >= cost else { return false }
        tokens -= cost
        return true
    }

    private mutating func refill(_ now: NIODeadline) {
        guard let last = filled else {
            filled = now
            return
        }
        guard now > last else { return }
        let gained = (now - last).nanoseconds / interval
        if gained >= Int64(burst) {
            tokens = burst
            filled = now
        } else {
            tokens = min(burst, tokens + Int(gained))
            // Only whole tokens are added; the rest of the time counts for the next one.
            filled = last + .nanoseconds(gained * interval)
        }
    }

    /// Adds tokens for frames that carry data.
    mutating func add(_ amount: Int = 1) {
        tokens = min(burst, tokens + amount)
    }
}
