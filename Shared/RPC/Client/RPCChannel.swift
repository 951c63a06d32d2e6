public import Logging
public import MessageCoding
public import NIOCore
import Synchronization
public import TLS
import Wire

/// Makes calls to a service that runs at one or more endpoints, over connections that it makes and keeps.
///
/// Calls go to the connected endpoints in turn. A call that no handler has seen is sent again elsewhere; a call of an
/// idempotent method also when the service was unavailable, a few times with growing waits, within its deadline.
public final class RPCChannel: CallChannel {
    /// What people call the service in messages, such as "budget".
    public let serviceName: String
    private let subchannels: [Subchannel]
    private let turn = Atomic<Int>(0)
    private let templates = Mutex<[TemplateKey: CallTemplate]>([:])
    private let maximumAttempts: Int

    private struct TemplateKey: Hashable {
        let method: String
        let accessToken: String?
    }

    /// Makes a channel; connections are made with the first calls.
    /// - Parameters:
    ///   - serviceName: For messages to people.
    ///   - endpoints: At least one.
    ///   - tls: Its configuration names who is expected at the other end.
    ///   - maximumAttempts: How often a call that may be repeated is tried at most, 1 to 5.
    public init(
        serviceName: String,
        endpoints: [Endpoint],
        tls: TLSContext,
        group: any EventLoopGroup,
        log: Logger,
        maximumAttempts: Int = 4,
        backoff: Backoff = .connecting
    ) {
        precondition(!endpoints.isEmpty && (1...5).contains(maximumAttempts))
        self.serviceName = serviceName
        self.maximumAttempts = maximumAttempts
        subchannels = endpoints.map { Subchannel(endpoint: $0, tls: tls, group: group, backoff: backoff, log: log) }
    }

    /// How many endpoints there are, and how many are connected.
    public var connectivity: (endpoints: Int, connected: Int) {
        (subchannels.count, subchannels.count { $0.readyConnection != nil })
    }

    /// Ends all connections once their calls are over.
    public func close() {
        subchannels.forEach { $0.close() }
    }

    // MARK: Picking a connection

    private func connection(waitsForReady: Bool, deadline: NIODeadline?) async throws -> ClientConnection {
        while true {
            let first = turn.add(1, ordering: .relaxed).oldValue
            let order = subchannels.indices.map { subchannels[Int((first &+ $0).magnitude % UInt(subchannels.count))] }
            if let ready = order.lazy.compactMap(\.readyConnection).first { return ready }
            for subchannel in order {
                if let connection = try? await subchannel.connect() { return connection }
                try Task.checkCancellation()
            }
            let late = deadline.map { $0 <= .now() } ?? false
            guard waitsForReady, !late else { throw unreachable }
            try await Task.sleep(
                until: order.compactMap(\.retryTime).min() ?? .now + .milliseconds(10),
                clock: .continuous
            )
        }
    }

    private var unreachable: Status {
        Status(
            .unavailable,
            "The \(serviceName) service cannot be reached at the moment. Please try again later.",
            retryDelay: .seconds(2),
            reason: "SERVICE_UNREACHABLE",
            isUnprocessed: true
        )
    }

    /// Starts a call whose messages are bytes.
    package func start(
        _ method: String,
        options: CallOptions,
        deadline: NIODeadline?,
        request: (bytes: ByteBuffer, end: Bool)?
    ) async throws -> ClientCall {
        let template = template(for: method, accessToken: options.accessToken)
        let metadata = callMetadata(options)
        var attempts = 0
        while true {
            attempts += 1
            let connection = try await connection(waitsForReady: options.waitsForReady, deadline: deadline)
            do {
                return try await connection.start(template, metadata: metadata, deadline: deadline, request: request)
            } catch let status as Status where status.isUnprocessed && attempts < 3 {
                continue
            }
        }
    }

