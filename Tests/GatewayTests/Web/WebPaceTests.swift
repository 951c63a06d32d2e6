import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import RPC
import RPCTestSupport
import Testing

@testable import larder_gateway

@Suite("Browsers that take their time")
struct WebPaceTests {
    /// A connection to a loop whose time a test moves.
    private struct Line {
        let channel: EmbeddedChannel
        let notes = Recorder<StatusReason>()

        init(_ loop: EmbeddedEventLoop = EmbeddedEventLoop()) throws {
            channel = EmbeddedChannel(loop: loop)
            channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        }

        var note: RejectionNote { { notes.record($0) } }
        var isOpen: Bool { channel.isActive }

        func wait(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }
        func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }
    }

    /// Stands for a decoder: H begins a request, B is a byte of a body, E ends a request, and the rest says nothing yet.
    private final class Decoder: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = HTTPRequestPart

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            for letter in String(buffer: unwrapInboundIn(data)) {
                switch letter {
                case "H": context.fireChannelRead(wrapInboundOut(.head(WebPaceTests.head)))
                case "B": context.fireChannelRead(wrapInboundOut(.body(ByteBuffer(string: "B"))))
                case "E": context.fireChannelRead(wrapInboundOut(.end(nil)))
                default: break
                }
            }
        }
    }

    private static let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/")

    private func withHeads() throws -> Line {
        let line = try Line()
        let heads = HeaderPace(WebPace(), line.note)
        try line.channel.pipeline.syncOperations.addHandlers([heads, Decoder(), heads.requests])
        return line
    }

    // MARK: Heads

    @Test("a head may take 10 seconds from its first byte, however often another one comes")
    func slowHead() throws {
        let line = try withHeads()
        line.wait(3_600)
        for _ in 0..<9 {
            try line.send(".")
            line.wait(1)
        }
        try line.send(".")
        #expect(line.isOpen && line.notes.count == 0)
        line.wait(1)
        #expect(!line.isOpen && line.notes.values == [.slowHead])
    }

    @Test("neither the answer nor the time until the next request counts, and the next head has 10 seconds of its own")
    func nextHead() throws {
        let line = try withHeads()
        for _ in 0..<3 {
            try line.send("..")
            line.wait(9)
            try line.send("H")
            line.wait(3_600)
            try line.send("BE")
            line.wait(3_600)
        }
        #expect(line.isOpen)
        try line.send(".")
        line.wait(10)
        #expect(!line.isOpen && line.notes.values == [.slowHead])
    }

    @Test("a client that closes its side is gone, and nobody is to blame")
    func halfClosed() throws {
        let line = try withHeads()
        try line.send("HE")
        line.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        line.channel.embeddedEventLoop.run()
        #expect(!line.isOpen && line.notes.count == 0)
    }

    // MARK: Bodies

    private func withBody() throws -> Line {
        let line = try Line()
        try line.channel.pipeline.syncOperations.addHandler(BodyPace(WebPace(), line.note))
        return line
    }

    private func send(_ count: Int, to line: Line) throws {
        try line.channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: count)))
    }

    @Test("a body goes on for as long as 16 KiB come in each 30 seconds, and not a byte less")
    func slowBody() throws {
        let line = try withBody()
        try line.channel.writeInbound(HTTPRequestPart.head(Self.head))
        for _ in 0..<100 {
            try send(16_000, to: line)
            line.wait(15)
            try send(384, to: line)
            line.wait(15)
        }
        #expect(line.isOpen && line.notes.count == 0)
        try send(16_383, to: line)
        line.wait(29)
        #expect(line.isOpen)
        line.wait(1)
        #expect(!line.isOpen && line.notes.values == [.slowBody])
    }

    @Test("a request that is whole may wait for its answer, and so may the connection for the next one")
    func wholeBody() throws {
        let line = try withBody()
        for _ in 0..<3 {
            try line.channel.writeInbound(HTTPRequestPart.head(Self.head))
            try send(1, to: line)
            try line.channel.writeInbound(HTTPRequestPart.end(nil))
            line.wait(3_600)
        }
        #expect(line.isOpen && line.notes.count == 0)
    }

    // MARK: Answers

    private func withOutput() throws -> Line {
        let line = try Line()
        try line.channel.pipeline.syncOperations.addHandler(StalledOutput(WebPace(), line.note))
        return line
    }

    /// Writes a part of an answer.
    /// - Returns: Takes it, as the client does at last.
    private func write(_ line: Line) -> () -> Void {
        let part = HTTPResponsePart.body(ByteBuffer(string: "a"))
        line.channel.write(part, promise: nil)
        return { line.channel.flush() }
    }

    @Test("a client that takes nothing of an answer for 30 seconds is cut off, however little that is")
    func stalled() throws {
        let line = try withOutput()
        line.wait(3_600)
        _ = write(line)
        line.wait(29)
        #expect(line.isOpen)
        line.wait(1)
        #expect(!line.isOpen && line.notes.values == [.stalledOutput])
    }

    @Test("a client that takes some of an answer now and then has all of it in the end")
    func slowOutput() throws {
        let line = try withOutput()
        for _ in 0..<100 {
            let take = write(line)
            line.wait(29)
            take()
        }
        line.wait(3_600)
        #expect(line.isOpen && line.notes.count == 0)
    }

    @Test("parts of a body that come together are handed on as one, and large ones at once")
    func joined() throws {
        let line = try Line()
        try line.channel.pipeline.syncOperations.addHandler(JoinedBody())
        func parts() throws -> [Int] {
            var sizes: [Int] = []
            while let part = try line.channel.readInbound(as: HTTPRequestPart.self) {
                if case .body(let bytes) = part { sizes.append(bytes.readableBytes) } else { sizes.append(-1) }
            }
            return sizes
        }
        func fire(_ part: HTTPRequestPart) { line.channel.pipeline.fireChannelRead(part) }
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/")
        fire(.head(head))
        for _ in 0..<1_000 { fire(.body(ByteBuffer(string: "a"))) }
        #expect(try parts() == [-1])
        line.channel.pipeline.fireChannelReadComplete()
        #expect(try parts() == [1_000])
        for _ in 0..<3 { fire(.body(ByteBuffer(repeating: 1, count: 40_000))) }
        #expect(try parts() == [80_000])
        fire(.end(nil))
        #expect(try parts() == [40_000, -1])
    }

    // MARK: HTTP/2

    @Test("a connection without a stream ends after its time, also when its client says nothing to that")
    func streamless() throws {
        let loop = EmbeddedEventLoop()
        let line = try Line(loop)
        let time = StreamlessTime(of: line.channel, WebPace())
        line.wait(189)
        var streams: [Line] = []
        for _ in 0..<2 {
            let stream = try Line(loop)
            try stream.channel.pipeline.syncOperations.addHandler(StreamlessTime.Stream(time))
            streams.append(stream)
        }
        line.wait(3_600)
        streams[0].channel.close(promise: nil)
        line.wait(3_600)
        streams[1].channel.close(promise: nil)
        line.wait(189)
        #expect(line.isOpen)
        line.wait(1)
        #expect(!line.isOpen)
    }

    @Test("of what HTTP/2 sends, the ends that a client is to blame for are noted, and no content is taken for one")
    func rejections() throws {
        let line = try Line()
        try line.channel.pipeline.syncOperations.addHandler(RejectedFrames(line.note))
        func send(_ bytes: [UInt8]) { line.channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil) }
        let goAway = WebFrame(.goAway, [0, 0, 0, 0, 0, 0, 0, 1]).bytes
        send(WebFrame(.data, stream: 1, [UInt8](repeating: 0, count: goAway.count)).bytes.prefix(9) + [])
        send(goAway)
        for code in [0, 2, 5, 8] as [UInt8] { send(WebFrame(.reset, stream: 1, [0, 0, 0, code]).bytes) }
        send(WebFrame(.goAway, [0, 0, 0, 0, 0, 0, 0, 0]).bytes)
        send(WebFrame(.settings, []).bytes)
        #expect(line.notes.count == 0)
        for code in [1, 7, 11] as [UInt8] { send(WebFrame(.reset, stream: 1, [0, 0, 0, code]).bytes) }
        send(goAway)
        #expect(line.notes.values == Array(repeating: .malformedRequest, count: 4))
    }
}
