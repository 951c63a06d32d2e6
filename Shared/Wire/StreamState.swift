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

    @exclusivity(unchecked) var sendWindow: Int
    @exclusivity(unchecked) var outbound = CompactQueue<OutboundMessage>()
    @exclusivity(unchecked) var outboundBytes = 0
    @exclusivity(unchecked) var isScheduled = false
    /// The end of a call that waits behind messages.
    @exclusivity(unchecked) var pendingStatus: CallStatus?
    @exclusivity(unchecked) var localEnded = false

    @exclusivity(unchecked) var receiveWindow: Int
    /// Credit that was given beyond the window so that a message larger than the window can come in whole.
    @exclusivity(unchecked) var overdraft = 0
    /// Bytes that the connection is credited for when they are consumed, or when the stream ends.
    @exclusivity(unchecked) var uncredited = 0
    /// Bytes of messages that were handed out and not yet consumed.
    @exclusivity(unchecked) var unconsumed = 0
    /// Consumed bytes that the peer has not been told of.
    @exclusivity(unchecked) var unacknowledged = 0
    @exclusivity(unchecked) var assembly: Assembly?
    @exclusivity(unchecked) var remoteEnded = false
    /// The call was given up by the client while its handler runs; nothing is sent any more.
    @exclusivity(unchecked) var isAbandoned = false
    /// Metadata or a message of the server has gone by, after which no more metadata may come.
    @exclusivity(unchecked) var isPastMetadata = false
    /// Frames of this stream that added tokens to the frame rate limiter.
    @exclusivity(unchecked) var earned = 0

    init(id: StreamID, sendWindow: Int, receiveWindow: Int) {
        self.id = id
        self.sendWindow = sendWindow
        self.receiveWindow = receiveWindow
    }
}
