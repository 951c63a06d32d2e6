import NIOCore
import Wire

/// What a connection does with what comes in: the server's or the client's half.
protocol ConnectionDelegate: AnyObject {
    /// Bytes can go; the peer has proven who it is.
    func connected(_ connection: Connection, peer: Peer)
    func handle(_ event: ConnectionStateMachine.Event, on connection: Connection)
    /// The connection is gone; nothing follows.
    func disconnected(_ connection: Connection, reason: String)
    /// A deadline that was asked for with ``Connection/wake(at:)`` may have passed.
    func deadlineReached(_ connection: Connection, now: NIODeadline)
}

/// Carries a connection's state machine on a transport: feeds it bytes, performs what it says, keeps the connection alive.
///
/// Used on its event loop alone, which is what the unchecked conformance rests on.
package final class Connection: @unchecked Sendable {
    /// When a silent connection is tried with a ping, and how long the answer may take.
    struct KeepAlive: Sendable {
        var interval: TimeAmount = .seconds(30)
        var timeout: TimeAmount = .seconds(10)
    }

    let loop: any EventLoop
    let executor: ConnectionExecutor
    let clock: any RPCClock
    var random = TraceRandom()
    private var machine: ConnectionStateMachine
    private let delegate: any ConnectionDelegate
    private let keepAlive: KeepAlive
    private var transport: (any Transport)?
    private var isFlushScheduled = false
    private var isReading = false
    private(set) var lastReceived: NIODeadline = .uptimeNanoseconds(0)
    private var keepAliveTimer: ScheduledWork?
    private var deadlineTimer: ScheduledWork?
    private var deadlineTime: NIODeadline = .distantFuture
    private var closeReason: String?
    private var closesWhenIdle = false
    private var onClosed: (() -> Void)?

    init(
        machine: ConnectionStateMachine,
        loop: any EventLoop,
        clock: any RPCClock,
        delegate: any ConnectionDelegate,
        keepAlive: KeepAlive
    ) {
        self.machine = machine
        self.loop = loop
        self.clock = clock
        executor = ConnectionExecutor(loop)
        self.delegate = delegate
        self.keepAlive = keepAlive
    }

    // MARK: What the transport tells

    func opened(by transport: any Transport, peer: Peer) {
        self.transport = transport
        lastReceived = clock.now
        scheduleKeepAlive(in: keepAlive.interval)
        delegate.connected(self, peer: peer)
        flush()
    }

    func received(_ bytes: ByteBuffer) {
        var bytes = bytes
        isReading = true
        lastReceived = clock.now
        machine.receive(&bytes, now: lastReceived)
        deliverEvents()
    }

    /// No more follows for now: calls go on, and what they send leaves in one go.
    func receivedAll() {
        executor.run()
        isReading = false
        flush()
    }

    func writable() { flush() }

    func closed(_ reason: String) {
        guard transport != nil || closeReason == nil else { return }
        transport = nil
        keepAliveTimer?.cancel()
        deadlineTimer?.cancel()
        let reason = closeReason ?? reason
        closeReason = reason
        delegate.disconnected(self, reason: reason)
        onClosed?()
        onClosed = nil
    }

    /// Has something done once the connection is gone. Set before it is opened.
    func whenClosed(_ body: @escaping () -> Void) { onClosed = body }

    private func deliverEvents() {
        while let event = machine.nextEvent() {
            delegate.handle(event, on: self)
            if case .violation(let violation) = event {
                close(reason: "the peer broke the protocol: \(violation)")
            }
        }
    }

    // MARK: Used by calls, on the loop

    /// The time of what is being done now: of the read that caused it, or the present time.
    var now: NIODeadline { isReading ? lastReceived : clock.now }

    /// Sends a message; see ``ConnectionStateMachine/sendMessage(_:on:end:isCompressed:)``.
    @discardableResult
    func send(_ bytes: ByteBuffer, on stream: StreamID, end: Bool) -> Int {
        let heldBack = machine.sendMessage(bytes, on: stream, end: end)
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

    func heldBackBytes(on stream: StreamID) -> Int { machine.heldBackBytes(on: stream) }

    var acceptsCalls: Bool { machine.acceptsCalls && transport?.isActive == true }

    var runningCalls: Int { machine.runningStreams }

    /// Sends what there is once the present turn of the loop is over, so that everything ready by then leaves at once.
    private func scheduleFlush() {
        guard !isReading, !isFlushScheduled else { return }
        isFlushScheduled = true
        loop.execute {
            self.isFlushScheduled = false
            self.flush()
        }
    }

    private func flush() {
        guard let transport, transport.isActive else { return }
        var wrote = false
        while transport.isWritable, let output = machine.takeOutput() {
            // Parts of large messages follow as the socket takes them.
            transport.write(output)
            wrote = true
        }
        // Sending can finish streams, which is told like everything else.
        if wrote { deliverEvents() }
        if closesWhenIdle, machine.runningStreams == 0, !machine.hasOutput { close() }
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
        guard let transport, transport.isActive else { return }
        if machine.hasOutput, let output = machine.takeOutput() { transport.write(output) }
        transport.close()
    }

    private func scheduleKeepAlive(in delay: TimeAmount) {
        keepAliveTimer = clock.schedule(at: clock.now + delay, on: loop) { self.checkKeepAlive() }
    }

    private func checkKeepAlive() {
        let silence = clock.now - lastReceived
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
        let deadline = deadline + Connection.deadlineGrain
        deadlineTimer?.cancel()
        deadlineTime = deadline
        deadlineTimer = clock.schedule(at: deadline, on: loop) {
            self.deadlineTime = .distantFuture
            self.deadlineTimer = nil
            self.delegate.deadlineReached(self, now: self.clock.now)
            self.flush()
        }
    }
}
