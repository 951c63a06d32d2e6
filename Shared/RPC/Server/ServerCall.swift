package import NIOCore
package import Wire

/// A call as the server's side has it: messages as bytes, and its end.
package final class ServerCall: CallEndpoint, @unchecked Sendable {
    /// Method and metadata as they came.
    package let header: CallHeader
    /// The context that its handler gets.
    package let context: CallContext

    var task: Task<Void, Never>?
    let route: ServerRoute
    /// Whether the handler has been started; a call with a single request starts when that is there.
    var isStarted = false
    private(set) var isFinished = false
    var deadline: NIODeadline? { context.deadline }

    init(connection: Connection, stream: StreamID, header: CallHeader, context: CallContext, route: ServerRoute) {
        self.header = header
        self.context = context
        self.route = route
        super.init(connection: connection, stream: stream)
    }

    /// Takes the single request of a call that has one.
    /// - Throws: INVALID_ARGUMENT when it was left out.
    package func request() async throws -> ByteBuffer {
        guard let bytes = try await receive() else {
            throw Status(.invalidArgument, "The call has no request message.", reason: "NO_REQUEST")
        }
        return bytes
    }

    /// Sends the last message, which ends the call with OK.
    package func finish(with bytes: ByteBuffer) {
        onLoop {
            guard !self.isFinished else { return }
            self.isFinished = true
            self.connection.send(bytes, on: self.stream, end: true)
        }
    }

    /// Ends the call; nil for OK without another message.
    package func finish(_ status: Status?) {
        onLoop {
            guard !self.isFinished else { return }
            self.isFinished = true
            self.connection.withMachine { $0.sendStatus(status?.wire ?? CallStatus(.ok), on: self.stream) }
        }
    }

    /// Ends the call as another server ended the one that this call was passed on to, details and all.
    package func finish(passingOn status: Status) {
        onLoop {
            guard !self.isFinished else { return }
            self.isFinished = true
            self.connection.withMachine { $0.sendStatus(status.received ?? status.wire, on: self.stream) }
        }
    }

    /// Sends metadata ahead of the first message.
    package func sendMetadata(_ metadata: Metadata) {
        onLoop { self.connection.withMachine { _ = $0.sendMetadata(metadata, on: self.stream) } }
    }

    /// The client has given up, or time is up: the handler is told by cancelling its task.
    func abandon(_ status: Status) {
        finishReceiving(.failure(status))
        task?.cancel()
    }
}
