import NIOCore
import RPC
import RPCTestSupport
import Testing
import Wire

@Suite("Draining a server", .timeLimit(.minutes(5)))
struct ServerDrainTests {
    private let held = TestMethods.unary("Hold")

    /// A handler that says when it runs and ends when `gate` opens.
    private func holding(_ gate: Gate, _ started: Recorder<Void>) -> MethodHandler {
        .unary(held) { (request: Echo, _) in
            started.record(())
            try await gate.wait()
            return request
        }
    }

    @Test("without calls is over after a round trip, without any time passing")
    func idle() async throws {
        let peers = InProcessPeers([.unary(held) { (request: Echo, _) in request }])
        try await peers.channel.call(held)
        await peers.server.stop()
        peers.channel.close()
    }

    @Test("lets the running call end and takes no connection meanwhile")
    func running() async throws {
        let (gate, started) = (Gate(), Recorder<Void>())
        let peers = InProcessPeers([holding(gate, started)])
        async let call = peers.channel.call(held)
        try await started.wait(forCount: 1)
        async let stopped: Void = peers.server.stop()
        gate.open()
        _ = try await call
        await stopped
        let failure = await peers.clock.whileRunning { await peers.channel.failure(of: held) }
        #expect(failure?.code == .unavailable)
        peers.channel.close()
    }

    @Test("a call that crosses GOAWAY is served")
    func crossing() async throws {
        let (gate, started) = (Gate(), Recorder<Void>())
        // Time stands still: the wait for the client's answer must not be over before the call comes.
        let server = try await startServer(handlers: [holding(gate, started)]) { $0.clock = ManualClock() }
        let raw = try await RawCalls.connect(port: server.port)
        try await raw.settle()
        let call = try await raw.prepareCall(held.path)
        async let stopped: Void = server.stop()
        try await raw.wait { $0.contains { $0.hasPrefix("go-away 2147483647 none") } }
        // The client has not answered the ping yet, so this crosses for the server.
        try await raw.send(call)
        try await started.wait(forCount: 1)
        try await raw.answerPings()
        try await raw.wait { $0.contains("go-away 1 none this side is stopping") }
        gate.open()
        try await raw.wait { $0.contains("status 1 OK") }
        await stopped
        await raw.close()
    }

    @Test("of a client that never answers goes on after five seconds")
    func silent() async throws {
        let clock = ManualClock()
        let server = try await startServer {
            $0.clock = clock
            $0.drainTimeout = .seconds(15)
        }
        let raw = try await RawCalls.connect(port: server.port)
        try await raw.settle()
        async let stopped: Void = server.stop()
        try await raw.wait { $0.contains { $0.hasPrefix("go-away 2147483647") } }
        try await clock.advance(by: .milliseconds(4_999))
        #expect(await raw.has("go-away 0 none this side is stopping") == false)
        try await clock.advance(by: .milliseconds(1))
        try await raw.wait { $0.contains("go-away 0 none this side is stopping") }
        await stopped
        await raw.close()
    }

    @Test("cuts off what runs beyond the drain timeout")
    func bounded() async throws {
        let (gate, started) = (Gate(), Recorder<Void>())
        let peers = InProcessPeers([holding(gate, started)]) { $0.drainTimeout = .seconds(15) }
        async let failure = peers.channel.failure(of: held)
        try await started.wait(forCount: 1)
        let stopped = Recorder<Void>()
        let stopping = Task {
            await peers.server.stop()
            stopped.record(())
        }
        while stopped.count == 0 { try await peers.clock.advance(by: .seconds(1)) }
        #expect(await failure?.code == .unavailable)
        await stopping.outcome
        peers.channel.close()
    }

    @Test("waits as a lame duck first, in which calls are served as before")
    func lameDuck() async throws {
        let peers = InProcessPeers([.unary(held) { (request: Echo, _) in request }]) { $0.lameDuck = .seconds(5) }
        try await peers.channel.call(held)
        let timers = peers.clock.timers
        let stopped = Task { await peers.server.stop() }
        try await peers.clock.waitForTimers(timers + 1)
        try await peers.channel.call(held)
        try await peers.clock.advance(by: .seconds(5))
        await stopped.outcome
        peers.channel.close()
    }

