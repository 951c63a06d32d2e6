import NIOCore
import Testing

@testable import MessageCoding

@Suite("Schemas described at run time")
struct SchemaTests {
    private typealias Field = MessageSchema.Field

    private func error(_ messages: [MessageSchema], _ enumerations: [EnumerationSchema] = []) -> String? {
        do {
            _ = try DynamicMessages(messages: messages, enumerations: enumerations)
            return nil
        } catch {
            return error.description
        }
    }

    private func error(_ fields: Field...) -> String? {
        error([MessageSchema(name: "test.A", fields: fields), TestSchema.part], [TestSchema.enumeration])
    }

    @Test("make types that tell what they were made from")
    func descriptors() throws {
        let type = try TestSchema.message([
            Field(name: "last", number: 900, type: .bytes),
            Field(name: "first_one", number: 1, type: .sint64, isRepeated: true, isPacked: true),
            Field(name: "part", number: 15, type: .message, oneof: 1),
            Field(name: "grade", number: 16, type: .enumeration, oneof: 1),
        ])
        #expect(type.fullName == "test.Whole")
        #expect(type.fields.map(\.number) == [1, 15, 16, 900])
        #expect(type.fields.map(\.name) == ["first_one", "part", "grade", "last"])
        #expect(type.fields.map(\.jsonName) == ["firstOne", "part", "grade", "last"])
        #expect(type.fields.map(\.type) == [.sint64, .message, .enumeration, .bytes])
        #expect(type.fields.map(\.label) == [.repeated, .single, .single, .single])
        #expect(type.fields.map(\.isPacked) == [true, false, false, false])
        #expect(type.fields.map(\.isOneofMember) == [false, true, true, false])
        #expect(type.field(number: 15)?.message?.fullName == "test.Part")
        #expect(type.field(named: "grade")?.enumeration?.fullName == "test.Grade")
        #expect(type.field(named: "part")?.enumeration == nil && type.field(named: "last")?.message == nil)
    }

