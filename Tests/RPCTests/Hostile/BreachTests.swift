import RPC
import RPCTestSupport
import Testing
import Wire

@Suite("A client that breaks the protocol", .timeLimit(.minutes(5)))
struct BreachTests {
    struct Breach: Sendable, CustomStringConvertible {
        let description: String
        let bytes: [UInt8]
        let code: ConnectionErrorCode
        var opens = true

        init(_ description: String, _ code: ConnectionErrorCode, _ frames: RawFrame...) {
            self.description = description
            self.code = code
            bytes = frames.flatMap(\.bytes)
        }

        init(_ description: String, _ code: ConnectionErrorCode, bytes: [UInt8], opens: Bool) {
            self.description = description
            self.code = code
            self.bytes = bytes
            self.opens = opens
        }
    }

    private static let echo = Bystander.method.path

    static let breaches: [Breach] = [
        Breach("garbage after the handshake", .notLarder, bytes: [UInt8](repeating: 0xA5, count: 100), opens: false),
        Breach("HTTP inside of TLS", .notLarder, bytes: Array("GET / HTTP/1.1\r\n\r\n".utf8), opens: false),
        Breach(
            "a call ahead of its settings",
            .protocolError,
            bytes: ConnectionStateMachine.preface + RawFrame.call(1, echo).bytes,
            opens: false
        ),
        Breach("a stream that is used again", .protocolError, .call(1, echo), .call(1, echo)),
        Breach("a stream below the last one", .protocolError, .call(5, echo), .call(3, echo)),
        Breach("a stream above 2^31 - 1", .protocolError, .call(0x8000_0001, echo)),
        Breach("a message of a call that was never made", .protocolError, RawFrame(.message, stream: 9, [1])),
        Breach(
            "a status, which is the server's to send",
            .protocolError,
            .call(1, echo),
            RawFrame(.status, stream: 1, [0, 0, 0, 0])
        ),
        Breach("an undefined template", .protocolError, RawFrame(.call, stream: 1, [3, 0, 0])),
        Breach(
            "more credit than there can be",
            .flowControl,
            RawFrame(.window, [0x7F, 0xFF, 0xFF, 0xFF]),
            RawFrame(.window, [0x7F, 0xFF, 0xFF, 0xFF])
        ),
        Breach(
            "a header of a frame of 16 MiB",
            .frameTooLarge,
            bytes: [0xFF, 0xFF, 0xFF, 2, 0, 0, 0, 0, 1],
            opens: true
        ),
        Breach(
            "metadata in a frame over its limit",
            .frameTooLarge,
            bytes: [0, 0x80, 1, 1, 0, 0, 0, 0, 1],
            opens: true
        ),
        Breach("a line break in metadata", .protocolError, .callWithMetadata([(Array("a".utf8), Array("b\nc".utf8))])),
        Breach("a capital in a metadata name", .protocolError, .callWithMetadata([(Array("A".utf8), [])])),
    ]

    @Test("is sent the code and its connection is closed, and no other client is affected", arguments: breaches)
    func breach(breach: Breach) async throws {
        let server = try await startServer(handlers: [Bystander.handler])
        let answer = try await Bystander.calling(server) {
            try await HostileClient.attack(server, breach.bytes, opens: breach.opens)
        }
        #expect(answer.first?.type == FrameType.settings.rawValue)
        #expect(answer.last?.goAwayCode == breach.code)
        #expect(answer.count { $0.goAwayCode != nil } == 1)
        await server.stop()
    }

