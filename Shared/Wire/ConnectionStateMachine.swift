public import NIOCore

/// One side of a connection as a pure state machine: bytes and times go in, events and bytes come out.
///
/// It does no I/O and owns no clock. Feed it with ``receive(_:now:)``, take what happened with ``nextEvent()`` until that
/// gives nil, and send what ``takeOutput()`` gives until that gives nil, which can cause further events. After a breach of the protocol it sends one GOAWAY frame, gives
/// one ``Event/violation(_:)`` and ignores everything from then on.
public struct ConnectionStateMachine {
    /// Which side of the connection this is.
    public enum Role: Sendable, Hashable {
        case client
        case server
    }

    /// What happened on the connection.
    public enum Event: Sendable {
        /// The other side's limits have come; calls may exceed the assumed ones now.
        case settings(Settings)
        /// Server: a call starts.
        case call(StreamID, CallHeader)
        /// Client: the server's metadata ahead of its first message.
        case metadata(StreamID, Metadata)
        /// A whole message. Report its readable bytes with ``ConnectionStateMachine/consumed(_:on:)`` once used.
        case message(StreamID, ByteBuffer, isCompressed: Bool, end: Bool)
        /// Server: the client sends no more messages.
        case halfClose(StreamID)
        /// Client: the call is over. Nothing more comes for this stream.
        case status(StreamID, CallStatus)
        /// Server: the client has given up, or broke a rule of this stream; nothing sent on it leaves any more. The
        /// stream counts as running until ``ConnectionStateMachine/release(_:)``.
        case cancelled(StreamID, StatusCode)
        /// Everything a stream had buffered has been sent, so that it can be written to again.
        case writable(StreamID)
        /// The answer to a ping.
        case pingAcknowledged(UInt64)
        /// The other side takes no calls above `lastStream`; those are safe to send elsewhere.
        case goAway(lastStream: StreamID, ConnectionErrorCode, String)
        /// The other side broke the protocol; the connection has to close once the output is sent.
        case violation(WireViolation)
    }

    /// The eight bytes that a client sends first: the name, the protocol's version and a line end.
    public static let preface: [UInt8] = Array("LARDER".utf8) + [1, 0x0A]

    /// The protocol to negotiate through ALPN.
    public static let applicationProtocol = "larder/1"

    enum Phase {
        case awaitingPreface
        case awaitingSettings
        case open
        case failed
    }

    let role: Role
    let local: Settings
    var remote: Settings = .assumed
    var phase: Phase
    var inbound = ByteBuffer()
    /// Whole frames that have come, so that a peer that stands still can be told from one that works.
    var framesRead = 0
    var output = ByteBuffer()
    /// Bytes that were last taken.
    var outputCapacity = 0
    var events = CompactQueue<Event>()
    /// Client: the call whose last message is the newest event, which is told to be over after that; 0 for none.
    var endedByMessage: StreamID = 0
    /// Whole messages that have been told.
    package internal(set) var messagesReceived = 0
    var now: NIODeadline = .uptimeNanoseconds(0)
    var frameRate: FrameRateLimiter

    var streams = StreamTable<StreamState>()
    /// The highest stream that was started by the client.
    var lastStream: StreamID = 0
    /// Streams with buffered bytes that have stream credit, in turn.
    var schedule = CircularBuffer<StreamState>(initialCapacity: 0)
    var connectionSendWindow: Int
    var connectionReceiveWindow: Int
    /// Bytes that may be credited to the peer and have not been told to it yet.
    var connectionUnacknowledged = 0
    /// Bytes that the peer may still send on streams which ended before it knew.
    var closedStreamCredit = 0
    /// Credit beyond their windows that streams have for large messages; together at most ``overdraftLimit``.
    var windowOverdraft = 0
    /// Streams whose large message waits for such credit.
    var overdraftWaiters = CircularBuffer<StreamState>(initialCapacity: 0)
    /// Bounds what a peer can have stored in messages it never finishes, whatever number of calls it may start.
    let overdraftLimit: Int
    /// Bytes of messages that come in parts, from the first part of each until it is consumed.
    var largeBytes = 0
    /// Bytes of messages that all streams hold back.
    var bufferedTotal = 0
    /// Bytes of further large messages that this side has room for; a message that starts to come beyond it ends its
    /// call. To be set before ``receive(_:now:)`` by a server that has a limit over all connections.
    public var remainingBudget = Int.max
    /// What calls end with whose message there is no room for.
    public var outOfMemoryStatus = CallStatus(.resourceExhausted, "there is no room for this message at present")
    /// Consumed bytes of a stream that its peer is told of together.
    var windowUpdateThreshold: Int

