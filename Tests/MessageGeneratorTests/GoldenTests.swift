import Foundation
import Testing

/// Whole pieces of the code of messages, compared character by character.
@Suite(
    "The generated code of values",
    .enabled(if: Compiler.isInstalled, "protoc is not installed"),
    .timeLimit(.minutes(5))
)
struct GoldenTests {
    @Test("of an enumeration keeps unknown values, and one case for each number")
    func enumeration() throws {
        let text = try GoldenFile.values(
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
        GoldenFile.expect(
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
        GoldenFile.expect(
            try GoldenFile.values("message Empty {}"),
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
        let text = try GoldenFile.values(
            """
            enum Grade { GRADE_NONE = 0; }
            message Part {}
            message Whole {
              // What it is for.
              \(field.proto)
            }
            """
        )
        GoldenFile.expect(
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
        GoldenFile.expect(
            text,
            contains: """
                public init(structure: UnsafeRawPointer) throws(MessageError) {
                    let c = structure.assumingMemoryBound(to: Larder__Trial__V1__Whole.self)
                    self.a = \(field.reading)
                }
                """
        )
        let writing = field.writing.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        GoldenFile.expect(
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
        let text = try GoldenFile.values(
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
        GoldenFile.expect(
            text,
            contains: """
                public var first: Int32 = 0
                /// How it is found.
                public var searchKey: SearchKey?
                public var last: Int32 = 0
                """
        )
        GoldenFile.expect(
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
        GoldenFile.expect(
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
        GoldenFile.expect(
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
        let text = try GoldenFile.values(
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
        ] { GoldenFile.expect(text, contains: part) }
    }

    @Test("of names that mean something in Swift or C still refers to the right ones")
    func reservedNames() throws {
        let text = try GoldenFile.values(
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
        ] { GoldenFile.expect(text, contains: part) }
    }

    @Test("has the comments of a file with the line ends of another system as comments")
    func lineEnds() throws {
        let text = try GoldenFile.values(
            "// First line\r\n// second line.\r\nmessage A { string a = 1; /* Behind\r\n it. */ }\r\n"
        )
        GoldenFile.expect(text, contains: "/// First line\n/// second line.\npublic struct A: Message {")
        for line in text.split(whereSeparator: \.isNewline)
        where line.hasSuffix("second line.") || line.hasSuffix(" it.") {
            #expect(line.drop { $0 == " " }.hasPrefix("///"), "\(line)")
        }
    }
}
