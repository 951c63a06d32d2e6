import RPC
import RPCTestSupport
import RPCValues
import Synchronization
import Testing
import Wire

@Suite("A client that floods its server", .timeLimit(.minutes(5)))
struct FloodTests {
    private static let held = TestMethods.unary("Hold")
    private static let upload = TestMethods.method("Upload", .clientStreaming)

    struct Flood: Sendable, CustomStringConvertible {
        let description: String
        let frames: [RawFrame]

        init(_ description: String, _ frames: [RawFrame]) {
            self.description = description
            self.frames = frames
        }

        init(_ description: String, after first: [RawFrame] = [], each frame: RawFrame) {
            self.init(description, first + Array(repeating: frame, count: 500))
        }
    }

    static let floods: [Flood] = [
        Flood("pings", each: RawFrame(.ping, [1, 2, 3, 4, 5, 6, 7, 8])),
        Flood(
            "acknowledgements of pings that were not sent",
            each: RawFrame(.ping, flags: .acknowledgement, [0, 0, 0, 0, 0, 0, 0, 0])
        ),
        Flood("empty messages", after: [.call(1, upload.path)], each: RawFrame(.message, stream: 1)),
        Flood(
            "empty parts of a message",
            after: [.call(1, upload.path), RawFrame(.message, flags: .more, stream: 1, [0, 0, 0, 9, 1])],
            each: RawFrame(.message, flags: .more, stream: 1)
        ),
        Flood("credit of one byte for the connection", each: RawFrame(.window, [0, 0, 0, 1])),
        Flood(
            "credit of one byte for a call",
            after: [.call(1, upload.path)],
            each: RawFrame(.window, stream: 1, [0, 0, 0, 1])
        ),
        Flood(
            "announcements that it goes away",
            after: [.call(1, upload.path)],
            each: RawFrame(.goAway, [0, 0, 0, 0, 0])
        ),
        Flood("calls without a method that exists", (1...500).map { .call($0, "no.Service/Method") }.cancelled),
        Flood(
            "cancellations of a call that is over",
            after: [.call(1, upload.path)],
            each: RawFrame(.cancel, stream: 1, [1])
        ),
        Flood(
            "ends of a call that is over",
            after: [.call(1, upload.path), RawFrame(.cancel, stream: 1, [1])],
            each: RawFrame(.cancel, stream: 1, [1])
        ),
        Flood("frames of an unknown type", each: .unknown),
    ]

    @Test("is cut off with GOAWAY excessiveLoad, and no other client is affected", arguments: floods)
    func flood(flood: Flood) async throws {
        let server = try await startServer(handlers: [Bystander.handler, Self.uploads]) {
            $0.frameRateLimits = FrameRateLimits(burst: 200, perSecond: 1)
        }
        let answer = try await Bystander.calling(server) { try await HostileClient.attack(server, flood.frames) }
        #expect(answer.last?.goAwayCode == .excessiveLoad)
        // Each frame is answered at most once, so that a flood is no amplifier.
        #expect(answer.count <= flood.frames.count + 2)
        await server.stop()
    }

    private static var uploads: MethodHandler {
        .clientStreaming(upload) { (requests: MessageStream<Echo>, _) -> Echo in
            for try await _ in requests {}
            return Echo()
        }
    }

    @Test("with calls that it cancels at once runs no more handlers than are allowed, and is cut off")
    func rapidReset() async throws {
        let running = Mutex((now: 0, most: 0))
        let started = Recorder<Void>()
        let ended = Recorder<Void>()
        let gate = Gate()
        let handler = MethodHandler.unary(Self.held) { (request: Echo, _) in
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            started.record(())
            // The worst kind: it goes on after it was cancelled.
            await gate.waitThroughCancellation()
            running.withLock { $0.now -= 1 }
            ended.record(())
            return request
        }
        let server = try await startServer(handlers: [Bystander.handler, handler]) {
            $0.settings.maximumConcurrentStreams = 20
            $0.frameRateLimits = FrameRateLimits(burst: 200, perSecond: 1)
        }
        let frames = (1...500).flatMap { stream in
            [
                RawFrame.call(stream, Self.held.path), RawFrame(.message, flags: .end, stream: stream),
                RawFrame(.cancel, stream: stream, [1]),
            ]
        }
        let answer = try await Bystander.calling(server) { try await HostileClient.attack(server, frames) }
        #expect(answer.last?.goAwayCode == .excessiveLoad)
        // Calls over the limit are reported as unprocessed.
        let refused = answer.filter { $0.statusCode == .resourceExhausted }
        #expect(refused.allSatisfy { $0.flags.contains(.unprocessed) })
        #expect(running.withLock { $0.most } <= 20)
        gate.open()
        try await ended.wait { $0.count == started.count }
        #expect(running.withLock { $0.now } == 0)
        await server.stop()
    }

    @Test("with empty messages that its load limits let through loses the call when too many wait")
    func emptyMessages() async throws {
        let gate = Gate()
        let handler = MethodHandler.clientStreaming(Self.upload) { (_: MessageStream<Echo>, _) -> Echo in
            try await gate.wait()
            return Echo()
        }
        let server = try await startServer(handlers: [Bystander.handler, handler]) {
            $0.frameRateLimits = FrameRateLimits(burst: 1_000_000, perSecond: 1)
        }
        try await Bystander.calling(server) {
            let connection = try await HostileClient.connect(server)
            try await connection.send(RawFrame.call(1, Self.upload.path).bytes)
            let thousand = Array(repeating: RawFrame(.message, stream: 1).bytes, count: 1_000).flatMap(\.self)
            for _ in 0..<264 { try await connection.send(thousand) }
            let frames = try await connection.wait { $0.stream == 1 }
            #expect(frames.last?.statusCode == .resourceExhausted)
            await connection.close()
        }
        gate.open()
        await server.stop()
    }

    @Test("with settings is cut off at the second ones")
    func settings() async throws {
        let server = try await startServer(handlers: [Bystander.handler])
        let settings = Array(RawFrame.opening(of: .client).dropFirst(ConnectionStateMachine.preface.count))
        let answer = try await Bystander.calling(server) { try await HostileClient.attack(server, settings) }
        #expect(answer.count == 2 && answer.last?.goAwayCode == .protocolError)
        await server.stop()
    }
}

extension RawFrame {
    fileprivate static var unknown: RawFrame {
        var frame = RawFrame(.ping, [1, 2, 3])
        frame.type = 77
        return frame
    }
}

extension [RawFrame] {
    /// Each call with its cancellation behind it.
    fileprivate var cancelled: [RawFrame] {
        flatMap { [$0, RawFrame(.cancel, stream: $0.stream, [1])] }
    }
}
