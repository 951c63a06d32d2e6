import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import ServiceKit
import Testing

@testable import larder_gateway

@Suite("Reflection of the gateway and of the services behind it", .timeLimit(.minutes(5)))
struct ReflectionTests {
    @Test("a signed-in user sees the user methods of all services, and nobody else anything")
    func users() async throws {
        let mint = TokenMint()
        try await withGateway([answering(BackendService.get)], mint: mint) { channel, _ in
            let client = RPCMessages.ReflectionClient(channel: channel)
            #expect(await status { _ = try await client.listServices(.init()) }?.code == .unauthenticated)
            let options = CallOptions(accessToken: try await mint.token())
            let services = try await client.listServices(.init(), options: options).services
            #expect(
                services.map(\.name) == ["larder.budget.v1.Test", "larder.rpc.v1.Health", "larder.rpc.v1.Reflection"]
            )
            let methods = services.first?.methods.map(\.name) ?? []
            #expect(methods == ["Get", "Change", "GetOwn", "ChangeOwn", "Upload", "Watch", "WatchOwn", "Converse"])
            let hidden = RPCMessages.DescribeSymbolRequest(symbol: BackendService.hidden.path)
            #expect(await status { _ = try await client.describeSymbol(hidden, options: options) }?.code == .notFound)
            let shown = RPCMessages.DescribeSymbolRequest(symbol: BackendService.converse.path)
            #expect(try await client.describeSymbol(shown, options: options).services.count == 1)
        }
    }

    @Test("diagnostics are denied to users and to the certificate of a service")
    func diagnostics() async throws {
        let mint = TokenMint()
        try await withGateway([], mint: mint) { channel, gateway in
            let options = CallOptions(accessToken: try await mint.token())
            let client = RPCMessages.DiagnosticsClient(channel: channel)
            #expect(
                await status { _ = try await client.listChannels(.init(), options: options) }?.code == .permissionDenied
            )
            for (caller, code) in [("ocr", StatusCode.permissionDenied), ("operator", nil)] {
                let direct = try makeChannel(to: "gateway", ports: [gateway.server.port], as: caller)
                defer { direct.close() }
                let client = RPCMessages.DiagnosticsClient(channel: direct)
                #expect(await status { _ = try await client.listServers(.init()) }?.code == code)
            }
        }
    }

    @Test("a method for services is unknown at the gateway, also with a service's certificate")
    func certificates() async throws {
        try await withGateway([answering(BackendService.hidden)]) { _, gateway in
            let direct = try makeChannel(to: "gateway", ports: [gateway.server.port], as: "ocr")
            #expect(await direct.failure(of: BackendService.hidden)?.code == .unimplemented)
            direct.close()
        }
    }

    private func status(_ body: () async throws -> Void) async -> Status? {
        do {
            try await body()
            return nil
        } catch { return error as? Status }
    }
}

@Suite("Watching a service through the gateway", .timeLimit(.minutes(5)))
struct BackendWatchTests {
    private func handlers(_ monitor: HealthMonitor) -> [MethodHandler] {
        HealthService(program: "budget", services: [], monitor: monitor).handlers
    }

    @Test("reports its health at once and every change, its end too")
    func changes() async throws {
        let monitor = HealthMonitor(checks: [], log: quiet)
        let backend = try await startServer(handlers: handlers(monitor))
        let gateway = try await TestGateway.start(to: [backend.port])
        let channel = try makeChannel(to: "gateway", ports: [gateway.server.port], as: "operator")
        let client = RPCMessages.HealthClient(channel: channel)
        try await client.watchHealth(.init(service: "budget")) { stream in
            var answer = try await stream.next()
            #expect(answer?.status == .notServing)
            #expect(answer?.explanation == "starting")
            await monitor.update()
            #expect(try await stream.next()?.status == .serving)
            monitor.stop()
            answer = try await stream.next()
            #expect(answer?.explanation == "stopping")
            await backend.stop()
            while answer?.explanation != "does not answer" { answer = try await stream.next() }
        }
        channel.close()
        await gateway.stop()
    }

    @Test("is serving as long as one instance is")
    func instances() async throws {
        let monitors = [HealthMonitor(checks: [], log: quiet), HealthMonitor(checks: [], log: quiet)]
        let backends = try await [
            startServer(handlers: handlers(monitors[0])),
            startServer(handlers: handlers(monitors[1])),
        ]
        await monitors[0].update()
        let gateway = try await TestGateway.start(to: backends.map(\.port))
        let client = RPCMessages.HealthClient(channel: gateway.channel)
        try await client.watchHealth(.init(service: "budget")) { stream in
            var answer = try await stream.next()
            #expect(answer?.status == .serving)
            await monitors[1].update()
            monitors[0].stop()
            monitors[1].stop()
            while answer?.status != .notServing { answer = try await stream.next() }
        }
        for backend in backends { await backend.stop() }
        await gateway.stop()
    }

    @Test("an unknown service is reported as such, and the watch continues")
    func unknown() async throws {
        try await withGateway([]) { channel, _ in
            let client = RPCMessages.HealthClient(channel: channel)
            try await client.watchHealth(.init(service: "nobody")) { stream in
                let first = try await stream.next()
                #expect(first?.status == .serviceUnknown)
            }
            try await client.watchHealth(.init(service: "gateway")) { stream in
                let first = try await stream.next()
                #expect(first?.status == .serving)
            }
        }
    }
}
