public import MessageCoding
import NIOCore
import Wire

extension RPCChannel: CallChannel {
    /// What a call needs beside its messages.
    struct Preparation {
        let template: CallTemplate
        let metadata: Metadata
        let deadline: NIODeadline?
        let policy: MethodPolicy
        let waitsForReady: Bool
        let record: ResponseRecord?
    }

    func prepare(_ method: MethodDescriptor, _ options: CallOptions) throws(Status) -> Preparation {
        let policy = policy(for: method.path)
        let asked = try options.deadline(now: clock.now)
        return Preparation(
            template: try templates.template(for: method.path, accessToken: options.accessToken),
            metadata: try CallTemplates.metadata(options),
            // What the call itself asks for goes before what is said of its method.
            deadline: options.timeout == nil ? deadline(asked, policy, now: clock.now) : asked,
            policy: policy,
            waitsForReady: options.waitsForReady,
            record: options.record
        )
    }

    func start(
        _ call: Preparation,
        request: (bytes: ByteBuffer, end: Bool)?
    ) async throws -> ClientCallHandle {
        let started = try await start(
            call.template,
            metadata: call.metadata,
            deadline: call.deadline,
            waitsForReady: call.waitsForReady,
            request: request
        )
        started.report(to: call.record)
        return started
    }

    /// One request, one response; retried or hedged by the method's policy.
    public func unary<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        _ request: Request,
        options: CallOptions
    ) async throws -> Response {
        if let (call, deadline) = try startOnFastPath(method, request, options) {
            // Here, since each asynchronous function that it goes through costs a call.
            let failure: Status
            do {
                let message = try await call.response()
                throttle?.succeeded()
                let bytes = message.isCompressed ? try await call.decompressed(message) : message.bytes
                return try Response(received: bytes, from: .server)
            } catch let status as Status where !call.hasResponse {
                failure = status
            }
            // Only a failure needs what follows, and nothing of it may take the place of that failure.
            let bytes = try await response(after: failure, of: call, method, request, options, deadline)
            return try Response(received: bytes, from: .server)
        }
        let bytes = try request.encoded(to: .server)
        let call = try prepare(method, options)
        let response = try await unary(
            call.template,
            method.idempotency,
            bytes,
            metadata: call.metadata,
            deadline: call.deadline,
            waitsForReady: call.waitsForReady,
            compression: options.compression,
            record: options.record
        )
        return try Response(received: response, from: .server)
    }

    /// Many requests, one response; retried while no handler has seen it.
    public func clientStreaming<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        options: CallOptions,
        _ send: (MessageWriter<Request>) async throws -> Void
    ) async throws -> Response {
        try await observed(method.path) {
            let prepared = try prepare(method, options)
            let call = try await startBuffered(
                prepared.template,
                metadata: prepared.metadata,
                deadline: prepared.deadline,
                waitsForReady: prepared.waitsForReady,
                record: options.record
            )
            do {
                try await send(MessageWriter(call, to: .server, compression: options.compression))
            } catch {
                // Without effect when it was the server that ended the call while requests were still being sent.
                call.cancel()
                throw error
            }
            call.endSending()
            let response = try await call.response()
            options.record?.record(wasCompressed: response.wasCompressed)
            return try Response(received: response.bytes, from: .server)
        }
    }

    /// One request, many responses; retried until the first response.
    public func serverStreaming<Request: Message, Response: Message, Result>(
        _ method: MethodDescriptor,
        _ request: Request,
        options: CallOptions,
        _ receive: (MessageStream<Response>) async throws -> Result
    ) async throws -> Result {
        try await observed(method.path) {
            let bytes = try request.encoded(to: .server)
            let prepared = try prepare(method, options)
            let compression = options.compression
            let start: @Sendable () async throws -> ClientCallHandle = {
                let call = try await self.start(prepared, request: compression == .off ? (bytes, true) : nil)
                if compression != .off { await call.sendLast(bytes, compression: compression) }
                return call
            }
            let policy = prepared.policy.retry
            let first = try await retrying(policy, .none, deadline: prepared.deadline, start)
            let call = RetriedStream(
                first,
                retries: RetryState(policy, method.idempotency, throttle, instances: instanceCount),
                channel: self,
                deadline: prepared.deadline,
                start: start
            )
            defer { call.cancel() }
            return try await receive(MessageStream(call, from: .server, record: options.record))
        }
    }

    /// Many requests, many responses; retried until it is sent.
    public func bidirectional<Request: Message, Response: Message, Result>(
        _ method: MethodDescriptor,
        options: CallOptions,
        _ body: (MessageWriter<Request>, MessageStream<Response>) async throws -> Result
    ) async throws -> Result {
        try await observed(method.path) {
            let prepared = try prepare(method, options)
            let call = try await retrying(prepared.policy.retry, .none, deadline: prepared.deadline) {
                try await start(prepared, request: nil)
            }
            defer { call.cancel() }
            return try await body(
                MessageWriter(call, to: .server, compression: options.compression),
                MessageStream(call, from: .server, record: options.record)
            )
        }
    }
}
