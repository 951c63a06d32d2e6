import NIOCore
import RPCTestSupport
import RPCValues
import TLS
import Testing
import Wire

@testable import RPC

@Suite("A client that is slow", .timeLimit(.minutes(5)))
struct SlowClientTests {
    private static let echo = Bystander.method.path
    private let lines = Recorder<String>()
    private let clock = ManualClock()

    /// A server that looks after its peers when the clock is moved.
    private func watchedServer(_ handlers: [MethodHandler] = []) async throws -> RPCServer {
        try await startServer(handlers: [Bystander.handler] + handlers, log: RecordingLogHandler.logger(lines)) {
            $0.clock = clock
            $0.tlsTimeouts.drain = .milliseconds(50)
        }
    }

    private func expectEnd(_ reason: String) async throws {
        let ends = try await lines.wait { $0.contains { $0.contains("connection ended") } }
        #expect(ends.contains { $0.contains("connection ended") && $0.contains(reason) }, "\(ends)")
    }

    @Test("and sends a byte at a time is answered as others are")
    func byteByByte() async throws {
        let server = try await startServer(handlers: [Bystander.handler])
        try await Bystander.calling(server) {
            let connection = try await HostileClient.connect(server, opens: false)
            let bytes = RawFrame.opening(of: .client) + RawFrame.call(1, Self.echo).bytes
            for byte in bytes { try await connection.send([byte]) }
            try await connection.send(RawFrame(.message, flags: .end, stream: 1).bytes)
            try await connection.wait { $0.type == FrameType.message.rawValue && $0.flags == .end }
            await connection.close()
        }
        await server.stop()
    }

    @Test("and never ends a frame is cut off at the second look, however often it sends a byte")
    func halfFrame() async throws {
        let server = try await watchedServer()
        try await Bystander.calling(server) { someMoreCalls in
            let connection = try await HostileClient.connect(server)
            let half = [0, 0x40, 0, FrameType.call.rawValue, 0, 0, 0, 0, 1]
            try await connection.send(RawFrame(.ping, [1, 2, 3, 4, 5, 6, 7, 8]).bytes + half)
            // Who answers the ping has got what came with it.
            try await connection.wait { $0.type == FrameType.ping.rawValue }
            try await clock.advance(by: .seconds(60))
            try await connection.send([0])
            try await someMoreCalls()
            try await clock.advance(by: .seconds(60))
            try await connection.waitForEnd()
            try await expectEnd("does not finish a frame")
        }
        await server.stop()
    }

    @Test("and never opens the protocol is cut off", arguments: [[], Array(ConnectionStateMachine.preface)])
    func noSettings(bytes: [UInt8]) async throws {
        let server = try await watchedServer()
        let frames = try await Bystander.calling(server) {
            let connection = try await HostileClient.connect(server, opens: false)
            try await connection.send(bytes)
            try await connection.wait(forBytes: FrameHeader.size)
            try await clock.advance(by: .seconds(60))
            try await connection.waitForEnd()
            try await expectEnd("did not open the protocol")
            return connection.frames
        }
        #expect(frames.allSatisfy { $0.type == FrameType.settings.rawValue })
        await server.stop()
    }

    @Test("and takes nothing of a large answer holds up neither others nor memory, and is cut off")
    func takesNothing() async throws {
        let download = TestMethods.method("Download", .serverStreaming)
        let chunk = Echo(payload: [UInt8](repeating: 3, count: 65_536))
        let total = 2_000
        let written = Recorder<Void>()
        let ended = Recorder<Void>()
        let handler = MethodHandler.serverStreaming(download) { (_: Echo, responses: MessageWriter<Echo>, _) in
            defer { ended.record(()) }
            for _ in 0..<total {
                try await responses.write(chunk)
                written.record(())
            }
        }
        let server = try await watchedServer([handler])
        try await Bystander.calling(server) { someMoreCalls in
            let connection = try await HostileClient.connect(server, reads: false, opens: false)
            // As much credit as there can be, so that only the network holds the server back.
            let settings = Settings(initialStreamWindow: 0x3FFF_FFFF, connectionWindow: 0x3FFF_FFFF)
            var opening = ConnectionStateMachine(role: .client, settings: settings)
            try await connection.send(opening.takeOutput().map { Array($0.readableBytesView) } ?? [])
            try await connection.send(RawFrame.call(1, download.path).bytes)
            try await connection.send(RawFrame(.message, flags: .end, stream: 1).bytes)
            try await written.wait(forCount: 1)
            while ended.count == 0 {
                // It says something all the while, so that it isn't taken for lost.
                try? await connection.send(RawFrame(.ping, [0, 0, 0, 0, 0, 0, 0, 0]).bytes)
                for _ in 0..<20 { try await someMoreCalls() }
                try await clock.advance(by: .seconds(60))
            }
            await connection.close()
            try await expectEnd("takes nothing")
        }
        // What the sockets of the system take, and little more.
        #expect(written.count < total / 4)
        await server.stop()
    }

