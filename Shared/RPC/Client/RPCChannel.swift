public import Logging
public import MessageCoding
public import NIOCore
import Synchronization
public import TLS
package import Wire

/// Makes calls to a service that runs at one or more endpoints, over connections that it makes and keeps.
///
/// Calls go to the connected endpoints in turn; endpoints that are not connected are tried in the background. A call that
/// no handler has seen is sent again elsewhere; a call of an idempotent method also when the service was unavailable, a few
/// times with growing waits or as the service advises, within its deadline.
public final class RPCChannel: CallChannel {
    /// What people call the service in messages, such as "budget".
    public let serviceName: String
    private let subchannels: [Subchannel]
    private let turn = Atomic<Int>(0)
    private let templates = Mutex<[TemplateKey: CallTemplate]>([:])
    private let maximumAttempts: Int
    private let clock: any RPCClock

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
    public convenience init(
        serviceName: String,
        endpoints: [Endpoint],
        tls: TLSContext,
        group: any EventLoopGroup,
        log: Logger,
        maximumAttempts: Int = 4,
        backoff: Backoff = .connecting
    ) {
        self.init(
            serviceName: serviceName,
            endpoints: endpoints,
            transport: TCPClientTransport(tls: tls),
            clock: SystemClock(),
            group: group,
            log: log,
            maximumAttempts: maximumAttempts,
            backoff: backoff
        )
    }

    /// Makes a channel over any transport, with a clock of its own.
    package convenience init(
        serviceName: String,
        endpoints: [Endpoint],
        transport: any ClientTransport,
        clock: any RPCClock,
        group: any EventLoopGroup,
        log: Logger,
        maximumAttempts: Int = 4,
        backoff: Backoff = .connecting
    ) {
        precondition(!endpoints.isEmpty && (1...5).contains(maximumAttempts))
        self.init(
            serviceName,
            endpoints.map {
                Subchannel(endpoint: $0, transport: transport, clock: clock, group: group, backoff: backoff, log: log)
            },
            clock: clock,
            maximumAttempts: maximumAttempts
        )
    }

    private init(_ serviceName: String, _ subchannels: [Subchannel], clock: any RPCClock, maximumAttempts: Int) {
        self.serviceName = serviceName
        self.clock = clock
        self.subchannels = subchannels
        self.maximumAttempts = maximumAttempts
    }

    /// How many endpoints there are, and how many are connected.
    public var connectivity: (endpoints: Int, connected: Int) {
        (subchannels.count, subchannels.count { $0.readyConnection != nil })
    }

    /// Why the last attempt to connect failed, for operators; nil when it succeeded or none was made yet.
    public var lastConnectionFailure: String? { subchannels.lazy.compactMap(\.lastFailure).first }

    /// One channel for each endpoint, over the connections of this one, for asking each instance by itself. They try
    /// every call once.
    package var instances: [RPCChannel] {
        subchannels.map { RPCChannel(serviceName, [$0], clock: clock, maximumAttempts: 1) }
    }

    /// Ends all connections once their calls are over.
    public func close() {
        subchannels.forEach { $0.close() }
    }

    // MARK: Picking a connection

    private func connection(waitsForReady: Bool, deadline: NIODeadline?) async throws -> ClientConnection {
        while true {
            var attempts: [EventLoopFuture<ClientConnection>] = []
            var nextTry: ContinuousClock.Instant?
            if let ready = pick(attempts: &attempts, nextTry: &nextTry) { return ready }
            do {
                if !attempts.isEmpty { return try await FirstConnection.of(attempts, deadline: deadline, clock: clock) }
            } catch let error where error is CancellationError || error is Status {
                throw error
            } catch  where !waitsForReady {
                throw unreachable
            } catch {
                continue
            }
            guard waitsForReady, let nextTry else { throw unreachable }
            let left = deadline.map { Duration.nanoseconds(($0 - clock.now).nanoseconds) }
            if let left, left <= .zero { throw Status.late }
            try await Task.sleep(until: min(nextTry, left.map { .now + $0 } ?? nextTry), clock: .continuous)
        }
    }

    /// The next connection in turn that takes calls; endpoints without one begin to connect.
    private func pick(
        attempts: inout [EventLoopFuture<ClientConnection>],
        nextTry: inout ContinuousClock.Instant?
    ) -> ClientConnection? {
        let count = subchannels.count
        let first = count == 1 ? 0 : Int(turn.add(1, ordering: .relaxed).oldValue.magnitude % UInt(count))
        var ready: ClientConnection?
        for offset in 0..<count {
            let index = first + offset
            switch subchannels[index < count ? index : index - count].availability() {
            case .ready(let connection): ready = ready ?? connection
            case .connecting(let attempt): attempts.append(attempt)
            case .waiting(let time): nextTry = min(nextTry ?? time, time)
            case .closed: break
            }
        }
        return ready
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
        try await start(
            template(for: method, accessToken: options.accessToken),
            metadata: try callMetadata(options),
            deadline: deadline,
            waitsForReady: options.waitsForReady,
            request: request
        )
    }

    /// Starts a call whose messages are bytes.
    /// - Parameters:
    ///   - template: The same object for all calls of a method makes their headers short.
    ///   - metadata: What goes with this call beside the template's.
    ///   - request: The first message, and whether it is the last; nil when none is there yet.
    /// - Throws: ``Status``, UNAVAILABLE when no endpoint can be reached; `CancellationError`.
    package func start(
        _ template: CallTemplate,
        metadata: Metadata,
        deadline: NIODeadline?,
        waitsForReady: Bool = false,
        request: (bytes: ByteBuffer, end: Bool)?
    ) async throws -> ClientCall {
        var attempts = 0
        while true {
            attempts += 1
            let connection = try await connection(waitsForReady: waitsForReady, deadline: deadline)
            do {
                return try await connection.start(template, metadata: metadata, deadline: deadline, request: request)
            } catch let status as Status where status.isUnprocessed && attempts < 3 {
                continue
            }
        }
    }

