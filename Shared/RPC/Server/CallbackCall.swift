import NIOCore
import Wire

/// Serves unary calls from callback to callback on the event loop of their connection, without a task.
protocol CallbackHandler: Sendable {
    /// Starts to serve a call whose only request has arrived. On the loop.
    /// - Returns: The running call; nil when serving it takes a task, in which case nothing has happened.
    func start(_ arrival: CallbackCall.Arrival) -> CallbackCall?
}

/// A unary call that is served without a task.
///
/// All state belongs to the event loop of the connection, which is what makes the unchecked conformance sound.
class CallbackCall: @unchecked Sendable {
    /// A call together with its only request.
    struct Arrival {
        let owner: ServerConnection
        let connection: Connection
        let pending: PendingCall
        let context: CallContext
        let request: ByteBuffer
    }

    /// How serving the call without a task ends.
    enum End {
        case response(WireMessage)
        /// The status, which is sent with all details that it came with.
        case failure(Status)
        /// A task takes over, after an attempt that has failed.
        case needsTask(after: Status)
    }

    final let arrival: Arrival

    final var stream: StreamID { arrival.pending.stream }

    init(_ arrival: Arrival) { self.arrival = arrival }

    /// The client has cancelled, or is gone.
    func cancel() {}

    /// Ends the call. Only the first end counts.
    final func end(_ end: End) { arrival.owner.end(self, end, on: arrival.connection) }
}
