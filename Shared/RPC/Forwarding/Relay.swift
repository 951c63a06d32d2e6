package import NIOCore
package import Wire

/// How the unary calls of a method are passed on to another server from callback to callback, without a task. What that
/// takes too much for, such as connecting or another attempt, the route's handler does.
package final class Relay: Sendable {
    /// What goes with a call: metadata, and how long it may take.
    package typealias Onward = @Sendable (CallContext, NIODeadline) -> (metadata: Metadata, deadline: NIODeadline?)

    let channel: RPCChannel
    let method: MethodDescriptor
    let onward: Onward

    /// Passes calls of a method on through a channel.
    package init(_ method: MethodDescriptor, through channel: RPCChannel, onward: @escaping Onward) {
        self.method = method
        self.channel = channel
        self.onward = onward
    }

    /// What calls have in common on a connection; nil when they take more than one attempt from the start.
    func prepared(on connection: ClientConnection) -> PreparedMethod? {
        guard let method = try? connection.prepared(method, nil, for: channel), method.policy.hedging == nil else {
            return nil
        }
        return method
    }

    /// Whether it is worth a task to find out whether a failed call is made again.
    func mayPassOnAgain(after status: Status) -> Bool {
        status.isUnprocessed
            || method.idempotency.allowsRetry && channel.policy(for: method.path).retry.codes.contains(status.code)
    }
}

/// A unary call that was passed on to a connection of the same event loop.
///
/// All state belongs to that loop, which is what makes the unchecked conformance sound.
final class RelayedCall: UnaryReceiver, @unchecked Sendable {
    let fresh: FreshCall
    let context: CallContext
    let request: ByteBuffer
    /// The other half; nil until it has started.
    @exclusivity(unchecked) var onward: UnaryCall?
    @exclusivity(unchecked) private(set) var isCancelled = false
    private let owner: ServerConnection
    private let connection: Connection

    var stream: StreamID { fresh.stream }

    init(
        owner: ServerConnection,
        connection: Connection,
        fresh: FreshCall,
        context: CallContext,
        request: ByteBuffer
    ) {
        self.owner = owner
        self.connection = connection
        self.fresh = fresh
        self.context = context
        self.request = request
    }

    func ended(_ result: Result<WireMessage, Status>) { owner.ended(self, result, on: connection) }

    /// The client has given up, or is gone.
    func cancel() {
        isCancelled = true
        onward?.cancel()
    }
}
