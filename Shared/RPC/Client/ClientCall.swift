package import NIOCore
package import Wire

/// A call as the client's side has it: messages as bytes, and its end.
package final class ClientCall: CallEndpoint, TimedCall, @unchecked Sendable {
    let deadline: NIODeadline?
    private let owner: ClientConnection
    @exclusivity(unchecked) private var outcome: Result<Void, Status>?
    @exclusivity(unchecked) private var single: UnsafeContinuation<WireMessage, any Error>?
    @exclusivity(unchecked) private var metadata: Metadata?
    @exclusivity(unchecked) private var trailers: Metadata?
    @exclusivity(unchecked) private var record: ResponseRecord?
    private let observed: ObservedAttempt?
    /// Whether a timeout counts against the server, see ``OutlierDetection``.
    @exclusivity(unchecked) var countsTimeout = false
    /// Whether it is the channel's own, and counts as no call.
    @exclusivity(unchecked) var isBackground = false

    /// Whether an answer is waited for that the server had the time to give.
    var timedOutUnanswered: Bool { countsTimeout && single != nil }

    init(
        owner: ClientConnection,
        connection: Connection,
        stream: StreamID,
        deadline: NIODeadline?,
        observed: ObservedAttempt?
    ) {
        self.owner = owner
        self.observed = observed
        self.deadline = deadline
        super.init(connection: connection, stream: stream)
    }

    /// Sends no more messages.
    package func endSending() {
        onLoop { self.connection.withMachine { $0.endSending(self.stream) } }
    }

    /// Sends the last message, compressed as asked for when the server can read that.
    package func sendLast(_ bytes: ByteBuffer, compression: MessageCompression) async {
        let message = await compressed(bytes, compression)
        onLoop {
            guard self.outcome == nil else { return }
            self.transmit(message, end: true)
        }
    }

    override func reject(_ failure: CompressionFailure) -> Status {
        onLoop { self.abort(failure) }
        return failure.clientStatus.status
    }

    /// Ends the call because of an answer that cannot be read. On the loop.
    func abort(_ failure: CompressionFailure) {
        guard outcome == nil else { return }
        let (status, code) = failure.clientStatus
        connection.withMachine { $0.cancel(stream, code) }
        ended(.failure(status))
    }

    /// Cancels the call; pending reads fail with CANCELLED. Does nothing when the call has ended.
    package func cancel(_ code: StatusCode = .cancelled) {
        onLoop {
            guard self.outcome == nil else { return }
            self.connection.withMachine { $0.cancel(self.stream, code) }
            self.ended(
                .failure(code == .deadlineExceeded ? .deadlineExceeded : Status(code, Status.cancelledByCaller.message))
            )
        }
    }

    /// The server's metadata came, which is ahead of its first message. On the loop.
    func receivedMetadata(_ metadata: Metadata) {
        self.metadata = metadata
        record?.record(metadata: metadata, trailers: trailers)
    }

    /// The server's metadata came that goes with the call's end. On the loop.
    func receivedTrailers(_ metadata: Metadata) {
        trailers = metadata
        record?.record(metadata: self.metadata, trailers: trailers)
    }

    /// Records the server's metadata, now and as it arrives.
    package func report(to record: ResponseRecord?) {
        guard let record else { return }
        onLoop {
            self.record = record
            record.record(metadata: self.metadata, trailers: self.trailers)
        }
    }

    /// What the server sent as metadata ahead of its first message; empty when it sent none or none has come yet.
    package func responseMetadata() async -> Metadata {
        await withUnsafeContinuation { continuation in
            onLoop { continuation.resume(returning: self.metadata ?? Metadata()) }
        }
    }

    /// The call is over. On the loop.
    func ended(_ result: Result<Void, Status>) {
        guard outcome == nil else { return }
        outcome = result
        if case .success = result {
            connection.callEnded(succeeded: true)
        } else {
            connection.callEnded(succeeded: false)
        }
        if let observed {
            let now = connection.clock.now
            observed.ended(result.code, at: now, sentBytes: sentBytes, receivedBytes: receivedBytes)
        }
        owner.forget(stream, result)
        finishReceiving(result)
        // Whoever waits for credit would wait for ever: nothing more is sent on a call that is over.
        becameWritable()
        resolveSingle()
    }

    /// Waits for the end of a call with a single response.
    /// - Returns: The response.
    package func response() async throws -> ByteBuffer { try await responseMessage().bytes }

    /// Waits for the end of a call with a single response.
    /// - Returns: The response, and whether it came compressed.
    package func responseMessage() async throws -> ReceivedMessage {
        let message = try await responseAsSent()
        if !message.isCompressed { return ReceivedMessage(bytes: message.bytes, wasCompressed: false) }
        return try await decompressed(message)
    }

    /// Waits for the end of a call with a single response.
    /// - Returns: The response as it was sent.
    package func responseAsSent() async throws -> WireMessage {
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                onLoop {
                    self.single = continuation
                    self.resolveSingle()
                }
            }
        } onCancel: {
            cancel()
        }
    }

    private func resolveSingle() {
        guard let outcome, let single else { return }
        self.single = nil
        switch outcome {
        case .failure(let status): single.resume(throwing: status)
        case .success:
            if let message = popReceived() {
                single.resume(returning: message)
            } else {
                single.resume(throwing: Status(.internalError, "The server sent no response."))
            }
        }
    }
}
