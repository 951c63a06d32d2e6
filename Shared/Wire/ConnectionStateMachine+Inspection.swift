import NIOCore

/// How far a peer has come with what it sends.
package struct InboundProgress: Equatable, Sendable {
    /// Whether its settings have come.
    package var isOpen: Bool
    /// Whole frames that have come.
    package var frames: Int
    /// Whether a part of one more has come.
    package var isWithinFrame: Bool

    /// Tells of a peer.
    package init(isOpen: Bool, frames: Int, isWithinFrame: Bool) {
        self.isOpen = isOpen
        self.frames = frames
        self.isWithinFrame = isWithinFrame
    }
}

/// What a connection holds in memory, for limits that are checked and for people who look. Goes over all calls.
extension ConnectionStateMachine {
    /// Server: whether metadata can still go ahead of the messages of a stream.
    package func canSendMetadata(on stream: StreamID) -> Bool {
        streams[stream].map { !$0.isPastMetadata && !$0.isAbandoned } ?? false
    }

    /// Output above which a server reads nothing more. What was read already can add several times as much as it was.
    package static let outputLimit = 1_048_576

    /// Server: whether so much waits to be sent that nothing more should be read, since answers take memory until the peer
    /// reads them. A client always reads, so that two peers never wait for each other.
    package var isOutputOverLimit: Bool {
        role == .server && output.readableBytes >= ConnectionStateMachine.outputLimit
    }

    /// Memory of bytes that came from the other side and are not told yet: cut frames and unfinished messages.
    package var receiveBufferBytes: Int {
        streams.values.reduce(inbound.storageCapacity) { $0 + ($1.assembly?.bytes.storageCapacity ?? 0) }
    }

    /// Memory of bytes that wait for the rest of their frame.
    package var partialFrameBytes: Int { inbound.storageCapacity }

    /// How far the other side has come with what it sends.
    package var inboundProgress: InboundProgress {
        InboundProgress(
            isOpen: phase == .open || phase == .failed,
            frames: framesRead,
            isWithinFrame: inbound.readableBytes > 0
        )
    }

    /// Bytes that wait to be taken or for credit.
    package var sendBufferBytes: Int {
        streams.values.reduce(output.readableBytes) { $0 + $1.outboundBytes }
    }
}
