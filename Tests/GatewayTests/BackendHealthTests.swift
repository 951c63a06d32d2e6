import NIOCore
import NIOPosix
import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import ServiceKit
import Synchronization
import Testing

@testable import larder_gateway

@Suite("Health of the services behind the gateway", .timeLimit(.minutes(5)))
struct BackendHealthTests {
    @Test("a watch follows new instances, and drops removed ones")
    func instancesThatCome() async throws {
        let network = InProcessNetwork()
        let (first, second) = (Endpoint(host: "first", port: 1), Endpoint(host: "second", port: 1))
        let servers = [await start(on: network, at: first, problem: "broken"), await start(on: network, at: second)]
        let resolver = ChangingResolver([first])
        let channel = RPCChannel(
            serviceName: "budget",
            resolver: resolver,
            transport: network.client(as: "gateway"),
            clock: SystemClock(),
            group: MultiThreadedEventLoopGroup.singleton,
            log: quiet,
            options: RPCChannelOptions(
                resolution: ResolutionIntervals(regular: .milliseconds(20), minimum: .milliseconds(10))
            )
        )
        // Names are resolved with the first call.
        _ = await channel.failure(of: BackendService.get)
        let told = Recorder<RPCMessages.ServiceHealth>()
        let watch = Task { try await BackendHealth(service: "budget", channel: channel).watch { told.record($0) } }
        try await told.wait { $0.last?.status == .notServing }
        #expect(told.values.last?.explanation == "broken")
        resolver.set([first, second])
        try await told.wait { $0.last?.status == .serving }
        #expect(told.values.last?.instances == 2 && told.values.last?.healthyInstances == 1)
        resolver.set([first])
        try await told.wait { $0.last?.status == .notServing }
        #expect(told.values.last?.instances == 1)
        watch.cancel()
        _ = await watch.result
        channel.close()
        for server in servers { await server.stop() }
    }

    private func start(on network: InProcessNetwork, at endpoint: Endpoint, problem: String? = nil) async -> RPCServer {
        let monitor = HealthMonitor(checks: [{ problem }], log: quiet)
        await monitor.update()
        let health = HealthService(program: "budget", services: [], monitor: monitor)
        return RPCServer.start(
            ServerConfiguration(inProcess: health.handlers),
            on: network,
            at: endpoint,
            group: MultiThreadedEventLoopGroup.singleton,
            log: quiet
        )
    }
}

/// A resolver whose results a test sets.
private final class ChangingResolver: EndpointResolver {
    let target = "budget"
    private let endpoints: Mutex<[Endpoint]>

    init(_ endpoints: [Endpoint]) { self.endpoints = Mutex(endpoints) }

    func set(_ endpoints: [Endpoint]) { self.endpoints.withLock { $0 = endpoints } }

    func resolve() async throws -> [Endpoint] { endpoints.withLock { $0 } }
}