    @Test("by plain HTTP on the port gets a TLS alert and no answer")
    func plainHTTP() async throws {
        let server = try await startServer(handlers: [Bystander.handler])
        let answer = try await Bystander.calling(server) {
            let connection = try await RawConnection.connect(port: server.port, tls: nil)
            try await connection.send(Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
            try await connection.waitForEnd()
            return connection.bytes
        }
        // An alert record of two bytes at most: nothing of the protocol inside.
        #expect(answer.isEmpty || (answer.first == 21 && answer.count == 7), "\(answer)")
        await server.stop()
    }

    @Test("of metadata over the limit fails that call alone, unprocessed")
    func hugeMetadata() async throws {
        let server = try await startServer(handlers: [Bystander.handler])
        try await Bystander.calling(server) {
            let connection = try await HostileClient.connect(server)
            let entries = (0..<20).map { _ in (Array("a-bin".utf8), [UInt8](repeating: 7, count: 1_000)) }
            try await connection.send(RawFrame.callWithMetadata(entries).bytes)
            try await connection.send(RawFrame(.message, flags: .end, stream: 1, [1]).bytes)
            try await connection.send(RawFrame.call(2, Self.echo).bytes)
            try await connection.send(RawFrame(.message, flags: .end, stream: 2).bytes)
            let frames = try await connection.wait { $0.type == FrameType.message.rawValue && $0.stream == 2 }
            let rejection = frames.first { $0.stream == 1 }
            #expect(rejection?.statusCode == .resourceExhausted)
            #expect(rejection?.flags == .unprocessed)
            await connection.close()
        }
        await server.stop()
    }

    @Test("by calls after its own GOAWAY is cut off", arguments: [false, true])
    func goesOnAfterGoAway(hasRunningCall: Bool) async throws {
        let gate = Gate()
        let held = TestMethods.unary("Hold")
        let holding = MethodHandler.unary(held) { (request: Echo, _) in
            await gate.waitThroughCancellation()
            return request
        }
        let server = try await startServer(handlers: [Bystander.handler, holding])
        try await Bystander.calling(server) {
            let connection = try await HostileClient.connect(server)
            let running = RawFrame.call(1, held.path).bytes + RawFrame(.message, flags: .end, stream: 1).bytes
            let goAway = RawFrame(.goAway, [0, 0, 0, 0, 0]).bytes
            try await connection.send((hasRunningCall ? running : []) + goAway + RawFrame.call(2, Self.echo).bytes)
            try await connection.waitForEnd()
            #expect(connection.frames.last?.goAwayCode == .protocolError)
        }
        gate.open()
        await server.stop()
    }

    @Test("is not what a GOAWAY is: the calls that run end, and then the connection")
    func goesAway() async throws {
        let gate = Gate()
        let held = TestMethods.unary("Hold")
        let holding = MethodHandler.unary(held) { (request: Echo, _) in
            try await gate.wait()
            return request
        }
        let server = try await startServer(handlers: [Bystander.handler, holding])
        try await Bystander.calling(server) { someMoreCalls in
            let connection = try await HostileClient.connect(server)
            let call = RawFrame.call(1, held.path).bytes + RawFrame(.message, flags: .end, stream: 1).bytes
            try await connection.send(call + RawFrame(.goAway, [0, 0, 0, 0, 0]).bytes)
            try await connection.wait { $0.goAwayCode == ConnectionErrorCode.none }
            try await someMoreCalls()
            gate.open()
            try await connection.waitForEnd()
            #expect(connection.frames.contains { $0.stream == 1 && $0.flags == .end })
        }
        await server.stop()
    }

    @Test("that the client reports ends the connection at once, unanswered", arguments: [1, 5, 77] as [UInt8])
    func reportedBreach(code: UInt8) async throws {
        let gate = Gate()
        let held = TestMethods.unary("Hold")
        let ended = Recorder<Void>()
        let holding = MethodHandler.unary(held) { (request: Echo, _) in
            try? await gate.wait()
            ended.record(())
            return request
        }
        let server = try await startServer(handlers: [Bystander.handler, holding])
        try await Bystander.calling(server) {
            let connection = try await HostileClient.connect(server)
            try await connection.send(
                RawFrame.call(1, held.path).bytes + RawFrame(.message, flags: .end, stream: 1).bytes
                    + RawFrame(.goAway, [0, 0, 0, 0, code]).bytes + RawFrame(.ping, [1, 2, 3, 4, 5, 6, 7, 8]).bytes
                    + RawFrame.call(2, Self.echo).bytes
            )
            try await connection.waitForEnd()
            try await ended.wait(forCount: 1)
            #expect(connection.frames.allSatisfy { $0.type == FrameType.settings.rawValue })
        }
        await server.stop()
    }
}

extension RawFrame {
    fileprivate static func callWithMetadata(_ entries: [(name: [UInt8], value: [UInt8])]) -> RawFrame {
        var frame = call(1, Bystander.method.path)
        frame.payload.removeLast()
        frame.payload += varint(entries.count)
        for entry in entries {
            frame.payload += varint(entry.name.count) + entry.name + varint(entry.value.count) + entry.value
        }
        return frame
    }

    private static func varint(_ value: Int) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
    }
}
