import Foundation
import Testing

/// Whole pieces of what comes out for small files, compared character by character.
@Suite("Generated code", .enabled(if: Compiler.isInstalled, "protoc is not installed"), .timeLimit(.minutes(5)))
struct GoldenTests {
    private static let head = "syntax = \"proto3\";\npackage larder.trial.v1;\nimport \"larder/rpc/v1/access.proto\";\n"

    private func values(_ text: String) throws -> String {
        let result = try Compiler.run(Self.head + text)
        #expect(result.status == 0, "\(result.faults)")
        return try #require(result.files.first { $0.key.hasSuffix("trial.pb.swift") }?.value)
    }

    private func stubs(_ text: String) throws -> String {
        let result = try Compiler.run(Self.head + text)
        #expect(result.status == 0, "\(result.faults)")
        return try #require(result.files.first { $0.key.hasSuffix("trial.rpc.swift") }?.value)
    }

    /// Expects lines that stand together in the text, at any indentation.
    private func expect(_ text: String, contains lines: String, _ location: SourceLocation = #_sourceLocation) {
        let wanted = lines.split(separator: "\n", omittingEmptySubsequences: false)
        let found = text.split(separator: "\n", omittingEmptySubsequences: false)
        for indentation in stride(from: 0, through: 24, by: 4) {
            let indented = wanted.map { $0.isEmpty ? "" : String(repeating: " ", count: indentation) + $0 }
            if found.indices.contains(where: { found[$0...].starts(with: indented) { $0 == $1 } }) { return }
        }
        Issue.record("missing:\n\(lines)\nin:\n\(text)", sourceLocation: location)
    }

    @Test("of an enumeration keeps unknown values, and one case for each number")
    func enumeration() throws {
        let text = try values(
            """
            // How good it was.
            enum Grade {
              option allow_alias = true;
              GRADE_UNKNOWN = 0;
              // The best.
              GRADE_VERY_GOOD = 1;
              GRADE_BEST = 1;
              GRADE_LOW = -2;
            }
            """
        )
        expect(
            text,
            contains: """
                /// How good it was.
                public enum Grade: MessageEnumeration {
                    case unknown
                    /// The best.
                    case veryGood
                    case low
                    /// A value that this version doesn't know.
                    case unrecognized(Int32)

                    public init(rawValue: Int32) {
                        switch rawValue {
                        case 0: self = .unknown
                        case 1: self = .veryGood
                        case -2: self = .low
                        default: self = .unrecognized(rawValue)
                        }
                    }

                    public var rawValue: Int32 {
                        switch self {
                        case .unknown: 0
                        case .veryGood: 1
                        case .low: -2
                        case .unrecognized(let rawValue): rawValue
                        }
                    }

                    /// The values that this version knows.
                    public static let allCases: [Self] = [.unknown, .veryGood, .low]
                }
                """
        )
    }

    @Test("of a message without fields does nothing")
    func emptyMessage() throws {
        expect(
            try values("message Empty {}"),
            contains: """
                /// `larder.trial.v1.Empty`
                public struct Empty: Message {
                    /// A message with every field at its default.
                    public init() {}

                    public static let descriptor: MessageDescriptor = {
                        var structure = Larder__Trial__V1__Empty()
                        larder__trial__v1__empty__init(&structure)
                        return MessageDescriptor(structure.base.descriptor)
                    }()

                    public init(structure: UnsafeRawPointer) throws(MessageError) {
                    }

                    public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
                    }
                }
                """
        )
    }

    /// A field's declaration, and how it is read and written.
    struct Field: Sendable, CustomTestStringConvertible {
        var proto: String
        var declaration: String
        var reading: String
        var writing: String
        var testDescription: String { proto }

