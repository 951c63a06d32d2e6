import Foundations
package import NIOCore
package import Wire

extension RPCChannel {
    /// Starts a call whose messages are bytes.
    package func start(
        _ method: String,
        options: CallOptions,
        deadline: NIODeadline?,
        request: (bytes: ByteBuffer, end: Bool)?
    ) async throws -> ClientCallHandle {
        try await start(
            templates.template(for: method, accessToken: options.accessToken),
            metadata: try CallTemplates.metadata(options),
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
    ) async throws -> ClientCallHandle {
        let waitsForReady = waitsForReady || policy(for: template.method).waitsForReady
        let observer = observers?.observer(of: template.method)
        var attempts = 0
        while true {
            attempts += 1
            let observed = observer.map { ObservedAttempt($0, at: clock.now) }
            do {
                let connection = try await source.connection(waitsForReady: waitsForReady, deadline: deadline)
                do {
                    return try await connection.start(
                        template,
                        metadata: metadata,
                        deadline: deadline,
                        request: request,
                        observed: observed
                    )
                } catch CallStartFailure.connectionFull {
                    return try await enqueue(
                        template,
                        metadata: metadata,
                        deadline: deadline,
                        request: request,
                        observed: observed
                    )
                }
            } catch let failure as CallStartFailure {
                observed?.ended(failure.status.code, at: clock.now)
                // The connection may have closed since it was picked.
                guard failure.isOfConnection, attempts < 3 else { throw failure.status }
            } catch {
                observed?.ended(StatusCode(of: error), at: clock.now)
                throw error
            }
        }
    }

    /// Starts a client streaming call that is retried until a handler has seen it.
    package func startBuffered(
        _ template: CallTemplate,
        metadata: Metadata,
        deadline: NIODeadline?,
        waitsForReady: Bool = false,
        record: ResponseRecord? = nil
    ) async throws -> BufferedRetryCall {
        let start: @Sendable () async throws -> ClientCallHandle = {
            let call = try await self.start(
                template,
                metadata: metadata,
                deadline: deadline,
                waitsForReady: waitsForReady,
                request: nil
            )
            call.report(to: record)
            return call
        }
        let policy = policy(for: template.method).retry
        // Nothing is sent yet, so any failure to find a connection can be tried again.
        let call = try await retrying(policy, .none, deadline: deadline, start)
        let retries = RetryState(policy, .none, throttle, instances: instanceCount)
        return BufferedRetryCall(call, retries: retries, channel: self, deadline: deadline, start: start)
    }

    /// One request, one response, as bytes.
    package func unary(
        _ template: CallTemplate,
        _ idempotency: Idempotency,
        _ request: ByteBuffer,
        metadata: Metadata,
        deadline: NIODeadline?,
        waitsForReady: Bool = false,
        compression: MessageCompression = .off,
        record: ResponseRecord? = nil
    ) async throws -> ByteBuffer {
        let attempt: @Sendable () async throws -> ByteBuffer = {
            let call = try await self.start(
                template,
                metadata: metadata,
                deadline: deadline,
                waitsForReady: waitsForReady,
                request: compression == .off ? (request, true) : nil
            )
            call.report(to: record)
            if compression != .off { await call.sendLast(request, compression: compression) }
            let response = try await call.responseMessage()
            record?.record(wasCompressed: response.wasCompressed)
            return response.bytes
        }
        return try await repeating(template.method, idempotency, deadline, attempt)
    }

    /// Makes a call and reports how it ended.
    package func observed<Result>(_ method: String, _ call: () async throws -> Result) async throws -> Result {
        guard let observation = observation(of: method) else { return try await call() }
        return try await observation.call(call)
    }

    /// Begins to observe a call; nil when nobody does.
    package func observation(of method: String) -> CallObservation? {
        observers.map { CallObservation($0.observer(of: method), clock: clock, isHedged: false) }
    }

    /// Makes a call under its method's retry or hedging policy, and reports each attempt and the call.
    func repeating<Answer: Sendable>(
        _ method: String,
        _ idempotency: Idempotency,
        _ deadline: NIODeadline?,
        _ attempt: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let policy = policy(for: method)
        guard let observer = observers?.observer(of: method) else {
            return try await repeating(policy, idempotency, deadline, attempt)
        }
        let isHedged = policy.hedging != nil && idempotency.allowsRetry
        let observation = CallObservation(observer, clock: clock, isHedged: isHedged)
        return try await observation.call {
            try await repeating(policy, idempotency, deadline) { try await observation.attempt(attempt) }
        }
    }

    private func repeating<Answer: Sendable>(
        _ policy: MethodPolicy,
        _ idempotency: Idempotency,
        _ deadline: NIODeadline?,
        _ attempt: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        if let hedging = policy.hedging, idempotency.allowsRetry { return try await self.hedging(hedging, attempt) }
        return try await retrying(policy.retry, idempotency, deadline: deadline, attempt)
    }

    /// The earlier of a deadline and what the policy says.
    func deadline(_ deadline: NIODeadline?, _ policy: MethodPolicy, now: NIODeadline) -> NIODeadline? {
        guard let timeout = policy.timeout else { return deadline }
        let latest = now + .nanoseconds(timeout.wholeNanoseconds)
        return deadline.map { min($0, latest) } ?? latest
    }
}
