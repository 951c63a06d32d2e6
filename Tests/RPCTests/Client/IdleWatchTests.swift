import NIOCore
import RPCTestSupport
import Testing

@testable import RPC

@Suite("Connections with a health watch alone", .timeLimit(.minutes(5)))
struct IdleWatchTests {
    private let watching = RPCChannelOptions(watchesHealth: true)

    @Test("is idle for the server, which ends it; calls begin a new one")
    func serverEndsIt() async throws {
        let cluster = await Cluster(1) { $0.connectionLife.maximumIdle = .seconds(60) }
        let channel = cluster.channel(to: [0], watching)
        try await cluster.connect(channel, to: 1)
        try await until { channel.instanceStates[0].health == .serving }
        try await cluster.clock.advance(by: .seconds(130))
        try await until { channel.connectivity.connected == 0 }
        #expect(try await cluster.spread(3, over: channel) == [0: 3])
        #expect(cluster.network.attempts(to: cluster.endpoint(0)) == 2)
        channel.close()
        await cluster.stop()
    }

    @Test("is not ended by the server while calls go over it")
    func used() async throws {
        let cluster = await Cluster(1) { $0.connectionLife.maximumIdle = .seconds(60) }
        let channel = cluster.channel(to: [0], watching)
        for _ in 0..<20 {
            try await channel.call(Cluster.unsafe)
            try await cluster.clock.advance(by: .seconds(20))
        }
        #expect(cluster.network.attempts(to: cluster.endpoint(0)) == 1)
        channel.close()
        await cluster.stop()
    }

    @Test("counts as one without calls")
    func counts() async throws {
        let cluster = await Cluster(1)
        let channel = cluster.channel(to: [0], watching)
        try await cluster.connect(channel, to: 1)
        try await until { channel.instanceStates[0].health == .serving }
        try await until { channel.pool.subchannels[0].connections.first?.outstandingCalls == 0 }
        let gate = Gate()
        cluster.set(0, .hold(gate))
        let before = cluster.reached.count
        let call = Task { try await channel.call(Cluster.unsafe) }
        try await cluster.reached.wait(forCount: before + 1)
        #expect(channel.pool.subchannels[0].connections.first?.outstandingCalls == 1)
        gate.open()
        _ = try await call.outcome
        channel.close()
        await cluster.stop()
    }
}
