import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import Testing
import Wire

@Suite("The language of failures", .timeLimit(.minutes(5)))
struct LanguageTests {
    private static let method = TestMethods.unary("Fail")
    private static let stream = TestMethods.method("FailLate", .serverStreaming)
    private static let text = LocalizedText(en: "There is none.", fr: "Il n’y en a pas.")
    private static let rule = LocalizedText(en: "name must be given.", fr: "name doit être indiqué.")
    private static let failure = Status(
        .notFound,
        text,
        fieldViolations: [.init("name", rule)],
        retryDelay: .seconds(1),
        reason: "NONE"
    )

    private static let handlers: [MethodHandler] = [
        .unary(method) { (_: Echo, _) -> Echo in throw failure },
        .serverStreaming(stream) { (_: Echo, responses: MessageWriter<Echo>, _) in
            try await responses.write(Echo())
            throw failure
        },
    ]

    private static func options(_ languages: String?) -> CallOptions {
        var metadata = Metadata()
        if let languages { metadata.add(MetadataName.acceptLanguage, languages) }
        return CallOptions(metadata: metadata)
    }

    /// What a client may send, and whether it is answered in French.
    static let requests: [(languages: String?, isFrench: Bool)] = [
        ("fr", true), ("fr-CA, en;q=0.8", true), ("de, fr;q=0.1", true), (nil, false), ("en", false), ("de", false),
        ("", false), (";;,,q=", false), ("fr;q=0", false), (String(repeating: "x", count: 16_000), false),
    ]

    @Test("a status and its violations are worded in the language that the call asks for", arguments: requests.indices)
    func rendered(index: Int) async throws {
        let (languages, isFrench) = Self.requests[index]
        let language: Language = isFrench ? .french : .english
        try await withPeers(Self.handlers) { channel, _ in
            let unary = try #require(await channel.failure(of: Self.method, Self.options(languages)))
            let late = await #expect(throws: Status.self) {
                try await channel.serverStreaming(Self.stream, Echo(), options: Self.options(languages)) {
                    (responses: MessageStream<Echo>) in
                    while try await responses.next() != nil {}
                }
            }
            for failure in [unary, try #require(late)] {
                #expect(failure.text.rendered(in: .english) == Self.text.rendered(in: language))
                #expect(failure.fieldViolations.map(\.description) == [Self.rule.rendered(in: language)])
                #expect(failure.code == .notFound && failure.reason == "NONE" && failure.retryDelay == .seconds(1))
            }
        }
    }

    @Test("what the server itself rejects is worded in it, too")
    func ofServer() async throws {
        struct Secret: Error {}
        let broken = MethodHandler.unary(Self.method) { (_: Echo, _) -> Echo in throw Secret() }
        try await withPeers([broken]) { channel, _ in
            let unknown = await channel.failure(of: TestMethods.unary("Missing"), Self.options("fr"))
            #expect(unknown?.message == "Cette méthode n’existe pas.")
            let failed = try #require(await channel.failure(of: Self.method, Self.options("fr")))
            #expect(failed.message.contains("de notre côté") && failed.message.contains("(Référence "))
        }
    }

    @Test("the log has it in English")
    func log() {
        #expect(Self.failure.message == "There is none.")
        #expect("\(Self.failure)" == "NOT_FOUND (NONE): There is none.")
    }

    @Test("calls that a handler makes ask for the language of its own call")
    func inherited() async throws {
        let seen = Recorder<Language>()
        let inner = MethodHandler.unary(Self.method) { (_: Echo, context) -> Echo in
            seen.record(context.language)
            throw Status(.unavailable, Self.text)
        }
        let outer = TestMethods.unary("Outer")
        try await withPeers([inner]) { inside, _ in
            try await withPeers([.unary(outer) { (_: Echo, _) in try await inside.call(Self.method) }]) { channel, _ in
                let french = await channel.failure(of: outer, Self.options("fr-CA"))
                #expect(french?.message == Self.text.rendered(in: .french))
                let other = await channel.failure(of: outer, Self.options("de"))
                #expect(other?.message == Self.text.english)
            }
        }
        #expect(seen.values == [.french, .english])
    }

    @Test("answers are worded in the language of the call that a task serves, otherwise in English")
    func answers() async throws {
        let seen = Recorder<String>()
        let handler = MethodHandler.unary(Self.method) { (request: Echo, _) in
            seen.record(Self.text.forCaller)
            return request
        }
        try await withPeers([handler]) { channel, _ in
            try await channel.call(Self.method, Self.options("fr"))
            try await channel.call(Self.method)
        }
        #expect(seen.values == [Self.text.rendered(in: .french), Self.text.english])
        #expect(Self.text.forCaller == Self.text.english)
    }

    @Test("a channel for readers of French asks for it with every call")
    func channel() async {
        let peers = InProcessPeers(Self.handlers, options: RPCChannelOptions(language: .french))
        #expect(await peers.channel.failure(of: Self.method)?.message == Self.text.rendered(in: .french))
        await peers.stop()
    }
}
