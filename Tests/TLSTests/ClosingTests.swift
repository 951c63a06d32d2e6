import NIOCore
import NIOEmbedded
import TLS
import Testing

@Suite("Closing a connection")
struct ClosingTests {
    @Test("without close_notify is reported as truncation, and pending writes fail")
    func truncation() throws {
        let pair = try Pair.connected()
        let pending: EventLoopFuture<Void> = pair.server.channel.write(ByteBuffer(string: "never flushed"))
        pair.server.endStream()
        #expect(pair.server.recorder.errors == [.truncated])
        #expect(pair.server.recorder.isInactive)
        #expect(throws: ChannelError.self) { try pending.wait() }
    }

    @Test("after a part of a record is reported as truncation")
    func truncatedRecord() throws {
        let pair = try Pair.connected()
        pair.client.send("half of this")
        var sent = try pair.client.takeSent()
        try pair.server.receive(sent.readSlice(length: sent.readableBytes - 1)!)
        pair.server.endStream()
        #expect(pair.server.recorder.received.readableBytes == 0)
        #expect(pair.server.recorder.errors == [.truncated])
    }

    @Test("sends what was flushed, fails what wasn't, and is seen as an orderly end")
    func orderlyClose() throws {
        let pair = try Pair.connected()
        let flushed = pair.client.send("last words")
        let unflushed: EventLoopFuture<Void> = pair.client.channel.write(ByteBuffer(string: "not these"))
        let closed: EventLoopFuture<Void> = pair.client.channel.close()
        let late = pair.client.send("too late")
        try pair.pump()
        try flushed.wait()
        try closed.wait()
        #expect(throws: ChannelError.self) { try unflushed.wait() }
        #expect(throws: ChannelError.self) { try late.wait() }
        #expect(pair.server.recorder.received == ByteBuffer(string: "last words"))
        #expect(pair.server.recorder.sawInputClosed)
        #expect(pair.server.recorder.isInactive && pair.client.recorder.isInactive)
        #expect(pair.server.recorder.errors.isEmpty && pair.client.recorder.errors.isEmpty)
    }

    @Test("during a read sends the answers that were put off")
    func closeInRead() throws {
        let pair = try Pair.connected()
        pair.server.recorder.onRead = { context, _ in
            context.writeAndFlush(NIOAny(ByteBuffer(string: "answer")), promise: nil)
            context.close(promise: nil)
        }
        pair.client.send("request")
        try pair.pump()
        #expect(pair.client.recorder.received == ByteBuffer(string: "answer"))
        #expect(pair.client.recorder.errors.isEmpty)
        #expect(!pair.client.channel.isActive && !pair.server.channel.isActive)
    }

    @Test("before the handshake is complete fails what waits for it")
    func closeInHandshake() throws {
        let pair = try Pair(client: .testClient(), server: .testServer())
        let waiting = pair.client.send("never")
        try pair.client.activate()
        let closed: EventLoopFuture<Void> = pair.client.channel.close()
        try closed.wait()
        #expect(throws: ChannelError.self) { try waiting.wait() }
        #expect(pair.client.recorder.errors.isEmpty)
    }

    @Test("twice completes both promises")
    func closeTwice() throws {
        let pair = try Pair.connected()
        let first: EventLoopFuture<Void> = pair.client.channel.close()
        let second: EventLoopFuture<Void> = pair.client.channel.close()
        try pair.pump()
        try first.wait()
        #expect(throws: ChannelError.self) { try second.wait() }
    }

    @Test("while writes fail reports the failure to each of them")
    func failedConnection() throws {
        let pair = try Pair.connected()
        let unflushed: EventLoopFuture<Void> = pair.server.channel.write(ByteBuffer(string: "waiting"))
        try pair.server.receive(ByteBuffer(string: "this is no record of this connection"))
        #expect(throws: TLSError.self) { try unflushed.wait() }
        #expect(pair.server.recorder.errors.count == 1)
        #expect(throws: ChannelError.self) { try pair.server.send("late").wait() }
    }
}
