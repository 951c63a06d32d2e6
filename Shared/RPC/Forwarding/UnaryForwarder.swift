package import NIOCore
package import Wire

/// Forwards the unary calls of a method through a channel. Connecting and further attempts are left to the route's handler.
package final class UnaryForwarder: UnaryForwarding {
    /// What goes with a call: metadata, and how long it may take.
    package typealias Header = @Sendable (CallContext, NIODeadline) -> (metadata: Metadata, deadline: NIODeadline?)

    let channel: RPCChannel
    let method: MethodDescriptor
    let header: Header

    /// Forwards the calls of a method through a channel.
    package init(_ method: MethodDescriptor, through channel: RPCChannel, header: @escaping Header) {
        self.method = method
        self.channel = channel
        self.header = header
    }

    /// What calls share on a connection; nil when hedging needs several attempts.
    func prepared(on connection: ClientConnection) -> PreparedMethod? {
        guard let method = try? connection.prepared(method, nil, for: channel), method.policy.hedging == nil else {
            return nil
        }
        return method
    }

    package func start(_ call: ServerCall, _ request: ByteBuffer) -> (any UpstreamCall)? {
        guard let connection = channel.readyConnection(on: call.connection.loop), let method = prepared(on: connection)
        else {
            return nil
        }
        let now = call.connection.now
        let (metadata, deadline) = header(call.context, now)
        let size = request.readableBytes
        let upstream = connection.startUnary(method, metadata, deadline, now: now, size: size) {
            $0.send(request, on: $1, end: true)
        }
        upstream?.receiver = call
        // Its response may wait for the client no longer either.
        if upstream != nil { call.latestEnd = deadline }
        return upstream
    }

    package func succeeded() { channel.throttle?.succeeded() }

    package func shouldRetry(after status: Status) -> Bool {
        status.isUnprocessed
            || method.idempotency.allowsRetry && channel.policy(for: method.path).retry.codes.contains(status.code)
    }
}
