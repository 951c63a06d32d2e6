import MessageCoding
import NIOCore
import Testing

/// A value of a field as JSON and on the wire.
struct FieldValue: Sendable, CustomTestStringConvertible {
    var type: FieldType
    var json: String
    var wire: String

    init(_ type: FieldType, _ json: String, _ wire: String) {
        (self.type, self.json, self.wire) = (type, json, wire)
    }

    var testDescription: String { "\(type) \(json)" }

    static let all: [FieldValue] = [
        .init(.int32, "1", "08 01"), .init(.int32, "-1", "08 FFFFFFFFFFFFFFFFFF01"),
        .init(.int32, "2147483647", "08 FFFFFFFF07"), .init(.int32, "-2147483648", "08 80808080F8FFFFFFFF01"),
        .init(.sint32, "-1", "08 01"), .init(.sint32, "1", "08 02"), .init(.sint32, "2147483647", "08 FEFFFFFF0F"),
        .init(.sint32, "-2147483648", "08 FFFFFFFF0F"), .init(.sfixed32, "-2", "0D FEFFFFFF"),
        .init(.sfixed32, "2147483647", "0D FFFFFF7F"), .init(.uint32, "4294967295", "08 FFFFFFFF0F"),
        .init(.uint32, "128", "08 8001"), .init(.fixed32, "4294967294", "0D FEFFFFFF"),
        .init(.int64, "\"-9223372036854775808\"", "08 80808080808080808001"),
        .init(.int64, "\"9223372036854775807\"", "08 FFFFFFFFFFFFFFFF7F"),
        .init(.sint64, "\"-9223372036854775808\"", "08 FFFFFFFFFFFFFFFFFF01"),
        .init(.sint64, "\"9223372036854775807\"", "08 FEFFFFFFFFFFFFFFFF01"),
        .init(.sfixed64, "\"-2\"", "09 FEFFFFFFFFFFFFFF"),
        .init(.uint64, "\"18446744073709551615\"", "08 FFFFFFFFFFFFFFFFFF01"),
        .init(.fixed64, "\"1\"", "09 0100000000000000"), .init(.float, "1.5", "0D 0000C03F"),
        .init(.float, "-0.0", "0D 00000080"), .init(.float, "\"NaN\"", "0D 0000C07F"),
        .init(.float, "\"-Infinity\"", "0D 000080FF"), .init(.double, "-0.1", "09 9A9999999999B9BF"),
        .init(.double, "5e-324", "09 0100000000000000"), .init(.double, "\"Infinity\"", "09 000000000000F07F"),
        .init(.bool, "true", "08 01"), .init(.enumeration, "\"GRADE_TWO\"", "08 02"),
        .init(.enumeration, "\"GRADE_LOW\"", "08 FFFFFFFFFFFFFFFFFF01"), .init(.string, "\"é\\n\"", "0A 03 C3A90A"),
        .init(.bytes, "\"AP8=\"", "0A 02 00FF"), .init(.message, "{}", "0A 00"),
        .init(.message, "{\"count\":-5,\"longName\":\"x\"}", "0A 0E 08 FBFFFFFFFFFFFFFFFF01 12 01 78"),
    ]
}

@Suite("Values of all field types")
struct FieldTypeTests {
    private static let integers: [FieldType] = [
        .int32, .sint32, .sfixed32, .uint32, .fixed32, .int64, .sint64, .sfixed64, .uint64, .fixed64,
    ]
    private static let all: [FieldType] =
        integers + [.float, .double, .bool, .enumeration, .string, .bytes, .message]

    @Test("have this form on the wire and in JSON, both ways", arguments: FieldValue.all)
    func forms(value: FieldValue) throws {
        let type = try TestSchema.message(of: value.type)
        let json = "{\"value\":\(value.json)}"
        #expect(try TestSchema.bytes(json, as: type) == hex(value.wire))
        #expect(try TestSchema.json(hex(value.wire), as: type) == json)
    }

    @Test("are the same in a oneof, where defaults are written, too", arguments: FieldValue.all)
    func oneofs(value: FieldValue) throws {
        let type = try TestSchema.message([
            .init(name: "other", number: 2, type: .bool, oneof: 1),
            .init(name: "value", number: 1, type: value.type, oneof: 1),
        ])
        let json = "{\"value\":\(value.json)}"
        #expect(try TestSchema.bytes(json, as: type) == hex(value.wire))
        #expect(try TestSchema.json(hex(value.wire), as: type) == json)
    }

    @Test("stand in lists, one behind the other", arguments: FieldValue.all)
    func lists(value: FieldValue) throws {
        let type = try TestSchema.message(of: value.type, isRepeated: true)
        let json = "{\"value\":[\(value.json),\(value.json)]}"
        let wire = hex(value.wire + value.wire)
        #expect(try TestSchema.bytes(json, as: type) == wire)
        #expect(try TestSchema.json(wire, as: type) == json)
    }

