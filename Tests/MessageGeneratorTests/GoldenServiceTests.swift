import Testing

/// Whole pieces of the code of services, compared character by character.
@Suite(
    "The generated code of services",
    .enabled(if: Compiler.isInstalled, "protoc is not installed"),
    .timeLimit(.minutes(5))
)
struct GoldenServiceTests {
    private static let service = """
        message Ask {}
        message Answer {}
        // What it is about.
        service Trials {
          // One of each.
          rpc Single(Ask) returns (Answer) { option (larder.rpc.v1.access) = { caller: CALLER_ANYONE }; }
          rpc Up(stream Ask) returns (Answer) {
            option (larder.rpc.v1.access) = { caller: CALLER_USER };
            option idempotency_level = NO_SIDE_EFFECTS;
          }
          rpc Down(Ask) returns (stream Answer) {
            option (larder.rpc.v1.access) = { caller: CALLER_USER_OR_SERVICE, services: ["ocr"] };
          }
          rpc Both(stream Ask) returns (stream Answer) {
            option (larder.rpc.v1.access) = { caller: CALLER_SERVICE, services: ["ocr", "budget"] };
            option idempotency_level = IDEMPOTENT;
          }
        }
        """

    @Test("of a method says what it requires of users, and whether it changes what their tokens say")
    func requirements() throws {
        let text = try GoldenFile.stubs(
            """
            message Ask {}
            message Answer {}
            service Trials {
              rpc Grant(Ask) returns (Answer) {
                option (larder.rpc.v1.access) = {
                  caller: CALLER_USER, roles: ["operator", "administrator"], consents: ["location"], plan: "pro",
                  before_terms: true, changes_claims: true, second_factor: true
                };
              }
            }
            """
        )
        GoldenFile.expect(
            text,
            contains: """
                    access: .user,
                    requirements: UserRequirements(roles: ["operator", "administrator"], consents: ["location"], plan: "pro", isBeforeTerms: true, needsSecondFactor: true),
                    changesClaims: true,
                    idempotency: .none,
                """
        )
        GoldenFile.expect(
            text,
            contains:
                "/// Callers: signed-in users with the role operator or administrator, the consent location, the plan pro, a second factor (also before accepting the terms)."
        )
    }

    @Test("of a method describes its kind, access, idempotency and messages")
    func methodDescriptors() throws {
        let text = try GoldenFile.stubs(Self.service)
        for (name, kind, access, idempotency) in [
            ("Single", "unary", ".anyone", "none"), ("Up", "clientStreaming", ".user", "noSideEffects"),
            ("Down", "serverStreaming", ".userOrServices([\"ocr\"])", "none"),
            ("Both", "bidirectional", ".services([\"ocr\", \"budget\"])", "idempotent"),
        ] {
            GoldenFile.expect(
                text,
                contains: """
                    public static let \(name.lowercased()) = MethodDescriptor(
                        service: "larder.trial.v1.Trials",
                        name: "\(name)",
                        kind: .\(kind),
                        access: \(access),
                        idempotency: .\(idempotency),
                        request: Trial.Ask.descriptor,
                        response: Trial.Answer.descriptor
                    )
                    """
            )
        }
        GoldenFile.expect(
            text,
            contains: """
                public static let descriptor = ServiceDescriptor(
                    name: "larder.trial.v1.Trials",
                    methods: [single, up, down, both]
                )
                """
        )
    }

    @Test("of a service asks a provider for every method, and says who calls it")
    func provider() throws {
        GoldenFile.expect(
            try GoldenFile.stubs(Self.service),
            contains: """
                /// What it is about.
                public protocol TrialsProvider: ServiceProvider {
                    /// One of each.
                    ///
                    /// Callers: anyone.
                    func single(_ request: Trial.Ask, context: CallContext) async throws -> Trial.Answer
                    /// Callers: signed-in users.
                    func up(_ requests: MessageStream<Trial.Ask>, context: CallContext) async throws -> Trial.Answer
                    /// Callers: signed-in users, and the services ocr.
                    func down(_ request: Trial.Ask, responses: MessageWriter<Trial.Answer>, context: CallContext) async throws
                    /// Callers: the services ocr, budget.
                    func both(_ requests: MessageStream<Trial.Ask>, responses: MessageWriter<Trial.Answer>, context: CallContext) async throws
                }
                """
        )
    }

    @Test("of a service is a client with a function a method")
    func client() throws {
        let text = try GoldenFile.stubs(Self.service)
        GoldenFile.expect(text, contains: "/// Calls `larder.trial.v1.Trials`.\npublic struct TrialsClient: Sendable {")
        GoldenFile.expect(
            text,
            contains: """
                /// One of each.
                public func single(_ request: Trial.Ask, options: CallOptions = CallOptions()) async throws -> Trial.Answer {
                    try await channel.unary(TrialsService.single, request, options: options)
                }

                public func up(options: CallOptions = CallOptions(), _ send: (MessageWriter<Trial.Ask>) async throws -> Void) async throws -> Trial.Answer {
                    try await channel.clientStreaming(TrialsService.up, options: options, send)
                }

                public func down<Result>(_ request: Trial.Ask, options: CallOptions = CallOptions(), _ receive: (MessageStream<Trial.Answer>) async throws -> Result) async throws -> Result {
                    try await channel.serverStreaming(TrialsService.down, request, options: options, receive)
                }

                public func both<Result>(options: CallOptions = CallOptions(), _ body: (MessageWriter<Trial.Ask>, MessageStream<Trial.Answer>) async throws -> Result) async throws -> Result {
                    try await channel.bidirectional(TrialsService.both, options: options, body)
                }
                """
        )
    }

    @Test("of a provider hands each call to its method")
    func handlers() throws {
        GoldenFile.expect(
            try GoldenFile.stubs(Self.service),
            contains: """
                extension Trial.TrialsProvider {
                    /// The service's name, methods and access rules.
                    public var descriptor: ServiceDescriptor { Trial.TrialsService.descriptor }
                """
        )
        for part in [
            "try await self.single(request, context: context)", "try await self.up(requests, context: context)",
            "try await self.down(request, responses: responses, context: context)",
            "try await self.both(requests, responses: responses, context: context)",
        ] { GoldenFile.expect(try GoldenFile.stubs(Self.service), contains: part) }
    }

    @Test("of a file with services alone has no values, and the other way round")
    func onlyOne() throws {
        let messages = try Compiler.run(GoldenFile.head + "message A {}")
        #expect(messages.files.keys.contains { $0.hasSuffix("trial.pb.swift") })
        #expect(!messages.files.keys.contains { $0.hasSuffix("trial.rpc.swift") })
    }
}
