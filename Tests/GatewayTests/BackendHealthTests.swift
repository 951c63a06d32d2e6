import FoundationsTestSupport
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
        let shown = Recorder<RPCMessages.ServiceHealth>()
        let health = BackendHealth(service: "budget", channel: channel)
        let watch = Task { for await change in health.changes() { shown.record(change) } }
        try await shown.wait { $0.last?.status == .notServing }
        #expect(shown.values.last?.explanation == "broken")
        resolver.set([first, second])
        try await shown.wait { $0.last?.status == .serving }
        #expect(shown.values.last?.instances == 2 && shown.values.last?.healthyInstances == 1)
        resolver.set([first])
        try await shown.wait { $0.last?.status == .notServing }
        #expect(shown.values.last?.instances == 1)
        watch.cancel()
        _ = await watch.result
        channel.close()
        for server in servers { await server.stop() }
    }

    @Test("any number of callers cost a service one watch of each instance, and get its health at once")
    func sharedWatch() async throws {
        let calls = Recorder<String>()
        let monitor = HealthMonitor(checks: [{ "broken" }], log: quiet)
        await monitor.update()
        let backend = try await startServer(handlers: counted(monitor, calls))
        let gateway = try await TestGateway.start(to: [backend.port])
        let client = RPCMessages.HealthClient(channel: gateway.channel)
        #expect(try await client.checkHealth(.init(service: "budget")).status == .notServing)
        // One is the gateway's, and one that of each connection.
        let before = calls.values
        let present = Recorder<Void>()
        let watches = (0..<100).map { _ in
            Task {
                try await client.watchHealth(.init(service: "budget")) { stream in
                    #expect(try await stream.next()?.status == .notServing)
                    present.record(())
                    _ = try await stream.next()
                }
            }
        }
        try await present.wait(forCount: 100)
        for _ in 0..<50 {
            #expect(try await client.listHealth(.init()).services.map(\.status) == [.serving, .notServing])
            #expect(try await client.checkHealth(.init(service: "budget")).status == .notServing)
        }
        #expect(calls.values.count { $0 == "check" } == 0)
        #expect(calls.values.count - before.count < 10, "watches after \(before.count): \(calls.count)")
        watches.forEach { $0.cancel() }
        for watch in watches { _ = await watch.result }
        await gateway.stop()
        monitor.stop()
        await backend.stop()
    }

    @Test("an instance that stops is asked once in a pause, though it answers at once")
    func stopping() async throws {
        let (calls, clock) = (Recorder<String>(), ManualWallClock())
        let monitor = HealthMonitor(checks: [], log: quiet)
        await monitor.update()
        let backend = try await startServer(handlers: counted(monitor, calls))
        let channel = try makeChannel(to: "budget", ports: [backend.port], as: "gateway")
        let shown = Recorder<RPCMessages.ServiceHealth>()
        let health = BackendHealth(service: "budget", channel: channel, clock: clock)
        let watch = Task { for await change in health.changes() { shown.record(change) } }
        try await shown.wait { $0.last?.status == .serving }
        monitor.stop()
        try await shown.wait { $0.last?.explanation == "stopping" }
        // The instance's watch pauses beside the search for instances.
        while clock.sleeperCount < 2, calls.count < 50 { await Task.yield() }
        #expect(calls.count < 50)
        let before = calls.count
        clock.advance(by: 0.5)
        try await calls.wait(forCount: before + 1)
        watch.cancel()
        _ = await watch.result
        channel.close()
        await backend.stop()
    }

    @Test("the shared watch lasts longer than the first caller's deadline")
    func firstCaller() async throws {
        let calls = Recorder<String>()
        let monitor = HealthMonitor(checks: [{ "broken" }], log: quiet)
        await monitor.update()
        let backend = try await startServer(handlers: counted(monitor, calls))
        let gateway = try await TestGateway.start(to: [backend.port])
        let client = RPCMessages.HealthClient(channel: gateway.channel)
        let options = CallOptions(timeout: .seconds(60))
        #expect(try await client.checkHealth(.init(service: "budget"), options: options).status == .notServing)
        #expect(!calls.values.isEmpty)
        #expect(!calls.values.contains("watch with a deadline"))
        await gateway.stop()
        monitor.stop()
        await backend.stop()
    }

    @Test("only operators learn reasons and numbers of instances, of the services and of the gateway")
    func strangers() async throws {
        let monitor = HealthMonitor(checks: [{ "the disk is full" }], log: quiet)
        await monitor.update()
        let service = HealthService(program: "budget", services: [], monitor: monitor)
        let backend = try await startServer(handlers: service.handlers)
        let gateway = try await TestGateway.start(to: [backend.port], problem: "no disk")
        for (caller, knows) in [(nil, false), ("ocr", false), ("operator", true)] as [(String?, Bool)] {
            let channel = try makeChannel(to: "gateway", ports: [gateway.server.port], as: caller)
            let client = RPCMessages.HealthClient(channel: channel)
            let list = try await client.listHealth(.init()).services
            #expect(list.map(\.service) == ["gateway", "budget"])
            #expect(list.map(\.status) == [.notServing, .notServing])
            #expect(list.map(\.explanation) == (knows ? ["no disk", "the disk is full"] : ["", ""]))
            #expect(list.map(\.instances) == (knows ? [1, 1] : [0, 0]))
            for (service, explanation) in [("", "no disk"), ("gateway", "no disk"), ("budget", "the disk is full")] {
                let response = try await client.checkHealth(.init(service: service))
                #expect(response.status == .notServing)
                #expect(response.explanation == (knows ? explanation : ""))
                let first = try await client.watchHealth(.init(service: service)) { try await $0.next() }
                #expect(first == response)
            }
            channel.close()
        }
        await gateway.stop()
        monitor.stop()
        await backend.stop()
    }

    /// A health service that records its calls.
    private func counted(_ monitor: HealthMonitor, _ calls: Recorder<String>) -> [MethodHandler] {
        let service = HealthService(program: "budget", services: [], monitor: monitor)
        return [
            .unary(RPCMessages.HealthService.checkHealth) { request, context in
                calls.record("check")
                return try await service.checkHealth(request, context: context)
            },
            .serverStreaming(RPCMessages.HealthService.watchHealth) { request, responses, context in
                calls.record(context.deadline == nil ? "watch" : "watch with a deadline")
                try await service.watchHealth(request, responses: responses, context: context)
            },
        ]
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
