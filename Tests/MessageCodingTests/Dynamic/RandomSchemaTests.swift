import CommonMessages
import MessageCoding
import NIOCore
import Testing

@Suite("Schemas and messages at random")
struct RandomSchemaTests {
    private static let types: [FieldType] = [
        .int32, .sint32, .sfixed32, .uint32, .fixed32, .int64, .sint64, .sfixed64, .uint64, .fixed64, .float, .double,
        .bool,
        .enumeration, .string, .bytes, .message,
    ]

    /// A message with up to 20 fields of all kinds, numbers with gaps and up to two oneofs.
    private func schema(_ random: inout SeededNumbers) -> [MessageSchema.Field] {
        var number = 0
        return (0..<Int.random(in: 1...20, using: &random)).map { index in
            number += Int.random(in: 1...40, using: &random)
            let type = Self.types.randomElement(using: &random) ?? .bool
            let isRepeated = Int.random(in: 0..<3, using: &random) == 0
            let isPackable = ![.string, .bytes, .message].contains(type)
            return MessageSchema.Field(
                name: "field_\(index)",
                number: number,
                type: type,
                isRepeated: isRepeated,
                isPacked: isRepeated && isPackable && Bool.random(using: &random),
                oneof: isRepeated ? 0 : max(0, Int.random(in: -3...2, using: &random))
            )
        }
    }

    @Test("keep their content from the wire to JSON and back, and again", arguments: 0..<40)
    func roundTrip(seed: Int) throws {
        var random = SeededNumbers(state: UInt64(seed))
        let type = try TestSchema.message(schema(&random))
        var messages = RandomMessages(seed: UInt64(seed) + 1_000)
        for _ in 0..<25 {
            let json = try MessageJSON.encode(ByteBuffer(bytes: messages.message(type)), as: type)
            let wire = try MessageJSON.decode(json, as: type)
            #expect(try MessageJSON.encode(wire, as: type) == json)
            let full = try MessageJSON.encode(wire, as: type, includesDefaults: true)
            #expect(try MessageJSON.encode(MessageJSON.decode(full, as: type), as: type) == json)
        }
    }

