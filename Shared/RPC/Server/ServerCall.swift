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
    /// Set by the first compressed message.
    var inflation: InflationBudget?
    private var inflated = 0
    var deadline: NIODeadline? { context.deadline }

    init(connection: Connection, stream: StreamID, header: CallHeader, context: CallContext, route: ServerRoute) {
        self.header = header
        self.context = context
        self.route = route
        super.init(connection: connection, stream: stream)
    }

    deinit { inflation?.release(inflated) }

    override func admit(inflated size: Int) throws(CompressionFailure) {
        guard inflation?.exchange(inflated, for: size) != false else { throw .overloaded }
        inflated = size
    }

    /// Takes the single request of a call that has one.
    /// - Throws: INVALID_ARGUMENT when it was left out.
    package func request() async throws -> ByteBuffer { try await requestMessage().bytes }

    /// Takes the single request of a call that has one.
    /// - Throws: INVALID_ARGUMENT when it was left out.
    package func requestMessage() async throws -> ReceivedMessage {
        guard let message = try await receiveMessage() else {
            throw Status(.invalidArgument, "The call has no request message.", reason: "NO_REQUEST")
        }
        return message
    }

    /// Sends the last message, which ends the call with OK.
    package func finish(with bytes: ByteBuffer) { finish(with: WireMessage(bytes)) }

    /// Sends the last message, compressed as asked for when the client can read that.
    package func finish(with bytes: ByteBuffer, compression: MessageCompression) async {
        finish(with: await compressed(bytes, compression))
    }

    /// Sends the last message in the form given.
    package func finish(with message: WireMessage) {
        onLoop {
            guard !self.isFinished else { return }
            self.isFinished = true
            self.connection.send(message.bytes, on: self.stream, end: true, isCompressed: message.isCompressed)
        }
    }

    override func refuse(_ failure: CompressionFailure) -> Status {
        let status = failure.toldByServer
        finish(status)
        onLoop { self.abandon(status) }
        return status
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
