import NIOCore

/// What a connection holds in memory, for limits that are checked and for people who look. Goes over all calls.
extension ConnectionStateMachine {
    /// Memory of bytes that came from the other side and are not told yet: cut frames and unfinished messages.
    package var receivedBytesHeld: Int {
        streams.values.reduce(inbound.storageCapacity) { $0 + ($1.assembly?.bytes.storageCapacity ?? 0) }
    }

    /// Bytes that wait to be taken or for credit.
    package var unsentBytesHeld: Int {
        streams.values.reduce(output.readableBytes) { $0 + $1.outboundBytes }
    }
}
