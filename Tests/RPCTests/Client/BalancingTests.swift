import NIOCore
import RPCTestSupport
import Testing

@testable import RPC

@Suite("Balancing", .timeLimit(.minutes(5)))
struct BalancingTests {
    private let failing = Status(.unavailable, "Not now.")
    private let watching = RPCChannelOptions(watchesHealth: true)

    @Test("instances that leave get no calls, and get them again when they are back")
    func leaving() async throws {
        let cluster = await Cluster(3)
        let channel = cluster.channel(to: [0, 1, 2])
        try await cluster.connect(channel, to: 3)
        cluster.kill(1)
        try await until { channel.pool.readyInstances == 2 }
        #expect(try await cluster.spread(12, over: channel)[1] == nil)
        cluster.revive(1)
        try await cluster.whileTimePasses { try await cluster.connect(channel, to: 3) }
        #expect(try await cluster.spread(12, over: channel) == [0: 4, 1: 4, 2: 4])
        channel.close()
        await cluster.stop()
    }

    @Test("an instance that stops in good order fails no call")
    func stopping() async throws {
        let cluster = await Cluster(2)
        let channel = cluster.channel(to: [0, 1], watching)
        try await cluster.connect(channel, to: 2)
        async let stopped: Void = cluster.stop(0)
        for _ in 0..<50 { try await channel.call(Cluster.unsafe) }
        await stopped
        #expect(try await cluster.spread(10, over: channel) == [1: 10])
        channel.close()
        await cluster.stop()
    }

    @Test("an instance that says it does not serve gets no calls until it says that it does")
    func unhealthy() async throws {
        let cluster = await Cluster(2)
        let channel = cluster.channel(to: [0, 1], watching)
        try await cluster.connect(channel, to: 2)
        await cluster.set(0, problem: "the database does not answer")
        let sick = ServingState.notServing("the database does not answer")
        try await until { channel.instanceStates[0].health == sick && channel.pool.readyInstances == 1 }
        #expect(try await cluster.spread(10, over: channel) == [1: 10])
        await cluster.set(0, problem: nil)
        try await until { channel.pool.readyInstances == 2 }
        #expect(try await cluster.spread(10, over: channel) == [0: 5, 1: 5])
        channel.close()
        await cluster.stop()
    }

    @Test("when none serves, calls fail at once, and those that wait go on when one serves")
    func noneHealthy() async throws {
        let cluster = await Cluster(1)
        let channel = cluster.channel(to: [0], watching)
        try await cluster.connect(channel, to: 1)
        await cluster.set(0, problem: "starting")
        try await until { channel.pool.readyInstances == 0 }
        let failure = try #require(await cluster.whileTimePasses { await channel.failure(of: Cluster.unsafe) })
        #expect(failure.code == .unavailable)
        #expect(failure.reason == "SERVICE_NOT_SERVING")
        async let waiting = channel.call(Cluster.unsafe, CallOptions(waitsForReady: true))
        await cluster.set(0, problem: nil)
        _ = try await waiting
        channel.close()
        await cluster.stop()
    }

    @Test("an instance without a health service counts as healthy")
    func noHealthService() async throws {
        let cluster = await Cluster(2, hasHealth: false)
        let channel = cluster.channel(to: [0, 1], watching)
        try await cluster.connect(channel, to: 2)
        try await until { channel.instanceStates.allSatisfy { $0.health == .serving } }
        #expect(try await cluster.spread(10, over: channel) == [0: 5, 1: 5])
        channel.close()
        await cluster.stop()
    }

    @Test("an instance that fails five times in a row is left out, comes back, and is left out for longer next time")
    func ejection() async throws {
        let cluster = await Cluster(2)
        let channel = cluster.channel(to: [0, 1])
        try await cluster.connect(channel, to: 2)
        func fail() async {
            cluster.set(0, .fail(failing))
            while !channel.instanceStates[0].isEjected { _ = await channel.failure(of: Cluster.unsafe) }
            cluster.set(0, .answer)
        }
        let counts = await cluster.counts { await fail() }
        #expect(counts[0] == 5)
        #expect(try await cluster.spread(10, over: channel) == [1: 10])
        try await cluster.clock.advance(by: .seconds(29))
        #expect(channel.instanceStates[0].isEjected)
        try await cluster.clock.advance(by: .seconds(1))
        try await until { channel.pool.readyInstances == 2 }
        #expect(try await cluster.spread(10, over: channel) == [0: 5, 1: 5])
        await fail()
        try await cluster.clock.advance(by: .seconds(51))
        #expect(channel.instanceStates[0].isEjected)
        try await cluster.clock.advance(by: .seconds(20))
        try await until { !channel.instanceStates[0].isEjected }
        channel.close()
        await cluster.stop()
    }