    private func template(for method: String, accessToken: String?) throws(Status) -> CallTemplate {
        if let accessToken, !Metadata.isValid(text: accessToken) {
            throw Status(.unauthenticated, "Please sign in.", reason: "SIGN_IN_REQUIRED")
        }
        return templates.withLock { templates in
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

    private func callMetadata(_ options: CallOptions) throws(Status) -> Metadata {
        var metadata = options.metadata
        if let key = options.idempotencyKey {
            guard Metadata.isValid(text: key) else {
                throw Status(.invalidArgument, "The idempotency key has control characters.", reason: "INVALID_KEY")
            }
            metadata.add(MetadataName.idempotencyKey, key)
        }
        if let trace = CallContext.current?.trace, metadata[text: MetadataName.traceparent] == nil {
            metadata.add(MetadataName.traceparent, trace.traceparent)
        }
        return metadata
    }

    // MARK: Trying again

    /// Tries a call again as long as that is safe and makes sense.
    /// - Parameter attempt: Makes the call; nothing of its answer may have been passed on when it throws.
    package func retrying<Result>(
        _ idempotency: Idempotency,
        deadline: NIODeadline?,
        _ attempt: () async throws -> Result
    ) async throws -> Result {
        var failures = 0
        while true {
            do {
                return try await attempt()
            } catch let status as Status where failures + 1 < maximumAttempts && mayRetry(status, idempotency) {
                failures += 1
                let delay = delay(before: status, failures: failures)
                if let deadline, clock.now + .nanoseconds(delay.wholeNanoseconds) >= deadline { throw status }
                if delay > .zero { try await Task.sleep(for: delay) }
            }
        }
    }

    /// A server that advises to wait longer than this is not asked again without being told to: whoever made the call
    /// decides better whether that is worth waiting for.
    private static let longestAdvice = Duration.seconds(1)

    private func mayRetry(_ status: Status, _ idempotency: Idempotency) -> Bool {
        if status.isRemote, let advice = status.retryDelay, advice > RPCChannel.longestAdvice { return false }
        return switch status.code {
        case .unavailable: status.isUnprocessed || idempotency.allowsRetry
        // One instance that is full says nothing about the others.
        case .resourceExhausted: status.isUnprocessed && status.isRemote && subchannels.count > 1
        default: false
        }
    }

    private func delay(before status: Status, failures: Int) -> Duration {
        let isElsewhere = subchannels.count > 1 && subchannels.contains { $0.readyConnection != nil }
        if status.isUnprocessed, isElsewhere, failures < subchannels.count { return .zero }
        let delay = Backoff.retrying.delay(afterFailures: failures)
        // A server's own advice goes before ours; what this channel says to people is not meant for itself.
        return status.isRemote ? max(delay, status.retryDelay ?? .zero) : delay
    }

    // MARK: Calls

    public func unary<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        _ request: Request,
        options: CallOptions
    ) async throws -> Response {
        let bytes = try request.encoded(to: .server)
        let deadline = options.deadline(now: clock.now)
        let response = try await unary(
            template(for: method.path, accessToken: options.accessToken),
            method.idempotency,
            bytes,
            metadata: callMetadata(options),
            deadline: deadline,
            waitsForReady: options.waitsForReady
        )
        return try Response(received: response, from: .server)
    }

    /// One request, one response, as bytes.
    package func unary(
        _ template: CallTemplate,
        _ idempotency: Idempotency,
        _ request: ByteBuffer,
        metadata: Metadata,
        deadline: NIODeadline?,
        waitsForReady: Bool = false
    ) async throws -> ByteBuffer {
        try await retrying(idempotency, deadline: deadline) {
            let call = try await self.start(
                template,
                metadata: metadata,
                deadline: deadline,
                waitsForReady: waitsForReady,
                request: (request, true)
            )
            return try await call.response()
        }
    }

    public func clientStreaming<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        options: CallOptions,
        _ send: (MessageWriter<Request>) async throws -> Void
    ) async throws -> Response {
        let call = try await start(
            method.path,
            options: options,
            deadline: options.deadline(now: clock.now),
            request: nil
        )
        do {
            try await send(MessageWriter(call, to: .server))
        } catch {
            // Without effect when it was the server that ended the call while requests were still being sent.
            call.cancel()
            throw error
        }
        call.endSending()
        return try Response(received: try await call.response(), from: .server)
    }

    public func serverStreaming<Request: Message, Response: Message, Result>(
        _ method: MethodDescriptor,
        _ request: Request,
        options: CallOptions,
        _ receive: (MessageStream<Response>) async throws -> Result
    ) async throws -> Result {
        let bytes = try request.encoded(to: .server)
        let deadline = options.deadline(now: clock.now)
        let call = try await start(method.path, options: options, deadline: deadline, request: (bytes, true))
        defer { call.cancel() }
        return try await receive(MessageStream(call, from: .server))
    }

    public func bidirectional<Request: Message, Response: Message, Result>(
        _ method: MethodDescriptor,
        options: CallOptions,
        _ body: (MessageWriter<Request>, MessageStream<Response>) async throws -> Result
    ) async throws -> Result {
        let call = try await start(
            method.path,
            options: options,
            deadline: options.deadline(now: clock.now),
            request: nil
        )
        defer { call.cancel() }
        return try await body(MessageWriter(call, to: .server), MessageStream(call, from: .server))
    }
}

extension Status {
    /// A call whose time is up before it could be made.
    static let late = Status(.deadlineExceeded, "The call took longer than its deadline.")
}
