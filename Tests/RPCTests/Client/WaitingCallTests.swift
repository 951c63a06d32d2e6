import NIOCore
import RPCTestSupport
import RPCValues
import Testing

@testable import RPC

@Suite("Calls beyond what a server allows at once", .timeLimit(.minutes(5)))
struct WaitingCallTests {
    private let method = TestMethods.unary("Take")

    /// A server that allows one call at once, the first of which is held.
    private struct Counter {
        let peers: InProcessPeers
        let gate = Gate()
        let arrived = Recorder<UInt8>()
        let first: Task<Void, any Error>

        init(_ method: MethodDescriptor, waiting: Int = 10_000) async throws {
            let (gate, arrived) = (gate, arrived)
            let handler = MethodHandler.unary(method) { (request: Echo, _) in
                arrived.record(request.payload[0])
                try await gate.wait()
                return request
            }
            let peers = InProcessPeers([handler], options: RPCChannelOptions(maximumWaitingCalls: waiting)) {
                $0.settings.maximumConcurrentStreams = 1
            }
            self.peers = peers
            first = Task { let _: Echo = try await peers.channel.unary(method, Echo(payload: [0]), options: .init()) }
            try await arrived.wait(forCount: 1)
        }

        var waiting: Int { peers.channel.pool.environment.queue.count }

        /// Makes calls, one after the other, that wait.
        func enqueue(_ numbers: [UInt8], _ method: MethodDescriptor, _ options: CallOptions = .init()) async throws
            -> [Task<Echo, any Error>]
        {
            var tasks: [Task<Echo, any Error>] = []
            for number in numbers {
                let count = waiting
                tasks.append(
                    Task { try await peers.channel.unary(method, Echo(payload: [number]), options: options) }
                )
                try await until { waiting == count + 1 }
            }
            return tasks
        }

        func stop() async throws {
            gate.open()
            try await first.outcome
            await peers.stop()
        }
    }

