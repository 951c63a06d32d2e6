import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import ServiceKit
import Testing

@testable import larder_gateway

@Suite("Availability of services behind the gateway", .timeLimit(.minutes(5)))
struct AvailabilityTests {
    @Test("a service that is down is UNAVAILABLE by name, and found again when it is back")
    func recovery() async throws {
        let first = try await startServer(handlers: [answering(BackendService.get)])
        let port = first.port
        let gateway = try await TestGateway.start(to: [port])
        try await gateway.channel.call(BackendService.get)
        await first.stop()
        let failure = try #require(await gateway.channel.failure(of: BackendService.change))
        #expect(failure.code == .unavailable)
        #expect(failure.reason == "SERVICE_UNREACHABLE")
        #expect(failure.message == "The budget service cannot be reached at the moment. Please try again later.")
        let second = try await startServer(port: port, handlers: [answering(BackendService.get)])
        while await gateway.channel.failure(of: BackendService.get) != nil { try Task.checkCancellation() }
        await gateway.stop()
        await second.stop()
    }

    @Test("while one service is down, others are served")
    func others() async throws {
        let budget = try await startServer("budget", handlers: [answering(BackendService.get)])
        let orders = try await startServer("orders")
        let order = BackendService.method("Get", .unary, .noSideEffects, service: "larder.orders.v1.Test")
        let channels = [
            "budget": try makeChannel(to: "budget", ports: [budget.port], as: "gateway"),
            "orders": try makeChannel(to: "orders", ports: [orders.port], as: "gateway"),
        ]
        let catalogue = [BackendService.service, ServiceDescriptor(name: order.service, methods: [order])]
        let gateway = Gateway(channels: channels, catalogue: catalogue)
        await orders.stop()
        let server = try await startServer("gateway") { $0.fallback = gateway.assembly.fallback }
        let channel = try makeChannel(to: "gateway", ports: [server.port], as: nil)
        #expect(await channel.failure(of: order)?.code == .unavailable)
        try await channel.call(BackendService.get)
        channel.close()
        await server.stop()
        channels.values.forEach { $0.close() }
        await budget.stop()
    }

    @Test("when one of two instances stops, no idempotent call fails")
    func twoInstances() async throws {
        let served = Recorder<Int>()
        func instance(_ id: Int) async throws -> RPCServer {
            try await startServer(
                handlers: [
                    .unary(BackendService.get) { (request: Echo, _) in
                        served.record(id)
                        return request
                    }
                ]
            ) { $0.drainTimeout = .zero }
        }
        let instances = try await [instance(0), instance(1)]
        let gateway = try await TestGateway.start(to: instances.map(\.port))
        while Set(served.values).count < 2 { try await gateway.channel.call(BackendService.get) }
        let stopped = Recorder<Void>()
        async let failures = withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var failures = 0
                    var callsAfter = 0
                    while callsAfter < 20 {
                        if await gateway.channel.failure(of: BackendService.get) != nil { failures += 1 }
                        if stopped.count > 0 { callsAfter += 1 }
                    }
                    return failures
                }
            }
            return await group.reduce(0, +)
        }
        await instances[0].stop()
        stopped.record(())
        #expect(await failures == 0)
        await gateway.stop()
        await instances[1].stop()
    }

    @Test("a stream that has not begun is retried elsewhere; one that has begun is not")
    func streams() async throws {
        let attempts = Recorder<Void>()
        let handler = MethodHandler.serverStreaming(BackendService.watch) {
            (request: Echo, responses: MessageWriter<Echo>, _) in
            attempts.record(())
            if attempts.count == 1 { throw Status(.unavailable, "Not now.") }
            try await responses.write(request)
            if attempts.count == 3 { throw Status(.unavailable, "No more.") }
        }
        try await withGateway([handler]) { channel, _ in
            func watch() async throws -> Int {
                try await channel.serverStreaming(BackendService.watch, Echo(payload: [1]), options: .init()) {
                    (responses: MessageStream<Echo>) in
                    var count = 0
                    for try await _ in responses { count += 1 }
                    return count
                }
            }
            let watched = try await watch()
            #expect(watched == 1)
            #expect(attempts.count == 2)
            await #expect(throws: Status.self) { _ = try await watch() }
            #expect(attempts.count == 3)
        }
    }

    @Test("the gateway's own health does not depend on services; the list contains all of them")
    func health() async throws {
        let healthy = HealthMonitor(checks: [], log: quiet)
        await healthy.update()
        let sick = HealthMonitor(checks: [{ "the database does not answer" }], log: quiet)
        await sick.update()
        func instance(_ monitor: HealthMonitor) async throws -> RPCServer {
            let service = HealthService(program: "budget", services: [], monitor: monitor)
            return try await startServer(handlers: service.handlers)
        }
        let instances = try await [instance(healthy), instance(sick), instance(healthy)]
        await instances[2].stop()
        let gateway = try await TestGateway.start(to: instances.map(\.port))
        let channel = try makeChannel(to: "gateway", ports: [gateway.server.port], as: "operator")
        let client = RPCMessages.HealthClient(channel: channel)
        #expect(try await client.checkHealth(.init()).status == .serving)
        // On a busy machine the first connection can take longer than the wait for an instance.
        var list = try await client.listHealth(.init()).services
        while list.last?.healthyInstances == 0 { list = try await client.listHealth(.init()).services }
        #expect(list.map(\.service) == ["gateway", "budget"])
        #expect(list.map(\.status) == [.serving, .serving])
        #expect(list.map(\.healthyInstances) == [1, 1])
        #expect(list.map(\.instances) == [1, 3])
        await instances[0].stop()
        var alone = try await client.checkHealth(.init(service: "budget"))
        while alone.status != .notServing { alone = try await client.checkHealth(.init(service: "budget")) }
        #expect(!alone.explanation.isEmpty)
        #expect(try await client.checkHealth(.init()).status == .serving)
        let failure = await #expect(throws: Status.self) { _ = try await client.checkHealth(.init(service: "nothing")) }
        #expect(failure?.code == .notFound)
        channel.close()
        await gateway.stop()
        await instances[1].stop()
    }
}
