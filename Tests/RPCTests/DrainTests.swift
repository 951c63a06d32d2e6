import RPC
import RPCTestSupport
import RPCValues
import Testing

@Suite("Stopping a server", .timeLimit(.minutes(5)))
struct DrainTests {
    private let held = TestMethods.unary("Hold")
    private let safe = TestMethods.unary("Safe", idempotency: .noSideEffects)

    @Test("running calls finish, and new ones go elsewhere")
    func drain() async throws {
        let gate = Gate()
        let started = Recorder<Void>()
        let holding = MethodHandler.unary(held) { (request: Echo, _) in
            started.record(())
            try await gate.wait()
            return request
        }
        func answering(_ id: UInt8) -> MethodHandler { .unary(safe) { (_: Echo, _) in Echo(payload: [id]) } }
        let first = try await startServer(handlers: [holding, answering(1)]) { $0.drainTimeout = .seconds(600) }
        let second = try await startServer(handlers: [holding, answering(2)])
        let channel = try makeChannel(ports: [first.port, second.port])
        let calls = (0..<2).map { _ in Task { try await channel.call(held) } }
        while try await channel.call(safe).payload != [2] {}
        try await started.wait(forCount: 2)
        async let stopped: Void = first.stop()
        // From some moment on no call reaches the first one, and none fails meanwhile.
        var inARow = 0
        while inARow < 20 { inARow = try await channel.call(safe).payload == [2] ? inARow + 1 : 0 }
        gate.open()
        for call in calls { _ = try await call.outcome }
        await stopped
        channel.close()
        await second.stop()
    }

    @Test("a handler that does not end is cut off when the drain timeout is over")
    func stubborn() async throws {
        let gate = Gate()
        let started = Recorder<Void>()
        let server = try await startServer(handlers: [
            .unary(held) { (request: Echo, _) in
                started.record(())
                await gate.waitThroughCancellation()
                return request
            }
        ]) { $0.drainTimeout = .milliseconds(50) }
        let channel = try makeChannel(ports: [server.port])
        async let failure = channel.failure(of: held)
        try await started.wait(forCount: 1)
        await server.stop()
        #expect(await failure?.code == .unavailable)
        gate.open()
        channel.close()
    }

    @Test("peers that say nothing, in the middle of a handshake or after it, do not hold a server that stops")
    func silentPeers() async throws {
        let server = try await startServer { $0.drainTimeout = .milliseconds(50) }
        let silent = try await RawConnection.connect(port: server.port, tls: nil)
        let speechless = try await RawConnection.connect(
            port: server.port,
            tls: try TestCertificates.client("ocr", expecting: "budget")
        )
        // The server's first frame: its settings.
        _ = try await speechless.wait(forBytes: 9)
        await server.stop()
        await silent.close()
        await speechless.close()
    }
}
