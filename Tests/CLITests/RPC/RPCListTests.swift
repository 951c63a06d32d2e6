import LarderClientTestSupport
import RPCTestSupport
import Testing
import Texts

@testable import larder

@Suite("larder rpc list and describe", .timeLimit(.minutes(5)))
struct RPCListTests {
    @Test("the operator sees everything that a service offers")
    func list() async throws {
        try await TestService.with { service async throws in
            let printed = try await service("list")
            #expect(printed.exit == .ok)
            for name in ["larder.rpc.v1.Diagnostics", "larder.trial.v1.Trials", "  Converse  bidirectional"] {
                #expect(printed.out.contains(name))
            }
            let one = try await service("list", "Echo")
            #expect(one.out.hasPrefix("larder.rpc.v1.Echo\n"))
            #expect(one.out.contains("RepeatEcho"))
            #expect(!one.out.contains("Trials"))
            let wrong = try await service("list", "Ecoh")
            #expect(wrong.exit == .notFound)
            #expect(wrong.error.contains("larder.rpc.v1.Echo"))
            #expect((try await service("list", "--json").document()["services"] as? [Any])?.count == 5)
        }
    }

    @Test("another service is advised to present the operator's certificate or a session")
    func refused() async throws {
        try await TestService.with { service async throws in
            let printed = try await service("list", as: "ocr")
            #expect(printed.exit == .unauthenticated)
            #expect(printed.error.contains("larder rpc list --local"))
        }
    }

    @Test("compiled-in symbols are listed and described without a server")
    func local() async throws {
        try await TestGateway.with { gateway async throws in
            let run = CommandRun(gateway: gateway)
            let listed = try await run("rpc", "list", "--local")
            #expect(listed.out.contains("larder.budget.v1.Purchases"))
            let message = try await run("rpc", "describe", "ServingStatus")
            #expect(message.out.hasPrefix("enum larder.rpc.v1.ServingStatus {\n  SERVING_STATUS_UNKNOWN = 0;"))
            let method = try await run("rpc", "describe", "health.checkhealth")
            #expect(method.out.contains("rpc CheckHealth(larder.rpc.v1.CheckHealthRequest)"))
            #expect(method.out.contains("// anyone; no side effects"))
            #expect(method.out.contains("message larder.rpc.v1.CheckHealthResponse {\n"))
            #expect(gateway.calls.count == 0)
        }
    }

    @Test("symbols known only to the server are described by it, including a oneof")
    func remote() async throws {
        try await TestService.with { service async throws in
            let printed = try await service("describe", "larder.trial.v1.Trials")
            #expect(printed.out.contains("rpc Converse(stream larder.rpc.v1.ServiceHealth)"))
            let oneof = try await service("describe", "GetPurchaseRequest")
            #expect(oneof.out.contains("  oneof {\n    string "))
            let unknown = try await service("describe", "Purchasess")
            #expect(unknown.exit == .notFound)
            #expect(unknown.error.contains("Did you mean"))
        }
    }
}

@Suite("larder rpc health and channels", .timeLimit(.minutes(5)))
struct RPCStateTests {
    @Test("health is queried for all, for one, and for an unknown one")
    func health() async throws {
        try await TestService.with { service async throws in
            let all = try await service("health").out
            #expect(all.contains("budget") && all.contains("1 of 1"))
            #expect(try await service("health", "larder.rpc.v1.Echo").out == "serving\n")
            #expect(try await service("health", "nobody").exit == .notFound)
        }
    }

    @Test("channels shows the server and its connections, to the operator alone")
    func channels() async throws {
        try await TestService.with { service async throws in
            let printed = try await service("channels")
            #expect(printed.exit == .ok, "\(printed.error)")
            #expect(printed.out.hasPrefix("budget at "))
            #expect(printed.out.contains("Channels"))
            #expect(printed.out.contains("; 1 connection; calls: "))
            let document = try await service("channels", "--json").document()
            #expect(document["channels"] is [String: Any] && document["servers"] is [String: Any])
            let refused = try await service("channels", as: "ocr")
            #expect(refused.exit == .forbidden)
        }
    }

    @Test("speaks French")
    func french() async throws {
        try await TestService.with { service async throws in
            let channels = try await service("channels", in: .french).out
            #expect(channels.hasPrefix("budget à ") && channels.contains("Serveur ") && channels.contains("Canaux"))
            #expect(channels.contains("1 connexion\u{A0}; appels\u{A0}: ") && channels.contains("Pair"))
            let described = try await service("describe", "Health", in: .french).out
            #expect(described.contains("sans effet de bord"))
            let unknown = try await service("call", "Nothing/AtAll", in: .french).error
            #expect(unknown.contains("Il n’y a pas de méthode «\u{A0}Nothing/AtAll\u{A0}» dans ce programme"))
            let wrong = try await service("call", "Converse", "--data", "]", in: .french).error
            #expect(wrong.contains("Le texte JSON est incorrect à la ligne 1"))
        }
    }

    @Test("without a certificate, the operator is advised how to name one")
    func withoutCertificate() async throws {
        try await TestService.with { service async throws in
            let printed = try await service("channels", as: nil)
            #expect(printed.exit == .configuration)
            #expect(printed.error.contains("--certificate PATH"))
        }
    }
}