    @Test("ends a connection whose handshake is not over at once")
    func handshake() async throws {
        let server = try await startServer { $0.drainTimeout = .seconds(600) }
        let silent = try await RawConnection.connect(port: server.port, tls: nil)
        // The listener takes connections in order, so the silent one is known when this one is.
        let channel = try makeChannel(ports: [server.port])
        _ = await channel.failure(of: held)
        await server.stop()
        try await silent.waitForEnd()
        channel.close()
    }
}

@Suite("Age and idle time of a server's connections", .timeLimit(.minutes(5)))
struct ConnectionLifeTests {
    private let method = TestMethods.unary("Echo")
    private let held = TestMethods.unary("Hold")

    @Test("ends at their age give or take a tenth, and calls go on over new ones")
    func age() async throws {
        let peers = InProcessPeers([.unary(method) { (request: Echo, _) in request }]) {
            $0.connectionLife = ConnectionLife(maximumAge: .seconds(100))
        }
        try await peers.pass(seconds: 89, calling: method)
        #expect(peers.network.attempts(to: peers.endpoint) == 1)
        try await peers.pass(seconds: 22, calling: method)
        while peers.network.attempts(to: peers.endpoint) == 1 {
            try await peers.channel.call(method, CallOptions(waitsForReady: true))
        }
        await peers.stop()
    }

    @Test("that are asked to go lets running calls end within the grace period, and no longer")
    func grace() async throws {
        let started = Recorder<Void>()
        let peers = InProcessPeers([
            .unary(held) { (request: Echo, _) in
                started.record(())
                try await Gate().wait()
                return request
            },
            .unary(method) { (request: Echo, _) in request },
        ]) { $0.connectionLife = ConnectionLife(maximumAge: .seconds(100), grace: .seconds(10)) }
        let ended = Recorder<Status?>()
        let call = Task { ended.record(await peers.channel.failure(of: held)) }
        try await started.wait(forCount: 1)
        try await peers.pass(seconds: 99, calling: method)
        #expect(ended.count == 0)
        try await peers.pass(seconds: 22, calling: method)
        await call.outcome
        #expect(ended.values.first??.code == .unavailable)
        await peers.stop()
    }

    @Test("ends after idle time, which calls begin anew")
    func idle() async throws {
        let peers = InProcessPeers([.unary(method) { (request: Echo, _) in request }]) {
            $0.connectionLife = ConnectionLife(maximumIdle: .seconds(10))
        }
        for _ in 0..<4 {
            try await peers.channel.call(method)
            try await peers.clock.advance(by: .seconds(9))
        }
        #expect(peers.network.attempts(to: peers.endpoint) == 1)
        try await peers.clock.advance(by: .seconds(15))
        while peers.network.attempts(to: peers.endpoint) == 1 {
            try await peers.channel.call(method, CallOptions(waitsForReady: true))
        }
        await peers.stop()
    }

    @Test("ends within the span in which they are renewed")
    func renewal() async throws {
        let peers = InProcessPeers([.unary(method) { (request: Echo, _) in request }])
        try await peers.channel.call(method)
        peers.server.renewConnections(within: .seconds(60))
        try await peers.channel.call(method)
        try await peers.pass(seconds: 60, calling: method)
        while peers.network.attempts(to: peers.endpoint) == 1 {
            try await peers.channel.call(method, CallOptions(waitsForReady: true))
        }
        await peers.stop()
    }
}

extension InProcessPeers {
    /// Lets time pass in steps with calls in between, as a connection in use sees it.
    fileprivate func pass(seconds: Int, calling method: MethodDescriptor) async throws {
        for _ in 0..<seconds {
            try await channel.call(method, CallOptions(waitsForReady: true))
            try await clock.advance(by: .seconds(1))
        }
    }
}
