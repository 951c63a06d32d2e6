import NIOCore

/// How much a peer may send that carries nothing: pings, cancellations, window updates, empty messages, unknown frames.
public struct FrameRateLimits: Sendable, Hashable {
    /// Such frames that may come at once.
    public var burst: Int
    /// Such frames a second that may come for ever.
    public var perSecond: Int

    /// Makes limits; the defaults let through what a busy, honest peer sends many times over.
    public init(burst: Int = 2_000, perSecond: Int = 1_000) {
        self.burst = burst
        self.perSecond = perSecond
    }
}

/// A token bucket over frames without use. Messages with content fill it as time does, so that a connection that does
/// real work is never limited.
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

    /// Whether a frame without use is acceptable at this cost.
    mutating func admit(now: NIODeadline, cost: Int) -> Bool {
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
            // Only whole tokens are paid out; the rest of the time counts for the next one.
            filled = last + .nanoseconds(gained * interval)
        }
    }

    /// Counts frames that did real work.
    mutating func earn(_ amount: Int = 1) {
        tokens = min(burst, tokens + amount)
    }
}