        static let all: [Field] = [
            number("int32", "Int32"), number("sint32", "Int32"), number("sfixed32", "Int32"),
            number("uint32", "UInt32"),
            number("fixed32", "UInt32"), number("int64", "Int64"), number("sint64", "Int64"),
            number("sfixed64", "Int64"),
            number("uint64", "UInt64"), number("fixed64", "UInt64"), number("float", "Float"),
            number("double", "Double"),
            Field(
                proto: "bool a = 1;",
                declaration: "Bool = false",
                reading: "c.pointee.a != 0",
                writing: "c.pointee.a = self.a ? 1 : 0"
            ),
            Field(
                proto: "string a = 1;",
                declaration: "String = \"\"",
                reading: "try MessageField.string(c.pointee.a, \"a\")",
                writing: """
                    if !self.a.isEmpty {
                        c.pointee.a = try arena.string(self.a, "a")
                    }
                    """
            ),
            Field(
                proto: "bytes a = 1;",
                declaration: "[UInt8] = []",
                reading: "MessageField.values(c.pointee.a.len, c.pointee.a.data)",
                writing: """
                    if !self.a.isEmpty {
                        c.pointee.a = ProtobufCBinaryData(len: self.a.count, data: try arena.values(self.a))
                    }
                    """
            ),
            Field(
                proto: "Grade a = 1;",
                declaration: "Trial.Grade = .none",
                reading: "Trial.Grade(rawValue: Int32(truncatingIfNeeded: c.pointee.a.rawValue))",
                writing: "c.pointee.a = .init(rawValue: .init(truncatingIfNeeded: self.a.rawValue))"
            ),
            Field(
                proto: "Part a = 1;",
                declaration: "Trial.Part? = nil",
                reading: "try MessageField.message(c.pointee.a, \"a\")",
                writing: """
                    if let value = self.a {
                        c.pointee.a = try arena.message(value, "a").assumingMemoryBound(to: Larder__Trial__V1__Part.self)
                    }
                    """
            ),
            list("int64", "Int64", "MessageField.values(c.pointee.n_a, c.pointee.a)", "try arena.values(self.a)"),
            list(
                "bool",
                "Bool",
                "MessageField.values(c.pointee.n_a, c.pointee.a).map { $0 != 0 }",
                "try arena.values(self.a.map { $0 ? 1 : 0 })"
            ),
            list(
                "string",
                "String",
                "try MessageField.strings(c.pointee.n_a, c.pointee.a, \"a\")",
                "try arena.strings(self.a, \"a\")"
            ),
            list(
                "bytes",
                "[UInt8]",
                "MessageField.binaries(c.pointee.n_a, c.pointee.a)",
                "try arena.binaries(self.a).assumingMemoryBound(to: ProtobufCBinaryData.self)"
            ),
            list(
                "Grade",
                "Trial.Grade",
                "MessageField.values(c.pointee.n_a, c.pointee.a)"
                    + ".map { Trial.Grade(rawValue: Int32(truncatingIfNeeded: $0.rawValue)) }",
                "try arena.values(self.a.map { Larder__Trial__V1__Grade(rawValue: .init(truncatingIfNeeded: $0.rawValue)) })"
            ),
            list(
                "Part",
                "Trial.Part",
                "try MessageField.messages(c.pointee.n_a, c.pointee.a, \"a\")",
                "try arena.messages(self.a, \"a\")"
                    + ".assumingMemoryBound(to: UnsafeMutablePointer<Larder__Trial__V1__Part>?.self)"
            ),
        ]

        private static func number(_ proto: String, _ swift: String) -> Field {
            Field(
                proto: "\(proto) a = 1;",
                declaration: "\(swift) = 0",
                reading: "c.pointee.a",
                writing: "c.pointee.a = self.a"
            )
        }

        private static func list(_ proto: String, _ swift: String, _ reading: String, _ writing: String) -> Field {
            Field(
                proto: "repeated \(proto) a = 1;",
                declaration: "[\(swift)] = []",
                reading: reading,
                writing: """
                    if !self.a.isEmpty {
                        c.pointee.n_a = self.a.count
                        c.pointee.a = \(writing)
                    }
                    """
            )
        }
    }

