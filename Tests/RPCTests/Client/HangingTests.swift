import NIOCore
import RPCTestSupport
import Testing

@testable import RPC

@Suite("Instances that hang, and closed channels", .timeLimit(.minutes(5)))
struct HangingTests {
    @Test("a call to an instance that hangs fails long before its deadline, and so do the next ones")
    func hung() async throws {
        let cluster = await Cluster(1)
        let channel = cluster.channel(to: [0])
        try await cluster.connect(channel, to: 1)
        cluster.set(0, .hold(Gate()))
        let before = cluster.reached.count
        async let failure = channel.failure(of: Cluster.unsafe, CallOptions(timeout: .seconds(3_600)))
        try await cluster.reached.wait(forCount: before + 1)
        cluster.network.freeze(cluster.endpoint(0))
        try await cluster.clock.advance(by: .seconds(16))
        #expect(await failure?.code == .unavailable)
        // One attempt to connect hangs now, too.
        let next = await cluster.whileTimePasses { await channel.failure(of: Cluster.unsafe) }
        #expect(next?.reason == "SERVICE_UNREACHABLE")
        cluster.network.thaw(cluster.endpoint(0))
        cluster.set(0, .answer)
        try await cluster.whileTimePasses { try await cluster.connect(channel, to: 1) }
        channel.close()
        await cluster.stop()
    }

    @Test("while one of two instances hangs, calls that may be repeated are answered by the other")
    func hungOfTwo() async throws {
        let cluster = await Cluster(2)
        let channel = cluster.channel(to: [0, 1], RPCChannelOptions(watchesHealth: true))
        try await cluster.connect(channel, to: 2)
        try await until { channel.instanceStates.allSatisfy { $0.health == .serving } }
        cluster.network.freeze(cluster.endpoint(0))
        let calls = (0..<10).map { _ in
            Task { await channel.failure(of: Cluster.safe, CallOptions(timeout: .seconds(3_600))) }
        }
        try await cluster.clock.advance(by: .seconds(16))
        for call in calls { #expect(await cluster.whileTimePasses { await call.outcome } == nil) }
        #expect(try await cluster.spread(10, over: channel) == [1: 10])
        channel.close()
        await cluster.stop()
    }

    @Test("without any call it is known of an instance that hangs, as of one that is idle")
    func hungWithoutCalls() async throws {
        let cluster = await Cluster(1)
        let channel = cluster.channel(to: [0], RPCChannelOptions(watchesHealth: true))
        try await cluster.connect(channel, to: 1)
        try await until { channel.instanceStates[0].health == .serving }
        cluster.network.freeze(cluster.endpoint(0))
        // A watch alone is no reason to ask sooner than an idle connection is asked.
        try await cluster.clock.advance(by: .seconds(29))
        #expect(channel.connectivity.connected == 1)
        try await cluster.clock.advance(by: .seconds(16))
        try await until { channel.connectivity.connected == 0 }
        channel.close()
        await cluster.stop()
    }

    @Test("a silent but live connection is kept")
    func silent() async throws {
        let cluster = await Cluster(1)
        let channel = cluster.channel(to: [0])
        try await cluster.connect(channel, to: 1)
        for _ in 0..<100 { try await cluster.clock.advance(by: .seconds(3)) }
        #expect(channel.connectivity.connected == 1)
        #expect(cluster.network.attempts(to: cluster.endpoint(0)) == 1)
        channel.close()
        await cluster.stop()
    }

    @Test("a server that has had too many pings gets them half as often")
    func tooManyPings() {
        let policy = KeepAlivePolicy(idleInterval: .seconds(10), busyInterval: .minutes(40))
        #expect(policy.doubled.idleInterval == .seconds(20))
        #expect(policy.doubled.busyInterval == .hours(1))
        #expect(policy.doubled.idleTimeout == policy.idleTimeout)
    }

    @Test("closing a channel ends calls that wait for a connection at once, back-off or not")
    func closeWhileWaiting() async throws {
        let cluster = await Cluster(1)
        cluster.kill(0)
        let channel = cluster.channel(to: [0])
        let calls = (0..<3).map { _ in
            Task { await channel.failure(of: Cluster.unsafe, CallOptions(waitsForReady: true)) }
        }
        try await until { channel.lastConnectionFailure != nil }
        channel.close()
        for call in calls { #expect(await cluster.whileTimePasses { await call.outcome }?.code == .unavailable) }
        await cluster.stop()
    }

    @Test("a connection that is made while its channel is closed is closed too")
    func closeWhileConnecting() async throws {
        let cluster = await Cluster(1)
        let channel = cluster.channel(to: [0])
        cluster.network.freeze(cluster.endpoint(0))
        let call = Task { await channel.failure(of: Cluster.unsafe) }
        try await until { cluster.network.attempts(to: cluster.endpoint(0)) == 1 }
        channel.close()
        #expect(await cluster.whileTimePasses { await call.outcome }?.code == .unavailable)
        await cluster.stop()
    }

    @Test("addresses that are no longer in use do not keep a channel or its server from ending")
    func leftOver() async throws {
        let cluster = await Cluster(2)
        let resolver = ScriptedResolver([cluster.endpoint(0)])
        let channel = cluster.channel(to: resolver, RPCChannelOptions(watchesHealth: true))
        try await cluster.connect(channel, to: 1)
        try await until { channel.instanceStates[0].health == .serving }
        resolver.set([cluster.endpoint(1)])
        try await cluster.whileTimePasses {
            try await until { channel.instanceStates.map(\.endpoint) == [cluster.endpoint(1)] }
        }
        // Returns once the last connection has ended, which a watch that goes on would keep open.
        await cluster.stop(0)
        channel.close()
        await cluster.stop()
    }
}
