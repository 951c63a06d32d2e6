import NIOCore
import NIOEmbedded
import TLS
import Testing

@Suite("Data on a connection")
struct DataTests {
    @Test(
        "comes back as it was sent, in whatever pieces the network delivers",
        arguments: [
            (1, 1), (16_384, 1), (16_384, 16_405), (16_385, 7), (200_000, 1), (5_000_000, 1_460), (5_000_000, 65_537),
            (5_000_000, .max),
        ]
    )
    func echo(size: Int, piece: Int) throws {
        let pair = try Pair.connected()
        let bytes = patternedBytes(size)
        pair.server.recorder.onRead = { context, bytes in
            context.writeAndFlush(NIOAny(bytes), promise: nil)
        }
        let written: EventLoopFuture<Void> = pair.client.channel.writeAndFlush(bytes)
        try pair.pump(piece: piece)
        try written.wait()
        #expect(pair.server.recorder.received == bytes)
        #expect(pair.client.recorder.received == bytes)
    }

    @Test("crosses a handshake that is cut into single bytes")
    func bytewiseHandshake() throws {
        let pair = try Pair(client: .testClient(), server: .testServer())
        try pair.server.activate()
        try pair.client.activate()
        pair.client.send("early bird")
        try pair.pump(piece: 1)
        #expect(pair.server.recorder.received == ByteBuffer(string: "early bird"))
    }

    @Test("keeps its order whatever the sizes of the writes")
    func order() throws {
        let pair = try Pair.connected()
        let sizes = [0, 1, 16_383, 16_384, 16_385, 3, 0, 40_000, 9, 300_000, 5, 16_384, 2, 8_000, 9_000, 0, 33_000, 0]
        var expected = ByteBuffer()
        var completed: [Int] = []
        for (index, size) in sizes.enumerated() {
            var bytes = patternedBytes(size + index)
            bytes.moveReaderIndex(forwardBy: index)
            expected.writeImmutableBuffer(bytes)
            let written: EventLoopFuture<Void> = pair.client.channel.write(bytes)
            written.assumeIsolated().whenSuccess { completed.append(index) }
            if index % 5 == 4 { pair.client.channel.flush() }
        }
        pair.client.channel.flush()
        try pair.pump(piece: 4_096)
        #expect(pair.server.recorder.received == expected)
        #expect(completed.sorted() == Array(sizes.indices))
    }

    @Test("of many small writes leaves in one record at a flush")
    func coalescing() throws {
        let pair = try Pair.connected()
        for index in 0..<100 { pair.client.channel.write(ByteBuffer(string: "message \(index);"), promise: nil) }
        #expect(try pair.client.takeSent().readableBytes == 0)
        pair.client.channel.flush()
        let sent = try #require(try pair.client.sent)
        #expect(try pair.client.sent == nil)
        #expect(recordLengths(sent).count == 1)
        try pair.server.receive(sent)
        #expect(pair.server.recorder.reads == 1)
        #expect(pair.server.recorder.received.readableBytes == (0..<100).reduce(0) { $0 + "message \($1);".count })
    }

    @Test("of a large write leaves in full records, and the application sees them as one read")
    func fullRecords() throws {
        let pair = try Pair.connected()
        pair.client.channel.write(ByteBuffer(string: "head"), promise: nil)
        pair.client.channel.write(patternedBytes(65_536), promise: nil)
        pair.client.channel.write(ByteBuffer(string: "tail"), promise: nil)
        pair.client.channel.flush()
        let sent = try #require(try pair.client.sent)
        #expect(recordLengths(sent).map { $0 - 17 } == [4, 16_384, 16_384, 16_384, 16_384, 4])
        try pair.server.receive(sent)
        #expect(pair.server.recorder.reads == 1)
        #expect(pair.server.recorder.received.readableBytes == 65_544)
    }

    @Test("answered during one read leaves in one record when the read is complete")
    func answersCoalesce() throws {
        let pair = try Pair.connected()
        pair.server.recorder.onRead = { context, _ in
            for _ in 0..<10 { context.writeAndFlush(NIOAny(ByteBuffer(string: "answer;")), promise: nil) }
        }
        pair.client.send("request")
        try pair.server.receive(pair.client.takeSent())
        #expect(recordLengths(try pair.server.takeSent()) == [70 + 17])
    }

    @Test("written before the handshake goes out after it, in order")
    func writesBeforeHandshake() throws {
        let pair = try Pair(client: .testClient(), server: .testServer())
        let first = pair.client.send("one ")
        let second = pair.client.send("two")
        try pair.connect()
        try first.wait()
        try second.wait()
        #expect(pair.server.recorder.received == ByteBuffer(string: "one two"))
        #expect(pair.server.recorder.reads == 1)
    }

    @Test("that was damaged on the way ends the connection, and nothing of it is delivered")
    func damagedRecord() throws {
        let pair = try Pair.connected()
        pair.client.send("fragile")
        var sent = try pair.client.takeSent()
        sent.setInteger(sent.getInteger(at: 12, as: UInt8.self)! ^ 1, at: 12)
        try pair.server.receive(sent)
        try pair.pump()
        guard case .corruptRecord? = pair.server.recorder.errors.first else {
            Issue.record("\(pair.server.recorder.errors)")
            return
        }
        #expect(pair.server.recorder.received.readableBytes == 0)
        #expect(pair.client.recorder.errors == [.closedByAlert("bad record mac")])
        #expect(!pair.server.channel.isActive && !pair.client.channel.isActive)
    }

    @Test("that was sent twice by the network ends the connection")
    func replayedRecord() throws {
        let pair = try Pair.connected()
        pair.client.send("once")
        let sent = try pair.client.takeSent()
        try pair.server.receive(sent)
        try pair.server.receive(sent)
        #expect(pair.server.recorder.received == ByteBuffer(string: "once"))
        #expect(pair.server.recorder.errors.count == 1)
    }

    @Test("flows on under a new key")
    func keyUpdate() throws {
        let pair = try Pair.connected()
        pair.client.send("before ")
        let handler = try pair.client.channel.pipeline.syncOperations.handler(type: TLSHandler.self)
        #expect(handler.updateKey())
        pair.client.send("after")
        let sent = try pair.client.takeSent()
        #expect(recordLengths(sent).count == 3)
        try pair.server.receive(sent)
        #expect(pair.server.recorder.received == ByteBuffer(string: "before after"))
    }
}
