import MessageCoding
import NIOCore
import Wire

/// What a connection does with what comes in: the server's or the client's half.
protocol ConnectionDelegate: AnyObject {
    /// Bytes can go; the peer has proven who it is.
    func connected(_ connection: Connection, peer: Peer)
    func handle(_ event: consuming ConnectionStateMachine.Event, on connection: Connection)
    /// The connection is gone; nothing follows.
    func disconnected(_ connection: Connection, reason: String)
    /// A deadline that was asked for with ``Connection/wake(at:)`` may have passed.
    func deadlineReached(_ connection: Connection, now: NIODeadline)
    /// The running calls, for operators; with an empty method where that is not kept.
    var streams: [(id: StreamID, method: String, deadline: NIODeadline?)] { get }
    /// Bytes will be taken from the network.
    func willReceive(_ connection: Connection)
    /// Calls on behalf of some callers must not go on, see ``RPCServer/endCalls(_:)``.
    func endCalls(_ status: (any CallerIdentity, CallKind) -> Status?)
    /// Nothing more is to be read for now.
    func didReceiveAll()
    /// Bytes were received or written; messages and output now take this many bytes.
    func didMove(_ connection: Connection, stored: Int)
}

extension ConnectionDelegate {
    func willReceive(_ connection: Connection) {}
    func endCalls(_ status: (any CallerIdentity, CallKind) -> Status?) {}
    func didReceiveAll() {}
    func didMove(_ connection: Connection, stored: Int) {}
}

