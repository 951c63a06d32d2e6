public import Logging
public import NIOCore

/// The user event that a ``TLSHandler`` fires when its handshake is complete; no data comes before it.
///
/// A client whose certificate the server rejects sees this first and the server's rejection as an error after it.
public struct TLSHandshakeCompleted: Sendable, Equatable {
    /// The peer's verified certificate; `nil` for a client that sent none and needn't.
    public let peer: PeerCertificate?

    /// The application protocol that ALPN settled on; `nil` when ALPN isn't used.
    public let alpn: String?

    /// The cipher suite, such as `TLS_AES_128_GCM_SHA256`.
    public let cipher: String
}

/// TLS as a channel handler: ciphertext towards the network, plaintext towards the application.
///
/// Writes wait for a flush; everything that is flushed together leaves in as few records as possible and in one write.
/// Flushes inside one read are put off until the read is complete, unless asked for otherwise. Errors are ``TLSError``s;
/// after one of them the handler sends the alert for the peer and closes the channel.
public final class TLSHandler: ChannelDuplexHandler {
    /// Ciphertext from the network.
    public typealias InboundIn = ByteBuffer
    /// Plaintext for the application.
    public typealias InboundOut = ByteBuffer
    /// Plaintext of the application.
    public typealias OutboundIn = ByteBuffer
    /// Ciphertext for the network.
    public typealias OutboundOut = ByteBuffer

    /// How long the handler waits for its peer.
    public struct Timeouts: Sendable {
        /// For the whole handshake.
        public var handshake: TimeAmount
        /// On closing, for the network to take what was flushed.
        public var drain: TimeAmount
        /// On closing, for the peer to close its side after everything was sent.
        public var linger: TimeAmount

        /// Timeouts; the defaults are 10 s for the handshake, 30 s to drain and 2 s to linger.
        public init(
            handshake: TimeAmount = .seconds(10),
            drain: TimeAmount = .seconds(30),
            linger: TimeAmount = .seconds(2)
        ) {
            self.handshake = handshake
            self.drain = drain
            self.linger = linger
        }
    }

    enum State {
        case idle
        case handshaking
        case open
        /// Our last bytes are on their way, or sent and the peer hasn't closed yet. Input is discarded.
        case closing
        case closed
    }

    let timeouts: Timeouts
    let logger: Logger?
    private let gathersWithinReads: Bool
    /// `nil` once the handler is out of its pipeline.
    var session: TLSSession?
    var state = State.idle
    var queue = OutboundQueue()
    var isOutputClosed = false
    var hasPeerClosed = false
    /// What was asked for during the handshake and waits for its end, so that what was flushed before it is sent.
    var deferredClose: CloseMode?
    var outputClosePromises: [EventLoopPromise<Void>] = []
    var closePromises: [EventLoopPromise<Void>] = []
    /// The one deadline that runs: of the handshake, of draining or of lingering.
    var deadline: Scheduled<Void>?
    private var isReading = false
    private var isFlushDeferred = false
    private var isReadAwaited = false

    /// Flushed bytes that don't wait for the end of a read.
    private static let deferralLimit = 4 * TLSSession.recordLimit

    /// A handler for one connection, with the certificates that the context holds now.
    ///
    /// - Parameters:
    ///   - context: What to offer and to demand; it also says which side this is.
    ///   - serverName: For a client: the DNS name or IP address that the server's certificate must carry.
    ///   - expectedService: For a client: the service that the server's certificate must name; the DNS name isn't
    ///     checked then. If both are `nil`, the context's configuration holds.
    ///   - timeouts: How long to wait for the peer.
    ///   - gathersWithinReads: Whether flushes inside one read are put off until the read is complete.
    ///   - logger: Where details of failures go, at `debug`.
    /// - Throws: ``TLSError/missingExpectation`` for a client that would accept any server.
    public init(
        context: TLSContext,
        serverName: String? = nil,
        expectedService: String? = nil,
        timeouts: Timeouts = Timeouts(),
        gathersWithinReads: Bool = true,
        logger: Logger? = nil
    ) throws(TLSError) {
        session = try TLSSession(context: context, serverName: serverName, expectedService: expectedService)
        self.timeouts = timeouts
        self.gathersWithinReads = gathersWithinReads
        self.logger = logger
    }

    // MARK: Handshake

