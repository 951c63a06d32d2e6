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
    /// Memory of bytes that came from the other side and are not told yet: cut frames and unfinished messages.
    package var receivedBytesHeld: Int {
        streams.values.reduce(inbound.storageCapacity) { $0 + ($1.assembly?.bytes.storageCapacity ?? 0) }
    }

    /// Memory of bytes that wait for the rest of their frame.
    package var cutFrameBytesHeld: Int { inbound.storageCapacity }

    /// How far the other side has come with what it sends.
    package var inboundProgress: InboundProgress {
        InboundProgress(
            isOpen: phase == .open || phase == .failed,
            frames: framesRead,
            isWithinFrame: inbound.readableBytes > 0
        )
    }

    /// Bytes that wait to be taken or for credit.
    package var unsentBytesHeld: Int {
        streams.values.reduce(output.readableBytes) { $0 + $1.outboundBytes }
    }
}