/// A connection: its state machine on a transport, with keep-alive.
///
/// Created on its event loop and used there alone. Other threads reach it through ``bound``.
package final class Connection {
    let loop: any EventLoop
    /// Runs the tasks of this side's calls; nil where calls have none.
    private let executor: EventLoopTaskExecutor?
    let clock: any RPCClock
    var random = TraceRandom()
    private(set) var machine: ConnectionStateMachine
    let createdAt: NIODeadline
    private(set) var peer = Peer()
    private(set) var counters = ConnectionCounters()
    private let delegate: any ConnectionDelegate
    private let keepAlive: KeepAlive
    private var transport: (any Transport)?
    private var isFlushScheduled = false
    private var isReading = false
    private var unwrittenMessages = 0
    private(set) var lastReceived: NIODeadline = .uptimeNanoseconds(0)
    private var keepAliveTimer: ScheduledWork?
    private var pingSent: NIODeadline?
    /// Whether the connection was closed since the peer no longer answers.
    private(set) var isUnanswered = false
    private var stallWatch = StallDetector()
    private var nextStallCheck: NIODeadline = .distantFuture
    private var chunksWritten = 0
    private var deadlineTimer: ScheduledWork?
    private var deadlineTime: NIODeadline = .distantFuture
    private var closeReason: String?
    private(set) var closesWhenIdle = false
    private var onClosed: (() -> Void)?

    init(
        machine: consuming ConnectionStateMachine,
        loop: any EventLoop,
        clock: any RPCClock,
        delegate: any ConnectionDelegate,
        executor: EventLoopTaskExecutor? = nil,
        keepAlive: KeepAlive
    ) {
        loop.preconditionInEventLoop()
        largestMessage = machine.localSettings.maximumMessageSize
        encodings = machine.localSettings.encodings
        self.machine = machine
        self.loop = loop
        self.clock = clock
        createdAt = clock.now
        self.executor = executor
        self.delegate = delegate
        self.keepAlive = keepAlive
    }

    /// A reference to keep where other threads are, which only the loop can follow.
    var bound: NIOLoopBound<Connection> { NIOLoopBound(self, eventLoop: loop) }

    /// The same without keeping the connection alive.
    var boundWeakly: NIOLoopBound<WeakConnection> { NIOLoopBound(WeakConnection(self), eventLoop: loop) }

    // MARK: Events of the transport

    func opened(by transport: any Transport, peer: Peer) {
        self.transport = transport
        self.peer = peer
        lastReceived = clock.now
        nextStallCheck = lastReceived + keepAlive.interval
        scheduleKeepAlive(in: shortestSilence)
        delegate.connected(self, peer: peer)
        flush()
    }

    func received(_ bytes: ByteBuffer) {
        var bytes = bytes
        isReading = true
        lastReceived = clock.now
        pingSent = nil
        delegate.willReceive(self)
        machine.receive(&bytes, now: lastReceived)
        deliverEvents()
    }

    /// A read is complete: tasks continue, and their output is written together.
    func receivedAll() {
        delegate.didReceiveAll()
        executor?.run()
        isReading = false
        flush()
    }

    func writable() { flush() }

    /// Whether nothing more should be read until the transport is writable again.
    var isOutputOverLimit: Bool { machine.isOutputOverLimit }

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

    /// The most messages that are written together while there is more to read.
    private static let messagesWrittenTogether = 32

    private func deliverEvents() {
        // A handler that an event starts may close the connection.
        while transport != nil, let event = machine.nextEvent() {
            delegate.handle(consume event, on: self)
            if unwrittenMessages >= Connection.messagesWrittenTogether { write() }
        }
        if closeReason == nil, let violation = machine.violation {
            close(reason: "the peer broke the protocol: \(violation)")
        }
    }

    // MARK: Used by calls, on the loop

    /// Server: a call has come.
    func callReceived() { counters.started += 1 }

    /// A call ended, with OK or with anything else.
    func callEnded(succeeded: Bool) {
        if succeeded { counters.succeeded += 1 } else { counters.failed += 1 }
    }

    /// The calls that run now, as the delegate knows them.
    var streams: [(id: StreamID, method: String, deadline: NIODeadline?)] { delegate.streams }

    /// Ends calls on behalf of some callers.
    func endCalls(_ status: (any CallerIdentity, CallKind) -> Status?) { delegate.endCalls(status) }

    /// The time of the present read, or the present time.
    var now: NIODeadline { isReading ? lastReceived : clock.now }

    /// Sends a message; see ``ConnectionStateMachine/sendMessage(_:on:end:isCompressed:)``.
    @discardableResult
    func send(_ bytes: ByteBuffer, on stream: StreamID, end: Bool, isCompressed: Bool = false) -> Int {
        counters.messagesSent += 1
        unwrittenMessages += 1
        let buffered = machine.sendMessage(bytes, on: stream, end: end, isCompressed: isCompressed)
        scheduleFlush()
        return buffered
    }

    /// Sends the last message of a stream, made where it leaves from.
    func send(_ message: borrowing PackedMessage, on stream: StreamID) {
        counters.messagesSent += 1
        unwrittenMessages += 1
        machine.sendMessage(length: message.size, on: stream, end: true) { message.write(to: $0) }
        scheduleFlush()
    }

    /// Client: starts a call.
    func startCall(_ header: CallHeader) throws(ConnectionStateMachine.StartError) -> StreamID {
        let stream = try machine.startCall(header)
        counters.started += 1
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

    /// The other side's limit for metadata in bytes.
    var largestPeerMetadata: Int { machine.remoteSettings.maximumMetadataSize }

    /// This side's advertised limits.
    let largestMessage: Int
    let encodings: Encodings

    /// Bytes that wait to be written or for credit.
    var outputBytes: Int { machine.sendBufferBytes }

    /// Bytes of messages and output that the connection stores.
    var heldBytes: Int { machine.heldBytes }

    /// What the peer does not take at present.
    var blockedOutput: BlockedOutput {
        BlockedOutput(
            streams: machine.blockedStreams,
            isBlocked: transport?.isWritable == false,
            chunksWritten: chunksWritten
        )
    }

    /// Whether the peer does not take something at present.
    var hasBlockedOutput: Bool { machine.hasBufferedMessages || transport?.isWritable == false }

    /// Bytes of a stream that are buffered.
    func bufferedBytes(on stream: StreamID) -> Int { machine.bufferedBytes(on: stream) }

    var acceptsCalls: Bool { machine.acceptsCalls && transport?.isActive == true }

    var runningCalls: Int { machine.runningStreams - backgroundStreams }

    /// Calls that do not count, such as health watches.
    var backgroundStreams = 0

    /// Client: calls that the server allows at once.
    var callsAllowed: Int { machine.remoteSettings.maximumConcurrentStreams }

    /// Client: whether there are as many calls as the server allows.
    var isFull: Bool {
        transport?.isActive == true && !machine.isGoingAway
            && machine.runningStreams >= callsAllowed
    }

    /// Writes at the end of the loop's present turn, all output at once.
    private func scheduleFlush() {
        guard !isReading, !isFlushScheduled else { return }
        isFlushScheduled = true
        let bound = bound
        loop.execute {
            let connection = bound.value
            connection.isFlushScheduled = false
            connection.flush()
        }
    }

    @discardableResult
    private func write() -> Bool {
        guard let transport, transport.isActive else { return false }
        unwrittenMessages = 0
        var wrote = false
        while transport.isWritable, let output = machine.takeOutput() {
            // Parts of large messages follow as the socket takes them.
            transport.write(output)
            wrote = true
            chunksWritten &+= 1
        }
        return wrote
    }

    private func flush() {
        guard transport?.isActive == true else { return }
        // Sending can finish streams, which produces events.
        if write() { deliverEvents() }
        delegate.didMove(self, stored: heldBytes)
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
        let bound = bound
        keepAliveTimer = clock.schedule(at: clock.now + delay, on: loop) { bound.value.checkKeepAlive() }
    }

    /// Checks for a stall, at most once in the longer interval.
    private func checkForStall(_ now: NIODeadline) -> String? {
        guard now >= nextStallCheck else { return nil }
        nextStallCheck = now + keepAlive.interval
        return stallWatch.stall(
            StallDetector.Look(
                inbound: machine.inboundProgress,
                chunksWritten: chunksWritten,
                isBlocked: transport?.isWritable == false
            )
        )
    }

    /// Calls can start at any time, so the shorter silence decides when to look.
    private var shortestSilence: TimeAmount { min(keepAlive.interval, keepAlive.busyInterval ?? keepAlive.interval) }

    private func checkKeepAlive() {
        let now = clock.now
        let isBusy = runningCalls > 0
        let timeout = isBusy ? keepAlive.busyTimeout ?? keepAlive.timeout : keepAlive.timeout
        if let pingSent {
            guard now < pingSent + timeout else {
                isUnanswered = true
                let reason = "the peer no longer answers"
                close(reason: reason)
                // An orderly close can take as long as the peer hangs, so the end is reported now.
                return closed(reason)
            }
            return scheduleKeepAlive(in: pingSent + timeout - now)
        }
        if let stall = checkForStall(now) { return close(reason: stall) }
        let interval = isBusy ? keepAlive.busyInterval ?? keepAlive.interval : keepAlive.interval
        let silence = now - lastReceived
        guard silence >= interval else { return scheduleKeepAlive(in: min(interval - silence, shortestSilence)) }
        pingSent = now
        machine.sendPing(random.next())
        counters.keepAlivesSent += 1
        flush()
        scheduleKeepAlive(in: timeout)
    }

    /// Deadlines within this span expire together, since each expiry scans all calls.
    private static let deadlineGrain = TimeAmount.milliseconds(1)

    /// Asks for ``ConnectionDelegate/deadlineReached(_:now:)`` at a time; only the earliest one asked for is kept.
    func wake(at deadline: NIODeadline) {
        guard deadline < deadlineTime else { return }
        let deadline = deadline + Connection.deadlineGrain
        deadlineTimer?.cancel()
        deadlineTime = deadline
        let bound = bound
        deadlineTimer = clock.schedule(at: deadline, on: loop) { bound.value.deadlineTimerFired() }
    }

    private func deadlineTimerFired() {
        deadlineTime = .distantFuture
        deadlineTimer = nil
        delegate.deadlineReached(self, now: clock.now)
        flush()
    }
}

/// A connection that may be gone.
struct WeakConnection {
    private(set) weak var connection: Connection?

    init(_ connection: Connection) { self.connection = connection }
}