    /// Starts the handshake if the channel is active already.
    public func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { startHandshake(context) }
    }

    /// Starts the handshake.
    public func channelActive(context: ChannelHandlerContext) {
        startHandshake(context)
        context.fireChannelActive()
    }

    private func startHandshake(_ context: ChannelHandlerContext) {
        guard state == .idle, let session else { return }
        state = .handshaking
        setDeadline(timeouts.handshake, context) { handler, context in
            handler.fail(.handshakeFailed(.timedOut), context)
        }
        if !session.isServer {
            let step = session.continueHandshake()
            sendSessionOutput(context)
            if case .failed(let error) = step { fail(error, context) }
        }
        // The application may not read by itself before it sees the handshake complete.
        if state == .handshaking { context.read() }
    }

    private func finishHandshake(_ session: TLSSession, _ context: ChannelHandlerContext) {
        clearDeadline()
        state = .open
        let event = TLSHandshakeCompleted(
            peer: session.peerCertificate,
            alpn: session.applicationProtocol,
            cipher: session.cipher
        )
        context.fireUserInboundEventTriggered(event)
        guard state == .open else { return }
        if queue.flushedWrites > 0 { isFlushDeferred = true }
        closeAsDeferred(context)
    }

    // MARK: Inbound

    /// Decrypts ciphertext and delivers the plaintext of every record that is complete.
    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isReading = true
        guard let session, state == .handshaking || state == .open, !hasPeerClosed else { return }
        let received = session.receive(Self.unwrapInboundIn(data))
        sendSessionOutput(context)
        if received.completedHandshake { finishHandshake(session, context) }
        if received.plaintext.readableBytes > 0, state == .open {
            isReadAwaited = false
            context.fireChannelRead(Self.wrapInboundOut(received.plaintext))
        }
        switch received.ending {
        case .needsInput: break
        case .closedByPeer: peerClosed(context)
        case .failed(let error): fail(error, context)
        }
    }

    /// Sends what was flushed within the read.
    public func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        isReading = false
        if isFlushDeferred, state == .open { sendFlushed(context) }
        // Nobody downstream has seen anything of this read, so nobody would ask for the next one.
        if state == .handshaking || state == .closing || (state == .open && isReadAwaited) { context.read() }
    }

    /// Reads from the network until there is plaintext to deliver.
    public func read(context: ChannelHandlerContext) {
        isReadAwaited = true
        context.read()
    }

    // MARK: Outbound

    /// Queues plaintext until the next flush; fails the promise once the output is closed.
    public func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch state {
        case .idle, .handshaking, .open:
            if isOutputClosed || deferredClose != nil {
                promise?.fail(ChannelError.outputClosed)
            } else {
                queue.append(Self.unwrapOutboundIn(data), promise: promise)
            }
        case .closing, .closed:
            promise?.fail(ChannelError.ioOnClosedChannel)
        }
    }

    /// Encrypts and sends what was written; within a read, at its end.
    public func flush(context: ChannelHandlerContext) {
        // What wasn't flushed when closing was asked for isn't sent.
        if deferredClose == nil { queue.flush() }
        guard state == .open else { return }
        if isReading, gathersWithinReads, queue.flushedBytes < Self.deferralLimit {
            isFlushDeferred = true
        } else {
            sendFlushed(context)
        }
    }

    /// Encrypts and writes everything that was flushed.
    func sendFlushed(_ context: ChannelHandlerContext) {
        isFlushDeferred = false
        guard let session, queue.flushedWrites > 0 else { return }
        while queue.flushedWrites > 0, state == .open {
            let encrypted = session.encrypt(&queue)
            if let failure = encrypted.failure {
                encrypted.promise?.fail(failure)
                fail(failure, context)
                return
            }
            // A chunk that the network takes at once leaves its buffer to the next one.
            context.writeAndFlush(Self.wrapOutboundOut(encrypted.ciphertext), promise: encrypted.promise)
        }
    }

    /// Encrypts what is flushed from now on under a new key, which happens by itself before a key has served too long.
    ///
    /// - Returns: Whether there was a connection to do it on.
    package func updateKey() -> Bool {
        state == .open && session?.updateKey() == true
    }

    /// Sends OpenSSL's own output, such as handshake messages and alerts.
    func sendSessionOutput(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>? = nil) {
        if let output = session?.takeOutput(allocator: context.channel.allocator) {
            context.writeAndFlush(Self.wrapOutboundOut(output), promise: promise)
        } else {
            promise?.succeed()
        }
    }
}
