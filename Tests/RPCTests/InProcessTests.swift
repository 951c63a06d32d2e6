import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import Testing
import Wire

@Suite("Calls within the process, on a clock of their own", .timeLimit(.minutes(5)))
struct InProcessTests {
    private let method = TestMethods.unary("Wait", idempotency: .noSideEffects)

    @Test("a call reaches its handler, who sees the peer, and comes back")
    func call() async throws {
        let peers = InProcessPeers([
            .unary(method) { (_: Echo, context) in
                Echo(payload: Array("\(context.peerService ?? "") \(context.peerAddress ?? "")".utf8))
            }
        ])
        let answer: Echo = try await peers.channel.unary(method, Echo(), options: CallOptions())
        #expect(String(decoding: answer.payload, as: UTF8.self) == "ocr 127.0.0.1")
        await peers.stop()
    }

    @Test("a large message crosses in spite of the windows of connection and transport")
    func largeMessage() async throws {
        let peers = InProcessPeers([.unary(method) { (request: Echo, _) in request }])
        let payload = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let answer: Echo = try await peers.channel.unary(method, Echo(payload: payload), options: CallOptions())
        #expect(answer.payload == payload)
        await peers.stop()
    }

    @Test("a call ends at its deadline when the clock gets there, and not before")
    func deadline() async throws {
        let started = Recorder<Void>()
        let ended = Recorder<Void>()
        let peers = InProcessPeers([
            .unary(method) { (request: Echo, _) in
                started.record(())
                defer { ended.record(()) }
                try await Gate().wait()
                return request
            }
        ])
        async let failure = peers.channel.failure(of: method, CallOptions(timeout: .seconds(30)))
        _ = try await started.wait(forCount: 1)
        try await peers.clock.advance(by: .seconds(29))
        #expect(ended.count == 0)
        try await peers.clock.advance(by: .seconds(2))
        #expect(await failure?.code == .deadlineExceeded)
        _ = try await ended.wait(forCount: 1)
        await peers.stop()
    }

    @Test("when the link breaks, running calls fail and the next one goes over a new connection")
    func cut() async throws {
        let started = Recorder<Void>()
        let gate = Gate()
        let peers = InProcessPeers([
            .unary(TestMethods.unary("Once")) { (request: Echo, _) in
                started.record(())
                try await gate.wait()
                return request
            }
        ])
        async let failure = peers.channel.failure(of: TestMethods.unary("Once"))
        _ = try await started.wait(forCount: 1)
        peers.network.cut(peers.endpoint)
        #expect(await failure?.code == .unavailable)
        gate.open()
        try await peers.channel.call(TestMethods.unary("Once"))
        #expect(peers.network.attempts(to: peers.endpoint) == 2)
        await peers.stop()
    }
}
