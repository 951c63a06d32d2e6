import NIOCore
import NIOPosix
package import TLS

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
    /// - Parameter tls: Nil for bytes in the clear.
    package static func connect(port: Int, tls: TLSContext?) async throws -> RawConnection {
        let received = Recorder<[UInt8]>()
        let failures = Recorder<String>()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(TLSHandler(context: tls)) }
                    try channel.pipeline.syncOperations.addHandler(Collector(received: received, failures: failures))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return RawConnection(channel, received, failures)
    }

    /// Sends bytes.
    package func send(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
    }

    /// Returns once the other side has ended the connection.
    package func waitForEnd() async throws { try await channel.closeFuture.get() }

    /// Returns once this many bytes have come in all.
    package func wait(forBytes count: Int) async -> [UInt8] {
        await received.wait { $0.reduce(0) { $0 + $1.count } >= count }.flatMap(\.self)
    }

    /// Returns as soon as a condition on all bytes that came holds.
    @discardableResult
    package func wait(until condition: @escaping @Sendable ([UInt8]) -> Bool) async -> [UInt8] {
        await received.wait { condition($0.flatMap(\.self)) }.flatMap(\.self)
    }

    /// What has come in so far.
    package var bytes: [UInt8] { received.values.flatMap(\.self) }

    /// Ends the connection.
    package func close() async { try? await channel.close() }
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
