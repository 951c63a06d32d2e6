import RPCStubs
import RPCTestSupport
import RPCValues
import Testing

@testable import RPC

@Suite("Instances that are restarted in turn", .timeLimit(.minutes(5)))
struct RestartingTests {
    private let watching = RPCChannelOptions(watchesHealth: true)

    @Test("one that came back takes the calls, none of which fails, when the last of the others is sent away")
    func backInTime() async throws {
        let cluster = await Cluster(2)
        let channel = cluster.channel(to: [0, 1], watching)
        try await cluster.connect(channel, to: 2)
        cluster.kill(0)
        while channel.pool.subchannels[0].lastFailure == nil {
            try await channel.call(Cluster.safe)
            await Task.yield()
        }
        cluster.revive(0)
        async let stopped: Void = cluster.stop(1)
        let failures = await cluster.whileTimePasses {
            var failures: [Status] = []
            for _ in 0..<50 {
                if let failure = await channel.failure(of: Cluster.unsafe) { failures.append(failure) }
            }
            return failures
        }
        #expect(failures.isEmpty)
        await stopped
        #expect(try await cluster.spread(10, over: channel) == [0: 10])
        channel.close()
        await cluster.stop()
    }

    @Test("one that has said nothing of its health gets no calls while another says that it serves")
    func unknown() async throws {
        let cluster = await Cluster(1)
        let gate = Gate()
        let own = MethodHandler.unary(Cluster.safe) { (_: Echo, _) in Echo(payload: [9]) }
        let mute = RPCServer.start(
            ServerConfiguration(inProcess: [own] + MuteHealth(gate: gate).handlers, clock: cluster.clock),
            on: cluster.network,
            at: cluster.endpoint(9),
            group: cluster.group,
            log: quiet
        )
        let channel = cluster.channel(to: [0, 9], watching)
        while !channel.instanceStates.allSatisfy(\.isConnected) || channel.instanceStates[0].health == .unknown {
            try await channel.call(Cluster.safe)
            await Task.yield()
        }
        #expect(try await cluster.spread(10, over: channel) == [0: 10])
        await cluster.set(0, problem: "the database does not answer")
        // Calls follow what the instance says a moment after it is known.
        while try await cluster.spread(10, over: channel) != [:] { try Task.checkCancellation() }
        #expect(channel.instanceStates[0].health != .serving)
        gate.open()
        channel.close()
        await cluster.stop()
        await cluster.whileTimePasses { await mute.stop() }
    }
}

/// Tells nothing until a gate is open.
private struct MuteHealth: RPCMessages.HealthProvider {
    let gate: Gate

    func checkHealth(
        _ request: RPCMessages.CheckHealthRequest,
        context: CallContext
    ) async throws -> RPCMessages.CheckHealthResponse {
        try await gate.wait()
        return .init(status: .serving)
    }

    func watchHealth(
        _ request: RPCMessages.CheckHealthRequest,
        responses: MessageWriter<RPCMessages.CheckHealthResponse>,
        context: CallContext
    ) async throws {
        try await gate.wait()
    }

    func listHealth(
        _ request: RPCMessages.ListHealthRequest,
        context: CallContext
    ) async throws -> RPCMessages.ListHealthResponse {
        try await gate.wait()
        return .init()
    }
}
