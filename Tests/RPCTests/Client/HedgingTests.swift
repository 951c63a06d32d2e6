import NIOCore
import RPCTestSupport
import RPCValues
import Testing

@testable import RPC

@Suite("Hedging", .timeLimit(.minutes(5)))
struct HedgingTests {
    private func options(_ hedging: HedgingPolicy, throttling: RetryThrottling? = nil) -> RPCChannelOptions {
        let policy = ClientPolicy(others: MethodPolicy(hedging: hedging), throttling: throttling)
        return RPCChannelOptions(outliers: nil, policy: policy)
    }

    private let twice = HedgingPolicy(maximumAttempts: 2, delay: .milliseconds(100))

    @Test("when the first attempt is slow another instance answers, and the first is given up")
    func slow() async throws {
        let cluster = await Cluster(2)
        let channel = cluster.channel(to: [0, 1], options(twice))
        try await cluster.connect(channel, to: 2)
        let gate = Gate()
        cluster.set(0, .hold(gate))
        for _ in 0..<2 {
            let answer = try await cluster.whileTimePasses { try await channel.call(Cluster.safe) }
            #expect(answer.payload == [1])
        }
        try await until {
            channel.pool.subchannels.allSatisfy { $0.availability(on: nil).connection?.outstandingCalls == 0 }
        }
        channel.close()
        await cluster.stop()
    }

    @Test("a method that may do harm twice is not hedged")
    func unsafe() async throws {
        let cluster = await Cluster(2)
        let channel = cluster.channel(to: [0, 1], options(twice))
        try await cluster.connect(channel, to: 2)
        let gate = Gate()
        cluster.set(0, .hold(gate))
        cluster.set(1, .hold(gate))
        let before = cluster.reached.count
        async let answer = channel.call(Cluster.unsafe)
        try await cluster.reached.wait(forCount: before + 1)
        try await cluster.clock.advance(by: .seconds(1))
        gate.open()
        _ = try await answer
        #expect(cluster.reached.count == before + 1)
        channel.close()
        await cluster.stop()
    }

    @Test("a failure that is not fatal has the next attempt made at once; a fatal one ends the call")
    func failures() async throws {
        let cluster = await Cluster(2)
        let channel = cluster.channel(to: [0, 1], options(twice))
        try await cluster.connect(channel, to: 2)
        cluster.set(0, .fail(Status(.unavailable, "Not now.")))
        for _ in 0..<4 { #expect(try await channel.call(Cluster.safe).payload == [1]) }
        cluster.set(0, .fail(Status(.notFound, "No.")))
        var codes: [Bool] = []
        for _ in 0..<4 { codes.append(await channel.failure(of: Cluster.safe)?.code == .notFound) }
        #expect(codes.count { $0 } == 2)
        channel.close()
        await cluster.stop()
    }

    @Test("when all attempts failed the last failure is reported")
    func allFailed() async throws {
        let cluster = await Cluster(1)
        let channel = cluster.channel(to: [0], options(twice))
        try await cluster.connect(channel, to: 1)
        cluster.set(0, .fail(Status(.unavailable, "Not now.")))
        let counts = await cluster.counts {
            #expect(await channel.failure(of: Cluster.safe)?.message == "Not now.")
        }
        #expect(counts == [0: 2])
        channel.close()
        await cluster.stop()
    }

    @Test("a server that says to leave it gets no further attempt, and neither does one that fails too often")
    func pushBackAndThrottle() async throws {
        let cluster = await Cluster(1)
        cluster.set(0, .fail(Status(.unavailable, "Not now.", retryDelay: .milliseconds(-1))))
        let patient = cluster.channel(to: [0], options(twice))
        #expect(await cluster.counts { _ = await patient.failure(of: Cluster.safe) } == [0: 1])
        cluster.set(0, .fail(Status(.unavailable, "Not now.")))
        let throttled = cluster.channel(to: [0], options(twice, throttling: RetryThrottling(maximumTokens: 2)))
        #expect(await cluster.counts { _ = await throttled.failure(of: Cluster.safe) } == [0: 1])
        patient.close()
        throttled.close()
        await cluster.stop()
    }
}
