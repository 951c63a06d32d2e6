import NIOCore
import NIOPosix
import TLS
import Testing

@Suite("Over a real socket", .timeLimit(.minutes(5)))
struct SocketTests {
    /// Sends back what comes, and closes on a lone "bye".
    private final class Echo: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = Self.unwrapInboundIn(data)
            context.write(Self.wrapOutboundOut(bytes), promise: nil)
            if bytes == ByteBuffer(string: "bye") {
                context.flush()
                context.close(promise: nil)
            }
        }

        func channelReadComplete(context: ChannelHandlerContext) { context.flush() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {}
    }

    /// Collects what comes until the connection ends.
    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        struct Outcome: Sendable {
            var bytes = ByteBuffer()
            var errors: [TLSError] = []
        }

        private var outcome = Outcome()
        private let expected: Int
        private let promise: EventLoopPromise<Outcome>

        /// After `expected` bytes it closes the connection.
        init(expected: Int, promise: EventLoopPromise<Outcome>) {
            self.expected = expected
            self.promise = promise
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            outcome.bytes.writeImmutableBuffer(Self.unwrapInboundIn(data))
            if outcome.bytes.readableBytes >= expected { context.close(promise: nil) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            if let error = error as? TLSError { outcome.errors.append(error) }
        }

        func channelInactive(context: ChannelHandlerContext) {
            promise.succeed(outcome)
        }
    }

    /// Answers only when the client has said everything, then closes.
    private final class AnswerAtEnd: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private var received = ByteBuffer()

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received.writeImmutableBuffer(Self.unwrapInboundIn(data))
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            guard case ChannelEvent.inputClosed? = event as? ChannelEvent else { return }
            context.writeAndFlush(Self.wrapOutboundOut(received), promise: nil)
            context.close(promise: nil)
        }
    }

    private static func withServer<Outcome: Sendable>(
        _ context: TLSContext,
        handler: @escaping @Sendable () -> any ChannelHandler = { Echo() },
        allowsHalfClosure: Bool = false,
        timeouts: TLSHandler.Timeouts = .init(),
        accepted: EventLoopPromise<any Channel>? = nil,
        _ body: (SocketAddress) async throws -> Outcome
    ) async throws -> Outcome {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelOption(.allowRemoteHalfClosure, value: allowsHalfClosure)
            .childChannelInitializer { channel in
                accepted?.succeed(channel)
                return channel.eventLoop.makeCompletedFuture {
                    let tls = try TLSHandler(context: context, timeouts: timeouts)
                    try channel.pipeline.syncOperations.addHandlers([tls, handler()])
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let outcome: Outcome
        do {
            outcome = try await body(server.localAddress!)
        } catch {
            try await server.close()
            throw error
        }
        try await server.close()
        return outcome
    }

    /// Sends `bytes` and returns what came until the connection ended.
    private func exchange(
        _ bytes: ByteBuffer,
        client: TLSContext?,
        endsOutput: Bool = false,
        at address: SocketAddress
    ) async throws -> Collector.Outcome {
        let group = MultiThreadedEventLoopGroup.singleton
        let promise = group.next().makePromise(of: Collector.Outcome.self)
        let channel = try await ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let collector = Collector(expected: bytes.readableBytes, promise: promise)
                    if let client {
                        try channel.pipeline.syncOperations.addHandler(TLSHandler(context: client))
                    }
                    try channel.pipeline.syncOperations.addHandler(collector)
                }
            }
            .connect(to: address).get()
        channel.writeAndFlush(bytes, promise: nil)
        if endsOutput { try await channel.close(mode: .output) }
        return try await promise.futureResult.get()
    }

    @Test("data of any size comes back and the connection ends in order", arguments: [1, 16_384, 5_000_000])
    func echo(size: Int) async throws {
        let client = try TLSContext.testClient()
        let server = try TLSContext.testServer()
        let bytes = patternedBytes(size)
        let outcome = try await Self.withServer(server) { try await exchange(bytes, client: client, at: $0) }
        #expect(outcome.bytes == bytes)
        #expect(outcome.errors.isEmpty)
    }

    @Test("an answer that is followed by a close arrives whole")
    func closeAfterAnswer() async throws {
        let client = try TLSContext.testClient()
        let server = try TLSContext.testServer()
        let outcome = try await Self.withServer(server) {
            try await exchange(ByteBuffer(string: "bye"), client: client, at: $0)
        }
        #expect(outcome.bytes == ByteBuffer(string: "bye"))
        #expect(outcome.errors.isEmpty)
    }

    @Test("a client that is rejected learns why, though it was sending already")
    func refusedClient() async throws {
        let client = try TLSContext.testClient(nil)
        let server = try TLSContext.testServer()
        let outcome = try await Self.withServer(server) {
            try await exchange(patternedBytes(1_000_000), client: client, at: $0)
        }
        #expect(outcome.errors == [.handshakeFailed(.rejectedByPeer("certificate required"))])
        #expect(outcome.bytes.readableBytes == 0)
    }

    @Test("a client that has said everything still gets its answer")
    func halfClose() async throws {
        let client = try TLSContext.testClient()
        let server = try TLSContext.testServer()
        let bytes = patternedBytes(300_000)
        let outcome = try await Self.withServer(server, handler: { AnswerAtEnd() }, allowsHalfClosure: true) {
            try await exchange(bytes, client: client, endsOutput: true, at: $0)
        }
        #expect(outcome.bytes == bytes)
        #expect(outcome.errors.isEmpty)
    }

    @Test("a rejected client that won't hang up is cut off after the linger timeout")
    func linger() async throws {
        let server = try TLSContext.testServer()
        let group = MultiThreadedEventLoopGroup.singleton
        let accepted = group.next().makePromise(of: (any Channel).self)
        let timeouts = TLSHandler.Timeouts(linger: .milliseconds(20))
        try await Self.withServer(server, timeouts: timeouts, accepted: accepted) { address in
            let client = try await ClientBootstrap(group: group)
                .channelOption(.allowRemoteHalfClosure, value: true)
                .connect(to: address).get()
            try await client.writeAndFlush(ByteBuffer(string: "GET / HTTP/1.1\r\n\r\n"))
            try await accepted.futureResult.get().closeFuture.get()
            client.close(promise: nil)
        }
    }

    @Test("plain HTTP ends that connection, and the next one is served")
    func plainHTTP() async throws {
        let client = try TLSContext.testClient()
        let server = try TLSContext.testServer()
        try await Self.withServer(server) { address in
            let refused = try await exchange(ByteBuffer(string: "GET / HTTP/1.1\r\n\r\n"), client: nil, at: address)
            #expect(refused.bytes.readableBytes < 18)
            let served = try await exchange(ByteBuffer(string: "hello"), client: client, at: address)
            #expect(served.bytes == ByteBuffer(string: "hello"))
        }
    }
}
