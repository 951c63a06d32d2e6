import MessageCoding
import NIOCore
import NIOEmbedded
import ProtocolTestSupport
import RPCTestSupport
import RPCValues
import TLS
import Testing
import Wire

@testable import RPC

/// What clients without a certificate hold on a server with the production limits, and what others notice of it.
@Suite("A client that holds a server's memory", .timeLimit(.minutes(5)))
struct FairnessTests {
    private static let large = TestMethods.unary("Large")
    private static let held = TestMethods.unary("Hold")
    private static let watch = TestMethods.method("Watch", .serverStreaming)

    private func stranger(_ server: RPCServer, reads: Bool = true) async throws -> RawConnection {
        let tls = try TestCertificates.client(nil, expecting: "budget")
        let connection = try await RawConnection.connect(port: server.port, tls: tls, reads: reads)
        try await connection.send(RawFrame.opening(of: .client))
        return connection
    }

    @Test("by claiming the lengths of messages takes nothing from others, nor from itself")
    func claims() async throws {
        let server = try await startServer(handlers: [Bystander.handler])
        try await Bystander.calling(server) { someMoreCalls in
            let connection = try await stranger(server)
            let claims = (1...40).flatMap { stream in
                RawFrame.call(stream, Bystander.method.path).bytes
                    + RawFrame(.message, flags: .more, stream: stream, [0, 0x40, 0, 0, 1]).bytes
            }
            try await connection.send(claims)
            let served =
                RawFrame.call(41, Bystander.method.path).bytes + RawFrame(.message, flags: .end, stream: 41).bytes
            try await connection.send(served)
            let frames = try await connection.wait { $0.stream == 41 }
            #expect(frames.allSatisfy { $0.type != FrameType.status.rawValue && $0.goAwayCode == nil })
            try await someMoreCalls()
            await connection.close()
        }
        await server.stop()
    }

    @Test("with requests that do not come in whole keeps its calls only so long, whatever deadline it asks for")
    func unfinishedRequest() async throws {
        let clock = ManualClock()
        let server = try await startServer(handlers: [Bystander.handler]) {
            $0.clock = clock
            $0.requestTimeout = .seconds(12)
        }
        let connection = try await stranger(server)
        let claim =
            RawFrame.call(1, Bystander.method.path).bytes
            + RawFrame(.message, flags: .more, stream: 1, [0, 0x40, 0, 0, 1]).bytes
        let silent = RawFrame.call(2, Bystander.method.path).bytes
        let ping = RawFrame(.ping, [1, 2, 3, 4, 5, 6, 7, 8]).bytes
        try await connection.send(claim + silent + ping)
        try await connection.wait { $0.type == FrameType.ping.rawValue }
        try await clock.advance(by: .seconds(11))
        #expect(connection.frames.allSatisfy { $0.type != FrameType.status.rawValue })
        try await clock.advance(by: .seconds(2))
        let frames = try await connection.wait { $0.stream == 2 && $0.type == FrameType.status.rawValue }
        let codes = frames.filter { $0.type == FrameType.status.rawValue }.map(\.statusCode)
        #expect(codes == [.deadlineExceeded, .deadlineExceeded])
        await connection.close()
        await server.stop()
    }

    @Test("with requests that wait for their handlers is rejected beyond its share, while others are served")
    func heldRequests() async throws {
        let gate = Gate()
        let holding = MethodHandler.unary(Self.held) { (request: Echo, _) in
            await gate.waitThroughCancellation()
            return request
        }
        let server = try await startServer(handlers: [Bystander.handler, holding])
        try await Bystander.calling(server) { someMoreCalls in
            let connection = try await stranger(server)
            let request = Array(try Echo(payload: [UInt8](repeating: 7, count: 32_000)).encoded().readableBytesView)
            for stream in (1...1_000) as ClosedRange<StreamID> {
                let call = RawFrame.call(stream, Self.held.path).bytes
                try await connection.send(call + RawFrame(.message, flags: .end, stream: stream, request).bytes)
            }
            let frames = try await connection.wait { $0.stream == 1_000 }
            let rejections = frames.filter { $0.type == FrameType.status.rawValue }
            #expect(rejections.count > 300 && rejections.allSatisfy { $0.statusCode == .resourceExhausted })
            try await someMoreCalls()
            #expect(server.core.load.bytes.count < 22_000_000)
            gate.open()
            await connection.close()
        }
        await server.stop()
    }

    private func answering(_ size: Int) -> MethodHandler {
        .unary(Self.large) { (_: Echo, _) in Echo(payload: [UInt8](repeating: 7, count: size)) }
    }

    @Test("with responses that it does not read is rejected beyond its share, and the memory is there again")
    func unreadResponses() async throws {
        let clock = ManualClock()
        let server = try await startServer(handlers: [Bystander.handler, answering(60_000)]) { $0.clock = clock }
        try await Bystander.calling(server) { someMoreCalls in
            // Its sockets take nothing, though it gives credit for all of it.
            let connections = [try await stranger(server, reads: false), try await stranger(server, reads: false)]
            for connection in connections {
                var frames = RawFrame(.window, [0x7F, 0, 0, 0]).bytes
                for stream in (1...1_000) as ClosedRange<StreamID> {
                    frames += RawFrame.call(stream, Self.large.path).bytes
                    frames += RawFrame(.message, flags: .end, stream: stream).bytes
                }
                try await connection.send(frames)
            }
            while server.core.load.bytes.count < 1_000_000 { try await someMoreCalls() }
            for _ in 0..<5 { try await someMoreCalls() }
            #expect(server.core.load.bytes.count < 20_000_000)
            for _ in 0..<5 { try await clock.advance(by: .seconds(10)) }
            while server.core.load.bytes.count > 0 {
                try await someMoreCalls()
                try await clock.advance(by: .seconds(10))
            }
            for connection in connections { await connection.close() }
        }
        await server.stop()
    }

