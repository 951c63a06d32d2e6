public import NIOCore

/// One side of a connection as a pure state machine: bytes and times go in, events and bytes come out.
///
/// It does no I/O and owns no clock. Feed it with ``receive(_:now:)``, take events with ``nextEvent()`` until that returns
/// nil, and send what ``takeOutput()`` returns until that is nil, which can cause further events. After a breach of the
/// protocol it sends one GOAWAY frame, reports one ``Event/violation(_:)`` and ignores everything from then on.
public struct ConnectionStateMachine: ~Copyable {
    /// Which side of the connection this is.
    public enum Role: Sendable, Hashable {
        case client
        case server
    }

    /// What happened on the connection.
    public enum Event: Sendable {
        /// The other side's limits have come and hold from now on.
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
        /// Server: the client has cancelled, or broke a rule of this stream; nothing more is sent on it. The stream
        /// counts as running until ``ConnectionStateMachine/release(_:)``.
        case cancelled(StreamID, StatusCode)
        /// Everything a stream had buffered has been sent, so that it can be written to again.
        case writable(StreamID)
        /// The answer to a ping.
        case pingAcknowledged(UInt64)
        /// The other side takes no calls above `lastStream`; those are safe to retry elsewhere.
        case goAway(lastStream: StreamID, ConnectionErrorCode, String)
        /// The other side broke the protocol; the connection has to close once the output is sent.
        case violation(WireViolation)
    }

    /// The eight bytes that a client sends first: the name, the protocol's version and a line end.
    public static let preface: [UInt8] = Array("LARDER".utf8) + [1, 0x0A]

    /// The protocol to negotiate through ALPN.
    public static let applicationProtocol = "larder/1"

    /// Where the connection is in its life.
    enum Phase {
        case awaitingPreface
        case awaitingSettings
        case open
        case failed
    }

    /// Bytes of the length that the first part of a message carries ahead of its own bytes.
    static let lengthPrefixSize = 4

    let role: Role
    let local: Settings
    var remote: Settings = .assumed
    var phase: Phase

    var input = FrameReader()
    var output = FrameWriter()
    var events = CompactQueue<Event>()
    /// Client: the call whose last message is the newest event, and whose end is reported after that; 0 for none.
    var endedByMessage: StreamID = 0
    /// Whole messages that have been received.
    package internal(set) var messagesReceived = 0

    var now: NIODeadline = .uptimeNanoseconds(0)
    var frameRate: FrameRateLimiter
    var flow: FlowController
    var scheduler = SendScheduler()
    var templates = TemplateTable()

    var streams = StreamTable<StreamState>()
    /// The highest stream that was started by the client.
    var lastStream: StreamID = 0
    /// The last stream of the GOAWAY frame sent; nil before the first.
    var sentGoAway: StreamID?
    /// The last stream of the GOAWAY frame received; nil before the first.
    var receivedGoAway: StreamID?

    /// Bytes of messages that may still be received, to be set before ``receive(_:now:)`` by a server that limits what its
    /// connections store. What comes beyond it, or says that it is longer, ends its call with ``outOfMemoryStatus``.
    public var remainingBudget = Int.max
    /// The status of a call whose message exceeds ``remainingBudget``.
    public var outOfMemoryStatus = CallStatus(.resourceExhausted, "there is no room for this message at present")

    /// Starts one side. The client's preface and both sides' SETTINGS are in the output at once.
    /// - Parameters:
    ///   - role: Which side this is.
    ///   - settings: The limits for what the other side may send; within their ranges.
    ///   - frameRateLimits: How many non-data frames are accepted.
    public init(role: Role, settings: Settings = Settings(), frameRateLimits: FrameRateLimits = FrameRateLimits()) {
        precondition(settings.isValid, "a limit of the connection is out of range")
        self.role = role
        local = settings
        phase = role == .server ? .awaitingPreface : .awaitingSettings
        frameRate = FrameRateLimiter(limits: frameRateLimits)
        flow = FlowController(local: settings, remote: remote)
        output.writeOpening(role, settings)
    }

    /// Replaces the limits of non-data frames, once the peer is known.
    package mutating func setFrameRateLimits(_ limits: FrameRateLimits) {
        frameRate = FrameRateLimiter(limits: limits)
    }

    /// Server: limits the messages of one call further than those of all. To be said before its first message is read, that
    /// is, while the event of the call is handled.
    /// - Parameter bytes: Up to the limit of the settings.
    package mutating func limitMessages(of stream: StreamID, to bytes: Int) {
        streams[stream]?.messageLimit = min(bytes, local.maximumMessageSize)
    }

    /// Calls that are not over.
    public var runningStreams: Int { streams.count }

    /// This side's limits.
    public var localSettings: Settings { local }

    /// The other side's limits, or the assumed ones until they have come.
    public var remoteSettings: Settings { remote }

    /// Whether a client may start another call now.
    public var acceptsCalls: Bool {
        !hasFailed && receivedGoAway == nil && sentGoAway == nil
            && streams.count < remote.maximumConcurrentStreams && lastStream < FrameHeader.largestStream
    }

    /// Whether the other side has announced that it takes no new calls, or this side has.
    public var isGoingAway: Bool { receivedGoAway != nil || sentGoAway != nil }

    /// How the other side broke the protocol, for which the connection has to close; nil while it has not.
    package private(set) var violation: WireViolation?

    /// Whether either side broke the protocol, or said so, and the connection has to close.
    public var hasFailed: Bool { phase == .failed }

    /// Takes the next event; nil when everything received so far has been reported.
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
        self.violation = violation
        stop()
        events.append(.violation(violation))
    }

    /// Reads and sends nothing more, after a breach of either side.
    mutating func stop() {
        phase = .failed
        input.removeAll()
        streams.removeAll()
        scheduler.removeAll()
        flow.removeStreams()
    }

    mutating func writeGoAway(_ code: ConnectionErrorCode, _ message: String) {
        // Calls that were rejected since the first announcement stay rejected.
        let last = min(sentGoAway ?? lastStream, lastStream)
        sentGoAway = last
        output.writeGoAway(last, code, message)
    }

    mutating func startStream(_ id: StreamID) {
        streams.insert(
            StreamState(id: id, role: role, windows: flow.initialWindows, messageLimit: local.maximumMessageSize),
            id
        )
    }

    /// Forgets a stream and gives the connection the credit for what nobody will consume.
    mutating func remove(_ stream: StreamState) {
        streams.remove(stream.id)
        scheduler.discard(stream)
        stream.assembly = nil
        flow.close(stream, &output)
    }
}
