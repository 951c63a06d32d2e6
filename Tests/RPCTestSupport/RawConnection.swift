import NIOCore
import NIOPosix
package import TLS
package import Wire

/// A connection that sends whatever bytes a test wants, over TLS or in the clear.
package final class RawConnection: Sendable {
    private let channel: any Channel
    private let received: Recorder<[UInt8]>
    private let failures: Recorder<String>

    private init(_ channel: any Channel, _ received: Recorder<[UInt8]>, _ failures: Recorder<String>) {
        self.channel = channel
        self.received = received
        self.failures = failures
    }

    /// Connects.
    /// - Parameters:
    ///   - tls: Nil for bytes in the clear.
    ///   - reads: Whether what comes in is read; a connection that doesn't still does its handshake.
    ///   - address: The loopback address that it comes from; nil for the usual one.
    package static func connect(
        port: Int,
        tls: TLSContext?,
        reads: Bool = true,
        from address: String? = nil
    ) async throws -> RawConnection {
        let received = Recorder<[UInt8]>()
        let failures = Recorder<String>()
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        if let address { bootstrap = bootstrap.bind(to: try SocketAddress(ipAddress: address, port: 0)) }
        let channel =
            try await bootstrap
            .channelOption(.autoRead, value: reads)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try Self.configure(channel, tls, received, failures)
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return RawConnection(channel, received, failures)
    }

    /// The server's side of a connection that was just accepted; on its event loop.
    static func accept(_ channel: any Channel, tls: TLSContext?) throws -> RawConnection {
        let received = Recorder<[UInt8]>()
        let failures = Recorder<String>()
        try configure(channel, tls, received, failures)
        return RawConnection(channel, received, failures)
    }

    private static func configure(
        _ channel: any Channel,
        _ tls: TLSContext?,
        _ received: Recorder<[UInt8]>,
        _ failures: Recorder<String>
    ) throws {
        if let tls { try channel.pipeline.syncOperations.addHandler(TLSHandler(context: tls)) }
        try channel.pipeline.syncOperations.addHandler(Collector(received: received, failures: failures))
    }

    /// Sends bytes.
    package func send(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
    }

    /// Leaves what comes from now on in the socket.
    package func stopReading() async throws { try await channel.setOption(.autoRead, value: false).get() }

    /// Returns once the other side has ended the connection.
    /// - Throws: `CancellationError` when the task is cancelled before, which ends the connection, too.
    package func waitForEnd() async throws {
        try await withTaskCancellationHandler {
            try await channel.closeFuture.get()
        } onCancel: {
            channel.close(promise: nil)
        }
        try Task.checkCancellation()
    }

    /// Returns once this many bytes have come in all.
    @discardableResult
    package func wait(forBytes count: Int) async throws -> [UInt8] {
        try await received.wait { $0.reduce(0) { $0 + $1.count } >= count }.flatMap(\.self)
    }

    /// Returns all frames once there is one that a test waits for.
    /// - Parameter skipping: Bytes ahead of the first frame: a client's preface.
    @discardableResult
    package func wait(
        skipping: Int = 0,
        forFrame condition: @escaping @Sendable (RawFrame) -> Bool
    ) async throws -> [RawFrame] {
        let bytes = try await received.wait { pieces in
            RawFrame.all(in: Array(pieces.joined().dropFirst(skipping))).contains(where: condition)
        }
        return RawFrame.all(in: Array(bytes.joined().dropFirst(skipping)))
    }

    /// Returns as soon as a condition on all bytes that came holds.
    @discardableResult
    package func wait(until condition: @escaping @Sendable ([UInt8]) -> Bool) async throws -> [UInt8] {
        try await received.wait { condition($0.flatMap(\.self)) }.flatMap(\.self)
    }

    /// What has come in so far.
    package var bytes: [UInt8] { received.values.flatMap(\.self) }

    /// What has come in so far, as whole frames.
    package var frames: [RawFrame] { RawFrame.all(in: bytes) }

    /// Why the connection failed; nil when it has not.
    package var failure: String? { failures.values.first }

    /// Ends the connection.
    package func close() async { try? await channel.close() }
}

/// A frame as a test sends or gets it.
package struct RawFrame: Sendable, Equatable {
    package var type: UInt8
    package var flags: FrameFlags
    package var stream: StreamID
    package var payload: [UInt8]

    /// Makes a frame that may be wrong.
    package init(
        _ type: FrameType,
        flags: FrameFlags = [],
        stream: StreamID = 0,
        _ payload: [UInt8] = []
    ) {
        self.type = type.rawValue
        self.flags = flags
        self.stream = stream
        self.payload = payload
    }

    /// What goes over the wire.
    package var bytes: [UInt8] {
        let length = payload.count
        let head = [UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), type, flags.rawValue]
        return head + (0..<4).map { UInt8(truncatingIfNeeded: stream >> (24 - 8 * $0)) } + payload
    }

    /// A CALL without template, deadline and metadata.
    package static func call(_ stream: StreamID, _ method: String) -> RawFrame {
        RawFrame(.call, stream: stream, [0, UInt8(method.utf8.count)] + Array(method.utf8) + [0, 0, 0])
    }

    /// The code of a GOAWAY frame.
    package var goAwayCode: ConnectionErrorCode? {
        guard type == FrameType.goAway.rawValue, payload.count >= 5 else { return nil }
        return ConnectionErrorCode(rawValue: payload[4])
    }

    /// The code of a STATUS frame.
    package var statusCode: StatusCode? {
        guard type == FrameType.status.rawValue, let code = payload.first else { return nil }
        return StatusCode(rawValue: code)
    }

    /// The whole frames at the beginning of some bytes.
    static func all(in bytes: [UInt8]) -> [RawFrame] {
        var buffer = ByteBuffer(bytes: bytes)
        var frames: [RawFrame] = []
        while let header = FrameHeader(from: &buffer), let payload = buffer.readBytes(length: header.length) {
            var frame = RawFrame(.settings, flags: header.flags, stream: header.stream, payload)
            frame.type = header.type
            frames.append(frame)
        }
        return frames
    }

    /// What an honest side of a connection sends first.
    package static func opening(of role: ConnectionStateMachine.Role) -> [UInt8] {
        var machine = ConnectionStateMachine(role: role)
        return machine.takeOutput().map { Array($0.readableBytesView) } ?? []
    }
}

private final class Collector: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let received: Recorder<[UInt8]>
    private let failures: Recorder<String>

    init(received: Recorder<[UInt8]>, failures: Recorder<String>) {
        self.received = received
        self.failures = failures
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.record(Array(unwrapInboundIn(data).readableBytesView))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        failures.record("\(error)")
        context.close(promise: nil)
    }
}
