package import NIOCore
import TLS
import Wire

/// What a connection does with what comes in: the server's or the client's half.
protocol ConnectionDelegate: AnyObject {
    /// The TLS handshake is over; `peer` is the certificate's service name, or nil.
    func connected(_ connection: ConnectionHandler, peerService: String?)
    func handle(_ event: ConnectionStateMachine.Event, on connection: ConnectionHandler)
    /// The connection is gone; nothing follows.
    func disconnected(_ connection: ConnectionHandler, reason: String)
    /// A deadline that was asked for with ``ConnectionHandler/wake(at:)`` may have passed.
    func deadlineReached(_ connection: ConnectionHandler, now: NIODeadline)
}

/// Carries a connection's state machine on a channel: feeds it bytes, performs what it says, keeps the connection alive.
///
/// Used on its event loop alone, which is what the unchecked conformance rests on.
package final class ConnectionHandler: ChannelInboundHandler, @unchecked Sendable {
    package typealias InboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    let loop: any EventLoop
    let executor: EventLoopTaskExecutor
    var random = TraceRandom()
    private var machine: ConnectionStateMachine
    private let delegate: any ConnectionDelegate
    private let keepAlive: KeepAlive
    private var context: ChannelHandlerContext?
    private var isFlushScheduled = false
    private var isReading = false
    private var lastReceived: NIODeadline = .uptimeNanoseconds(0)
    private var keepAliveTimer: Scheduled<Void>?
    private var stallWatch = StallWatch()
    private var piecesTaken = 0
    private var deadlineTimer: Scheduled<Void>?
    private var deadlineTime: NIODeadline = .distantFuture
    private var closeReason: String?
    private var closesWhenIdle = false

    init(machine: ConnectionStateMachine, loop: any EventLoop, delegate: any ConnectionDelegate, keepAlive: KeepAlive) {
        self.machine = machine
        largestMessage = machine.localSettings.maximumMessageSize
        encodings = machine.localSettings.encodings
        self.loop = loop
        executor = EventLoopTaskExecutor(loop)
        self.delegate = delegate
        self.keepAlive = keepAlive
    }

    // MARK: Channel events

    package func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let completed = event as? TLSHandshakeCompleted {
            lastReceived = .now()
            scheduleKeepAlive(in: keepAlive.interval)
            delegate.connected(self, peerService: completed.peer?.serviceName)
            flush()
        }
        context.fireUserInboundEventTriggered(event)
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        isReading = true
        lastReceived = .now()
        machine.receive(&bytes, now: lastReceived)
        while let event = machine.nextEvent() { perform(event) }
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        flush()
    }

    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { flush() }
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What follows the first error is its consequence.
        closeReason = closeReason ?? "\(error)"
        context.close(promise: nil)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        keepAliveTimer?.cancel()
        deadlineTimer?.cancel()
        delegate.disconnected(self, reason: closeReason ?? "the connection was closed")
        context.fireChannelInactive()
    }

    private func perform(_ event: ConnectionStateMachine.Event) {
        switch event {
        case .violation(let violation):
            closeReason = closeReason ?? "the peer broke the protocol: \(violation)"
            delegate.handle(event, on: self)
            close()
        default:
            delegate.handle(event, on: self)
        }
    }

    // MARK: Used by calls, on the loop

    /// Sends a message; see ``ConnectionStateMachine/sendMessage(_:on:end:isCompressed:)``.
    @discardableResult
    func send(_ bytes: ByteBuffer, on stream: StreamID, end: Bool, isCompressed: Bool = false) -> Int {
        let heldBack = machine.sendMessage(bytes, on: stream, end: end, isCompressed: isCompressed)
        scheduleFlush()
        return heldBack
    }

    /// Client: starts a call.
    func startCall(_ header: CallHeader) throws(ConnectionStateMachine.StartError) -> StreamID {
        let stream = try machine.startCall(header)
        scheduleFlush()
        return stream
    }

    /// Does something with the state machine that may produce output.
    func withMachine<Result>(_ body: (inout ConnectionStateMachine) throws -> Result) rethrows -> Result {
        loop.preconditionInEventLoop()
        defer { scheduleFlush() }
        return try body(&machine)
    }

    func consumed(_ bytes: Int, on stream: StreamID) {
        machine.consumed(bytes, on: stream)
        if machine.hasOutput { scheduleFlush() }
    }

    /// Whether the other side can decompress.
    var peerAcceptsCompression: Bool { machine.remoteSettings.encodings.contains(.zlib) }

    /// What this side has told that it takes.
    let largestMessage: Int
    let encodings: Encodings

    func heldBackBytes(on stream: StreamID) -> Int { machine.heldBackBytes(on: stream) }

    var acceptsCalls: Bool { machine.acceptsCalls && context?.channel.isActive == true }

    var runningCalls: Int { machine.runningStreams }

    /// The peer's IP address; nil once the connection is gone.
    var peerAddress: String? { context?.channel.remoteAddress?.ipAddress }

    /// Sends what there is once the present turn of the loop is over, so that everything ready by then leaves at once.
    private func scheduleFlush() {
        guard !isReading, !isFlushScheduled else { return }
        isFlushScheduled = true
        loop.assumeIsolated().execute {
            self.isFlushScheduled = false
            self.flush()
        }
    }

    private func flush() {
        guard let context, context.channel.isActive else { return }
        var wrote = false
        while context.channel.isWritable, let output = machine.takeOutput() {
            context.write(wrapOutboundOut(output), promise: nil)
            wrote = true
            piecesTaken &+= 1
            // Parts of large messages follow as the socket takes them.
            context.flush()
        }
        if wrote { deliverPending() }
        if closesWhenIdle, machine.runningStreams == 0, !machine.hasOutput { close() }
    }

    /// Sending can finish streams, which is told like everything else.
    private func deliverPending() {
        while let event = machine.nextEvent() { perform(event) }
    }

    // MARK: Life of the connection

    /// Takes no new calls, lets the running ones end and closes then.
    func drain() {
        guard !closesWhenIdle else { return }
        closesWhenIdle = true
        machine.goAway(.none, "this side is stopping")
        flush()
    }

    /// Ends the connection after what is written has left.
    func close(reason: String? = nil) {
        closeReason = closeReason ?? reason
        guard let context, context.channel.isActive else { return }
        if machine.hasOutput, let output = machine.takeOutput() {
            context.writeAndFlush(wrapOutboundOut(output), promise: nil)
        }
        context.close(promise: nil)
    }

    private func scheduleKeepAlive(in delay: TimeAmount) {
        keepAliveTimer = loop.assumeIsolated().scheduleTask(in: delay) { self.checkKeepAlive() }
    }

    private func checkKeepAlive() {
        let look = StallWatch.Look(
            inbound: machine.inboundProgress,
            piecesTaken: piecesTaken,
            isBlocked: context?.channel.isWritable == false
        )
        if let stall = stallWatch.stall(look) { return close(reason: stall) }
        let silence = NIODeadline.now() - lastReceived
        if silence >= keepAlive.interval + keepAlive.timeout {
            return close(reason: "the peer no longer answers")
        }
        if silence >= keepAlive.interval {
            machine.sendPing(random.next())
            flush()
            scheduleKeepAlive(in: keepAlive.timeout)
        } else {
            scheduleKeepAlive(in: keepAlive.interval - silence)
        }
    }

    /// Deadlines that pass within this time are looked after together, since each look goes over all calls.
    private static let deadlineGrain = TimeAmount.milliseconds(1)

    /// Asks for ``ConnectionDelegate/deadlineReached(_:now:)`` at a time; only the earliest one asked for is kept.
    func wake(at deadline: NIODeadline) {
        guard deadline < deadlineTime else { return }
        let deadline = deadline + ConnectionHandler.deadlineGrain
        deadlineTimer?.cancel()
        deadlineTime = deadline
        deadlineTimer = loop.assumeIsolated().scheduleTask(deadline: deadline) {
            self.deadlineTime = .distantFuture
            self.deadlineTimer = nil
            self.delegate.deadlineReached(self, now: .now())
            self.flush()
        }
    }
}
