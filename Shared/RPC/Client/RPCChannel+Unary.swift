import MessageCoding
import NIOCore
import Wire

/// The fast path of a unary call, which suspends for the response alone. What needs more takes the general path.
extension RPCChannel {
    /// Starts a call on a ready connection of the present event loop.
    /// - Returns: Nil when it takes more; nothing has happened then.
    func startOnFastPath<Request: Message>(
        _ method: MethodDescriptor,
        _ request: Request,
        _ options: CallOptions
    ) throws -> (call: UnaryCall, deadline: NIODeadline?)? {
        guard options.isPlain else { return nil }
        let loop = group.any()
        guard loop.inEventLoop, let connection = source.ready(on: loop) else { return nil }
        let prepared = try connection.prepared(method, options.accessToken, for: self)
        guard prepared.policy.hedging == nil else { return nil }
        let now = clock.now
        let asked = try options.deadline(now: now)
        let deadline = options.timeout == nil ? deadline(asked, prepared.policy, now: now) : asked
        let metadata = try CallTemplates.metadata(options)
        let call: UnaryCall?
        do {
            call = try request.packed { message in
                connection.startUnary(prepared, metadata, deadline, now: now, size: message.size) {
                    connection,
                    stream in
                    connection.send(message, on: stream)
                }
            }
        } catch {
            throw Status.unsendable(error)
        }
        return call.map { ($0, deadline) }
    }

    /// The response of a retry after a failed first attempt, if a retry is allowed.
    func response<Request: Message>(
        after failure: Status,
        of call: UnaryCall,
        _ method: MethodDescriptor,
        _ request: Request,
        _ options: CallOptions,
        _ deadline: NIODeadline?
    ) async throws -> ByteBuffer {
        let first = (failure, call.start)
        return try await again(
            after: first,
            call.observer,
            policy(for: method.path),
            method.idempotency,
            deadline
        ) {
            try await start(
                try templates.template(for: method.path, accessToken: options.accessToken),
                metadata: try CallTemplates.metadata(options),
                deadline: deadline,
                waitsForReady: options.waitsForReady,
                request: (try request.encoded(to: .server), true)
            ).response()
        }
    }

    /// Retries a call whose first attempt has failed.
    func again<Result>(
        after failure: (status: Status, began: NIODeadline),
        _ observer: (any ClientCallObserver)?,
        _ policy: MethodPolicy,
        _ idempotency: Idempotency,
        _ deadline: NIODeadline?,
        _ attempt: () async throws -> Result
    ) async throws -> Result {
        guard let observer else {
            return try await retry(after: failure.status, policy.retry, idempotency, deadline: deadline, attempt)
        }
        let observation = CallObservation(observer, clock: clock, began: failure.began, after: failure.status)
        return try await observation.call {
            try await retry(after: failure.status, policy.retry, idempotency, deadline: deadline) {
                try await observation.attempt(attempt)
            }
        }
    }
}

/// What calls of a method have in common on a connection.
final class PreparedMethod {
    let policy: MethodPolicy
    let template: CallTemplate
    let observer: (any ClientCallObserver)?
    private let templates: CallTemplates
    private let accessToken: String?

    /// - Throws: UNAUTHENTICATED when the token cannot be one.
    init(_ method: MethodDescriptor, _ accessToken: String?, of channel: RPCChannel) throws(Status) {
        policy = channel.policy(for: method.path)
        template = try channel.templates.template(for: method.path, accessToken: accessToken)
        observer = channel.observers?.observer(of: method.path)
        templates = channel.templates
        self.accessToken = accessToken
    }

    /// Whether calls of a channel with a token have this in common, too. Channels can share a connection.
    func serves(_ channel: RPCChannel, _ accessToken: String?) -> Bool {
        templates === channel.templates && self.accessToken == accessToken
    }
}

extension CallOptions {
    /// Whether the call is like nearly all others.
    var isPlain: Bool { compression == .off && record == nil }
}