    @Test("with calls of one read is owed no more responses than its share")
    func responsesToOneRead() async throws {
        let loop = EmbeddedEventLoop()
        let load = ServerLoad(ServerConfiguration(inProcess: []), log: quiet)
        let quota = ConnectionQuota(load, loop: loop)
        let connection = Connection(
            machine: ConnectionStateMachine(role: .server),
            loop: loop,
            clock: ManualClock(),
            delegate: Idle(),
            keepAlive: KeepAlive()
        )
        quota.opened(connection, peer: Peer(address: "192.0.2.1"))
        connection.withMachine { machine in
            var opening = ByteBuffer(bytes: RawFrame.opening(of: .client) + RawFrame(.window, [0x7F, 0, 0, 0]).bytes)
            machine.receive(&opening, now: .now())
        }
        var admitted = 0
        for stream in (1...1_000) as ClosedRange<StreamID> {
            connection.withMachine { machine in
                var call = ByteBuffer(bytes: RawFrame.call(stream, "a.B/C").bytes)
                machine.receive(&call, now: .now())
                while machine.nextEvent() != nil {}
            }
            guard quota.admitsOutput(60_000, on: connection) else { continue }
            connection.send(ByteBuffer(repeating: 7, count: 60_000), on: stream, end: true)
            admitted += 60_000
        }
        #expect((16_000_000...17_000_000).contains(admitted))
    }

    /// Takes no part in the connection.
    private final class Idle: ConnectionDelegate {
        var streams: [(id: StreamID, method: String, deadline: NIODeadline?)] { [] }
        func connected(_ connection: Connection, peer: Peer) {}
        func handle(_ event: consuming ConnectionStateMachine.Event, on connection: Connection) {}
        func disconnected(_ connection: Connection, reason: String) {}
        func deadlineReached(_ connection: Connection, now: NIODeadline) {}
    }

    @Test("with a response that waits for credit gets DEADLINE_EXCEEDED at the deadline, and no memory is kept for it")
    func responseWithoutCredit() async throws {
        let clock = ManualClock()
        let server = try await startServer(handlers: [answering(400_000)]) { $0.clock = clock }
        let connection = try await stranger(server)
        var call = RawFrame.call(1, Self.large.path)
        // A deadline of two seconds, in microseconds as a varint, in place of the 0 that is none.
        call.payload.replaceSubrange((call.payload.count - 2)..<(call.payload.count - 1), with: [0x80, 0x89, 0x7A])
        try await connection.send(call.bytes + RawFrame(.message, flags: .end, stream: 1).bytes)
        try await connection.wait { $0.type == FrameType.message.rawValue }
        try await clock.waitForTimers(2)
        try await clock.advance(by: .seconds(3))
        let frames = try await connection.wait { $0.type == FrameType.status.rawValue }
        #expect(frames.last?.statusCode == .deadlineExceeded)
        await connection.close()
        await server.stop()
    }

    @Test("is cut off from streams of which it takes too little in 25 seconds, and not from one that it reads slowly")
    func slowReader() async throws {
        let clock = ManualClock()
        let ended = Recorder<String>()
        let watching = MethodHandler.serverStreaming(Self.watch) {
            (request: Echo, responses: MessageWriter<Echo>, _) in
            do {
                while true { try await responses.write(Echo(payload: [UInt8](repeating: 7, count: 30_000))) }
            } catch {
                ended.record("\(error)")
                throw error
            }
        }
        let server = try await startServer(handlers: [watching, Bystander.handler]) { $0.clock = clock }
        let connection = try await stranger(server)
        for stream in [1, 2, 3] as [StreamID] {
            try await connection.send(
                RawFrame.call(stream, Self.watch.path).bytes + RawFrame(.message, flags: .end, stream: stream).bytes
            )
        }
        let began = clock.now
        var statuses: [RawFrame] = []
        while statuses.isEmpty {
            try Task.checkCancellation()
            // The second is given enough, the third too little, the first nothing.
            try await connection.send(RawFrame(.window, stream: 2, [0, 0, 0x10, 0]).bytes)
            try await connection.send(RawFrame(.window, stream: 3, [0, 0, 0x04, 0]).bytes)
            try await connection.send(RawFrame(.window, [0, 0, 0x14, 0]).bytes)
            let pings = connection.frames.count { $0.type == FrameType.ping.rawValue }
            try await connection.send(RawFrame(.ping, [1, 2, 3, 4, 5, 6, 7, 8]).bytes)
            try await connection.wait { bytes in
                WireBytes.frames(in: bytes).count { $0.type == FrameType.ping.rawValue } > pings
            }
            try await clock.advance(by: .seconds(5))
            statuses = connection.frames.filter { $0.type == FrameType.status.rawValue }
        }
        #expect(statuses.map(\.stream).sorted() == [1, 3] && statuses[0].statusCode == .resourceExhausted)
        #expect(String(decoding: statuses[0].payload, as: UTF8.self).contains("RESPONSES_NOT_READ"))
        #expect((25...40).contains((clock.now - began).nanoseconds / 1_000_000_000))
        try await ended.wait(forCount: 2)
        await connection.close()
        await server.stop()
    }
}
