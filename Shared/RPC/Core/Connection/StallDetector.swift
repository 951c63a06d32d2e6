import Wire

/// Detects a stalled peer: missing settings, an unfinished frame, or unread output.
///
/// It compares two consecutive samples, so a peer has between one and two sampling intervals. Nothing is counted or timed
/// in between, so it costs a working connection nothing.
struct StallDetector {
    /// The progress of a connection at one moment.
    struct Look {
        var inbound: InboundProgress
        /// Pieces of output that the network has taken.
        var chunksWritten: Int
        /// Whether the network takes no more until the peer reads.
        var isBlocked: Bool
    }

    private var last: Look?

    /// Takes another sample.
    /// - Returns: Why the peer is no longer waited for; nil when it has moved, or owes nothing.
    mutating func stall(_ look: Look) -> String? {
        defer { last = look }
        guard look.inbound.isOpen else { return "the peer did not open the protocol" }
        guard let last else { return nil }
        if last.inbound.isWithinFrame, last.inbound == look.inbound { return "the peer does not finish a frame" }
        if last.isBlocked, look.isBlocked, last.chunksWritten == look.chunksWritten {
            return "the peer takes nothing that is sent to it"
        }
        return nil
    }
}
