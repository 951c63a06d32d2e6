import NIOCore
import NIOPosix
import RPCTestSupport
import RPCValues
import Testing
import Wire

@testable import RPC

/// How a unary call is made.
enum CallPath: Sendable, CaseIterable {
    /// By a task on the event loop of the connection: it starts at once.
    case short
    /// By a task elsewhere.
    case long

    /// A group whose only loop has all connections.
    static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private static let executor = EventLoopTaskExecutor(group.any())

    func start<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) -> Task<Result, any Error> {
        switch self {
        case .short: Task(executorPreference: CallPath.executor) { try await body() }
        case .long: Task { try await body() }
        }
    }

    func run<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
        try await start(body).outcome
    }
}

/// A channel to servers that a test scripts.
struct ScriptedService: Sendable {
    let network = InProcessNetwork()
    let clock = ManualClock()
    let channel: RPCChannel
    /// The ends of the connections to each instance, in the order in which they were made.
    let instances: [Recorder<ScriptedEnd>]

    init(_ count: Int = 1, _ options: RPCChannelOptions = RPCChannelOptions()) {
        let (network, clock) = (network, clock)
        let endpoints = (0..<count).map { Endpoint(host: "10.0.0.\($0)", port: 1) }
        instances = endpoints.map { ScriptedEnd.servers(on: network, at: $0, group: CallPath.group, clock: clock) }
        channel = RPCChannel(
            serviceName: "budget",
            endpoints: endpoints,
            transport: network.client(as: "ocr"),
            clock: clock,
            group: CallPath.group,
            log: quiet,
            options: options
        )
    }

    /// Returns once all instances are connected.
    /// - Returns: The server's ends of the connections.
    @discardableResult
    func connect() async throws -> [ScriptedEnd] {
        while channel.pool.readyInstances < instances.count || outstanding == nil { try await channel.connectOnLoop() }
        try await channel.connectOnLoop()
        return instances.compactMap(\.values.last)
    }

    /// Calls of the connection that are under way.
    var outstanding: Int? { channel.readyConnection(on: CallPath.group.any())?.outstandingCalls }

    func stop() async throws {
        channel.close()
        for end in instances.flatMap(\.values) { try? await end.close() }
    }

    /// Makes a call that echoes two bytes.
    func echo(_ method: MethodDescriptor) -> @Sendable () async throws -> Echo {
        { [channel] in try await channel.unary(method, Echo(payload: [1, 2]), options: CallOptions()) }
    }

    /// Makes a call for the status that it fails with.
    func failure(
        of method: MethodDescriptor,
        _ options: CallOptions = CallOptions()
    ) -> @Sendable () async throws -> Status? {
        { [channel] in await channel.failure(of: method, options) }
    }
}

extension RPCChannel {
    /// Connects as a call from the loop of ``CallPath/group`` does.
    func connectOnLoop() async throws {
        _ = try await CallPath.short.run { try await self.source.connection(waitsForReady: true, deadline: nil) }
        await Task.yield()
    }
}
