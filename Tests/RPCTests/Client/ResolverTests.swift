import NIOCore
import RPCTestSupport
import Testing

@testable import RPC

@Suite("Name resolution", .timeLimit(.minutes(5)))
struct ResolverTests {
    @Test("names stand for all their addresses, addresses for themselves")
    func addresses() async throws {
        let endpoints = [Endpoint(host: "budget.larder", port: 7), Endpoint(host: "::1", port: 8)]
        let resolver = DNSResolver(endpoints) { name in
            #expect(name == "budget.larder")
            return ["10.0.0.1", "fd00::2"]
        }
        #expect(try await resolver.resolve().map(\.description) == ["10.0.0.1:7", "[fd00::2]:7", "[::1]:8"])
        #expect(resolver.target == "budget.larder:7,[::1]:8")
    }

    @Test("a name that cannot be resolved does not hide those that can")
    func partly() async throws {
        let endpoints = [Endpoint(host: "gone", port: 7), Endpoint(host: "there", port: 8)]
        let resolver = DNSResolver(endpoints) { name in
            if name == "gone" { throw ResolutionFailure("gone") }
            return ["10.0.0.1"]
        }
        #expect(try await resolver.resolve() == [Endpoint(host: "10.0.0.1", port: 8)])
        await #expect(throws: ResolutionFailure.self) {
            try await DNSResolver([endpoints[0]]) { _ in throw ResolutionFailure("gone") }.resolve()
        }
    }

    @Test("the system knows the addresses of this machine")
    func system() async throws {
        #expect(try await NameLookup.addresses(of: "localhost").contains { $0 == "127.0.0.1" || $0 == "::1" })
    }

    @Test("without addresses calls fail with the service's name, and those that wait go on once there are some")
    func nothingFound() async throws {
        let cluster = await Cluster(1)
        let resolver = ScriptedResolver([])
        resolver.fail()
        let channel = cluster.channel(to: resolver)
        let failure = try #require(await cluster.whileTimePasses { await channel.failure(of: Cluster.unsafe) })
        #expect(failure.code == .unavailable)
        #expect(failure.message.contains("budget"))
        #expect(channel.lastConnectionFailure == "no such name")
        let waiting = Task { try await channel.call(Cluster.unsafe, CallOptions(waitsForReady: true)) }
        resolver.set([cluster.endpoint(0)])
        _ = try await cluster.whileTimePasses { try await waiting.outcome }
        #expect(channel.lastConnectionFailure == nil)
        channel.close()
        await cluster.stop()
    }

    @Test("addresses that vanish are drained and new ones used; a failure changes nothing")
    func changes() async throws {
        let cluster = await Cluster(3)
        let resolver = ScriptedResolver([cluster.endpoint(0), cluster.endpoint(1)])
        let channel = cluster.channel(to: resolver)
        try await cluster.connect(channel, to: 2)
        let gate = Gate()
        cluster.set(0, .hold(gate))
        cluster.set(1, .hold(gate))
        let before = cluster.reached.count
        let running = (0..<2).map { _ in Task { try await channel.call(Cluster.unsafe) } }
        try await cluster.reached.wait(forCount: before + 2)
        resolver.set([cluster.endpoint(1), cluster.endpoint(2)])
        try await cluster.whileTimePasses {
            try await until { channel.instanceStates.map(\.endpoint) == [1, 2].map(cluster.endpoint) }
        }
        gate.open()
        for call in running { _ = try await call.outcome }
        try await cluster.connect(channel, to: 2)
        #expect(try await cluster.spread(10, over: channel) == [1: 5, 2: 5])
        resolver.fail()
        let asked = resolver.asked
        try await cluster.whileTimePasses {
            try await until { resolver.asked > asked && channel.lastConnectionFailure != nil }
        }
        #expect(try await cluster.spread(10, over: channel) == [1: 5, 2: 5])
        channel.close()
        await cluster.stop()
    }

    @Test("the first call does not fail when addresses are found while it looks for an instance")
    func firstCall() async throws {
        let cluster = await Cluster(1)
        // Often, since the moment is short. A call that failed would wait for its next attempt, and no time passes here.
        for _ in 0..<1_000 {
            let channel = cluster.channel(to: ScriptedResolver([cluster.endpoint(0)]))
            _ = try await channel.call(Cluster.safe)
            channel.close()
        }
        await cluster.stop()
    }

    @Test("a lost connection has the name looked up again, once a second at the most")
    func lostConnection() async throws {
        let cluster = await Cluster(2)
        let resolver = ScriptedResolver([cluster.endpoint(0)])
        let channel = cluster.channel(to: resolver)
        try await cluster.connect(channel, to: 1)
        #expect(resolver.asked == 1)
        resolver.set([cluster.endpoint(1)])
        cluster.kill(0)
        try await until { channel.connectivity.connected == 0 }
        #expect(resolver.asked == 1)
        let began = cluster.clock.now
        try await cluster.whileTimePasses {
            try await until { channel.instanceStates.map(\.endpoint) == [cluster.endpoint(1)] }
        }
        #expect(cluster.clock.now - began >= .seconds(1))
        #expect(try await cluster.spread(3, over: channel) == [1: 3])
        channel.close()
        await cluster.stop()
    }

    @Test("a server that goes away is found at its new address")
    func goAway() async throws {
        let cluster = await Cluster(2)
        let resolver = ScriptedResolver([cluster.endpoint(0)])
        let channel = cluster.channel(to: resolver)
        try await cluster.connect(channel, to: 1)
        try await cluster.clock.advance(by: .seconds(2))
        resolver.set([cluster.endpoint(1)])
        await cluster.stop(0)
        try await cluster.whileTimePasses {
            try await until { channel.instanceStates.map(\.endpoint) == [cluster.endpoint(1)] }
        }
        #expect(try await cluster.spread(3, over: channel) == [1: 3])
        channel.close()
        await cluster.stop()
    }
}
