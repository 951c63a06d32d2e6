import NIOCore
import RPC
import Wire

/// Passes the calls of one method on to the service that owns it. Messages stay the bytes they are, compressed ones too
/// where the other side can read them.
///
/// Each side of a call is read only as fast as the other takes it; giving a call up on either side gives up the other. How
/// the service ended the call is passed on as it came.
struct Forwarder: Sendable {
    private let method: MethodDescriptor
    private let channel: RPCChannel
    private let template: CallTemplate
    private let rules: OnwardRules

    init(method: MethodDescriptor, channel: RPCChannel, deadlines: ForwardingDeadlines) {
        self.method = method
        self.channel = channel
        rules = OnwardRules(method, deadlines, timeout: channel.timeout(of: method.path))
        template = CallTemplate(method: method.path)
    }

    /// The way of the method's calls to their service.
    var route: ServerRoute {
        let rules = rules
        let relay = Relay(method, through: channel) { context, now in
            let onward = rules.onward(context, now: now)
            return (onward.metadata, onward.deadline)
        }
        return ServerRoute(method: method, relay: method.kind == .unary ? relay : nil) { call, context in
            try await serve(call, context)
        }
    }

    /// Serves one call.
    private func serve(_ call: ServerCall, _ context: CallContext) async throws {
        let onward = rules.onward(context, now: .now())
        do {
            switch method.kind {
            case .unary: try await unary(call, onward)
            case .serverStreaming:
                try await channel.observed(method.path) { try await serverStreaming(call, onward) }
            case .clientStreaming:
                try await channel.observed(method.path) { try await clientStreaming(call, onward) }
            case .bidirectional:
                try await channel.observed(method.path) { try await bidirectional(call, onward) }
            }
        } catch let status as Status {
            call.finish(passingOn: status)
            throw status
        }
    }

    private func unary(_ call: ServerCall, _ onward: Onward) async throws {
        let response = try await channel.forward(
            template,
            method.idempotency,
            try await call.requestAsSent(),
            metadata: onward.metadata,
            deadline: onward.deadline,
            takesCompressed: call.takesCompressed,
            after: call.failureBefore.map { ($0, call.start) }
        )
        call.finish(with: response)
    }

    private func serverStreaming(_ call: ServerCall, _ onward: Onward) async throws {
        let request = try await call.requestAsSent()
        // Until the first answer is there, the call can be made again elsewhere.
        let (onwardCall, first) = try await channel.retrying(method.path, method.idempotency, deadline: onward.deadline)
        {
            let onwardCall = try await start(onward, request: request)
            do {
                return (onwardCall, try await onwardCall.receiveAsSent())
            } catch {
                onwardCall.cancel()
                throw error
            }
        }
        defer { onwardCall.cancel() }
        if let first {
            try await call.pass(first)
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
            call.finish(with: try await onwardCall.response(takesCompressed: call.takesCompressed))
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

    /// - Parameter request: The only one; nil when there are any number, which follow.
    private func start(_ onward: Onward, request: WireMessage?) async throws -> ClientCall {
        let plain = request.flatMap { $0.isCompressed ? nil : (bytes: $0.bytes, end: true) }
        let call = try await channel.start(
            template,
            metadata: onward.metadata,
            deadline: onward.deadline,
            request: plain
        )
        if plain == nil, let request { try await call.passLast(request) }
        return call
    }

    /// Passes requests on until their end. A failure on either side ends the onward call, whose end then tells why.
    private func passRequests(of call: ServerCall, to onwardCall: some OnwardRequests) async {
        do {
            while let message = try await call.receiveAsSent() { try await onwardCall.pass(message) }
            onwardCall.endSending()
        } catch {
            onwardCall.cancel()
        }
    }

    private func passResponses(of onwardCall: ClientCall, to call: ServerCall) async throws {
        while let message = try await onwardCall.receiveAsSent() { try await call.pass(message) }
    }
}

/// A call that requests are passed on to.
private protocol OnwardRequests: Sendable {
    func pass(_ message: WireMessage) async throws
    func endSending()
    func cancel()
}

extension ReplayedCall: OnwardRequests {}

extension ClientCall: OnwardRequests {
    func cancel() { cancel(.cancelled) }
}