    @Test("of numbers are read from packed lists", arguments: integers + [.float, .double, .bool, .enumeration])
    func packed(type: FieldType) throws {
        let value = try #require(FieldValue.all.first { $0.type == type })
        // Without its tag.
        let element = value.wire.dropFirst(3).filter { !$0.isWhitespace }
        let length = String(element.count, radix: 16)
        let wire = hex("0A " + (length.count == 1 ? "0" : "") + length + element + element)
        for isPacked in [true, false] {
            let list = try TestSchema.message(of: type, isRepeated: true, isPacked: isPacked)
            #expect(try TestSchema.json(wire, as: list) == "{\"value\":[\(value.json),\(value.json)]}")
        }
    }

    @Test(
        "at their default are left out, unless they are asked for",
        arguments: zip(
            all.dropLast(),
            [
                "0", "0", "0", "0", "0", "\"0\"", "\"0\"", "\"0\"", "\"0\"", "\"0\"", "0.0", "0.0", "false",
                "\"GRADE_NONE\"", "\"\"",
                "\"\"",
            ]
        )
    )
    func defaults(type: FieldType, json: String) throws {
        let message = try TestSchema.message(of: type)
        #expect(try TestSchema.json(ByteBuffer(), as: message) == "{}")
        #expect(try TestSchema.json(ByteBuffer(), as: message, includesDefaults: true) == "{\"value\":\(json)}")
        let list = try TestSchema.message(of: type, isRepeated: true)
        #expect(try TestSchema.json(ByteBuffer(), as: list) == "{}")
        #expect(try TestSchema.json(ByteBuffer(), as: list, includesDefaults: true) == "{\"value\":[]}")
    }

    @Test("are absent where JSON says null", arguments: all)
    func null(type: FieldType) throws {
        #expect(try TestSchema.bytes("{\"value\":null}", as: TestSchema.message(of: type)) == ByteBuffer())
        let list = try TestSchema.message(of: type, isRepeated: true)
        #expect(try TestSchema.bytes("{\"value\":null}", as: list) == ByteBuffer())
        let error = TestSchema.error("{\"value\":[null]}", as: list)
        #expect(error?.kind == .wrongType && error?.path == "value[0]")
    }

