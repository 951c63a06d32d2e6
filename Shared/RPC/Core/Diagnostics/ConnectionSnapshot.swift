/// How many calls there were, and how they ended.
public struct CallCounts: Sendable, Hashable {
    /// Calls that were started.
    public var started: Int
    /// Ended with OK.
    public var succeeded: Int
    /// Ended with anything else, given up included.
    public var failed: Int

    /// Gives counts.
    public init(started: Int = 0, succeeded: Int = 0, failed: Int = 0) {
        self.started = started
        self.succeeded = succeeded
        self.failed = failed
    }

    /// Calls that are not over.
    public var running: Int { max(0, started - succeeded - failed) }

    /// The sums of both.
    public static func + (left: CallCounts, right: CallCounts) -> CallCounts {
        CallCounts(
            started: left.started + right.started,
            succeeded: left.succeeded + right.succeeded,
            failed: left.failed + right.failed
        )
    }
}

/// The state of a connection at one moment.
public struct ConnectionSnapshot: Sendable, Hashable {
    /// Address and port at this end; empty when there is none, as within a process.
    public var localAddress: String
    /// Address and port at the other end; empty when there is none.
    public var peerAddress: String
    /// The peer's service, by its certificate; nil for a peer without one.
    public var peerService: String?
    /// Since it was made.
    public var age: Duration
    /// Since something was last received or sent; nil when nothing was.
    public var idle: Duration?
    /// Whether it takes no new calls and closes after the running ones.
    public var isDraining: Bool
    /// The calls it has had.
    public var calls: CallCounts
    /// Messages that were sent.
    public var messagesSent: Int
    /// Messages that were received.
    public var messagesReceived: Int
    /// Pings that were sent to test the connection.
    public var keepAlivesSent: Int
    /// Bytes of messages that may be sent on the connection before more credit.
    public var sendWindow: Int
    /// Bytes of messages that the peer may send before this side gives more credit.
    public var receiveWindow: Int
    /// The running calls, in the order of their numbers, at most 100.
    public var streams: [StreamSnapshot]

    /// Describes a connection.
    public init(
        localAddress: String = "",
        peerAddress: String = "",
        peerService: String? = nil,
        age: Duration,
        idle: Duration? = nil,
        isDraining: Bool = false,
        calls: CallCounts = CallCounts(),
        messagesSent: Int = 0,
        messagesReceived: Int = 0,
        keepAlivesSent: Int = 0,
        sendWindow: Int = 0,
        receiveWindow: Int = 0,
        streams: [StreamSnapshot] = []
    ) {
        self.localAddress = localAddress
        self.peerAddress = peerAddress
        self.peerService = peerService
        self.age = age
        self.idle = idle
        self.isDraining = isDraining
        self.calls = calls
        self.messagesSent = messagesSent
        self.messagesReceived = messagesReceived
        self.keepAlivesSent = keepAlivesSent
        self.sendWindow = sendWindow
        self.receiveWindow = receiveWindow
        self.streams = streams
    }
}

/// The state of a running call at one moment.
public struct StreamSnapshot: Sendable, Hashable {
    /// Its number on the connection.
    public var id: UInt32
    /// `package.Service/Method`; empty when this side doesn't keep it.
    public var method: String
    /// Time left until its deadline, negative when that has passed; nil without one.
    public var remaining: Duration?
    /// Bytes of messages that wait for credit or for the socket.
    public var bufferedBytes: Int

    /// Describes a running call.
    public init(id: UInt32, method: String = "", remaining: Duration? = nil, bufferedBytes: Int = 0) {
        self.id = id
        self.method = method
        self.remaining = remaining
        self.bufferedBytes = bufferedBytes
    }
}