    @Test("of a field declares, reads and writes it by its type", arguments: Field.all)
    func field(field: Field) throws {
        let text = try values(
            """
            enum Grade { GRADE_NONE = 0; }
            message Part {}
            message Whole {
              // What it is for.
              \(field.proto)
            }
            """
        )
        expect(
            text,
            contains: """
                public struct Whole: Message {
                    /// What it is for.
                    public var a: \(field.declaration)

                    /// A message with every field at its default.
                    public init() {}

                    /// A message with these fields; what isn't given is at its default.
                    public init(
                        a: \(field.declaration)
                    ) {
                        self.a = a
                    }
                """
        )
        expect(
            text,
            contains: """
                public init(structure: UnsafeRawPointer) throws(MessageError) {
                    let c = structure.assumingMemoryBound(to: Larder__Trial__V1__Whole.self)
                    self.a = \(field.reading)
                }
                """
        )
        let writing = field.writing.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        expect(
            text,
            contains: """
                public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
                    let c = structure.assumingMemoryBound(to: Larder__Trial__V1__Whole.self)
                \(writing)
                }
                """
        )
    }

    @Test("of a oneof is an enumeration whose cases carry the values")
    func oneof() throws {
        let text = try values(
            """
            message Part {}
            message Whole {
              int32 first = 1;
              // How it is found.
              oneof search_key {
                // By number.
                int64 item_id = 13;
                Part part = 14;
                bytes data = 15;
              }
              int32 last = 2;
            }
            """
        )
        expect(
            text,
            contains: """
                public var first: Int32 = 0
                /// How it is found.
                public var searchKey: SearchKey?
                public var last: Int32 = 0
                """
        )
        expect(
            text,
            contains: """
                /// One of the fields that can't be set together.
                public enum SearchKey: Sendable, Equatable {
                    /// By number.
                    case itemID(Int64)
                    case part(Trial.Part)
                    case data([UInt8])
                }
                """
        )
        expect(
            text,
            contains: """
                switch c.pointee.search_key_case.rawValue {
                case 13:
                    self.searchKey = .itemID(c.pointee.item_id)
                case 14:
                    let value: Trial.Part? = try MessageField.message(c.pointee.part, "part")
                    self.searchKey = value.map { .part($0) }
                case 15:
                    self.searchKey = .data(MessageField.values(c.pointee.data.len, c.pointee.data.data))
                default: break
                }
                """
        )
        expect(
            text,
            contains: """
                switch self.searchKey {
                case .itemID(let value):
                    c.pointee.search_key_case = .init(rawValue: 13)
                    c.pointee.item_id = value
                case .part(let value):
                    c.pointee.search_key_case = .init(rawValue: 14)
                    c.pointee.part = try arena.message(value, "part").assumingMemoryBound(to: Larder__Trial__V1__Part.self)
                case .data(let value):
                    c.pointee.search_key_case = .init(rawValue: 15)
                    c.pointee.data = ProtobufCBinaryData(len: value.count, data: try arena.values(value))
                case nil: break
                }
                """
        )
    }

    @Test("of nested types stands inside the one they are in, which is how they are referred to")
    func nesting() throws {
        let text = try values(
            """
            message Outer {
              message Middle { Inner inner = 1; message Inner { Level level = 1; } }
              enum Level { LEVEL_LOW = 0; }
              repeated Middle.Inner all = 1;
            }
            """
        )
        for part in [
            "public var all: [Trial.Outer.Middle.Inner] = []", "public var inner: Trial.Outer.Middle.Inner? = nil",
            "public var level: Trial.Outer.Level = .low", "var structure = Larder__Trial__V1__Outer__Middle__Inner()",
            "larder__trial__v1__outer__middle__inner__init(&structure)",
        ] { expect(text, contains: part) }
    }

    @Test("of names that mean something in Swift or C still refers to the right ones")
    func reservedNames() throws {
        let text = try values(
            """
            message Whole { string default = 1; string self = 2; string int = 3; string init = 4; Type type = 5; message Type {} }
            """
        )
        for part in [
            "public var `default`: String = \"\"", "public var self_: String = \"\"", "public var int: String = \"\"",
            "public var type: Trial.Whole.Type_? = nil", "public struct Type_: Message {",
            "self.`default` = try MessageField.string(c.pointee.default_, \"default\")",
            "self.self_ = try MessageField.string(c.pointee.`self`, \"self\")",
            "self.int = try MessageField.string(c.pointee.int_, \"int\")",
            "self.init_ = try MessageField.string(c.pointee.`init`, \"init\")",
        ] { expect(text, contains: part) }
    }

