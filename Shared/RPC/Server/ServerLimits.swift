/// A server's limits for all its peers together and for each of them.
///
/// The limits of one connection are in ``Settings`` of the wire. Those of one address apply to an IPv4 address and to an IPv6
/// /64 prefix; a /56 may have 4 times, a /48 8 times as much.
public struct ServerLimits: Sendable, Hashable {
    /// Connections that are open at once. When there are more, the oldest of the address that has most of them is closed.
    public var connections: Int
    /// Open connections from one IPv4 address or IPv6 /64 prefix; more are closed as they come.
    public var connectionsPerAddress: Int
    /// Connections whose TLS handshake is not over. When there are more, the oldest of the address that has most of them is
    /// closed, so that no address keeps others from connecting.
    public var handshakes: Int
    /// The same for one address; more are closed as they come.
    public var handshakesPerAddress: Int
    /// Handlers that run at once in the whole process; more calls are rejected at once.
    public var calls: Int
    /// Concurrent handlers for one peer: a service by certificate, or a client by its network, see ``bytesPerAddress``. A
    /// client may have an eighth of what is free of ``calls``, up to this, and 16 in any case.
    public var callsPerPeer: Int
    /// Bytes of messages that are stored over all connections: requests until their handlers have ended, and responses
    /// that are buffered. Above it calls that come are rejected, apart from those about the server itself, and streams
    /// get no more credit; a message that would pass it by a quarter ends its call. Each connection counts with
    /// an accuracy of 16 KiB.
    public var bytesInFlight: Int
    /// The same for the connections of one client: of an IPv4 address, or an IPv6 /64 prefix. It may store as many bytes as
    /// are free of ``bytesInFlight``, up to this, and 64 KiB in any case. Services have no such limit.
    public var bytesPerAddress: Int
    /// When calls are rejected because the event loops lag behind; nil for never.
    public var shedding: LoadShedding?

    /// Makes limits.
    public init(
        connections: Int = 20_000,
        connectionsPerAddress: Int = 20_000,
        handshakes: Int = 2_000,
        handshakesPerAddress: Int = 2_000,
        calls: Int = 10_000,
        callsPerPeer: Int = 10_000,
        bytesInFlight: Int = 134_217_728,
        bytesPerAddress: Int = 16_777_216,
        shedding: LoadShedding? = nil
    ) {
        self.connections = connections
        self.connectionsPerAddress = connectionsPerAddress
        self.handshakes = handshakes
        self.handshakesPerAddress = handshakesPerAddress
        self.calls = calls
        self.callsPerPeer = callsPerPeer
        self.bytesInFlight = bytesInFlight
        self.bytesPerAddress = bytesPerAddress
        self.shedding = shedding
    }
}

/// How long a server keeps connections, so that load and certificates are renewed.
public struct ConnectionLife: Sendable, Hashable {
    /// Age at which a connection gets GOAWAY, ± 10 %; nil for no limit.
    public var maximumAge: Duration?
    /// How long the calls of a connection that was asked to go may still run.
    public var grace: Duration
    /// Idle time after which a connection gets GOAWAY, up to 1.5 ×; nil for no limit.
    public var maximumIdle: Duration?

    /// Makes limits; by default connections have no maximum age.
    public init(maximumAge: Duration? = nil, grace: Duration = .seconds(30), maximumIdle: Duration? = nil) {
        self.maximumAge = maximumAge
        self.grace = grace
        self.maximumIdle = maximumIdle
    }
}
