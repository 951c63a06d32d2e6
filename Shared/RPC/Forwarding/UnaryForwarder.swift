package import NIOCore
package import Wire

/// How the unary calls of a method are passed on to another server from callback to callback, without a task. What that
/// takes too much for, such as connecting or another attempt, the route's handler does.
package final class UnaryForwarder: Sendable {
    /// What goes with a call: metadata, and how long it may take.
    package typealias Header = @Sendable (CallContext, NIODeadline) -> (metadata: Metadata, deadline: NIODeadline?)

    let channel: RPCChannel
    let method: MethodDescriptor
    let header: Header

    /// Passes calls of a method on through a channel.
    package init(_ method: MethodDescriptor, through channel: RPCChannel, header: @escaping Header) {
        self.method = method
        self.channel = channel
        self.header = header
    }

    /// What calls have in common on a connection; nil when they take more than one attempt from the start.
    func prepared(on connection: ClientConnection) -> PreparedMethod? {
        guard let method = try? connection.prepared(method, nil, for: channel), method.policy.hedging == nil else {
            return nil
        }
        return method
    }

    /// Whether it is worth a task to find out whether a failed call is made again.
    func shouldRetry(after status: Status) -> Bool {
        status.isUnprocessed
            || method.idempotency.allowsRetry && channel.policy(for: method.path).retry.codes.contains(status.code)
    }
}

/// A unary call that was passed on to a connection of the same event loop.
///
/// All state belongs to that loop, which is what makes the unchecked conformance sound.
final class ForwardedUnaryCall: UnaryReceiver, @unchecked Sendable {
    let pending: PendingCall
    let context: CallContext
    let request: ByteBuffer
    /// The other half; nil until it has started.
    @exclusivity(unchecked) var upstream: UnaryCall?
    @exclusivity(unchecked) private(set) var isCancelled = false
    private let owner: ServerConnection
    private let connection: Connection

    var stream: StreamID { pending.stream }

    init(
        owner: ServerConnection,
        connection: Connection,
        pending: PendingCall,
        context: CallContext,
        request: ByteBuffer
    ) {
        self.owner = owner
        self.connection = connection
        self.pending = pending
        self.context = context
        self.request = request
    }

    func ended(_ result: Result<WireMessage, Status>) { owner.ended(self, result, on: connection) }

    /// The client has given up, or is gone.
    func cancel() {
        isCancelled = true
        upstream?.cancel()
    }
}
