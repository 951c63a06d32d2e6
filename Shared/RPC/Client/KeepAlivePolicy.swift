public import NIOCore

/// When a client pings a silent connection, and its timeouts.
public struct KeepAlivePolicy: Sendable, Hashable {
    /// Silence before a ping while no call runs.
    public var idleInterval: TimeAmount
    /// How long the answer may take then.
    public var idleTimeout: TimeAmount
    /// Silence before a ping while calls run. A service that hangs is noticed within this and the timeout.
    public var busyInterval: TimeAmount
    /// How long the answer may take then.
    public var busyTimeout: TimeAmount

    /// Makes a policy; the defaults are 30 s, 10 s, 5 s and 5 s.
    public init(
        idleInterval: TimeAmount = .seconds(30),
        idleTimeout: TimeAmount = .seconds(10),
        busyInterval: TimeAmount = .seconds(5),
        busyTimeout: TimeAmount = .seconds(5)
    ) {
        self.idleInterval = idleInterval
        self.idleTimeout = idleTimeout
        self.busyInterval = busyInterval
        self.busyTimeout = busyTimeout
    }

    /// Pings that come half as often, for a server that has had too many.
    var doubled: KeepAlivePolicy {
        var policy = self
        policy.idleInterval = min(idleInterval * 2, .hours(1))
        policy.busyInterval = min(busyInterval * 2, .hours(1))
        return policy
    }
}
