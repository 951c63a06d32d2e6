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

extension UnaryForwarder: CallbackHandler {
    /// Forwards a call if that takes nothing but writing it to another connection of this event loop.
    func start(_ arrival: CallbackCall.Arrival) -> CallbackCall? {
        // What a service sends compressed would have to be decompressed for others, which takes a task.
        guard arrival.connection.peerAcceptsCompression,
            let connection = channel.readyConnection(on: arrival.connection.loop),
            let method = prepared(on: connection)
        else { return nil }
        let (request, now) = (arrival.request, arrival.connection.now)
        let (metadata, deadline) = header(arrival.context, now)
        let upstream = connection.startUnary(method, metadata, deadline, now: now, size: request.readableBytes) {
            $0.send(request, on: $1, end: true)
        }
        guard let upstream else { return nil }
        let call = ForwardedUnaryCall(arrival, upstream, self)
        upstream.receiver = call
        return call
    }
}

/// A unary call that was forwarded to a connection of the same event loop.
final class ForwardedUnaryCall: CallbackCall, UnaryReceiver, @unchecked Sendable {
    private let forwarder: UnaryForwarder
    private let upstream: UnaryCall
    @exclusivity(unchecked) private var isCancelled = false

    init(_ arrival: Arrival, _ upstream: UnaryCall, _ forwarder: UnaryForwarder) {
        self.upstream = upstream
        self.forwarder = forwarder
        super.init(arrival)
    }

    override func cancel() {
        isCancelled = true
        upstream.cancel()
    }

    func ended(_ result: Result<WireMessage, Status>) {
        switch result {
        case .success(let response):
            forwarder.channel.throttle?.succeeded()
            upstream.reportCallEnd(.ok)
            end(.response(response))
        case .failure(let status) where !isCancelled && forwarder.shouldRetry(after: status):
            end(.needsTask(after: status))
        case .failure(let status):
            upstream.reportCallEnd(status.code)
            end(.failure(status))
        }
    }
}

extension ServerRoute {
    /// Makes a route that forwards messages as bytes.
    /// - Parameters:
    ///   - forwarder: Forwards unary calls without a task where that is possible; nil for every call in a task.
    ///   - serve: Serves a call in a task.
    package init(method: MethodDescriptor, forwarder: UnaryForwarder?, serve: @escaping Serve) {
        self.init(method: method, callbackHandler: forwarder, serve: serve)
    }
}
