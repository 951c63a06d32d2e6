import CommonMessages
import Foundation
import RPC
import Testing

@testable import ServiceKit

@Suite("Validating the fields of a request")
struct FieldValidatorTests {
    /// The violations of what `check` looks at, as field and sentence.
    private func violations(_ check: (inout FieldValidator) -> Void) -> [String] {
        var validator = FieldValidator()
        check(&validator)
        do {
            try validator.finish()
            return []
        } catch {
            return error.fieldViolations.map { "\($0.field): \($0.description)" }
        }
    }

    @Test("reports everything that is wrong at once, in the order of the checks")
    func all() throws {
        var validator = FieldValidator()
        _ = validator.text("", "name", length: 1...10)
        _ = validator.number(0, "quantity", in: 1...9)
        validator.reject("items[2].amount", .verbatim("must be above 0"))
        let status = #expect(throws: Status.self) { try validator.finish() }
        #expect(status?.code == .invalidArgument)
        #expect(
            status?.fieldViolations.map(\.field) == ["name", "quantity", "items[2].amount"]
        )
    }

    @Test("accepts what is right, and throws nothing")
    func valid() throws {
        var validator = FieldValidator()
        #expect(validator.text("Milk", "name", length: 1...10) == "Milk")
        #expect(validator.number(Int32(9), "quantity", in: 1...9) == 9)
        #expect(validator.optionalUUID("", "store") == nil)
        try validator.finish()
    }

    @Test("reports forty violations, and how many more there are")
    func limit() {
        let few = violations { validator in
            for index in 0..<40 { validator.reject("f[\(index)]", .verbatim("is wrong")) }
        }
        #expect(few.count == 40)
        #expect(few.last == "f[39]: f[39] is wrong.")
        let many = violations { validator in
            for index in 0..<55 { validator.reject("f[\(index)]", .verbatim("is wrong")) }
        }
        #expect(many.count == 41)
        #expect(many.last == ": There are 15 more problems.")
    }

    @Test(
        "reads a UUID in either case of letters, and takes no other form",
        arguments: [
            ("0b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a10", true), ("0B7A4C1E-5D3F-4A77-9F0E-2C1D6B8E9A10", true),
            ("0b7a4c1e5d3f4a779f0e2c1d6b8e9a10", false), ("{0b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a10}", false),
            ("0b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a1", false), ("0b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a1g", false),
            (" 0b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a10", false), ("", false),
            ("０b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a10", false),
        ]
    )
    func uuids(text: String, isAccepted: Bool) {
        let found = violations { _ = $0.uuid(text, "id") }
        #expect(found.isEmpty == isAccepted)
        if !isAccepted {
            #expect(found == ["id: id must be a UUID, such as 0b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a10."])
        }
    }

    @Test("rejects a text by its bytes before it reads it")
    func bytes() {
        // Without the space at its end it would be short enough.
        let padded = "a" + String(repeating: " ", count: 144)
        #expect(violations { _ = $0.text(padded, "name", length: 1...10) }.count == 1)
        #expect(violations { _ = $0.text(String(padded.dropLast()), "name", length: 1...10) } == [])
    }

    @Test("keeps the lines of a text, and neither empty ones at its ends nor other control characters")
    func lines() {
        var validator = FieldValidator()
        let text = "\r\n  With Ada. \r\n\n\tOat\u{0}milk\u{2028}\n\n"
        #expect(validator.lines(text, "note", length: 0...100) == "With Ada.\n\nOat milk")
        #expect(validator.lines("", "note", length: 0...100).isEmpty)
        #expect(violations { _ = $0.lines("a\nb", "note", length: 0...3) } == [])
        #expect(violations { _ = $0.lines("a\nbc", "note", length: 0...3) }.count == 1)
        #expect(violations { _ = $0.lines(String(repeating: "\n", count: 200), "note", length: 0...3) }.count == 1)
    }

    @Test("counts the characters of a text as PostgreSQL does, and says which bound is passed")
    func lengths() {
        #expect(violations { _ = $0.text("abc", "name", length: 1...3) }.isEmpty)
        #expect(
            violations { _ = $0.text("abcd", "name", length: 1...3) } == ["name: name must have at most 3 characters."]
        )
        #expect(
            violations { _ = $0.text("a", "name", length: 2...3) } == ["name: name must have at least 2 characters."]
        )
        #expect(violations { _ = $0.text("", "name", length: 2...3) } == ["name: name must not be empty."])
        // An e with a combining accent is two of them.
        #expect(violations { _ = $0.text("e\u{301}", "name", length: 1...1) }.count == 1)
        #expect(violations { _ = $0.text("日本", "name", length: 2...2) }.isEmpty)
    }

    @Test(
        "makes one line of a text, without space at its ends",
        arguments: [
            ("  Milk\t", "Milk"), ("a\nb", "a b"), ("a\r\nb", "a  b"), ("a\0b", "a b"), ("a\u{85}b", "a b"),
            ("a\u{2028}b\u{2029}c", "a b c"), ("\u{1b}[31mred", "[31mred"), ("\n \t", ""), ("a b", "a b"),
        ]
    )
    func lines(text: String, line: String) {
        var validator = FieldValidator()
        #expect(validator.text(text, "name", length: 0...100) == line)
    }

    @Test("says the range of a number, whatever its type")
    func ranges() {
        #expect(
            violations { _ = $0.number(Int32(-1), "page.size", in: 0...200) } == [
                "page.size: page.size must be from 0 to 200."
            ]
        )
        #expect(violations { _ = $0.number(Int32(4), "n", in: 1...1) } == ["n: n must be 1."])
        #expect(violations { _ = $0.number(UInt8(255), "n", in: 0...254) }.count == 1)
        #expect(violations { _ = $0.number(Int64.min, "n", in: Int64.min...Int64.max) }.isEmpty)
    }

    @Test(
        "takes points on the earth alone",
        arguments: [
            (90_000_000, 180_000_000, true), (-90_000_000, -180_000_000, true), (90_000_001, 0, false),
            (0, 180_000_001, false), (Int64.max, Int64.min, false),
        ] as [(Int64, Int64, Bool)]
    )
    func points(latitude: Int64, longitude: Int64, isAccepted: Bool) {
        let location = Common.Location(latitudeMicrodegrees: latitude, longitudeMicrodegrees: longitude)
        var validator = FieldValidator()
        #expect((validator.point(location, "near") != nil) == isAccepted)
        #expect(violations { _ = $0.point(location, "near") }.isEmpty == isAccepted)
    }

    @Test("asks for a point that is missing")
    func missingPoint() {
        #expect(violations { _ = $0.point(nil, "near") } == ["near: near must be given."])
    }

    @Test(
        "rejects a call without a user, who has to sign in",
        arguments: [nil, "", "u-1", "0B7A4C1E-5D3F-4A77-9F0E-2C1D6B8E9A10"]
    )
    func user(id: String?) {
        var context = TestCall.context()
        context.verifiedUser = id.map { VerifiedUser(id: $0, username: "ann") }
        let status = #expect(throws: Status.self) { try context.userID }
        #expect(status?.code == .unauthenticated)
    }
}