    var sentGoAway: StreamID?
    var receivedGoAway: StreamID?

    /// Client: numbers of templates the server remembers. Server: the templates by number.
    var templateNumbers: [ObjectIdentifier: Int] = [:]
    var templates: [CallTemplate?] = []
    /// Client: the template that was used last, and its number.
    var lastTemplate: (CallTemplate?, Int) = (nil, 0)
    var nextTemplate = 0

    /// Starts one side. The client's preface and both sides' SETTINGS are in the output at once.
    /// - Parameters:
    ///   - role: Which side this is.
    ///   - settings: The limits for what the other side may send; within their ranges.
    ///   - frameRateLimits: How many frames without use are put up with.
    public init(role: Role, settings: Settings = Settings(), frameRateLimits: FrameRateLimits = FrameRateLimits()) {
        precondition(settings.isValid, "a limit of the connection is out of range")
        self.role = role
        local = settings
        overdraftLimit = max(4 * settings.maximumMessageSize, settings.connectionWindow)
        phase = role == .server ? .awaitingPreface : .awaitingSettings
        connectionSendWindow = remote.connectionWindow
        connectionReceiveWindow = settings.connectionWindow
        frameRate = FrameRateLimiter(limits: frameRateLimits)
        windowUpdateThreshold = settings.initialStreamWindow / 2
        if role == .client { output.writeBytes(ConnectionStateMachine.preface) }
        FrameHeader(length: Settings.encodedSize, type: .settings, stream: 0).write(to: &output)
        settings.write(to: &output)
    }

    /// Calls that are not over.
    public var runningStreams: Int { streams.count }

    /// This side's limits.
    public var localSettings: Settings { local }

    /// The other side's limits, or the assumed ones until they have come.
    public var remoteSettings: Settings { remote }

    /// Whether a client may start another call now.
    public var acceptsCalls: Bool {
        phase != .failed && receivedGoAway == nil && sentGoAway == nil
            && streams.count < remote.maximumConcurrentStreams && lastStream < FrameHeader.largestStream
    }

    /// Whether the other side has announced that it takes no new calls, or this side has.
    public var isGoingAway: Bool { receivedGoAway != nil || sentGoAway != nil }

    /// How the other side broke the protocol, for which the connection has to close; nil while it has not.
    package internal(set) var violation: WireViolation?

    /// Whether the protocol was broken and the connection has to close.
    public var hasFailed: Bool {
        if case .failed = phase { return true }
        return false
    }

    /// Takes the next event; nil when everything received so far has been told.
    public mutating func nextEvent() -> Event? {
        while true {
            if let event = events.popFirst() { return event }
            if endedByMessage > 0 {
                defer { endedByMessage = 0 }
                return .status(endedByMessage, .plainOK)
            }
            guard parseFrame() else { return nil }
        }
    }

    /// Ends the connection because of a breach: GOAWAY goes out, all streams are forgotten.
    mutating func fail(_ violation: WireViolation) {
        guard !hasFailed else { return }
        writeGoAway(violation.code, violation.reason)
        phase = .failed
        self.violation = violation
        inbound = ByteBuffer()
        streams.removeAll()
        schedule.removeAll()
        overdraftWaiters.removeAll()
        largeBytes = 0
        bufferedTotal = 0
        events.append(.violation(violation))
    }

    mutating func writeGoAway(_ code: ConnectionErrorCode, _ message: String) {
        // Calls that were refused since the first announcement stay refused.
        let last = min(sentGoAway ?? lastStream, lastStream)
        sentGoAway = last
        writeGoAway(last, code, message)
    }

    mutating func writeGoAway(_ last: StreamID, _ code: ConnectionErrorCode, _ message: String) {
        let text = message.utf8.prefix(256)
        FrameHeader(length: 5 + text.count, type: .goAway, stream: 0).write(to: &output)
        output.writeMultipleIntegers(last, code.rawValue)
        output.writeBytes(text)
    }

    mutating func startStream(_ id: StreamID) {
        let stream = StreamState(
            id: id,
            sendWindow: remote.initialStreamWindow,
            receiveWindow: local.initialStreamWindow
        )
        streams.insert(stream, id)
    }

    /// Forgets a stream and gives the connection the credit for what nobody will consume.
    mutating func remove(_ stream: StreamState) {
        streams.remove(stream.id)
        dropStored(of: stream)
        if !stream.remoteEnded { closedStreamCredit += stream.receiveWindow }
        repayOverdraft(of: stream)
        largeBytes -= stream.unconsumed - stream.uncredited
        if stream.uncredited > 0 { creditConnection(stream.uncredited) }
    }
}