    @Test("a single instance is never left out, and of two that both fail only one")
    func ejectionBounds() async throws {
        let cluster = await Cluster(2)
        for ids in [[0], [0, 1]] {
            let channel = cluster.channel(to: ids)
            try await cluster.connect(channel, to: ids.count)
            for id in ids { cluster.set(id, .fail(failing)) }
            for _ in 0..<40 { _ = await channel.failure(of: Cluster.unsafe) }
            #expect(channel.instanceStates.count { $0.isEjected } == ids.count - 1)
            for id in ids { cluster.set(id, .answer) }
            channel.close()
        }
        await cluster.stop()
    }

    @Test("when all that are connected are left out, calls go there nevertheless")
    func panic() async throws {
        let cluster = await Cluster(2)
        let channel = cluster.channel(to: [0, 1])
        try await cluster.connect(channel, to: 2)
        cluster.set(0, .fail(failing))
        while !channel.instanceStates[0].isEjected { _ = await channel.failure(of: Cluster.unsafe) }
        cluster.set(0, .answer)
        cluster.kill(1)
        try await until { channel.pool.readyInstances == 1 }
        #expect(try await cluster.spread(5, over: channel) == [0: 5])
        channel.close()
        await cluster.stop()
    }

    @Test("no more than a tenth of the instances is left out at once, and those that did well are forgiven")
    func bounds() {
        var ejections = Ejections(OutlierDetection())
        let first = Endpoint(host: "10.0.0.1", port: 1)
        let start = NIODeadline.uptimeNanoseconds(0)
        let isAlone = ejections.eject(first, of: 1, now: start)
        #expect(!isAlone)
        let isFirst = ejections.eject(first, of: 30, now: start)
        #expect(isFirst)
        let others = (2...5).map { Endpoint(host: "10.0.0.\($0)", port: 1) }
        var ejected: [Bool] = []
        for other in others { ejected.append(ejections.eject(other, of: 30, now: start)) }
        #expect(ejected == [true, true, false, false])
        ejections.sweep(now: start + .seconds(30))
        #expect(!ejections.isEjected(first))
        ejections.sweep(now: start + .seconds(40))
        #expect(ejections.isEmpty)
    }

    @Test("of two instances the one with fewer calls under way is chosen")
    func leastLoaded() async throws {
        let cluster = await Cluster(2)
        let channel = cluster.channel(to: [0, 1], RPCChannelOptions(balancing: .leastLoadedOfTwo))
        try await cluster.connect(channel, to: 2)
        let instanceGates = [Gate(), Gate()]
        for id in 0...1 { cluster.set(id, .hold(instanceGates[id])) }
        let held = try await cluster.counts {
            let before = cluster.reached.count
            for count in 1...4 {
                Task { try await channel.call(Cluster.safe) }
                try await cluster.reached.wait(forCount: before + count)
            }
        }
        #expect(held == [0: 2, 1: 2])
        cluster.set(1, .answer)
        instanceGates[1].open()
        try await until { channel.outstanding == [2, 0] }
        #expect(try await cluster.spread(10, over: channel) == [1: 10])
        instanceGates[0].open()
        channel.close()
        await cluster.stop()
    }

    @Test("calls from an event loop go over a connection on that loop, made with the first of them")
    func sameLoop() async throws {
        let cluster = await Cluster(2)
        let channel = cluster.channel(to: [0, 1])
        let loops = Array(cluster.group.makeIterator().prefix(2))
        for loop in loops {
            #expect(channel.readyConnection(on: loop) == nil)
            while channel.readyConnection(on: loop) == nil {
                _ = try await Task(executorPreference: EventLoopTaskExecutor(loop)) {
                    try await channel.call(Cluster.safe)
                }.value
            }
        }
        channel.close()
        #expect(loops.allSatisfy { channel.readyConnection(on: $0) == nil })
        await cluster.stop()
    }
}

extension RPCChannel {
    /// Calls under way to each instance.
    fileprivate var outstanding: [Int] {
        pool.subchannels.map { $0.availability(on: nil).connection?.outstandingCalls ?? 0 }
    }
}
