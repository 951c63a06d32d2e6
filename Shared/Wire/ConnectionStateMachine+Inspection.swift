import NIOCore

/// How far a peer has come with what it sends.
package struct InboundProgress: Equatable, Sendable {
    /// Whether its settings have come.
    package var isOpen: Bool
    /// Whole frames that have come.
    package var frames: Int
    /// Whether a part of one more has come.
    package var isWithinFrame: Bool

    /// Describes the progress of a peer.
    package init(isOpen: Bool, frames: Int, isWithinFrame: Bool) {
        self.isOpen = isOpen
        self.frames = frames
        self.isWithinFrame = isWithinFrame
    }
}

/// What a connection holds in memory, for limits and for diagnostics.
extension ConnectionStateMachine {
    /// Server: whether metadata can still go ahead of the messages of a stream.
    package func canSendMetadata(on stream: StreamID) -> Bool {
        streams[stream]?.phase.canSendMetadata ?? false
    }

    /// Output above which a server reads nothing more. What was read already can add several times as much as it was.
    package static let outputLimit = 1_048_576

    /// Server: whether so much waits to be sent that nothing more should be read, since answers take memory until the peer
    /// reads them. A client always reads, so that two peers never wait for each other.
    package var isOutputOverLimit: Bool {
        role == .server && output.byteCount >= ConnectionStateMachine.outputLimit
    }

    /// Memory of received bytes that no event has delivered yet: partial frames and unfinished messages.
    package var receiveBufferBytes: Int {
        streams.values.reduce(input.storageCapacity) { $0 + ($1.assembly?.bytes.storageCapacity ?? 0) }
    }

    /// Memory of bytes that wait for the rest of their frame.
    package var partialFrameBytes: Int { input.storageCapacity }

    /// How far the other side has come with what it sends.
    package var inboundProgress: InboundProgress {
        InboundProgress(
            isOpen: phase == .open || hasFailed,
            frames: input.framesRead,
            isWithinFrame: input.isWithinFrame
        )
    }

    /// Bytes that wait to be taken or for credit.
    package var sendBufferBytes: Int { output.byteCount + scheduler.bufferedBytes }

    /// Bytes of messages that may be sent on the whole connection before the peer gives more credit.
    public var sendCredit: Int { flow.sendWindow }

    /// Bytes of messages that the peer may send before this side gives more credit.
    public var receiveCredit: Int { flow.receiveWindow }

    /// Bytes of messages that a stream buffers for lack of credit.
    public func bufferedBytes(on stream: StreamID) -> Int { streams[stream]?.outbound.byteCount ?? 0 }

    /// Bytes of received messages that were not consumed yet, parts included, of messages that are buffered for lack of
    /// credit, and of a client's templates.
    public var storedBytes: Int {
        flow.receivedBytes + scheduler.bufferedBytes + (role == .server ? templates.metadataBytes : 0)
    }

    /// ``storedBytes`` and the output that the network has not taken. A server bounds their sum over all connections.
    package var heldBytes: Int { storedBytes + output.byteCount }

    /// Whether anything waits for credit of the peer.
    package var hasBufferedMessages: Bool { scheduler.bufferedBytes > 0 }

    /// The streams that have messages to send and lack credit for them, with the bytes that they have sent so far.
    package var blockedStreams: [(stream: StreamID, sentBytes: Int)] {
        streams.values.filter { !$0.outbound.isEmpty }.map { ($0.id, $0.sentBytes) }
    }

    /// Whether streams get no more credit for consumed bytes.
    ///
    /// What has begun can be finished: a message larger than its stream's window still gets its overdraft, and the
    /// connection's window is updated as before. Setting it to false grants what was withheld.
    public var pausesWindowUpdates: Bool {
        get { flow.pausesWindowUpdates }
        set {
            guard newValue != flow.pausesWindowUpdates else { return }
            if newValue { flow.pauseWindowUpdates() } else { flow.resumeWindowUpdates(of: streams.values, &output) }
        }
    }
}
