import NIOCore

/// How much a peer may send that carries nothing: pings, cancellations, window updates, empty messages, unknown frames.
public struct LoadLimits: Sendable, Hashable {
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
struct LoadGuard {
    private let limits: LoadLimits
    private var tokens: Int
    private var filled: NIODeadline?

    init(limits: LoadLimits) {
        self.limits = limits
        tokens = limits.burst
    }

    /// Whether one more frame without use is acceptable at this cost.
    mutating func admit(now: NIODeadline, cost: Int) -> Bool {
        if let filled, now > filled {
            let gained = (now - filled).nanoseconds / (1_000_000_000 / Int64(max(1, limits.perSecond)))
            if gained > 0 {
                tokens = min(limits.burst, tokens + Int(min(gained, Int64(limits.burst))))
                self.filled = now
            }
        } else if filled == nil {
            filled = now
        }
        guard tokens >= cost else { return false }
        tokens -= cost
        return true
    }

    /// Counts a frame that did real work.
    mutating func earn() {
        if tokens < limits.burst { tokens += 1 }
    }
}
