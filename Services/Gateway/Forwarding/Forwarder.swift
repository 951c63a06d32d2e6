import NIOCore
import RPC
import Wire

/// Forwards the calls of one method to the service that owns it. Messages are forwarded unchanged, also compressed ones if
/// the other side can read them.
///
/// Each side of a call is read only as fast as the other accepts messages; cancelling a call on either side cancels the
/// other. The service's status is forwarded unchanged.
struct Forwarder: Sendable {
    private let method: MethodDescriptor
    private let channel: RPCChannel
    private let template: CallTemplate
    private let rules: ForwardingPolicy

    init(method: MethodDescriptor, channel: RPCChannel, deadlines: ForwardingDeadlines) {
        self.method = method
        self.channel = channel
        rules = ForwardingPolicy(method, deadlines, timeout: channel.timeout(of: method.path))
        template = CallTemplate(method: method.path)
    }

    /// The way of the method's calls to their service.
    var route: ServerRoute {
        let rules = rules
        let forwarder = UnaryForwarder(method, through: channel) { context, now in
            let forwarded = rules.forwarded(context, now: now)
            return (forwarded.metadata, forwarded.deadline)
        }
        return ServerRoute(method: method, forwarder: method.kind == .unary ? forwarder : nil) {
            call,
            context in
            try await serve(call, context)
        }
    }

    /// Serves one call.
    func serve(_ call: ServerCallHandle, _ context: CallContext) async throws {
        var forwarded = rules.forwarded(context, now: .now())
        forwarded.deadline = await call.end(by: forwarded.deadline)
        do {
            switch method.kind {
            case .unary: try await unary(call, forwarded)
            case .serverStreaming: try await serverStreaming(call, forwarded)
            case .clientStreaming:
                try await channel.observed(method.path) { try await clientStreaming(call, forwarded) }
            case .bidirectional:
                try await channel.observed(method.path) { try await bidirectional(call, forwarded) }
            }
        } catch let status as Status {
            call.finish(forwarding: status)
            throw status
        }
    }

    private func unary(_ call: ServerCallHandle, _ forwarded: ForwardedCall) async throws {
        let response = try await channel.forward(
            template,
            method.idempotency,
            try await call.requestAsSent(),
            metadata: forwarded.metadata,
            deadline: forwarded.deadline,
            takesCompressed: call.takesCompressed,
            after: await call.previousFailure()
        )
        call.finish(with: response)
    }

    private func serverStreaming(_ call: ServerCallHandle, _ forwarded: ForwardedCall) async throws {
        let observation = channel.observation(of: method.path)
        do {
            let request = try await call.requestAsSent()
            let (upstreamCall, first) = try await inChildTask { try await firstResponse(forwarded, request) }
            if let first {
                do {
                    try await call.forward(first)
                    if call.handOver(upstreamCall, ended: { observation?.ended($0) }) { return }
                    try await forwardResponses(of: upstreamCall, to: call)
                } catch {
                    upstreamCall.cancel()
                    throw error
                }
            }
            call.finish(nil)
            observation?.ended(.ok)
        } catch {
            observation?.ended(StatusCode(of: error))
            throw error
        }
    }

    /// Until its first answer is there, the call can be made again elsewhere.
    private func firstResponse(
        _ forwarded: ForwardedCall,
        _ request: WireMessage
    ) async throws -> (ClientCallHandle, WireMessage?) {
        try await channel.retrying(method.path, method.idempotency, deadline: forwarded.deadline) {
            let upstreamCall = try await start(forwarded, request: request)
            do {
                return (upstreamCall, try await upstreamCall.receiveAsSent())
            } catch {
                upstreamCall.cancel()
                throw error
            }
        }
    }

    private func clientStreaming(_ call: ServerCallHandle, _ forwarded: ForwardedCall) async throws {
        let upstreamCall = try await channel.startBuffered(
            template,
            metadata: forwarded.metadata,
            deadline: forwarded.deadline
        )
        defer { upstreamCall.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await forwardRequests(of: call, to: upstreamCall) }
            call.finish(with: try await upstreamCall.response(takesCompressed: call.takesCompressed))
            // A service may answer before it has seen everything.
            group.cancelAll()
        }
    }

    private func bidirectional(_ call: ServerCallHandle, _ forwarded: ForwardedCall) async throws {
        let upstreamCall = try await start(forwarded, request: nil)
        defer { upstreamCall.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await forwardRequests(of: call, to: upstreamCall) }
            try await forwardResponses(of: upstreamCall, to: call)
            call.finish(nil)
            group.cancelAll()
        }
    }

    /// - Parameter request: The only one; nil when there are any number, which follow.
    private func start(_ forwarded: ForwardedCall, request: WireMessage?) async throws -> ClientCallHandle {
        let plain = request.flatMap { $0.isCompressed ? nil : (bytes: $0.bytes, end: true) }
        let call = try await channel.start(
            template,
            metadata: forwarded.metadata,
            deadline: forwarded.deadline,
            request: plain
        )
        if plain == nil, let request { try await call.forwardLast(request) }
        return call
    }

    /// Forwards requests until their end. A failure on either side ends the forwarded call, whose status is the reason.
    private func forwardRequests(of call: ServerCallHandle, to upstreamCall: some ForwardedRequests) async {
        do {
            while let message = try await call.receiveAsSent() { try await upstreamCall.forward(message) }
            upstreamCall.endSending()
        } catch {
            upstreamCall.cancel()
        }
    }

    private func forwardResponses(of upstreamCall: ClientCallHandle, to call: ServerCallHandle) async throws {
        while let message = try await upstreamCall.receiveAsSent() { try await call.forward(message) }
    }
}

/// A call that requests are forwarded to.
private protocol ForwardedRequests: Sendable {
    func forward(_ message: WireMessage) async throws
    func endSending()
    func cancel()
}

extension BufferedRetryCall: ForwardedRequests {}

extension ClientCallHandle: ForwardedRequests {
    func cancel() { cancel(.cancelled) }
}
