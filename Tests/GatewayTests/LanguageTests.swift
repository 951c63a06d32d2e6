import Foundation
import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import ServiceKit
import Testing
import Wire

@testable import larder_gateway

@Suite("The language of the gateway's callers", .timeLimit(.minutes(5)))
struct LanguageTests {
    private static let text = LocalizedText(en: "There is none.", fr: "Il n’y en a pas.")

    /// What a client sends, and what the service gets.
    static let requests: [(sent: String?, forwarded: String?)] = [
        ("fr", "fr"), ("fr-CA, en;q=0.8", "fr"), ("de, fr;q=0.1", "fr"), (nil, nil), ("en", nil), ("de", nil),
        (";;,,q=", nil), (String(repeating: "x", count: 8_000), nil),
    ]

    private static func failing(_ seen: Recorder<CallContext>) -> MethodHandler {
        .unary(BackendService.get) { (_: Echo, context) -> Echo in
            seen.record(context)
            throw Status(.notFound, text, fieldViolations: [.init("name", text)])
        }
    }

    private static func options(_ languages: String?) -> CallOptions {
        var metadata = Metadata()
        if let languages { metadata.add(MetadataName.acceptLanguage, languages) }
        return CallOptions(metadata: metadata)
    }

    @Test("is passed on when it is not English, and words what the service answers", arguments: requests.indices)
    func forwarded(index: Int) async throws {
        let (sent, forwarded) = Self.requests[index]
        let seen = Recorder<CallContext>()
        try await withGateway([Self.failing(seen)]) { channel, _ in
            let failure = try #require(await channel.failure(of: BackendService.get, Self.options(sent)))
            let expected = Self.text.rendered(in: forwarded == nil ? .english : .french)
            #expect(failure.message == expected)
            #expect(failure.fieldViolations.map(\.description) == [expected])
            #expect(seen.values.map { $0.metadata[text: "accept-language"] } == [forwarded])
        }
    }

    @Test("is passed on over the Connect protocol, too", arguments: requests.indices)
    func overConnect(index: Int) async throws {
        let (sent, forwarded) = Self.requests[index]
        let seen = Recorder<CallContext>()
        try await WebGateway.with([Self.failing(seen)]) { web in
            let fields = sent.map { ["Accept-Language": $0] } ?? [:]
            let answer = try await web.call(BackendService.get, "{}", fields)
            #expect(answer.status == 404)
            let expected = Self.text.rendered(in: forwarded == nil ? .english : .french)
            let failure = try #require(JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? NSDictionary)
            #expect(failure["message"] as? String == expected)
            let debug = ((failure["details"] as? [NSDictionary])?.first)?["debug"] as? NSDictionary
            let violations = debug?["fieldViolations"] as? [NSDictionary]
            #expect(violations?.first?["description"] as? String == expected)
            #expect(seen.values.map { $0.metadata[text: "accept-language"] } == [forwarded])
        }
    }

    @Test("words what the gateway itself rejects")
    func ofGateway() async throws {
        try await withGateway([]) { channel, _ in
            let hidden = await channel.failure(of: BackendService.hidden, Self.options("fr"))
            #expect(hidden?.message == "Cette méthode n’existe pas.")
            let own = await channel.failure(of: BackendService.own, Self.options("fr"))
            #expect(own?.message == "Veuillez vous connecter.")
        }
        #expect(Status.rateLimited(.seconds(1)).text.rendered(in: .french).hasSuffix("dans une seconde."))
        #expect(Status.rateLimited(.seconds(7)).text.rendered(in: .french).hasSuffix("dans 7 secondes."))
        #expect(Status.rateLimited(.seconds(7)).message == "Too many requests. Please try again in 7 seconds.")
    }

    @Test("words what browsers are refused")
    func ofBrowsers() async throws {
        try await WebGateway.with([]) { web in
            for (language, page, file) in [
                ("fr", "Cette page n’existe pas.\n", "Ce fichier n’existe pas."),
                ("en", "There is no such page.\n", "There is no such file."),
            ] {
                let fields = ["Accept-Language": language]
                #expect(try await web.request("GET", "/assets/none.js", fields).text == page)
                let answer = try await web.request("GET", "/files/receipts/1/none", fields)
                #expect(answer.status == 404 && answer.text.contains(file))
            }
        }
    }
}