    @Test("wait and are made in the order in which they came")
    func order() async throws {
        let counter = try await Counter(method)
        let calls = try await counter.enqueue([1, 2, 3, 4, 5], method)
        #expect(counter.arrived.values == [0])
        counter.gate.open()
        for (number, call) in zip(UInt8(1)..., calls) { #expect(try await call.outcome.payload == [number]) }
        #expect(counter.arrived.values == [0, 1, 2, 3, 4, 5])
        #expect(counter.waiting == 0)
        try await counter.stop()
    }

    @Test("fail at their deadlines while they wait, and never reach the server")
    func deadline() async throws {
        let counter = try await Counter(method)
        let late = try await counter.enqueue([1], method, CallOptions(timeout: .seconds(2)))
        let patient = try await counter.enqueue([2], method, CallOptions(waitsForReady: true))
        try await counter.peers.clock.advance(by: .seconds(2))
        let failure = await #expect(throws: Status.self) { try await late[0].outcome }
        #expect(failure?.code == .deadlineExceeded)
        #expect(counter.waiting == 1)
        counter.gate.open()
        _ = try await patient[0].outcome
        #expect(counter.arrived.values == [0, 2])
        try await counter.stop()
    }

    @Test("leave their place when they are cancelled")
    func cancelled() async throws {
        let counter = try await Counter(method)
        let calls = try await counter.enqueue([1, 2], method)
        calls[0].cancel()
        await #expect(throws: CancellationError.self) { try await calls[0].outcome }
        #expect(counter.waiting == 1)
        counter.gate.open()
        _ = try await calls[1].outcome
        #expect(counter.arrived.values == [0, 2])
        try await counter.stop()
    }

    @Test("fail at once when too many wait already")
    func bound() async throws {
        let counter = try await Counter(method, waiting: 2)
        let calls = try await counter.enqueue([1, 2], method)
        let failure = try #require(await counter.peers.channel.failure(of: method))
        #expect(failure.code == .resourceExhausted && failure.reason == "TOO_MANY_CALLS_WAIT")
        counter.gate.open()
        for call in calls { _ = try await call.outcome }
        try await counter.stop()
    }

    @Test("fail when the only connection is lost and cannot be made again")
    func lost() async throws {
        let counter = try await Counter(method)
        let calls = try await counter.enqueue([1, 2], method)
        counter.peers.network.setReachable(false, counter.peers.endpoint)
        counter.peers.network.cut(counter.peers.endpoint)
        await #expect(throws: Status.self) { try await counter.first.outcome }
        for call in calls {
            let failure = await counter.peers.clock.whileRunning {
                await #expect(throws: Status.self) { try await call.outcome }
            }
            #expect(failure?.code == .unavailable)
        }
        #expect(counter.waiting == 0)
        counter.gate.open()
        await counter.peers.stop()
    }

    @Test("go on over a new connection when the old one is lost")
    func reconnected() async throws {
        let counter = try await Counter(method)
        let calls = try await counter.enqueue([1, 2], method)
        counter.gate.open()
        counter.peers.network.cut(counter.peers.endpoint)
        for call in calls { _ = try? await counter.peers.clock.whileRunning { try await call.outcome } }
        #expect(counter.waiting == 0)
        _ = try? await counter.first.outcome
        await counter.peers.stop()
    }

    @Test("go to another instance that has room, at once")
    func elsewhere() async throws {
        let cluster = await Cluster(3) { $0.settings.maximumConcurrentStreams = 1 }
        let channel = cluster.channel(to: [0, 1, 2])
        try await cluster.connect(channel, to: 3)
        let gate = Gate()
        for id in 0...1 { cluster.set(id, .hold(gate)) }
        let before = cluster.reached.count
        var held: [Task<Void, any Error>] = []
        // Those that come to the third are answered.
        for _ in 0..<3 { held.append(Task { try await channel.call(Cluster.unsafe) }) }
        try await cluster.reached.wait(forCount: before + 3)
        let counts = await cluster.counts {
            for _ in 0..<20 { #expect(await channel.failure(of: Cluster.unsafe) == nil) }
        }
        #expect(counts == [2: 20])
        gate.open()
        for task in held { try await task.outcome }
        channel.close()
        await cluster.stop()
    }

    @Test("are taken by whichever instance has room first, and not by one that does not serve")
    func firstFree() async throws {
        let cluster = await Cluster(2) { $0.settings.maximumConcurrentStreams = 8 }
        let channel = cluster.channel(to: [0, 1], RPCChannelOptions(watchesHealth: true))
        try await cluster.connect(channel, to: 2)
        try await until { channel.instanceStates.allSatisfy { $0.health == .serving } }
        let instanceGates = [Gate(), Gate()]
        for id in 0...1 { cluster.set(id, .hold(instanceGates[id])) }
        let before = cluster.reached.count
        // The watch takes one of eight.
        let held = (0..<14).map { _ in Task { try await channel.call(Cluster.unsafe) } }
        try await cluster.reached.wait(forCount: before + 14)
        let waiting = Task { try await channel.call(Cluster.unsafe) }
        try await until { channel.pool.environment.queue.count == 1 }
        await cluster.set(0, problem: "the database does not answer")
        try await until { channel.pool.readyInstances == 1 }
        for id in 0...1 { cluster.set(id, .answer) }
        instanceGates[0].open()
        try await until { channel.pool.subchannels[0].availability(on: nil).connection?.outstandingCalls == 0 }
        #expect(channel.pool.environment.queue.count == 1)
        instanceGates[1].open()
        #expect(try await waiting.outcome.payload == [1])
        for task in held { _ = try await task.outcome }
        channel.close()
        await cluster.stop()
    }

    @Test("are made though the health is watched and the server allows one at once")
    func watched() async throws {
        let cluster = await Cluster(1) { $0.settings.maximumConcurrentStreams = 1 }
        let channel = cluster.channel(to: [0], RPCChannelOptions(watchesHealth: true))
        for _ in 0..<10 { try await channel.call(Cluster.unsafe) }
        #expect(channel.instanceStates[0].health == .serving)
        channel.close()
        await cluster.stop()
    }

    @Test("do not hold up calls to one instance alone, which wait for that one")
    func instances() async throws {
        let cluster = await Cluster(2) { $0.settings.maximumConcurrentStreams = 1 }
        let channel = cluster.channel(to: [0, 1])
        try await cluster.connect(channel, to: 2)
        let gate = Gate()
        cluster.set(1, .hold(gate))
        let before = cluster.reached.count
        let alone = channel.instances[1]
        let held = Task { try await alone.call(Cluster.unsafe) }
        try await cluster.reached.wait(forCount: before + 1)
        let waiting = Task { try await alone.call(Cluster.unsafe) }
        try await until { channel.pool.environment.queue.count == 1 }
        let counts = await cluster.counts {
            for _ in 0..<10 { #expect(await channel.failure(of: Cluster.unsafe) == nil) }
        }
        #expect(counts == [0: 10])
        gate.open()
        #expect(try await held.outcome.payload == [1])
        #expect(try await waiting.outcome.payload == [1])
        channel.close()
        await cluster.stop()
    }
}
