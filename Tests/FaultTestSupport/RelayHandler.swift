import NIOCore

/// One side of a proxied connection: passes what it receives to its partner, with the faults that are switched on.
///
/// Both sides are on one event loop.
final class RelayHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    private enum Event {
        case bytes(ByteBuffer)
        /// The sender sends no more.
        case end
        /// The sender's connection is gone.
        case close
    }

    private let eventLoop: any EventLoop
    private let switches: FaultSwitches
    /// For the side of a PostgreSQL server.
    private var scanner: CommitAnswerScanner?
    private var partner: RelayHandler?
    private var context: ChannelHandlerContext?
    private var queue: [(due: NIODeadline, event: Event)] = []
    private var isReadPending = false

    /// - Parameter findsCommits: Whether what it receives comes from a PostgreSQL server.
    init(on eventLoop: any EventLoop, switches: FaultSwitches, findsCommits: Bool) {
        self.eventLoop = eventLoop
        self.switches = switches
        scanner = findsCommits ? CommitAnswerScanner() : nil
    }

    /// Makes two handlers pass to each other.
    static func connect(_ one: RelayHandler, _ other: RelayHandler) {
        one.partner = other
        other.partner = one
        for each in [one, other] {
            each.pump()
            each.readIfPending()
        }
    }

    // MARK: Receiving

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        // Its end may not have been passed on yet.
        guard let partner, partner.context == nil else { return }
        partner.partner = nil
        self.partner = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        guard let (passed, isDropped) = scanner?.take(bytes, drops: switches.takeCommitDrop) else {
            return enqueue(.bytes(bytes))
        }
        if passed.readableBytes > 0 { enqueue(.bytes(passed)) }
        guard isDropped else { return }
        enqueue(.close)
        context.close(promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { return enqueue(.end) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) { enqueue(.close) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { partner?.readIfPending() }
    }

    // MARK: Passing on

    private func enqueue(_ event: Event) {
        let now = eventLoop.now
        let delay = switches.current.delay ?? .nanoseconds(0)
        // Nothing overtakes what came before it.
        queue.append((max(now + delay, queue.last?.due ?? now), event))
        pump()
    }

    /// Goes on after a fault: also for a partner that has ended meanwhile, and whose end has not been passed on.
    func resume() {
        pump()
        partner?.pump()
        readIfPending()
    }

    /// Passes on what is due, unless the connection is half-open.
    func pump() {
        guard let partner, !switches.current.isHalfOpen else { return }
        while let first = queue.first {
            guard first.due <= eventLoop.now else {
                let handler = NIOLoopBound(self, eventLoop: eventLoop)
                eventLoop.scheduleTask(deadline: first.due) { handler.value.pump() }
                return
            }
            queue.removeFirst()
            partner.perform(first.event)
        }
        readIfPending()
    }

    private func perform(_ event: Event) {
        guard let context else { return }
        switch event {
        case .bytes(let bytes): context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
        case .end: context.close(mode: .output, promise: nil)
        case .close: context.close(promise: nil)
        }
    }

    // MARK: Reading no more than is passed on

    func read(context: ChannelHandlerContext) {
        if mayRead { context.read() } else { isReadPending = true }
    }

    /// A half-open connection reads nothing, so that its sender sees neither a response nor an end.
    private var mayRead: Bool {
        guard let partner = partner?.context else { return false }
        return queue.isEmpty && partner.channel.isWritable && !switches.current.isHalfOpen
    }

    func readIfPending() {
        guard isReadPending, mayRead, let context else { return }
        isReadPending = false
        context.read()
    }
}
