import BudgetMessages
import EventsMessages
import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import ServiceKit
import Testing

@Suite("Reflection and diagnostics of a program", .timeLimit(.minutes(5)))
struct ReflectionTests {
    /// The server of a program as ServiceKit sets it up, and a client with the certificate of `caller`.
    private func withProgram(
        as caller: String?,
        _ body: (RPCChannel, TokenMint) async throws -> Void
    ) async throws {
        let mint = TokenMint()
        let readiness = Readiness()
        readiness.markReady()
        let assembly = ServiceAssembly(
            personalData: .none,
            forwardedServices: [
                Budget.PurchasesService.descriptor, Events.EventSinkService.descriptor,
            ]
        )
        let registry = DiagnosticsRegistry()
        let server = try await startServer {
            assembly.configure(
                &$0,
                program: "budget",
                monitor: HealthMonitor(checks: [], log: quiet),
                verifier: TokenVerifier { [mint.verificationKey] },
                readiness: readiness,
                diagnostics: registry
            )
        }
        registry.add(server)
        let channel = try makeChannel(ports: [server.port], as: caller)
        registry.add(channel)
        let result: Result<Void, any Error>
        do { result = .success(try await body(channel, mint)) } catch { result = .failure(error) }
        channel.close()
        await server.stop()
        try result.get()
    }

    private func names(_ services: [RPCMessages.ServiceDescription]) -> [String] { services.map(\.name) }

    @Test("a caller without a token or an admitted certificate learns nothing", arguments: [nil, "ocr"])
    func refused(caller: String?) async throws {
        try await withProgram(as: caller) { channel, _ in
            let client = RPCMessages.ReflectionClient(channel: channel)
            let refused = await failure { _ = try await client.listServices(.init()) }
            #expect(refused?.code == .unauthenticated)
            let symbol = RPCMessages.DescribeSymbolRequest(symbol: "larder.rpc.v1.Health")
            #expect(await failure { _ = try await client.describeSymbol(symbol) }?.code == .unauthenticated)
        }
    }

    @Test("a user sees what users may call, and nothing else exists for them")
    func user() async throws {
        try await withProgram(as: nil) { channel, mint in
            let client = RPCMessages.ReflectionClient(channel: channel)
            let options = CallOptions(accessToken: try await mint.token())
            let services = try await client.listServices(.init(), options: options).services
            #expect(
                names(services) == ["larder.budget.v1.Purchases", "larder.rpc.v1.Health", "larder.rpc.v1.Reflection"]
            )
            let methods = services.flatMap(\.methods)
            #expect(methods.allSatisfy { $0.access?.caller != .service })
            for hidden in ["larder.rpc.v1.Diagnostics", "larder.events.v1.EventSink"] {
                let refused = await failure {
                    _ = try await client.describeSymbol(.init(symbol: hidden), options: options)
                }
                #expect(refused?.code == .notFound, "\(hidden)")
            }
            let schema = try await client.describeSymbol(
                .init(symbol: "larder.budget.v1.Purchases/ListPurchases"),
                options: options
            )
            #expect(schema.services.first?.methods.map(\.name) == ["ListPurchases"])
            #expect(schema.messages.contains { $0.name == "larder.budget.v1.ListPurchasesRequest" })
        }
    }

    @Test("the operator sees everything")
    func operatorSeesAll() async throws {
        try await withProgram(as: "operator") { channel, _ in
            let client = RPCMessages.ReflectionClient(channel: channel)
            let services = try await client.listServices(.init()).services
            #expect(
                names(services) == [
                    "larder.budget.v1.Purchases", "larder.events.v1.EventSink", "larder.rpc.v1.Diagnostics",
                    "larder.rpc.v1.Health", "larder.rpc.v1.Reflection",
                ]
            )
        }
    }

    @Test("diagnostics are for the operator alone, whatever token a caller has", arguments: [nil, "ocr", "gateway"])
    func diagnosticsRefused(caller: String?) async throws {
        try await withProgram(as: caller) { channel, mint in
            let client = RPCMessages.DiagnosticsClient(channel: channel)
            let options = CallOptions(accessToken: try await mint.token())
            #expect(
                await failure { _ = try await client.listChannels(.init(), options: options) }?.code
                    == .permissionDenied
            )
            #expect(
                await failure { _ = try await client.listServers(.init(), options: options) }?.code == .permissionDenied
            )
        }
    }

    @Test("diagnostics list the channels and servers of the process")
    func diagnostics() async throws {
        try await withProgram(as: "operator") { channel, _ in
            let client = RPCMessages.DiagnosticsClient(channel: channel)
            let servers = try await client.listServers(.init())
            #expect(servers.program == "budget")
            #expect(servers.servers.count == 1)
            let channels = try await client.listChannels(.init()).channels
            #expect(channels.map { $0.target.hasPrefix("budget (127.0.0.1:") } == [true])
            #expect(channels.map(\.connectivity) == [.ready])
        }
    }
}
