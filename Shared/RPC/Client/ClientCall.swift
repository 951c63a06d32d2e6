package import NIOCore
package import Wire

/// A call as the client's side has it: messages as bytes, and its end.
package final class ClientCall: CallEndpoint, @unchecked Sendable {
    let deadline: NIODeadline?
    private let owner: ClientConnection
    private var outcome: Result<Void, Status>?
    private var single: UnsafeContinuation<ByteBuffer, any Error>?
    private var metadata: Metadata?

    init(owner: ClientConnection, connection: Connection, stream: StreamID, deadline: NIODeadline?) {
        self.owner = owner
        self.deadline = deadline
        super.init(connection: connection, stream: stream)
    }

    /// Sends no more messages.
    package func endSending() {
        onLoop { self.connection.withMachine { $0.endSending(self.stream) } }
    }

    /// Gives the call up; whoever waits for messages gets CANCELLED. Does nothing when the call is over.
    package func cancel(_ code: StatusCode = .cancelled) {
        onLoop {
            guard self.outcome == nil else { return }
            self.connection.withMachine { $0.cancel(self.stream, code) }
            let sentence =
                code == .deadlineExceeded ? "The call took longer than its deadline." : "The call was cancelled."
            self.ended(.failure(Status(code, sentence)))
        }
    }

    /// The server's metadata came, which is ahead of its first message. On the loop.
    func receivedMetadata(_ metadata: Metadata) { self.metadata = metadata }

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
        owner.forget(stream)
        finishReceiving(result)
        // Whoever waits for credit would wait for ever: nothing more is sent on a call that is over.
        drained()
        resolveSingle()
    }

    /// Waits for the end of a call with a single response.
    /// - Returns: The response.
    package func response() async throws -> ByteBuffer {
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
            if let bytes = popReceived() {
                single.resume(returning: bytes)
            } else {
                single.resume(throwing: Status(.internalError, "The server sent no response."))
            }
        }
    }
}
