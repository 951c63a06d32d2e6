import Wire

/// Notices a peer that stands still in the middle of something: settings that never come, a frame that does not end,
/// output that it does not take.
///
/// It compares what it is shown at two looks in a row, so a peer has between one and two of the times between looks.
/// Nothing is counted or timed in between, which is why it costs a working connection nothing.
struct StallWatch {
    /// What a look at a connection shows.
    struct Look {
        var inbound: InboundProgress
        /// Pieces of output that the network has taken.
        var piecesTaken: Int
        /// Whether the network takes no more until the peer reads.
        var isBlocked: Bool
    }

    private var last: Look?

    /// Looks once more.
    /// - Returns: Why the peer is no longer waited for; nil when it has moved, or owes nothing.
    mutating func stall(_ look: Look) -> String? {
        defer { last = look }
        guard look.inbound.isOpen else { return "the peer did not open the protocol" }
        guard let last else { return nil }
        if last.inbound.isWithinFrame, last.inbound == look.inbound { return "the peer does not finish a frame" }
        if last.isBlocked, look.isBlocked, last.piecesTaken == look.piecesTaken {
            return "the peer takes nothing that is sent to it"
        }
        return nil
    }
}