    @Test("and takes no answers is owed no more of them than a bound, is read no further, and is cut off")
    func takesNoAnswers() async throws {
        let server = try await watchedServer()
        let sent = Recorder<Void>()
        let chunks = 16
        try await Bystander.calling(server) { someMoreCalls in
            let connection = try await HostileClient.connect(server, reads: false)
            // The method that does not exist is told once, so that an answer is three times as long as its call.
            let defining: [UInt8] = [1, 5] + Array("a.B/C".utf8) + [0, 0, 0]
            try await connection.send(RawFrame(.call, flags: .define, stream: 1, defining).bytes)
            let asking = Task {
                for chunk in 0..<chunks {
                    try await connection.send(Self.calls(from: 2 + chunk * 50_000, count: 50_000))
                    sent.record(())
                }
            }
            var owed = 0
            var isOutputOverLimit = false
            while sent.count < chunks, !isOutputOverLimit {
                try await someMoreCalls()
                for connection in server.core.connections.entries.map(\.connection) {
                    let (bytes, isOver) = try await connection.eventLoop.submit {
                        (connection.value.machine.sendBufferBytes, connection.value.isOutputOverLimit)
                    }.get()
                    owed = max(owed, bytes)
                    isOutputOverLimit = isOutputOverLimit || isOver
                }
            }
            // What was read at once may add to the bound.
            #expect(isOutputOverLimit && owed < 4 * ConnectionStateMachine.outputLimit)
            let ended = Recorder<Void>()
            Task {
                try? await connection.waitForEnd()
                ended.record(())
            }
            while ended.count == 0 {
                for _ in 0..<20 { try await someMoreCalls() }
                try await clock.advance(by: .seconds(60))
            }
            try await expectEnd("takes nothing that is sent to it")
            #expect(sent.count < chunks)
            _ = await asking.result
        }
        await server.stop()
    }

    /// Calls of the first template without a deadline and without metadata of their own.
    private static func calls(from first: Int, count: Int) -> [UInt8] {
        var bytes = ByteBuffer()
        for stream in first..<first + count {
            bytes.writeMultipleIntegers(UInt32(3 << 8 | 1), UInt8(0), UInt32(stream), UInt8(1), UInt16(0))
        }
        return Array(bytes.readableBytesView)
    }

    @Test("and never ends its handshake is cut off at the handshake's timeout", arguments: [[], [22, 3, 1, 2, 0, 1]])
    func noHandshake(bytes: [UInt8]) async throws {
        let server = try await startServer(handlers: [Bystander.handler], log: RecordingLogHandler.logger(lines)) {
            $0.tlsTimeouts.handshake = .milliseconds(200)
        }
        try await Bystander.calling(server) {
            let connection = try await RawConnection.connect(port: server.port, tls: nil)
            // A busy machine may get here after the timeout.
            try? await connection.send(bytes)
            try await connection.waitForEnd()
            #expect(connection.bytes.isEmpty)
        }
        await server.stop()
    }

    @Test("and leaves handshakes open takes up no more places than its address has")
    func manyHandshakes() async throws {
        let server = try await startServer(handlers: [Bystander.handler]) { $0.limits.connectionsPerAddress = 4 }
        try await Bystander.calling(server) {
            let connections = try await withThrowingTaskGroup(of: RawConnection.self) { group in
                for _ in 0..<4 { group.addTask { try await RawConnection.connect(port: server.port, tls: nil) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // Together with the other's connection there is a place for three of them.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for connection in connections { group.addTask { try await connection.waitForEnd() } }
                try await group.next()
                for connection in connections { await connection.close() }
                try await group.waitForAll()
            }
        }
        await server.stop()
    }
}

@Suite("Stall detection", .timeLimit(.minutes(5)))
struct StallDetectorTests {
    private func look(
        isOpen: Bool = true,
        frames: Int = 0,
        within: Bool = false,
        taken: Int = 0,
        blocked: Bool = false
    ) -> StallDetector.Look {
        StallDetector.Look(
            inbound: InboundProgress(isOpen: isOpen, frames: frames, isWithinFrame: within),
            chunksWritten: taken,
            isBlocked: blocked
        )
    }

    @Test("lets those alone that move or owe nothing")
    func moving() {
        let looks = [
            look(), look(), look(within: true), look(frames: 1, within: true), look(frames: 1),
            look(frames: 1, blocked: true), look(frames: 1, taken: 1, blocked: true), look(frames: 1, taken: 1),
            look(frames: 1, taken: 1, blocked: true),
        ]
        #expect(stalls(looks).allSatisfy { $0 == nil })
    }

    @Test("reports a stall at the second sample, and at the first when the peer never opened")
    func standing() {
        #expect(stalls([look(isOpen: false)]) == ["the peer did not open the protocol"])
        let half = look(frames: 7, within: true)
        #expect(stalls([half, half]) == [nil, "the peer does not finish a frame"])
        let blocked = look(taken: 7, blocked: true)
        #expect(stalls([blocked, blocked]) == [nil, "the peer takes nothing that is sent to it"])
    }

    private func stalls(_ looks: [StallDetector.Look]) -> [String?] {
        var watch = StallDetector()
        return looks.map { watch.stall($0) }
    }
}