    @Test("has the comments of a file with the line ends of another system as comments")
    func lineEnds() throws {
        let text = try values(
            "// First line\r\n// second line.\r\nmessage A { string a = 1; /* Behind\r\n it. */ }\r\n"
        )
        expect(text, contains: "/// First line\n/// second line.\npublic struct A: Message {")
        for line in text.split(whereSeparator: \.isNewline)
        where line.hasSuffix("second line.") || line.hasSuffix(" it.") {
            #expect(line.drop { $0 == " " }.hasPrefix("///"), "\(line)")
        }
    }

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

    @Test("of a method describes its kind, access, idempotency and messages")
    func methodDescriptors() throws {
        let text = try stubs(Self.service)
        for (name, kind, access, idempotency) in [
            ("Single", "unary", ".anyone", "none"), ("Up", "clientStreaming", ".user", "noSideEffects"),
            ("Down", "serverStreaming", ".userOrServices([\"ocr\"])", "none"),
            ("Both", "bidirectional", ".services([\"ocr\", \"budget\"])", "idempotent"),
        ] {
            expect(
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
        expect(
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
        expect(
            try stubs(Self.service),
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
        let text = try stubs(Self.service)
        expect(text, contains: "/// Calls `larder.trial.v1.Trials`.\npublic struct TrialsClient: Sendable {")
        expect(
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
        expect(
            try stubs(Self.service),
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
        ] { expect(try stubs(Self.service), contains: part) }
    }

    @Test("of a file with services alone has no values, and the other way round")
    func onlyOne() throws {
        let messages = try Compiler.run(Self.head + "message A {}")
        #expect(messages.files.keys.contains { $0.hasSuffix("trial.pb.swift") })
        #expect(!messages.files.keys.contains { $0.hasSuffix("trial.rpc.swift") })
    }
}

@Suite(
    "Names that can't stand together",
    .enabled(if: Compiler.isInstalled, "protoc is not installed"),
    .timeLimit(.minutes(5))
)
struct NameCheckTests {
    private func faults(_ text: String) throws -> String {
        let result = try Compiler.run("syntax = \"proto3\";\npackage larder.trial.v1;\n\(text)\n")
        #expect((result.status == 0) == result.faults.isEmpty)
        return result.faults
    }

    @Test(
        "are refused, with all that share one",
        arguments: [
            (
                "message A { message Part {} oneof part { Part a = 1; } }",
                "message A has several types that Swift would call Part: Part, part; rename all but one."
            ),
            (
                "message A { enum Part { PART_NONE = 0; } oneof part { int32 a = 1; } }",
                "message A has several types that Swift would call Part: Part, part; rename all but one."
            ),
            (
                "message A { string a = 1; oneof A { string b = 2; } }",
                "message A has several properties that Swift would call a: a, A; rename all but one."
            ),
            (
                "enum E { E_NONE = 0; E_UNRECOGNIZED = 1; }",
                "enum E has several cases that Swift would call unrecognized: E_UNRECOGNIZED, unrecognized; rename all but one."
            ),
            (
                "message A { enum E { E_NONE = 0; E_UNRECOGNIZED = 1; } }",
                "enum E has several cases that Swift would call unrecognized: E_UNRECOGNIZED, unrecognized; rename all but one."
            ),
            (
                "message Foo_Bar {} message FooBar {}",
                "package larder.trial.v1 has several types that Swift would call FooBar: Foo_Bar, FooBar; rename all but one."
            ),
            (
                "message AClient {} service A {}",
                "package larder.trial.v1 has several types that Swift would call AClient: AClient, service A; rename all but one."
            ),
        ]
    )
    func refused(text: String, fault: String) throws {
        let faults = try faults(text)
        #expect(faults.contains("larder/trial/v1/trial.proto: \(fault)"), "\(faults)")
    }

    @Test(
        "are not those of different places, nor aliases of one number",
        arguments: [
            "message A { message Part {} } message B { message Part {} oneof choice { int32 part = 1; } }",
            "message A { string a = 1; } message B { string a = 1; }",
            "enum E { option allow_alias = true; E_NONE = 0; E_A = 1; E_ALSO_A = 1; }",
            "message A { oneof one { int32 a = 1; } oneof two { int32 b = 2; } }",
        ]
    )
    func accepted(text: String) throws {
        #expect(try faults(text) == "")
    }
}
