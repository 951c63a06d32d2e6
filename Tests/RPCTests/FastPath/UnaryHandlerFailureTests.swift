import MessageCoding
import NIOCore
import RPCTestSupport
import RPCValues
import Testing
import Wire

@testable import RPC

@Suite("Failures of unary calls", .timeLimit(.minutes(5)))
struct UnaryHandlerFailureTests {
    private struct Bug: Error {}

    @Test("a status arrives with its details, and is reported once", arguments: Arrival.allCases)
    func status(_ arrival: Arrival) async throws {
        let status = Status(.notFound, "No such thing.", retryDelay: .seconds(2), reason: "GONE")
        let server = try await UnaryServer { _, _ in throw status }
        let answer = try #require(try await server.client.status(of: try await server.call(arrival)))
        #expect(Status(remote: answer).content == status)
        #expect(server.runs.count == 1)
        #expect(try await server.ended() == [.notFound])
        #expect(server.observer.served.values.last?.receivedBytes == 5)
        #expect(server.observer.records.values.map(\.reason) == ["GONE"])
        #expect(await server.peers.server.snapshot(maximumConnections: 1).calls.failed == 1)
        try await server.stop()
    }

    @Test("any other error is INTERNAL with a reference, its cause reported once", arguments: Arrival.allCases)
    func bug(_ arrival: Arrival) async throws {
        let server = try await UnaryServer { _, _ in throw Bug() }
        let answer = try #require(try await server.client.status(of: try await server.call(arrival)))
        #expect(answer.code == .internalError)
        #expect(!answer.message.contains("Bug"))
        let reference = try #require(answer.message.firstMatch(of: /Reference ([0-9a-f]{16})/)).1
        #expect(try await server.ended() == [.internalError])
        let record = try #require(server.observer.records.values.first)
        #expect(server.observer.records.count == 1)
        #expect(record.cause is Bug)
        #expect(record.trace.traceID.hasPrefix(reference))
        try await server.stop()
    }

    @Test("a cause without an observer goes to the log once, with its reference")
    func logged() async throws {
        let lines = Recorder<String>()
        let server = try await startServer(
            handlers: [.unary(UnaryServer.method) { (_: Echo, _) -> Echo in throw Bug() }],
            log: RecordingLogHandler.logger(lines)
        )
        let channel = try makeChannel(ports: [server.port])
        let failure = try #require(await channel.failure(of: UnaryServer.method))
        let reference = try #require(failure.message.firstMatch(of: /Reference ([0-9a-f]{16})/)).1
        let logged = lines.values.filter { $0.contains("Bug") }
        #expect(logged.count == 1)
        #expect(logged.first?.contains(reference) == true)
        channel.close()
        await server.stop()
    }

    @Test("bytes that are not the request are rejected, and the connection serves on", arguments: Arrival.allCases)
    func malformed(_ arrival: Arrival) async throws {
        let server = try await UnaryServer()
        let bad = try await server.call(arrival, ByteBuffer(bytes: [0x0A, 0xFF]))
        let answer = try #require(try await server.client.status(of: bad))
        #expect(Status(remote: answer).reason == "MALFORMED_MESSAGE")
        #expect(try await server.client.status(of: try await server.call(arrival))?.code == .ok)
        #expect(server.runs.count == 1)
        #expect(try await server.ended() == [.invalidArgument, .ok])
        try await server.stop()
    }

    @Test("a call that ends without its request has no handler")
    func noRequest() async throws {
        let server = try await UnaryServer()
        let stream = try await server.begin()
        try await server.client.perform { $0.endSending(stream) }
        let answer = try #require(try await server.client.status(of: stream))
        #expect(Status(remote: answer).reason == "NO_REQUEST")
        #expect(server.runs.count == 0)
        #expect(try await server.ended() == [.invalidArgument])
        try await server.stop()
    }

    @Test("a call that is given up before its request has no handler", arguments: [true, false])
    func cancelled(_ isAtOnce: Bool) async throws {
        let server = try await UnaryServer()
        if isAtOnce {
            try await server.client.perform {
                $0.cancel(try $0.startCall(CallHeader(template: CallTemplate(method: UnaryServer.method.path))))
            }
        } else {
            let stream = try await server.begin()
            try await server.client.perform { $0.cancel(stream) }
        }
        try await server.observer.served.wait(forCount: 2)
        #expect(try await server.ended() == [.cancelled])
        #expect(try await server.client.status(of: try await server.call())?.code == .ok)
        #expect(server.runs.count == 1)
        let snapshot = await server.peers.server.snapshot(maximumConnections: 1)
        #expect(snapshot.calls == CallCounts(started: 2, succeeded: 1, failed: 1))
        #expect(snapshot.connections.first?.streams.isEmpty == true)
        try await server.stop()
    }

