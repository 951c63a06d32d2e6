import AllServices
import AuthMessages
import RPC
import RPCTestSupport
import RPCValues
import ServiceKit
import Testing
import Wire

@testable import larder_gateway

/// Methods that several services have, such as those of their events: each call names the one that it is for.
@Suite("A method that several services have", .timeLimit(.minutes(5)))
struct SharedMethodTests {
    private static let list = BackendService.method(
        "List",
        .unary,
        .noSideEffects,
        .user,
        service: "larder.events.v1.EventOperations"
    )
    private static let watch = BackendService.method(
        "Watch",
        .serverStreaming,
        .noSideEffects,
        .user,
        service: "larder.events.v1.EventOperations"
    )
    private static let service = ServiceDescriptor(name: list.service, methods: [list, watch])

    /// Runs `body` with a gateway in front of budget and catalog, which say who they are.
    private func with(
        _ body: (RPCChannel, _ options: (String?) -> CallOptions) async throws -> Void
    ) async throws {
        let mint = TokenMint()
        let verifier = mint.verifier
        var servers: [RPCServer] = []
        var channels: [String: RPCChannel] = [:]
        for name in ["budget", "catalog"] {
            let server = try await startServer(
                name,
                handlers: [
                    .unary(Self.list) { (_: Echo, context) in
                        Echo(payload: Array("\(name) for \(try context.user.id)".utf8))
                    },
                    .serverStreaming(Self.watch) { (_: Echo, responses: MessageWriter<Echo>, _) in
                        for _ in 0..<3 { try await responses.write(Echo(payload: Array(name.utf8))) }
                    },
                ]
            ) { $0.admissionPolicies = [AccessControl(verifier: verifier)] }
            servers.append(server)
            channels[name] = try makeChannel(to: name, ports: [server.port], as: "gateway")
        }
        let assembly = Gateway(channels: channels, catalogue: [Self.service]).assembly
        let gateway = try await startServer("gateway", clientCertificates: GatewayProgram.clientCertificates) {
            $0.admissionPolicies = [AccessControl(verifier: verifier)]
            $0.fallback = assembly.fallback
        }
        let channel = try makeChannel(to: "gateway", ports: [gateway.port], as: nil)
        let token = try await mint.token(for: "ada")
        let result: Result<Void, any Error>
        do {
            try await body(channel) { target in
                var metadata = Metadata()
                if let target { metadata.add(MetadataName.targetService, target) }
                return CallOptions(metadata: metadata, accessToken: token)
            }
            result = .success(())
        } catch { result = .failure(error) }
        channel.close()
        await gateway.stop()
        channels.values.forEach { $0.close() }
        for server in servers { await server.stop() }
        try result.get()
    }

    @Test("is rejected without a service or with another one, and says which there are")
    func unknown() async throws {
        try await with { channel, options in
            for target in [nil, "", "gateway", "Budget", "budget,catalog", "../budget"] as [String?] {
                let status = await channel.failure(of: Self.list, options(target))
                #expect(status?.code == .invalidArgument && status?.reason == "UNKNOWN_TARGET")
                #expect(status?.message.contains("budget, catalog") == true)
            }
        }
    }

    @Test("is for users: nobody learns which services there are")
    func signedOut() async throws {
        try await with { channel, options in
            let metadata = options("budget").metadata
            let status = await channel.failure(of: Self.list, CallOptions(metadata: metadata))
            #expect(status?.reason == "SIGN_IN_REQUIRED")
            #expect(await channel.failure(of: Self.list, CallOptions())?.reason == "SIGN_IN_REQUIRED")
        }
    }

    @Test("goes to the service that the call names, as the user, and so does a stream")
    func forwarded() async throws {
        try await with { channel, options in
            for name in ["budget", "catalog"] {
                let answer = try await channel.call(Self.list, Echo(), options(name))
                #expect(String(decoding: answer.payload, as: UTF8.self) == "\(name) for ada")
                let received = try await channel.serverStreaming(Self.watch, Echo(), options: options(name)) {
                    (stream: MessageStream<Echo>) in
                    var all: [String] = []
                    for try await message in stream { all.append(String(decoding: message.payload, as: UTF8.self)) }
                    return all
                }
                #expect(received == [name, name, name])
            }
        }
    }

    @Test("is, of all services, that of their events")
    func catalogue() {
        let shared = RoutingTable.publicServices(of: ServiceCatalogue.all, owners: []).map(\.name)
        #expect(shared == ["larder.events.v1.EventOperations"])
    }
}