    @Test("never crash on bytes that were cut or changed, nor on JSON that was", arguments: 0..<20)
    func damaged(seed: Int) throws {
        var random = SeededNumbers(state: UInt64(seed))
        let type = try TestSchema.message(schema(&random))
        var messages = RandomMessages(seed: UInt64(seed) + 2_000)
        for _ in 0..<25 {
            var bytes = messages.message(type)
            guard let json = try? MessageJSON.encode(ByteBuffer(bytes: bytes), as: type), !bytes.isEmpty else {
                continue
            }
            bytes[Int.random(in: bytes.indices, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            bytes.removeLast(Int.random(in: 0..<min(bytes.count, 4), using: &random))
            if let changed = try? MessageJSON.encode(ByteBuffer(bytes: bytes), as: type) {
                // Numbers of an enumeration that are not known are written, and rejected when they are read.
                let error = TestSchema.error(String(buffer: changed), as: type)
                #expect(error == nil || error?.kind == .unknownEnumerationValue)
            }
            var text = Array(json.readableBytesView)
            text[Int.random(in: text.indices, using: &random)] = UInt8.random(in: 0x20...0x7E, using: &random)
            if let wire = try? MessageJSON.decode(ByteBuffer(bytes: text), as: type) {
                #expect(throws: Never.self) { try MessageJSON.encode(wire, as: type) }
            }
        }
    }
}

@Suite("JSON of nested messages")
struct NestedJSONTests {
    private static func types() throws -> DynamicMessages {
        try DynamicMessages(
            messages: [
                MessageSchema(
                    name: "test.Tree",
                    fields: [
                        .init(name: "branches", number: 1, type: .message, isRepeated: true, typeName: "test.Branch"),
                        .init(name: "grown_at", number: 2, type: .message, typeName: "larder.common.v1.Timestamp"),
                        .init(
                            name: "seasons",
                            number: 3,
                            type: .message,
                            isRepeated: true,
                            typeName: "larder.common.v1.Timestamp"
                        ),
                    ]
                ),
                MessageSchema(
                    name: "test.Branch",
                    fields: [
                        .init(name: "leaves", number: 1, type: .message, isRepeated: true, typeName: "test.Leaf"),
                        .init(name: "leaf", number: 2, type: .message, typeName: "test.Leaf", oneof: 1),
                        .init(name: "bud", number: 3, type: .string, oneof: 1),
                    ]
                ),
                MessageSchema(
                    name: "test.Leaf",
                    fields: [
                        .init(name: "veins", number: 1, type: .int32, isRepeated: true, isPacked: true),
                        .init(name: "colour", number: 2, type: .enumeration, typeName: "test.Grade"),
                    ]
                ),
                MessageSchema(
                    name: "larder.common.v1.Timestamp",
                    fields: [
                        .init(name: "seconds", number: 1, type: .int64), .init(name: "nanos", number: 2, type: .int32),
                    ]
                ),
            ],
            enumerations: [TestSchema.enumeration]
        )
    }

    private let tree: MessageDescriptor

    init() throws {
        tree = try #require(try Self.types()["test.Tree"])
    }

    @Test("keeps what is empty apart from what is absent")
    func emptiness() throws {
        for json in [
            "{}", #"{"branches":[{}]}"#, #"{"branches":[{"leaf":{}}]}"#, #"{"branches":[{"bud":""}]}"#,
            #"{"branches":[{"leaves":[{},{"veins":[0]}]},{}]}"#, #"{"grownAt":"1970-01-01T00:00:00Z"}"#,
        ] { #expect(try TestSchema.json(TestSchema.bytes(json, as: tree), as: tree) == json) }
    }

    @Test("writes defaults of messages that are there, and no messages that are not")
    func defaults() throws {
        let wire = try TestSchema.bytes(#"{"branches":[{"leaf":{}}]}"#, as: tree)
        #expect(
            try TestSchema.json(wire, as: tree, includesDefaults: true)
                == #"{"branches":[{"leaves":[],"leaf":{"veins":[],"colour":"GRADE_NONE"}}],"seasons":[]}"#
        )
    }

    @Test(
        "names the way to what is wrong",
        arguments: [
            (#"{"branches":[{},{"leaves":[{},{},{"veins":[1,2,"x"]}]}]}"#, "branches[1].leaves[2].veins[2]"),
            (#"{"branches":[{"leaf":{"colour":"RED"}}]}"#, "branches[0].leaf.colour"),
            (#"{"branches":[{"leaf":{},"bud":""}]}"#, "branches[0].bud"),
            (#"{"branches":[{"twig":1}]}"#, "branches[0].twig"),
            (#"{"seasons":["1970-01-01T00:00:00Z","soon"]}"#, "seasons[1]"), (#"{"seasons":[[]]}"#, "seasons[0]"),
            (#"{"grownAt":{"seconds":"x"}}"#, "grownAt.seconds"), (#"{"grownAt":1}"#, "grownAt"),
            (#"{"branches":[[]]}"#, "branches[0]"),
        ]
    )
    func paths(json: String, path: String) {
        #expect(TestSchema.error(json, as: tree)?.path == path)
    }

    @Test("reads a time as text and as the message that it is, and writes either")
    func timesAsMessages() throws {
        let text = try MessageJSON.decode(ByteBuffer(string: "\"1970-01-01T00:00:01.5Z\""), as: Common.Timestamp.self)
        let json = ByteBuffer(string: #"{"seconds":"1","nanos":500000000}"#)
        #expect(text == Common.Timestamp(seconds: 1, nanos: 500_000_000))
        #expect(try MessageJSON.decode(json, as: Common.Timestamp.self) == text)
        let encoded = try text.encoded()
        #expect(try MessageJSON.encode(encoded, as: Common.Timestamp.descriptor, writesTimesAsText: false) == json)
        #expect(
            try MessageJSON.encode(encoded, as: Common.Timestamp.descriptor)
                == ByteBuffer(string: "\"1970-01-01T00:00:01.500Z\"")
        )
    }

    @Test("names the way to a time that has no text, and to a text that is none")
    func encodingPaths() throws {
        func path(_ wire: String) -> String? {
            do {
                _ = try MessageJSON.encode(hex(wire), as: tree)
                return nil
            } catch {
                return error.path
            }
        }
        #expect(path("12 0B 10 FFFFFFFFFFFFFFFFFF01") == "grownAt")
        #expect(path("1A 00 1A 0B 10 FFFFFFFFFFFFFFFFFF01") == "seasons[1]")
        #expect(path("0A 03 1A 01 FF") == "branches[0].bud")
        #expect(path("0A 00 0A 03 1A 01 00") == "branches[1].bud")
        #expect(path("0A 03 1A 01 61") == nil)
    }

    @Test("takes objects and arrays as deep as the limit, and no deeper")
    func depth() throws {
        let json = ByteBuffer(string: #"{"branches":[{"leaves":[{"veins":[1]}]}]}"#)
        var limits = MessageJSON.Limits()
        limits.maximumDepth = 6
        _ = try MessageJSON.decode(json, as: tree, limits: limits)
        limits.maximumDepth = 5
        #expect { try MessageJSON.decode(json, as: tree, limits: limits) } throws: {
            ($0 as? MessageJSONError)?.kind == .tooLarge
        }
    }

    @Test("takes texts as long as the limit, and no longer")
    func length() throws {
        let json = ByteBuffer(string: #"{"branches":[{"bud":"abc"}]}"#)
        var limits = MessageJSON.Limits()
        limits.maximumBytes = json.readableBytes
        _ = try MessageJSON.decode(json, as: tree, limits: limits)
        limits.maximumBytes -= 1
        #expect { try MessageJSON.decode(json, as: tree, limits: limits) } throws: {
            ($0 as? MessageJSONError)?.kind == .tooLarge
        }
    }

    @Test("of a type with a time's name and other fields is that of any message")
    func notATime() throws {
        for fields in [
            [MessageSchema.Field(name: "seconds", number: 1, type: .string)],
            [.init(name: "seconds", number: 1, type: .string), .init(name: "nanos", number: 2, type: .int32)],
            [
                .init(name: "seconds", number: 1, type: .int64, isRepeated: true),
                .init(name: "nanos", number: 2, type: .int32),
            ],
            [],
        ] as [[MessageSchema.Field]] {
            let name = "larder.common.v1.Timestamp"
            let types = try DynamicMessages(messages: [.init(name: name, fields: fields)], enumerations: [])
            #expect(try TestSchema.json(ByteBuffer(), as: #require(types[name])) == "{}")
        }
    }
}