    @Test("a call that is given up in the read that brought it leaves nothing behind")
    func cancelledBehindRequest() async throws {
        let server = try await UnaryServer()
        try await server.client.perform { machine in
            for _ in 0..<3 {
                let header = CallHeader(template: CallTemplate(method: UnaryServer.method.path))
                let stream = try machine.startCall(header)
                machine.sendMessage(ByteBuffer(), on: stream, end: true)
                machine.cancel(stream)
            }
        }
        #expect(try await server.client.status(of: try await server.call())?.code == .ok)
        #expect(try await server.ended().count == 4)
        #expect(await server.peers.server.snapshot(maximumConnections: 1).connections.first?.streams.isEmpty == true)
        try await server.stop()
    }

    @Test("a call whose connection is lost before its request is reported as cancelled", arguments: [true, false])
    func lost(_ isCut: Bool) async throws {
        let server = try await UnaryServer()
        _ = try await server.begin()
        if isCut { server.peers.network.cut(server.peers.endpoint) } else { try await server.client.close() }
        try await server.observer.served.wait(forCount: 2)
        #expect(try await server.ended() == [.cancelled])
        #expect(server.runs.count == 0)
        await server.peers.stop()
    }

    @Test("a deadline that has passed before the request ends the call, whether or not a timer has fired")
    func late() async throws {
        for delay in [TimeAmount.microseconds(5_500), .seconds(1)] {
            let server = try await UnaryServer()
            let header = CallHeader(
                template: CallTemplate(method: UnaryServer.method.path),
                timeoutMicroseconds: 5_000
            )
            let stream = try await server.client.perform { try $0.startCall(header) }
            try await server.observer.served.wait(forCount: 1)
            try await server.peers.clock.advance(by: delay)
            try await server.client.perform { $0.sendMessage(ByteBuffer(), on: stream, end: true) }
            #expect(try await server.client.status(of: stream)?.code == .deadlineExceeded)
            #expect(server.runs.count == 0)
            #expect(try await server.ended() == [.deadlineExceeded])
            try await server.stop()
        }
    }

    @Test("no call is served above the limit of calls", arguments: Arrival.allCases)
    func calls(_ arrival: Arrival) async throws {
        let server = try await UnaryServer(configure: { $0.limits.calls = 0 })
        let answer = try #require(try await server.client.status(of: try await server.call(arrival)))
        #expect(Status(remote: answer).content == Status.overloaded)
        #expect(server.runs.count == 0)
        #expect(try await server.ended() == [.resourceExhausted])
        try await server.stop()
    }

    /// A handler of the other method that records its start and returns when the gate opens.
    private func holding(_ gate: Gate, _ started: Recorder<Void>) -> MethodHandler {
        .unary(UnaryServer.ordinary) { (_: Echo, _) in
            started.record(())
            try await gate.wait()
            return Echo()
        }
    }

    @Test("while a peer has all the calls that it may have, none is served", arguments: Arrival.allCases)
    func perPeer(_ arrival: Arrival) async throws {
        let (gate, started) = (Gate(), Recorder<Void>())
        let server = try await UnaryServer([holding(gate, started)], configure: { $0.limits.callsPerPeer = 1 })
        let held = try await server.call(template: CallTemplate(method: UnaryServer.ordinary.path))
        try await started.wait(forCount: 1)
        let refused = try #require(try await server.client.status(of: try await server.call(arrival)))
        #expect(refused.code == .resourceExhausted && refused.isUnprocessed)
        gate.open()
        #expect(try await server.client.status(of: held)?.code == .ok)
        while try await server.client.status(of: try await server.call(arrival))?.code != .ok {}
        try await server.stop()
    }

    @Test("while requests hold all the room there is, no call is served", arguments: Arrival.allCases)
    func room(_ arrival: Arrival) async throws {
        let (gate, started) = (Gate(), Recorder<Void>())
        let server = try await UnaryServer(
            [holding(gate, started)],
            configure: { $0.limits.bytesInFlight = 1_000_000 }
        )
        let large = try Echo(payload: Array(repeating: 1, count: 1_100_000)).encoded()
        let held = try await server.call(
            .together,
            large,
            template: CallTemplate(method: UnaryServer.ordinary.path)
        )
        try await started.wait(forCount: 1)
        let refused = try #require(try await server.client.status(of: try await server.call(arrival)))
        #expect(Status(remote: refused).reason == "OVERLOADED" && refused.isUnprocessed)
        #expect(server.runs.count == 0)
        gate.open()
        #expect(try await server.client.status(of: held)?.code == .ok)
        while try await server.client.status(of: try await server.call(arrival))?.code != .ok {}
        try await server.stop()
    }
}
