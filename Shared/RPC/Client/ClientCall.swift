package import NIOCore
package import Wire

/// The client's side of a call. Created on its event loop and used there alone.
package final class ClientCall: CallEndpoint, TimedCall {
    let deadline: NIODeadline?
    private let owner: ClientConnection
    private var outcome: Result<Void, Status>?
    private var single: UnsafeContinuation<WireMessage, any Error>?
    private(set) var metadata: Metadata?
    private var trailers: Metadata?
    private var record: ResponseRecord?
    private let observed: ObservedAttempt?
    /// Whether a timeout counts against the server, see ``OutlierDetection``.
    var countsTimeout = false
    /// Whether it is the channel's own, and counts as no call.
    var isBackground = false

    /// Whether a response is still awaited that the server had enough time to send.
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

    /// The call for tasks.
    var handle: ClientCallHandle { ClientCallHandle(self) }

    /// Sends no more messages.
    func endSending() { connection.withMachine { $0.endSending(stream) } }

    /// Sends the last message, unless the call has ended.
    func sendLast(_ message: WireMessage) { if outcome == nil { transmit(message, end: true) } }

    override func reject(_ failure: CompressionFailure) -> Status {
        abort(failure)
        return failure.clientStatus.status
    }

    /// Ends the call because of a response that cannot be read.
    func abort(_ failure: CompressionFailure) {
        guard outcome == nil else { return }
        let (status, code) = failure.clientStatus
        connection.withMachine { $0.cancel(stream, code) }
        ended(.failure(status))
    }

    /// Cancels the call; pending reads fail with CANCELLED. Does nothing when the call has ended.
    func cancel(_ code: StatusCode) {
        guard outcome == nil else { return }
        connection.withMachine { $0.cancel(stream, code) }
        let isLate = code == .deadlineExceeded
        ended(.failure(isLate ? .deadlineExceeded : Status(code, Status.cancelledByCaller.message)))
    }

    /// The server's metadata was received, which is ahead of its first message.
    func receivedMetadata(_ metadata: Metadata) {
        self.metadata = metadata
        record?.record(metadata: metadata, trailers: trailers)
    }

    /// The server's metadata was received that goes with the call's end.
    func receivedTrailers(_ metadata: Metadata) {
        trailers = metadata
        record?.record(metadata: self.metadata, trailers: trailers)
    }

    /// Records the server's metadata, now and as it is received.
    func report(to record: ResponseRecord) {
        self.record = record
        record.record(metadata: metadata, trailers: trailers)
    }

    /// The call has ended.
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
        // Writers would wait for ever: nothing more is sent on a call that has ended.
        becameWritable()
        resolveSingle()
    }

    /// Resumes a task with the single response, once the call has ended.
    func wait(forResponse continuation: UnsafeContinuation<WireMessage, any Error>) {
        single = continuation
        resolveSingle()
    }

    private func resolveSingle() {
        guard let outcome, let single = single.take() else { return }
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

/// The client's side of a call, for tasks.
package struct ClientCallHandle: CallHandle {
    /// The call, which only its event loop can follow.
    package let bound: NIOLoopBound<ClientCall>
    /// Identifies an attempt among those of a call.
    let id: ObjectIdentifier
    /// Whether the server can decompress requests.
    package let acceptsCompression: Bool
    /// The client's limit for a response, in bytes.
    package let messageLimit: Int

    /// Made on the call's event loop.
    init(_ call: ClientCall) {
        bound = NIOLoopBound(call, eventLoop: call.connection.loop)
        id = ObjectIdentifier(call)
        acceptsCompression = call.acceptsCompression
        messageLimit = call.connection.largestMessage
    }

    /// Sends no more messages.
    package func endSending() { perform { $0.endSending() } }

    /// Sends the last message, compressed as asked for when the server can read that.
    package func sendLast(_ bytes: ByteBuffer, compression: MessageCompression) async {
        let message = await compressed(bytes, compression)
        perform { $0.sendLast(message) }
    }

    /// Cancels the call; pending reads fail with CANCELLED. Does nothing when the call has ended.
    package func cancel(_ code: StatusCode = .cancelled) { perform { $0.cancel(code) } }

    /// Records the server's metadata, now and as it is received.
    package func report(to record: ResponseRecord?) {
        guard let record else { return }
        perform { $0.report(to: record) }
    }

    /// What the server sent as metadata ahead of its first message; empty when it sent none or none was received yet.
    package func responseMetadata() async -> Metadata { await result { $0.metadata ?? Metadata() } }

    /// Waits for the end of a call with a single response.
    /// - Returns: The response.
    package func response() async throws -> ByteBuffer { try await responseMessage().bytes }

    /// Waits for the end of a call with a single response.
    /// - Returns: The response, and whether it was compressed.
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
                perform { $0.wait(forResponse: continuation) }
            }
        } onCancel: {
            cancel()
        }
    }
}
