import MessageCoding
package import NIOCore
import Wire

/// The server's side of a call. Created on its event loop and used there alone.
package final class ServerCall: CallEndpoint, TimedCall, UnaryReceiver {
    /// The context that its handler gets.
    var context: CallContext

    /// What serves the call; nil before and after.
    var pooledTask: PooledCallTask?
    /// The call that it is forwarded to without a task; nil while it is not.
    var upstream: (any UpstreamCall)?
    /// Whether its handler has left the rest of it to ``upstream``, which ends it.
    var isHandedOver = false
    let route: ServerRoute
    let owner: ServerConnection
    /// Whether the handler was started; a single request starts it.
    var isStarted = false
    private(set) var isFinished = false
    /// Whether it keeps no connection from being idle.
    var isBackground = false
    /// Observes the call's end; nil once that was reported, or for none.
    var observer: (any ServerCallObserver)?
    var start = NIODeadline.uptimeNanoseconds(0)
    /// Metadata to go with its end.
    var trailers: Metadata?
    /// The rules that have admitted the call; nil once it was released.
    var admission: AdmissionChain?
    /// The pending decision before its handler may run, and the place of its rule.
    var pendingDecision: (place: Int, wait: @Sendable () async throws -> any CallerIdentity, metadata: Metadata)?
    /// What a first attempt to forward the call has failed with.
    var previousFailure: Status?
    /// The largest request in bytes.
    var messageLimit = 0
    /// Bytes of its request, which it holds until its handler has ended.
    var requestBytes = 0
    /// Set by the first compressed message.
    var inflation: InflationBudget?
    private var inflated = 0
    /// When its request must have come; nil for no limit.
    let requestDeadline: NIODeadline?
    /// Until when what serves it lets it last, whatever deadline its client sets; nil for no limit.
    var latestEnd: NIODeadline?
    /// When it is over whatever happens, with its responses; nil for never.
    var finalDeadline: NIODeadline? { ServerCall.earlier(context.deadline, latestEnd) }
    /// When the server ends it; nil for never. A forwarded call is ended at its deadline by the call that it is forwarded to.
    var deadline: NIODeadline? {
        guard upstream == nil else { return nil }
        return isStarted ? finalDeadline : ServerCall.earlier(finalDeadline, requestDeadline)
    }

    private static func earlier(_ one: NIODeadline?, _ other: NIODeadline?) -> NIODeadline? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    init(
        owner: ServerConnection,
        connection: Connection,
        stream: StreamID,
        context: CallContext,
        route: ServerRoute,
        requestDeadline: NIODeadline?
    ) {
        self.requestDeadline = requestDeadline
        self.owner = owner
        self.context = context
        self.route = route
        super.init(connection: connection, stream: stream)
    }

    /// The call for tasks.
    var handle: ServerCallHandle { ServerCallHandle(self) }

    /// The only request as it was sent, once it and its end have come.
    var wholeRequest: WireMessage? { hasReceivedAll ? nextReceived : nil }

    /// Takes the single request if nothing has to be waited for, as is the case for nearly every call.
    func takePresentRequest() -> ReceivedMessage? {
        guard let message = nextReceived, !message.isCompressed else { return nil }
        return popReceived().map { ReceivedMessage(bytes: $0.bytes, wasCompressed: false) }
    }

    /// Runs the handler once admission is complete, and ends the call. On the loop.
    func serve() async {
        // It may have ended while it waited for its turn: no handler needs to see it then.
        guard failure == nil else { return owner.ended(self) }
        if pendingDecision != nil, await !awaitAdmission() { return owner.ended(self) }
        let (route, handle) = (route, handle)
        var context = context
        context.responseMetadata = handle
        var thrown: (any Error)?
        do {
            try await CallContext.$current.withValue(context) { [context] in try await route.serve(handle, context) }
        } catch {
            thrown = error
        }
        connection.loop.preconditionInEventLoop()
        guard !isHandedOver else { return }
        if let thrown { owner.server.end(self, after: thrown) }
        owner.ended(self)
    }

    /// The call that it was forwarded to has ended.
    func ended(_ result: Result<WireMessage, Status>) { owner.forwardedCallEnded(self, result) }

    deinit { inflation?.release(inflated) }

    override func admit(inflated size: Int) -> CompressionFailure? {
        guard inflation?.exchange(inflated, for: size) != false else { return .overloaded }
        inflated = size
        return nil
    }

    override func admitsOutput(_ size: Int) -> Bool {
        guard !owner.quota.admitsOutput(size, on: connection) else { return true }
        finish(Status.tooMuchUnread)
        abandon(Status.tooMuchUnread)
        return false
    }

    /// Whether there is metadata to go with the end.
    var hasTrailers: Bool { trailers != nil }

    /// Sends the last message in the form given, which ends the call with OK.
    func finish(with message: WireMessage) {
        guard !isFinished, admitsOutput(message.bytes.readableBytes) else { return }
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

    /// Sends the last message, which ends the call with OK.
    func finish(with message: borrowing PackedMessage) {
        guard !isFinished, admitsOutput(message.size) else { return }
        isFinished = true
        connection.callEnded(succeeded: true)
        sentBytes += message.size
        connection.send(message, on: stream)
        reportEnd(.ok)
    }

    override func reject(_ failure: CompressionFailure) -> Status {
        let status = failure.serverStatus
        finish(status)
        abandon(status)
        return status
    }

    /// Ends the call; nil for OK without another message.
    func finish(_ status: Status?) {
        guard !isFinished else { return }
        isFinished = true
        connection.callEnded(succeeded: status == nil)
        reportEnd(status?.code ?? .ok, reason: status?.reason ?? .none)
        var ending = status?.wire(in: context.language) ?? CallStatus(.ok)
        if let trailers { ending.metadata = trailers }
        connection.withMachine { $0.sendStatus(ending, on: stream) }
    }

    /// Ends the call as another server ended the one that this call was forwarded to, details and all.
    func finish(forwarding status: Status) {
        guard !isFinished else { return }
        isFinished = true
        connection.callEnded(succeeded: false)
        reportEnd(status.code, reason: status.reason)
        connection.withMachine { $0.sendStatus(status.received ?? status.wire(in: context.language), on: stream) }
    }

    /// The client has cancelled, or the deadline has passed: cancels the handler's task.
    func abandon(_ status: Status) {
        reportEnd(status.code, reason: status.reason)
        finishReceiving(.failure(status))
        pooledTask?.cancel()
        upstream?.cancel()
    }
}

/// The server's side of a call, for tasks. A class, as every call hands it on several times.
package final class ServerCallHandle: CallHandle {
    /// The call, which only its event loop can follow.
    package let bound: NIOLoopBound<ServerCall>
    /// Whether the client can decompress responses.
    package let acceptsCompression: Bool
    /// The server's limit for a request, in bytes.
    package let messageLimit: Int

    /// Made on the call's event loop.
    init(_ call: ServerCall) {
        bound = NIOLoopBound(call, eventLoop: call.connection.loop)
        acceptsCompression = call.acceptsCompression
        messageLimit = call.messageLimit
    }

    /// Why a first attempt to forward the call has failed, and when the call began; nil when none was made.
    package func previousFailure() async -> (status: Status, began: NIODeadline)? {
        await result { call in call.previousFailure.map { ($0, call.start) } }
    }

    /// Takes the single request of a call that has one.
    /// - Throws: INVALID_ARGUMENT when it was left out.
    package func request() async throws -> ByteBuffer { try await requestMessage().bytes }

    /// Takes the single request of a call that has one.
    /// - Throws: INVALID_ARGUMENT when it was left out.
    package func requestMessage() async throws -> ReceivedMessage {
        if let present = local?.takePresentRequest() { return present }
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
    package func finish(with message: WireMessage) { perform { $0.finish(with: message) } }

    /// Ends the call; nil for OK without another message.
    package func finish(_ status: Status?) { perform { $0.finish(status) } }

    /// Ends the call as another server ended the one that this call was forwarded to, details and all.
    package func finish(forwarding status: Status) { perform { $0.finish(forwarding: status) } }
}
