import Messages
import NIOCore
import RPCTestSupport
import TLS
import Testing
import Wire

@testable import RPC

@Suite("A client that is slow")
struct SlowClientTests {
    private static let echo = Bystander.method.path
    private let lines = Recorder<String>()

    /// A server that soon looks whether its peers stand still.
    private func impatientServer(_ handlers: [MethodHandler] = []) async throws -> RPCServer {
        try await startServer(handlers: [Bystander.handler] + handlers, log: RecordingLogHandler.logger(lines)) {
            $0.keepAlive = KeepAlive(interval: .milliseconds(100), timeout: .seconds(20))
            $0.tlsTimeouts.drain = .milliseconds(50)
        }
    }

    private func expectEnd(_ reason: String) {
        #expect(lines.values.contains { $0.contains("connection ended") && $0.contains(reason) }, "\(lines.values)")
    }

    @Test("and sends a byte at a time is answered as others are")
    func byteByByte() async throws {
        let server = try await startServer(handlers: [Bystander.handler])
        try await Bystander.calling(server) {
            let connection = try await HostileClient.connect(server, opens: false)
            let bytes = RawFrame.opening(of: .client) + RawFrame.call(1, Self.echo).bytes
            for byte in bytes { try await connection.send([byte]) }
            try await connection.send(RawFrame(.message, flags: .end, stream: 1).bytes)
            await connection.wait { $0.type == FrameType.message.rawValue && $0.flags == .end }
            await connection.close()
        }
        await server.stop()
    }

    @Test("and never ends a frame is cut off, however often it sends a byte")
    func halfFrame() async throws {
        let server = try await impatientServer()
        try await Bystander.calling(server) {
            let connection = try await HostileClient.connect(server)
            try await connection.send([0, 0x7F, 0xFF, FrameType.call.rawValue, 0, 0, 0, 0, 1])
            // A byte each time that another call was answered: never silent, never through.
            let channel = try makeChannel(ports: [server.port])
            let dripping = Task {
                while true {
                    try await channel.call(Bystander.method)
                    try await connection.send([0])
                }
            }
            try await connection.waitForEnd()
            _ = await dripping.result
            channel.close()
        }
        expectEnd("does not finish a frame")
        await server.stop()
    }

    @Test("and never opens the protocol is cut off", arguments: [[], Array(ConnectionStateMachine.preface)])
    func noSettings(bytes: [UInt8]) async throws {
        let server = try await impatientServer()
        let frames = try await Bystander.calling(server) {
            let connection = try await HostileClient.connect(server, opens: false)
            try await connection.send(bytes)
            try await connection.waitForEnd()
            return connection.frames
        }
        #expect(frames.allSatisfy { $0.type == FrameType.settings.rawValue })
        expectEnd("did not open the protocol")
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
        let server = try await impatientServer([handler])
        try await Bystander.calling(server) {
            let connection = try await HostileClient.connect(server, reads: false, opens: false)
            // As much credit as there can be, so that only the network holds the server back.
            let settings = Settings(initialStreamWindow: 0x3FFF_FFFF, connectionWindow: 0x3FFF_FFFF)
            var opening = ConnectionStateMachine(role: .client, settings: settings)
            try await connection.send(opening.takeOutput().map { Array($0.readableBytesView) } ?? [])
            try await connection.send(RawFrame.call(1, download.path).bytes)
            try await connection.send(RawFrame(.message, flags: .end, stream: 1).bytes)
            await ended.wait(forCount: 1)
            await connection.close()
        }
        // What the sockets of the system take, and little more.
        #expect(written.count < total / 4)
        expectEnd("takes nothing")
        await server.stop()
    }

    @Test("and never ends its handshake is cut off at the handshake's timeout", arguments: [[], [22, 3, 1, 2, 0, 1]])
    func noHandshake(bytes: [UInt8]) async throws {
        let server = try await startServer(handlers: [Bystander.handler], log: RecordingLogHandler.logger(lines)) {
            $0.tlsTimeouts.handshake = .milliseconds(200)
        }
        try await Bystander.calling(server) {
            let connection = try await RawConnection.connect(port: server.port, tls: nil)
            try await connection.send(bytes)
            try await connection.waitForEnd()
            #expect(connection.bytes.isEmpty)
        }
        await server.stop()
    }

    @Test("and leaves handshakes open takes up no more places than its address has")
    func manyHandshakes() async throws {
        let server = try await startServer(handlers: [Bystander.handler]) { $0.maximumConnectionsPerAddress = 4 }
        try await Bystander.calling(server) {
            var held: [RawConnection] = []
            for _ in 0..<3 { held.append(try await RawConnection.connect(port: server.port, tls: nil)) }
            let refused = try await RawConnection.connect(port: server.port, tls: nil)
            try await refused.waitForEnd()
            for connection in held { await connection.close() }
        }
        await server.stop()
    }
}

@Suite("A watch for peers that stand still")
struct StallWatchTests {
    private func look(
        isOpen: Bool = true,
        frames: Int = 0,
        within: Bool = false,
        taken: Int = 0,
        blocked: Bool = false
    ) -> StallWatch.Look {
        StallWatch.Look(
            inbound: InboundProgress(isOpen: isOpen, frames: frames, isWithinFrame: within),
            piecesTaken: taken,
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

    @Test("tells what a peer owes at the second look, and at the first when it never opened")
    func standing() {
        #expect(stalls([look(isOpen: false)]) == ["the peer did not open the protocol"])
        let half = look(frames: 7, within: true)
        #expect(stalls([half, half]) == [nil, "the peer does not finish a frame"])
        let blocked = look(taken: 7, blocked: true)
        #expect(stalls([blocked, blocked]) == [nil, "the peer takes nothing that is sent to it"])
    }

    private func stalls(_ looks: [StallWatch.Look]) -> [String?] {
        var watch = StallWatch()
        return looks.map { watch.stall($0) }
    }
}
