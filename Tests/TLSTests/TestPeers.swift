import NIOCore
import NIOEmbedded
import TLS

/// What a ``TLSHandler`` tells the application, in order.
final class Recorder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private(set) var received = ByteBuffer()
    private(set) var reads = 0
    private(set) var handshakes: [TLSHandshakeCompleted] = []
    private(set) var errors: [TLSError] = []
    private(set) var sawInputClosed = false
    private(set) var isInactive = false
    /// Runs on each read, as an application that answers.
    var onRead: ((ChannelHandlerContext, ByteBuffer) -> Void)?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = Self.unwrapInboundIn(data)
        reads += 1
        onRead?(context, bytes)
        received.writeBuffer(&bytes)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let handshake = event as? TLSHandshakeCompleted { handshakes.append(handshake) }
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { sawInputClosed = true }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? TLSError { errors.append(error) } else { context.fireErrorCaught(error) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        isInactive = true
        context.fireChannelInactive()
    }

    func takeReceived() -> ByteBuffer {
        defer { received = ByteBuffer() }
        return received
    }
}

/// One end of a connection without a network.
struct Peer {
    let channel: EmbeddedChannel
    let recorder = Recorder()

    init(
        _ context: TLSContext,
        loop: EmbeddedEventLoop,
        timeouts: TLSHandler.Timeouts = .init()
    ) throws {
        channel = EmbeddedChannel(loop: loop)
        try channel.pipeline.syncOperations.addHandlers([
            TLSHandler(context: context, timeouts: timeouts), recorder,
        ])
    }

    func activate() throws {
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    }

    var sent: ByteBuffer? {
        get throws { try channel.readOutbound(as: ByteBuffer.self) }
    }

    /// Everything that was sent and not taken yet.
    func takeSent() throws -> ByteBuffer {
        var all = ByteBuffer()
        while var bytes = try sent { all.writeBuffer(&bytes) }
        return all
    }

    func receive(_ bytes: ByteBuffer) throws {
        if channel.isActive { try channel.writeInbound(bytes) }
    }

    /// The network's end of the stream, with which the channel closes without asking its handlers.
    func endStream() {
        channel._channelCore.close0(error: ChannelError.eof, mode: .all, promise: nil)
    }

    @discardableResult
    func send(_ text: String) -> EventLoopFuture<Void> {
        channel.writeAndFlush(ByteBuffer(string: text))
    }
}

/// A client and a server whose bytes are carried by hand.
struct Pair {
    let loop = EmbeddedEventLoop()
    let client: Peer
    let server: Peer

    init(
        client: TLSContext,
        server: TLSContext,
        timeouts: TLSHandler.Timeouts = .init()
    ) throws {
        self.client = try Peer(client, loop: loop, timeouts: timeouts)
        self.server = try Peer(server, loop: loop, timeouts: timeouts)
    }

    /// A pair with the handshake done.
    static func connected() throws -> Pair {
        let pair = try Pair(client: .testClient(), server: .testServer())
        try pair.connect()
        return pair
    }

    func connect() throws {
        try server.activate()
        try client.activate()
        try pump()
    }

    /// Carries bytes both ways, in pieces of at most `piece`, until neither side has more to say.
    func pump(piece: Int = .max) throws {
        while true {
            let moved = try (carry(client, server, piece), carry(server, client, piece))
            if moved == (false, false) { break }
        }
    }

    private func carry(_ source: Peer, _ target: Peer, _ piece: Int) throws -> Bool {
        var moved = false
        while var bytes = try source.sent {
            while let part = bytes.readSlice(length: min(piece, bytes.readableBytes)), part.readableBytes > 0 {
                try target.receive(part)
            }
            moved = true
        }
        // A channel that has closed ends the stream for its peer.
        if !source.channel.isActive, target.channel.isActive { target.endStream() }
        return moved
    }
}

/// The lengths on the wire of the TLS records in `bytes`.
func recordLengths(_ bytes: ByteBuffer) -> [Int] {
    var rest = bytes
    var lengths: [Int] = []
    while let header = rest.readBytes(length: 5) {
        let length = Int(header[3]) << 8 | Int(header[4])
        lengths.append(length)
        rest.moveReaderIndex(forwardBy: min(length, rest.readableBytes))
    }
    return lengths
}

/// Bytes without a pattern that a shifted or repeated block could hide in.
func patternedBytes(_ count: Int) -> ByteBuffer {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return ByteBuffer(
        bytes: (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    )
}
