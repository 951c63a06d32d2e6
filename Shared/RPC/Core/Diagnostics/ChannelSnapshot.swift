/// Whether calls can be made, in gRPC's terms.
public enum ConnectivityState: String, Sendable, Hashable, CaseIterable {
    /// Nothing was tried yet, or the connection is gone and no call needed it since.
    case idle = "IDLE"
    case connecting = "CONNECTING"
    case ready = "READY"
    /// The last attempt failed; the next waits.
    case transientFailure = "TRANSIENT_FAILURE"
    case shutdown = "SHUTDOWN"

    /// That of a whole made of these parts: what is best for calls counts.
    public static func combined(_ states: some Sequence<ConnectivityState>) -> ConnectivityState {
        let states = Set(states)
        let best: [ConnectivityState] = [.ready, .connecting, .idle, .transientFailure]
        return best.first(where: states.contains) ?? .shutdown
    }
}

/// The state of a client channel at one moment.
public struct ChannelSnapshot: Sendable, Hashable {
    /// What it leads to, such as "budget".
    public var target: String
    /// Whether calls can be made.
    public var state: ConnectivityState
    /// How calls are spread over addresses, such as `round_robin`.
    public var policy: String
    /// Since it was made.
    public var age: Duration
    /// Attempts of calls, over all addresses.
    public var calls: CallCounts
    /// Its addresses.
    public var subchannels: [SubchannelSnapshot]
    /// What happened to it last, the oldest first.
    public var events: [EventTrace.Event]

    /// Describes a channel.
    public init(
        target: String,
        state: ConnectivityState,
        policy: String,
        age: Duration,
        calls: CallCounts = CallCounts(),
        subchannels: [SubchannelSnapshot] = [],
        events: [EventTrace.Event] = []
    ) {
        self.target = target
        self.state = state
        self.policy = policy
        self.age = age
        self.calls = calls
        self.subchannels = subchannels
        self.events = events
    }
}

/// The state of one address of a channel at one moment.
public struct SubchannelSnapshot: Sendable, Hashable {
    /// `host:port`.
    public var address: String
    /// Whether calls can be made.
    public var state: ConnectivityState
    /// Why the last attempt to connect failed; nil when it succeeded or none was made.
    public var lastFailure: String?
    /// Attempts in a row that failed.
    public var failuresInARow: Int
    /// Whether it is ejected, and so gets no calls for a while.
    public var isEjected: Bool
    /// Attempts of calls, over all connections it had.
    public var calls: CallCounts
    /// One of its connections; nil without any.
    public var connection: ConnectionSnapshot?
    /// What happened to it last, the oldest first.
    public var events: [EventTrace.Event]

    /// Describes an address.
    public init(
        address: String,
        state: ConnectivityState,
        lastFailure: String? = nil,
        failuresInARow: Int = 0,
        isEjected: Bool = false,
        calls: CallCounts = CallCounts(),
        connection: ConnectionSnapshot? = nil,
        events: [EventTrace.Event] = []
    ) {
        self.address = address
        self.state = state
        self.lastFailure = lastFailure
        self.failuresInARow = failuresInARow
        self.isEjected = isEjected
        self.calls = calls
        self.connection = connection
        self.events = events
    }
}
