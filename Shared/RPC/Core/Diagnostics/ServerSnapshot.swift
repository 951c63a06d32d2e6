/// The state of a server at one moment.
public struct ServerSnapshot: Sendable, Hashable {
    /// Where it listens, `host:port`.
    public var address: String
    /// Since it was started.
    public var age: Duration
    /// Whether it takes no new connections and calls.
    public var isStopping: Bool
    /// Calls over all connections, those that are gone included.
    public var calls: CallCounts
    /// Open connections, a bounded number of them.
    public var connections: [ConnectionSnapshot]
    /// Connections that are open, also when `connections` was cut short.
    public var openConnections: Int
    /// What happened to it last, the oldest first.
    public var events: [EventTrace.Event]

    /// Describes a server.
    public init(
        address: String,
        age: Duration,
        isStopping: Bool = false,
        calls: CallCounts = CallCounts(),
        connections: [ConnectionSnapshot] = [],
        openConnections: Int = 0,
        events: [EventTrace.Event] = []
    ) {
        self.address = address
        self.age = age
        self.isStopping = isStopping
        self.calls = calls
        self.connections = connections
        self.openConnections = openConnections
        self.events = events
    }
}
