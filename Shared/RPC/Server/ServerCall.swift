import MessageCoding
package import NIOCore
import Wire

/// A call as the server's side has it: messages as bytes, and its end.
package final class ServerCall: CallEndpoint, TimedCall, UnaryReceiver, @unchecked Sendable {
    /// The context that its handler gets.
    package internal(set) var context: CallContext

    /// What serves the call; nil before and after.
    @exclusivity(unchecked) var pooledTask: PooledCallTask?
    /// The call that it is forwarded to without a task; nil while it is not.
    var upstream: (any UpstreamCall)?
    let route: ServerRoute
    let owner: ServerConnection
    /// Whether the handler was started; a single request starts it.
    @exclusivity(unchecked) var isStarted = false
    @exclusivity(unchecked) private(set) var isFinished = false
    /// Whether it keeps no connection from being idle.
    @exclusivity(unchecked) var isBackground = false
    /// Observes the call's end; nil once that was reported, or for none.
    @exclusivity(unchecked) var observer: (any ServerCallObserver)?
    @exclusivity(unchecked) package internal(set) var start = NIODeadline.uptimeNanoseconds(0)
    /// Metadata to go with its end.
    @exclusivity(unchecked) var trailers: Metadata?
    /// The rules that have admitted the call; nil once it was released.
    @exclusivity(unchecked) var admission: AdmissionChain?
    /// The pending decision before its handler may run, and the place of its rule.
    @exclusivity(unchecked) var pendingDecision:
        (place: Int, wait: @Sendable () async throws -> any CallerIdentity, metadata: Metadata)?
    /// What a first attempt to pass the call on has failed with.
    @exclusivity(unchecked) package internal(set) var previousFailure: Status?
    /// Bytes of its request, which it holds until its handler has ended.
    @exclusivity(unchecked) var requestBytes = 0
    /// Set by the first compressed message.
    @exclusivity(unchecked) var inflation: InflationBudget?
    @exclusivity(unchecked) private var inflated = 0
    /// When the server ends it; nil for never. A forwarded call is ended at its deadline by the call that it is forwarded to.
    var deadline: NIODeadline? { upstream == nil ? context.deadline : nil }

    init(
        owner: ServerConnection,
        connection: Connection,
        stream: StreamID,
        context: CallContext,
        route: ServerRoute
    ) {
        self.owner = owner
        self.context = context
        self.route = route
        super.init(connection: connection, stream: stream)
    }

    /// The only request as it was sent, once it and its end have come.
    var wholeRequest: WireMessage? { hasReceivedAll ? nextReceived : nil }

    /// Takes the single request if nothing has to be waited for, as is the case for nearly every call.
    func takePresentRequest() -> ReceivedMessage? {
        guard loop.inEventLoop, let message = nextReceived, !message.isCompressed else { return nil }
        return popReceived().map { ReceivedMessage(bytes: $0.bytes, wasCompressed: false) }
    }

    /// Runs the handler once admission is complete, and ends the call. On the loop.
    func serve() async {
        if pendingDecision != nil, await !awaitAdmission() { return owner.ended(self) }
        do {
            let context = context
            try await CallContext.$current.withValue(context) { try await route.serve(self, context) }
        } catch {
            owner.server.end(self, after: error)
        }
        owner.ended(self)
    }

    /// The call that it was forwarded to has ended.
    func ended(_ result: Result<WireMessage, Status>) { owner.forwardedCallEnded(self, result) }

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
            throw Status(.invalidArgument, "The call has no request message.", reason: .noRequest)
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
        guard loop.inEventLoop else { return loop.execute { self.finish(with: message) } }
        guard !isFinished else { return }
        isFinished = true
        connection.callEnded(succeeded: true)
        if let trailers {
            transmit(message, end: false)
            connection.withMachine { $0.sendStatus(CallStatus(.ok, metadata: trailers), on: stream) }
        } else {
            transmit(message, end: true)
        }
        reportEnd(.ok)
    }

    /// Whether there is metadata to go with the end. On the loop.
    var hasTrailers: Bool { trailers != nil }

    /// Sends the last message, which ends the call with OK. On the loop.
    func finish(with message: borrowing PackedMessage) {
        guard !isFinished else { return }
        isFinished = true
        connection.callEnded(succeeded: true)
        sentBytes += message.size
        connection.send(message, on: stream)
        reportEnd(.ok)
    }

    override func reject(_ failure: CompressionFailure) -> Status {
        let status = failure.serverStatus
        finish(status)
        onLoop { self.abandon(status) }
        return status
    }

    /// Ends the call; nil for OK without another message.
    package func finish(_ status: Status?) {
        onLoop {
            guard !self.isFinished else { return }
            self.isFinished = true
            self.connection.callEnded(succeeded: status == nil)
            self.reportEnd(status?.code ?? .ok, reason: status?.reason ?? .none)
            var ending = status?.wire ?? CallStatus(.ok)
            if let trailers = self.trailers { ending.metadata = trailers }
            self.connection.withMachine { $0.sendStatus(ending, on: self.stream) }
        }
    }

    /// Ends the call with another server's status, details included.
    package func finish(passingOn status: Status) {
        onLoop {
            guard !self.isFinished else { return }
            self.isFinished = true
            self.connection.callEnded(succeeded: false)
            self.reportEnd(status.code, reason: status.reason)
            self.connection.withMachine { $0.sendStatus(status.received ?? status.wire, on: self.stream) }
        }
    }

    /// The client has cancelled, or the deadline has passed: cancels the handler's task.
    func abandon(_ status: Status) {
        reportEnd(status.code, reason: status.reason)
        finishReceiving(.failure(status))
        pooledTask?.cancel()
        upstream?.cancel()
    }
}