    @Test("find every field by its number and its name, whatever gaps the numbers have")
    func lookup() throws {
        let numbers = [1, 2, 3, 7, 8, 100, 18_999, 536_870_911]
        let fields = numbers.map { Field(name: "f\($0)", number: $0, type: .int32) }
        let type = try TestSchema.message(fields.reversed())
        for number in numbers {
            #expect(type.field(number: number)?.name == "f\(number)")
            #expect(type.field(named: "f\(number)")?.number == number)
        }
        for number in [-1, 0, 4, 6, 9, 99, 101, 536_870_910, 536_870_912, .max, .min] {
            #expect(type.field(number: number) == nil)
        }
        for name in ["", "f", "f4", "F1", "f1 "] { #expect(type.field(named: name) == nil) }
    }

    @Test("find every value of an enumeration, negative ones and those beyond gaps included")
    func enumerationLookup() throws {
        let type = try TestSchema.message(of: .enumeration)
        let enumeration = try #require(type.field(number: 1)?.enumeration)
        #expect(enumeration.values.map(\.number) == [-1, 0, 2])
        #expect(enumeration.values.map(\.name) == ["GRADE_LOW", "GRADE_NONE", "GRADE_TWO"])
        for value in enumeration.values {
            #expect(enumeration.name(of: value.number) == value.name)
            #expect(enumeration.number(of: value.name) == value.number)
        }
        for number in [-2, 1, 3, .min, .max] as [Int32] { #expect(enumeration.name(of: number) == nil) }
        #expect(enumeration.number(of: "GRADE") == nil)
    }

    @Test("may have no fields, and names in no order")
    func odd() throws {
        #expect(error([MessageSchema(name: "test.Empty", fields: [])]) == nil)
        let types = try DynamicMessages(messages: [MessageSchema(name: "test.Empty", fields: [])], enumerations: [])
        let empty = try #require(types["test.Empty"])
        #expect(empty.fields.isEmpty && empty.field(number: 1) == nil)
        #expect(try TestSchema.json(hex("08 01"), as: empty) == "{}", "what it doesn't know is skipped")
        #expect(TestSchema.error("{\"a\":1}", as: empty)?.explanation.hasSuffix("test.Empty has: no fields.") == true)
        #expect(types["test.Other"] == nil && types[""] == nil)
        let names = ["z", "B", "a", "Z", "_", "ab", "aB"]
        let type = try TestSchema.message(
            names.enumerated().map { Field(name: $1, number: $0 + 1, type: .bool) }
        )
        for name in names { #expect(type.field(named: name)?.name == name) }
    }

    @Test(
        "name fields in JSON as protoc does",
        arguments: [
            ("name", "name"), ("long_name", "longName"), ("a_b_c", "aBC"), ("a__b", "aB"), ("_a", "A"), ("a_", "a"),
            ("line_1", "line1"), ("line_1a", "line1a"), ("aB", "aB"), ("a_B", "aB"), ("URL_name", "URLName"),
            ("A", "A"),
        ]
    )
    func jsonNames(name: String, expected: String) throws {
        let type = try TestSchema.message([Field(name: name, number: 1, type: .bool)])
        #expect(type.fields.map(\.jsonName) == [expected])
        #expect(try TestSchema.json(hex("08 01"), as: type) == "{\"\(expected)\":true}")
        for key in [name, expected] { #expect(try TestSchema.bytes("{\"\(key)\":true}", as: type) == hex("08 01")) }
    }

    @Test("tell where fields are, apart from one another and shared by the members of a oneof")
    func layout() throws {
        let type = try TestSchema.message([
            Field(name: "a", number: 1, type: .bool), Field(name: "b", number: 2, type: .bytes),
            Field(name: "c", number: 3, type: .string, isRepeated: true),
            Field(name: "d", number: 4, type: .bool, oneof: 1),
            Field(name: "e", number: 5, type: .bytes, oneof: 1), Field(name: "f", number: 6, type: .int64, oneof: 2),
        ])
        let fields = type.fields
        #expect(fields[3].offset == fields[4].offset && fields[3].quantifierOffset == fields[4].quantifierOffset)
        #expect(fields[5].quantifierOffset != fields[3].quantifierOffset)
        let places = [0, 1, 2, 3, 5].map { fields[$0].offset } + [2, 3, 5].map { fields[$0].quantifierOffset }
        #expect(Set(places).count == places.count && places.allSatisfy { $0 % 8 == 0 && $0 > 0 })
        #expect(fields[0].quantifierOffset == 0 && fields[1].quantifierOffset == 0)
    }

    @Test("are equal only to themselves")
    func identity() throws {
        let (first, second) = (try TestSchema.message(of: .bool), try TestSchema.message(of: .bool))
        #expect(first == first && first != second)
        #expect(Set([first, second, first]).count == 2)
    }

    @Test("are rejected when a name or number stands twice")
    func duplicates() {
        let message = MessageSchema(name: "test.A", fields: [])
        let enumeration = EnumerationSchema(name: "test.A", values: [.init(name: "X", number: 0)])
        for found in [
            error([message, message]), error([message], [enumeration]), error([], [enumeration, enumeration]),
        ] {
            #expect(found == "A type is described twice.")
        }
        let fields = [Field(name: "a", number: 1, type: .bool), Field(name: "b", number: 2, type: .bool)]
        for other in [Field(name: "a", number: 3, type: .bool), Field(name: "c", number: 1, type: .bool)] {
            #expect(
                error([MessageSchema(name: "test.A", fields: fields + [other])])
                    == "A field of test.A is described twice."
            )
        }
    }

    @Test("are rejected with a field number that has no tag", arguments: [0, -1, 536_870_912, .max, .min])
    func numbers(number: Int) {
        #expect(error(Field(name: "a", number: number, type: .bool)) == "The field test.A.a has the number \(number).")
    }

    @Test("are rejected with a type that is not described, or described as something else")
    func missingTypes() {
        for (type, name) in [
            (.message, "test.B"), (.message, "test.Grade"), (.message, ""), (.enumeration, "test.B"),
            (.enumeration, "test.Part"), (.enumeration, ""),
        ] as [(FieldType, String)] {
            #expect(
                error(Field(name: "a", number: 1, type: type, typeName: name))
                    == "The field test.A.a has the type \(name), which isn't described."
            )
        }
    }

    @Test("are rejected with packed or oneof fields of types that can't be")
    func labels() {
        let expected = "The field test.A.a is packed or in a oneof, which its type can't be."
        for type in [FieldType.string, .bytes] {
            #expect(error(Field(name: "a", number: 1, type: type, isRepeated: true, isPacked: true)) == expected)
        }
        let part = Field(name: "a", number: 1, type: .message, isRepeated: true, isPacked: true, typeName: "test.Part")
        #expect(error(part) == expected)
        #expect(error(Field(name: "a", number: 1, type: .int32, isPacked: true)) == expected)
        #expect(error(Field(name: "a", number: 1, type: .int32, isRepeated: true, oneof: 1)) == expected)
        #expect(error(Field(name: "a", number: 1, type: .int32, isRepeated: true, isPacked: true)) == nil)
    }

    @Test("are rejected with an enumeration that has no values, or one twice")
    func enumerations() {
        let expected = "The enumeration test.E has no values, or one twice."
        for values in [[], [("X", 1), ("Y", 1)], [("X", 1), ("X", 2)]] as [[(String, Int32)]] {
            let schema = EnumerationSchema(
                name: "test.E",
                values: values.map { EnumerationSchema.Value(name: $0.0, number: $0.1) }
            )
            #expect(error([], [schema]) == expected)
        }
    }

    @Test("are rejected when a message contains itself, however far around")
    func recursion() {
        for length in [1, 2, 5] {
            let messages = (0..<length).map { index in
                MessageSchema(
                    name: "test.M\(index)",
                    fields: [Field(name: "next", number: 1, type: .message, typeName: "test.M\((index + 1) % length)")]
                )
            }
            #expect(error(messages)?.hasSuffix("contains itself.") == true)
        }
    }

    @Test("may use one message in many places")
    func diamond() {
        let leaf = MessageSchema(name: "test.M0", fields: [])
        // Without remembering what was checked, this would take 2^60 steps.
        let messages = (1...60).map { index in
            MessageSchema(
                name: "test.M\(index)",
                fields: (1...2).map {
                    Field(name: "f\($0)", number: $0, type: .message, typeName: "test.M\(index - 1)")
                }
            )
        }
        #expect(error([leaf] + messages) == nil)
    }
}