    private func template(for method: String, accessToken: String?) -> CallTemplate {
        templates.withLock { templates in
            let key = TemplateKey(method: method, accessToken: accessToken)
            if let known = templates[key] { return known }
            // Tokens change: what is over the bound is forgotten and costs one longer header when it comes back.
            if templates.count >= 512 { templates.removeAll() }
            var metadata = Metadata()
            if let accessToken { metadata.add(MetadataName.authorization, "Bearer \(accessToken)") }
            let template = CallTemplate(method: method, metadata: metadata)
            templates[key] = template
            return template
        }
    }

    private func callMetadata(_ options: CallOptions) -> Metadata {
        var metadata = options.metadata
        if let key = options.idempotencyKey { metadata.add(MetadataName.idempotencyKey, key) }
        if let trace = CallContext.current?.trace, metadata[text: MetadataName.traceparent] == nil {
            metadata.add(MetadataName.traceparent, trace.traceparent)
        }
        return metadata
    }

    // MARK: Calls

    public func unary<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        _ request: Request,
        options: CallOptions
    ) async throws -> Response {
        let bytes = try request.encodedForSending()
        let deadline = options.deadline(now: .now())
        let response = try await retrying(method, deadline: deadline) {
            try await self.start(method.path, options: options, deadline: deadline, request: (bytes, true)).response()
        }
        return try Response(receivedFromServer: response)
    }

    /// Tries a call again as long as that is safe and makes sense.
    private func retrying<Result>(
        _ method: MethodDescriptor,
        deadline: NIODeadline?,
        _ attempt: () async throws -> Result
    ) async throws -> Result {
        var failures = 0
        while true {
            do {
                return try await attempt()
            } catch let status as Status where status.code == .unavailable && failures + 1 < maximumAttempts {
                guard status.isUnprocessed || method.idempotency.allowsRetry else { throw status }
                failures += 1
                let delay = Backoff.retrying.delay(afterFailures: failures)
                if let deadline, NIODeadline.now() + .nanoseconds(delay.wholeNanoseconds) >= deadline { throw status }
                try await Task.sleep(for: delay)
            }
        }
    }

    public func clientStreaming<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        options: CallOptions,
        _ send: (MessageWriter<Request>) async throws -> Void
    ) async throws -> Response {
        let call = try await start(method.path, options: options, deadline: options.deadline(now: .now()), request: nil)
        do {
            try await send(MessageWriter(call))
        } catch let status as Status where !status.isRemote {
            call.cancel()
            throw status
        } catch let status as Status {
            // The server ended the call while requests were still being sent; that is the answer.
            throw status
        } catch {
            call.cancel()
            throw error
        }
        call.endSending()
        return try Response(receivedFromServer: try await call.response())
    }

    public func serverStreaming<Request: Message, Response: Message, Result>(
        _ method: MethodDescriptor,
        _ request: Request,
        options: CallOptions,
        _ receive: (MessageStream<Response>) async throws -> Result
    ) async throws -> Result {
        let bytes = try request.encodedForSending()
        let deadline = options.deadline(now: .now())
        let call = try await start(method.path, options: options, deadline: deadline, request: (bytes, true))
        defer { call.cancel() }
        return try await receive(MessageStream(call))
    }

    public func bidirectional<Request: Message, Response: Message, Result>(
        _ method: MethodDescriptor,
        options: CallOptions,
        _ body: (MessageWriter<Request>, MessageStream<Response>) async throws -> Result
    ) async throws -> Result {
        let call = try await start(method.path, options: options, deadline: options.deadline(now: .now()), request: nil)
        defer { call.cancel() }
        return try await body(MessageWriter(call), MessageStream(call))
    }
}

extension Message {
    /// Reads a response; a server that sends something else is broken.
    fileprivate init(receivedFromServer bytes: ByteBuffer) throws(Status) {
        do {
            try self.init(decoding: bytes)
        } catch {
            throw Status(.internalError, "The service's answer cannot be read.", reason: "MALFORMED_MESSAGE")
        }
    }
}