    @Test("that are integers may be numbers or strings", arguments: integers)
    func integerForms(type: FieldType) throws {
        let message = try TestSchema.message(of: type)
        #expect(
            try TestSchema.bytes("{\"value\":7}", as: message) == TestSchema.bytes("{\"value\":\"7\"}", as: message)
        )
        for text in [
            "7.0", "7e0", "\"7.0\"", "\" 7\"", "\"7 \"", "\"\"", "\"-\"", "\"07\"", "\"0x7\"", "\"７\"", "true", "[]",
            "{}",
        ] {
            #expect(TestSchema.error("{\"value\":\(text)}", as: message)?.kind == .wrongType, "\(text)")
        }
    }

    @Test(
        "that are integers end with their type",
        arguments: [
            ([.int32, .sint32, .sfixed32], "-2147483649", "2147483648"), ([.uint32, .fixed32], "-1", "4294967296"),
            ([.int64, .sint64, .sfixed64], "-9223372036854775809", "9223372036854775808"),
            ([.uint64, .fixed64], "-1", "18446744073709551616"),
        ] as [([FieldType], String, String)]
    )
    func integerRanges(types: [FieldType], below: String, above: String) throws {
        for type in types {
            let message = try TestSchema.message(of: type)
            for number in [below, above, "\"\(below)\"", "\"\(above)\"", "1" + String(repeating: "0", count: 400)] {
                let error = TestSchema.error("{\"value\":\(number)}", as: message)
                #expect(error?.kind == .outOfRange && error?.path == "value", "\(type) \(number)")
            }
        }
    }

    @Test("that are floating point are rejected beyond the type, instead of becoming infinite")
    func floatingPointRanges() throws {
        let (float, double) = (try TestSchema.message(of: .float), try TestSchema.message(of: .double))
        for number in ["1e39", "-3.5e38", "1e300"] {
            #expect(TestSchema.error("{\"value\":\(number)}", as: float)?.kind == .outOfRange, "\(number)")
            #expect(TestSchema.error("{\"value\":\(number)}", as: double) == nil)
        }
        #expect(TestSchema.error("{\"value\":1e309}", as: double)?.kind == .outOfRange)
        #expect(TestSchema.error("{\"value\":3.4028234e38}", as: float) == nil)
        for text in ["\"nan\"", "\"inf\"", "\"\"", "true", "[1]"] {
            #expect(TestSchema.error("{\"value\":\(text)}", as: float)?.kind == .wrongType)
            #expect(TestSchema.error("{\"value\":\(text)}", as: double)?.kind == .wrongType)
        }
    }

    @Test(
        "of another kind are rejected",
        arguments: [
            (.bool, ["0", "1", "\"true\"", "[]"]), (.string, ["1", "true", "[]", "{}"]),
            (.bytes, ["1", "true", "[0]"]),
            (.message, ["1", "\"\"", "[]", "true"]), (.enumeration, ["true", "[]", "{}"]),
        ] as [(FieldType, [String])]
    )
    func otherKinds(type: FieldType, values: [String]) throws {
        let (single, list) = (try TestSchema.message(of: type), try TestSchema.message(of: type, isRepeated: true))
        for value in values {
            #expect(TestSchema.error("{\"value\":\(value)}", as: single)?.kind == .wrongType, "\(value)")
            let error = TestSchema.error("{\"value\":[\(value)]}", as: list)
            #expect(error?.kind == .wrongType && error?.path == "value[0]")
        }
        for value in ["1", "{}", "\"x\"", "true"] {
            #expect(TestSchema.error("{\"value\":\(value)}", as: list)?.path == "value")
        }
    }

    @Test("of an enumeration may be its names or the numbers of those, exactly")
    func enumerations() throws {
        let type = try TestSchema.message(of: .enumeration)
        #expect(try TestSchema.bytes("{\"value\":2}", as: type) == hex("08 02"))
        #expect(try TestSchema.bytes("{\"value\":-1}", as: type) == hex("08 FFFFFFFFFFFFFFFFFF01"))
        for value in ["1", "2.0", "99999999999", "\"TWO\"", "\"grade_two\"", "\"2\"", "\"\""] {
            let error = TestSchema.error("{\"value\":\(value)}", as: type)
            #expect(error?.kind == .unknownEnumerationValue, "\(value)")
            #expect(error?.explanation.hasSuffix("It has: GRADE_LOW, GRADE_NONE, GRADE_TWO.") == true)
        }
        #expect(try TestSchema.json(hex("08 07"), as: type) == "{\"value\":7}", "an unknown number stays one")
    }

    @Test("of a message that comes twice are merged, and of a oneof replaced")
    func merging() throws {
        let single = try TestSchema.message(of: .message)
        let wire = hex("0A 03 12 01 78  0A 02 08 05")
        #expect(try TestSchema.json(wire, as: single) == "{\"value\":{\"count\":5,\"longName\":\"x\"}}")
        let oneof = try TestSchema.message([
            .init(name: "value", number: 1, type: .message, oneof: 1),
            .init(name: "text", number: 2, type: .string, oneof: 1),
        ])
        #expect(try TestSchema.json(hex("0A 02 08 05  12 01 78"), as: oneof) == "{\"text\":\"x\"}")
        #expect(try TestSchema.json(hex("12 01 78  0A 02 08 05"), as: oneof) == "{\"value\":{\"count\":5}}")
    }

    @Test("are told apart by both names of a field, and never set twice")
    func names() throws {
        let type = TestSchema.part
        let part = try #require(try DynamicMessages(messages: [type], enumerations: [])["test.Part"])
        for name in ["longName", "long_name"] {
            #expect(try TestSchema.bytes("{\"\(name)\":\"x\"}", as: part) == hex("12 01 78"))
        }
        for text in [
            "{\"longName\":\"x\",\"long_name\":\"x\"}", "{\"longName\":\"x\",\"longName\":\"x\"}",
            "{\"longName\":null,\"longName\":\"x\"}", "{\"longName\":\"x\",\"long_name\":null}",
        ] { #expect(TestSchema.error(text, as: part)?.kind == .duplicateField, "\(text)") }
        let error = TestSchema.error("{\"longNme\":\"x\"}", as: part)
        #expect(error?.kind == .unknownField && error?.path == "longNme")
        #expect(
            error?.explanation
                == "There is no such field. Do you mean \"longName\"? test.Part has: count, longName."
        )
    }

    @Test("of a oneof exclude one another, unless they are null")
    func exclusion() throws {
        let type = try TestSchema.message([
            .init(name: "a", number: 1, type: .int32, oneof: 1), .init(name: "b", number: 2, type: .int32, oneof: 1),
            .init(name: "c", number: 3, type: .int32, oneof: 2), .init(name: "d", number: 4, type: .int32, oneof: 2),
        ])
        #expect(TestSchema.error("{\"a\":1,\"b\":2}", as: type)?.path == "b")
        #expect(TestSchema.error("{\"b\":0,\"a\":0}", as: type)?.path == "a")
        #expect(try TestSchema.bytes("{\"a\":1,\"b\":null,\"d\":4}", as: type) == hex("08 01 20 04"))
    }
}
