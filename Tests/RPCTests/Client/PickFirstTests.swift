import NIOCore
import RPCTestSupport
import Testing

@testable import RPC

@Suite("Picking the first instance", .timeLimit(.minutes(5)))
struct PickFirstTests {
    private let options = RPCChannelOptions(balancing: .pickFirst)

    @Test("sends all calls there and connects to no other")
    func first() async throws {
        let cluster = await Cluster(3)
        let channel = cluster.channel(to: [0, 1, 2], options)
        #expect(try await cluster.spread(12, over: channel) == [0: 12])
        #expect((1...2).allSatisfy { cluster.network.attempts(to: cluster.endpoint($0)) == 0 })
        channel.close()
        await cluster.stop()
    }

    @Test("goes on to the next when one cannot be reached, without waiting")
    func unreachable() async throws {
        let cluster = await Cluster(3)
        cluster.kill(0)
        cluster.kill(1)
        let channel = cluster.channel(to: [0, 1, 2], options)
        #expect(try await cluster.spread(5, over: channel) == [2: 5])
        channel.close()
        await cluster.stop()
    }

    @Test("stays with an instance when an earlier one is back, and begins with the first when it is lost")
    func sticks() async throws {
        let cluster = await Cluster(2)
        let channel = cluster.channel(to: [0, 1], options)
        #expect(try await cluster.spread(3, over: channel) == [0: 3])
        cluster.kill(0)
        try await until { channel.pool.readyInstances == 0 }
        #expect(try await cluster.spread(3, over: channel) == [1: 3])
        cluster.revive(0)
        try await cluster.clock.advance(by: .seconds(10))
        #expect(try await cluster.spread(3, over: channel) == [1: 3])
        cluster.kill(1)
        try await until { channel.pool.readyInstances == 0 }
        #expect(try await cluster.spread(3, over: channel) == [0: 3])
        channel.close()
        await cluster.stop()
    }

    @Test("leaves an instance that says it does not serve")
    func notServing() async throws {
        let cluster = await Cluster(2)
        let channel = cluster.channel(to: [0, 1], RPCChannelOptions(balancing: .pickFirst, watchesHealth: true))
        #expect(try await cluster.spread(3, over: channel) == [0: 3])
        try await until { channel.instanceStates[0].health == .serving }
        await cluster.set(0, problem: "the database does not answer")
        try await until { channel.pool.readyInstances == 0 }
        #expect(try await cluster.spread(3, over: channel) == [1: 3])
        channel.close()
        await cluster.stop()
    }

    @Test("fails calls when there is none at all")
    func none() async throws {
        let cluster = await Cluster(2)
        for id in 0...1 { cluster.kill(id) }
        let channel = cluster.channel(to: [0, 1], options)
        let failure = await cluster.whileTimePasses { await channel.failure(of: Cluster.unsafe) }
        #expect(failure?.reason == "SERVICE_UNREACHABLE")
        channel.close()
        await cluster.stop()
    }
}
