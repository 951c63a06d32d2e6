import Foundations
package import NIOCore
package import Wire

/// Forwarding calls, with their messages in the form in which they came.
extension RPCChannel {
    /// The longest time that the policy allows a method; nil for any.
    package func timeout(of method: String) -> TimeAmount? {
        policy(for: method).timeout.map { .nanoseconds($0.wholeNanoseconds) }
    }

    /// One request, one response. A compressed message stays as it is where the other side can read that.
    /// - Parameters:
    ///   - takesCompressed: Whether the response may be compressed.
    ///   - failure: What a first attempt has failed with, and when the call began.
    package func forward(
        _ template: CallTemplate,
        _ idempotency: Idempotency,
        _ request: WireMessage,
        metadata: Metadata,
        deadline: NIODeadline?,
        takesCompressed: Bool,
        after failure: (status: Status, began: NIODeadline)? = nil
    ) async throws -> WireMessage {
        let attempt: @Sendable () async throws -> WireMessage = {
            let call = try await self.start(
                template,
                metadata: metadata,
                deadline: deadline,
                request: request.isCompressed ? nil : (request.bytes, true)
            )
            if request.isCompressed { try await call.forwardLast(request) }
            let response = try await call.responseAsSent()
            guard response.isCompressed, !takesCompressed else { return response }
            return WireMessage(try await call.decompressed(response).bytes)
        }
        if let failure {
            let policy = policy(for: template.method)
            let observer = observers?.observer(of: template.method)
            return try await again(after: failure, observer, policy, idempotency, deadline, attempt)
        }
        return try await repeating(template.method, idempotency, deadline, attempt)
    }
}

extension CallHandle {
    /// Forwards a message of another call; waits while too much is buffered. It is decompressed only when the other
    /// side cannot read it otherwise.
    package func forward(_ message: WireMessage) async throws { try await send(try await readable(message)) }

    /// A message of another call in a form that the other side can read.
    package func readable(_ message: WireMessage) async throws -> WireMessage {
        guard message.isCompressed, !acceptsCompression else { return message }
        do {
            return WireMessage(try await Compression.decompress(message.bytes, limit: messageLimit))
        } catch let failure as CompressionFailure {
            throw failure.serverStatus
        }
    }
}

extension ClientCallHandle {
    /// Sends a message of another call as the last one, as it came.
    package func forwardLast(_ message: WireMessage) async throws {
        let message = try await readable(message)
        perform { if $0.failure == nil { $0.transmit(message, end: true) } }
    }
}

extension ServerCallHandle {
    /// Ends the call at a time, also while the client takes no responses, unless the client's deadline or a time that was
    /// given before is earlier: what is tried again gets no further time.
    /// - Returns: The earliest time given.
    package func end(by time: NIODeadline) async -> NIODeadline {
        await result { call in
            let time = min(time, call.latestEnd ?? time)
            call.latestEnd = time
            call.connection.wake(at: time)
            return time
        }
    }

    /// Whether the client can read compressed responses.
    package var takesCompressed: Bool { acceptsCompression }

    /// Takes the single request of a call that has one, as it was sent.
    /// - Throws: INVALID_ARGUMENT when it was left out.
    package func requestAsSent() async throws -> WireMessage {
        guard let message = try await receiveAsSent() else {
            throw Status(.invalidArgument, "The call has no request message.", reason: .noRequest)
        }
        return message
    }
}
