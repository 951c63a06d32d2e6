import NIOCore
import RPC
import Wire

/// Passes the calls of one method on to the service that owns it. Messages stay the bytes they are.
///
/// Each side of a call is read only as fast as the other takes it; giving a call up on either side gives up the other. How
/// the service ended the call is passed on as it came.
struct Forwarder: Sendable {
    private let method: MethodDescriptor
    private let channel: RPCChannel
    private let template: CallTemplate
    private let limiter: RateLimiter
    private let deadlines: ForwardingDeadlines

    /// What goes with a call to its service.
    private struct Onward: Sendable {
        let metadata: Metadata
        let deadline: NIODeadline
    }

    init(method: MethodDescriptor, channel: RPCChannel, limiter: RateLimiter, deadlines: ForwardingDeadlines) {
        self.method = method
        self.channel = channel
        self.limiter = limiter
        self.deadlines = deadlines
        template = CallTemplate(method: method.path)
    }

    /// Serves one call.
    func serve(_ call: ServerCall, _ context: CallContext) async throws {
        if let user = context.verifiedUser { try limiter.admit(user: user.id) }
        let onward = Onward(
            metadata: ForwardedMetadata.of(context),
            deadline: deadlines.deadline(for: method.kind, asked: context.deadline, now: .now())
        )
        do {
            switch method.kind {
            case .unary: try await unary(call, onward)
            case .serverStreaming: try await serverStreaming(call, onward)
            case .clientStreaming: try await clientStreaming(call, onward)
            case .bidirectional: try await bidirectional(call, onward)
            }
        } catch let status as Status {
            call.finish(passingOn: status)
            throw status
        }
    }

    private func unary(_ call: ServerCall, _ onward: Onward) async throws {
        let response = try await channel.unary(
            template,
            method.idempotency,
            try await call.request(),
            metadata: onward.metadata,
            deadline: onward.deadline
        )
        call.finish(with: response)
    }

    private func serverStreaming(_ call: ServerCall, _ onward: Onward) async throws {
        let request = try await call.request()
        // Until the first answer is there, the call can be made again elsewhere.
        let (onwardCall, first) = try await channel.retrying(method.path, method.idempotency, deadline: onward.deadline)
        {
            let onwardCall = try await start(onward, request: (request, true))
            do {
                return (onwardCall, try await onwardCall.receive())
            } catch {
                onwardCall.cancel()
                throw error
            }
        }
        defer { onwardCall.cancel() }
        if let first {
            try await call.send(first)
            try await passResponses(of: onwardCall, to: call)
        }
        call.finish(nil)
    }

    private func clientStreaming(_ call: ServerCall, _ onward: Onward) async throws {
        let onwardCall = try await channel.startReplayed(
            template,
            metadata: onward.metadata,
            deadline: onward.deadline
        )
        defer { onwardCall.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await passRequests(of: call, to: onwardCall) }
            call.finish(with: try await onwardCall.response().bytes)
            // A service may answer before it has seen everything.
            group.cancelAll()
        }
    }

    private func bidirectional(_ call: ServerCall, _ onward: Onward) async throws {
        let onwardCall = try await start(onward, request: nil)
        defer { onwardCall.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await passRequests(of: call, to: onwardCall) }
            try await passResponses(of: onwardCall, to: call)
            call.finish(nil)
            group.cancelAll()
        }
    }

    private func start(_ onward: Onward, request: (bytes: ByteBuffer, end: Bool)?) async throws -> ClientCall {
        try await channel.start(template, metadata: onward.metadata, deadline: onward.deadline, request: request)
    }

    /// Passes requests on until their end. A failure on either side ends the onward call, whose end then tells why.
    private func passRequests(of call: ServerCall, to onwardCall: some OnwardRequests) async {
        do {
            while let message = try await call.receive() { try await onwardCall.send(message) }
            onwardCall.endSending()
        } catch {
            onwardCall.cancel()
        }
    }

    private func passResponses(of onwardCall: ClientCall, to call: ServerCall) async throws {
        while let message = try await onwardCall.receive() { try await call.send(message) }
    }
}

/// A call that requests are passed on to.
private protocol OnwardRequests: MessageSink {
    func endSending()
    func cancel()
}

extension ReplayedCall: OnwardRequests {}

extension ClientCall: OnwardRequests {
    func cancel() { cancel(.cancelled) }
}
