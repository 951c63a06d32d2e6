import Wire

/// What waits for a peer: messages for credit, and output for the network.
struct BlockedOutput {
    /// The streams that have messages to send and lack credit, with the bytes that they have sent so far.
    var streams: [(stream: StreamID, sentBytes: Int)]
    /// Whether the network takes no more until the peer reads.
    var isBlocked: Bool
    /// Pieces of output that the network has taken.
    var chunksWritten: Int
}
