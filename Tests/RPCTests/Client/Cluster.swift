import NIOCore
import NIOPosix
import RPCStubs
import RPCTestSupport
import RPCValues
import ServiceKit
import Synchronization

@testable import RPC

/// Several instances of a service within the process, whose behaviour tests change while calls go on, and a count of the
/// calls that each of them got: the shape of gRPC's balancing tests.
final class Cluster: Sendable {
    enum Behaviour: Sendable {
        case answer
        case fail(Status)
        /// Answers once the gate is open.
        case hold(Gate)
    }

    private struct State {
        var servers: [Int: RPCServer] = [:]
        var behaviours: [Int: Behaviour] = [:]
        var counts: [Int: Int] = [:]
        var problems: [Int: String] = [:]
        var monitors: [Int: HealthMonitor] = [:]
    }

    static let safe = TestMethods.unary("Safe", idempotency: .idempotent)
    static let unsafe = TestMethods.unary("Unsafe")

    let network = InProcessNetwork()
    let clock = ManualClock()
    let group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    private let hasHealth: Bool
    private let configure: @Sendable (inout ServerConfiguration) -> Void
    private let state = Mutex(State())
    /// The instances that calls reached, in order.
    let reached = Recorder<Int>()

    /// Starts instances numbered from 0.
    /// - Parameter configure: Changes the configuration of each.
    init(
        _ count: Int,
        hasHealth: Bool = true,
        configure: @escaping @Sendable (inout ServerConfiguration) -> Void = { _ in }
    ) async {
        self.hasHealth = hasHealth
        self.configure = configure
        for id in 0..<count { await start(id) }
    }

    func endpoint(_ id: Int) -> Endpoint { Endpoint(host: "10.0.0.\(id)", port: 1) }

    func start(_ id: Int) async {
        let monitor = HealthMonitor(checks: [{ [weak self] in self?.state.withLock { $0.problems[id] } }], log: quiet)
        await monitor.update()
        let health = HealthService(program: "budget", services: [], monitor: monitor)
        let own = [Cluster.safe, Cluster.unsafe].map { method in
            MethodHandler.unary(method) { [weak self] (request: Echo, _) in
                try await self?.serve(id)
                return Echo(payload: [UInt8(id)])
            }
        }
        var configuration = ServerConfiguration(inProcess: own + (hasHealth ? health.handlers : []), clock: clock)
        configure(&configuration)
        let server = RPCServer.start(configuration, on: network, at: endpoint(id), group: group, log: quiet)
        state.withLock { state in
            state.servers[id] = server
            state.monitors[id] = monitor
        }
    }

    private func serve(_ id: Int) async throws {
        let behaviour = state.withLock { state in
            state.counts[id, default: 0] += 1
            return state.behaviours[id] ?? .answer
        }
        reached.record(id)
        switch behaviour {
        case .answer: break
        case .fail(let status): throw status
        case .hold(let gate): try await gate.wait()
        }
    }

    /// Stops an instance in good order.
    func stop(_ id: Int) async {
        let (server, monitor) = state.withLock {
            ($0.servers.removeValue(forKey: id), $0.monitors.removeValue(forKey: id))
        }
        monitor?.stop()
        await server?.stop()
    }

    /// Ends an instance without a word.
    func kill(_ id: Int) {
        network.setReachable(false, endpoint(id))
        network.cut(endpoint(id))
    }

    func revive(_ id: Int) { network.setReachable(true, endpoint(id)) }

    func set(_ id: Int, _ behaviour: Behaviour) { state.withLock { $0.behaviours[id] = behaviour } }

    /// Changes what an instance says of its health.
    func set(_ id: Int, problem: String?) async {
        let monitor = state.withLock { state in
            state.problems[id] = problem
            return state.monitors[id]
        }
        await monitor?.update()
    }

    /// Returns once an instance got so many calls in all.
    func wait(for id: Int, count: Int) async throws { try await reached.wait { $0.count { $0 == id } >= count } }

    func channel(to ids: [Int], _ options: RPCChannelOptions = RPCChannelOptions()) -> RPCChannel {
        RPCChannel(
            serviceName: "budget",
            endpoints: ids.map(endpoint),
            transport: network.client(as: "ocr"),
            clock: clock,
            group: group,
            log: quiet,
            options: options
        )
    }

    func channel(to resolver: any EndpointResolver, _ options: RPCChannelOptions = RPCChannelOptions()) -> RPCChannel {
        RPCChannel(
            serviceName: "budget",
            resolver: resolver,
            transport: network.client(as: "ocr"),
            clock: clock,
            group: group,
            log: quiet,
            options: options
        )
    }

    /// Calls until calls are spread over so many instances.
    func connect(_ channel: RPCChannel, to count: Int) async throws {
        while channel.pool.readyInstances < count {
            try Task.checkCancellation()
            _ = try? await channel.call(Cluster.safe)
            await Task.yield()
        }
    }

    /// How many calls each instance gets while something is done.
    func counts(during body: () async throws -> Void) async rethrows -> [Int: Int] {
        let before = state.withLock { $0.counts }
        try await body()
        let after = state.withLock { $0.counts }
        return after.merging(before) { $0 - $1 }.filter { $0.value > 0 }
    }

    /// How many of so many calls each instance gets.
    func spread(_ calls: Int, over channel: RPCChannel) async throws -> [Int: Int] {
        try await counts { for _ in 0..<calls { try await channel.call(Cluster.safe) } }
    }

    /// Ends all instances.
    func stop() async {
        for id in state.withLock({ $0.servers.keys.sorted() }) {
            kill(id)
            await whileTimePasses { await stop(id) }
        }
    }

    /// Moves the clock on, a little at a time, while something is done.
    func whileTimePasses<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await clock.whileRunning(body)
    }
}

/// Returns once a condition holds that something under way will bring about.
/// - Throws: `CancellationError` when the task is cancelled before.
func until(_ condition: () -> Bool) async throws {
    while !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}

/// A resolver whose answers tests decide.
final class ScriptedResolver: EndpointResolver {
    private struct State {
        var answer: Result<[Endpoint], ResolutionFailure>
        var asked = 0
    }

    let target = "budget.larder:1"
    private let state: Mutex<State>

    init(_ endpoints: [Endpoint]) { state = Mutex(State(answer: .success(endpoints))) }

    func set(_ endpoints: [Endpoint]) { state.withLock { $0.answer = .success(endpoints) } }

    func fail() { state.withLock { $0.answer = .failure(ResolutionFailure("no such name")) } }

    /// How often it was asked.
    var asked: Int { state.withLock { $0.asked } }

    func resolve() async throws -> [Endpoint] {
        try state.withLock { state in
            state.asked += 1
            return try state.answer.get()
        }
    }
}
