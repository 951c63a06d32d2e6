import NIOCore

/// The state of one call on a connection; a class, so that its many updates cost one look-up each.
final class StreamState {
    /// A message whose parts are still coming.
    struct Assembly {
        /// What has come.
        var bytes = ByteBuffer()
        /// Whether the whole message is compressed.
        let isCompressed: Bool
    }

    /// The stream's number.
    let id: StreamID
    /// Which directions of the call are open.
    var phase: StreamPhase
    /// The stream's credit; changed by ``FlowController`` alone.
    var windows: StreamWindows
    /// Messages that wait for credit, and the status behind them.
    var outbound = OutboundQueue()
    /// Whether the stream is in the queue of ``SendScheduler``.
    var isScheduled = false
    /// The message that is being received in parts.
    var assembly: Assembly?
    /// Largest message that may be received, in bytes.
    var messageLimit: Int
    /// Bytes of messages that were sent.
    var sentBytes = 0
    /// Frames of this stream that added tokens to the frame rate limiter.
    var tokensEarned = 0

    /// Makes the state of a new call.
    init(id: StreamID, role: ConnectionStateMachine.Role, windows: StreamWindows, messageLimit: Int) {
        self.id = id
        self.messageLimit = messageLimit
        phase = StreamPhase(role: role)
        self.windows = windows
    }
}
