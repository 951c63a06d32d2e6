import NIOCore

/// What is known of one call on a connection. A class, so that the many updates a call sees cost one look-up each.
final class StreamState {
    /// A message, or the rest of one, that waits for credit.
    struct OutboundMessage {
        var bytes: ByteBuffer
        /// Set until the first part has left, since that part tells the length of the whole.
        var isWhole: Bool
        var end: Bool
        var flags: FrameFlags
    }

    /// A message whose parts are still coming.
    struct Assembly {
        var bytes: ByteBuffer
        var total: Int
        var isCompressed: Bool
    }

    let id: StreamID

    var sendWindow: Int
    var outbound = CompactQueue<OutboundMessage>()
    var outboundBytes = 0
    var isScheduled = false
    /// The end of a call that waits behind messages.
    var pendingStatus: CallStatus?
    var localEnded = false

    var receiveWindow: Int
    /// Credit that was given beyond the window so that a message larger than the window can come in whole.
    var loan = 0
    /// Bytes that the connection is credited for when they are consumed, or when the stream ends.
    var uncredited = 0
    /// Bytes of messages that were handed out and not yet consumed.
    var unconsumed = 0
    /// Consumed bytes that the peer has not been told of.
    var unacknowledged = 0
    var assembly: Assembly?
    var remoteEnded = false
    /// The call was given up by the client while its handler runs; nothing is sent any more.
    var isAbandoned = false
    /// Metadata or a message of the server has gone by, after which no more metadata may come.
    var isPastMetadata = false
    /// Frames of this stream that the load guard gave tokens for.
    var earned = 0

    init(id: StreamID, sendWindow: Int, receiveWindow: Int) {
        self.id = id
        self.sendWindow = sendWindow
        self.receiveWindow = receiveWindow
    }
}
