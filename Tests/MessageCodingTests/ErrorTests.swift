import Testing

@testable import MessageCoding

@Suite("Errors of messages")
struct ErrorTests {
    @Test("say in a sentence what is wrong, without any content")
    func sentences() {
        #expect(MessageError.malformed.description == "The bytes are not a valid message.")
        #expect(MessageError.resourceExhausted.description == "The message needs more memory than is allowed.")
        #expect(MessageError.invalidUTF8(field: "a.b").description == "The field \"a.b\" is not valid UTF-8.")
        #expect(MessageError.containsNUL(field: "a[2]").description == "The field \"a[2]\" contains a NUL character.")
    }

    @Test("gather the path from the inside out")
    func paths() {
        let inner = MessageError.invalidUTF8(field: "")
        #expect(inner.inside("name") == .invalidUTF8(field: "name"))
        #expect(inner.inside("name", at: 0).inside("item") == .invalidUTF8(field: "item.name[0]"))
        #expect(MessageError.containsNUL(field: "x").inside("y", at: 3) == .containsNUL(field: "y[3].x"))
        #expect(MessageError.malformed.inside("y") == .malformed)
        #expect(MessageError.resourceExhausted.inside("y", at: 1) == .resourceExhausted)
    }

    @Test("become errors of JSON with their path")
    func json() {
        #expect(MessageJSONError(MessageError.malformed).kind == .malformedMessage)
        #expect(MessageJSONError(MessageError.resourceExhausted).kind == .tooLarge)
        for error in [MessageError.invalidUTF8(field: "a.b"), .containsNUL(field: "a.b")] {
            let converted = MessageJSONError(error)
            #expect(converted.kind == .outOfRange && converted.path == "a.b")
        }
    }

    @Test("of JSON gather their path, and are described with it")
    func jsonPaths() {
        let error = MessageJSONError(.wrongType, "The value must be a string.", position: 7)
        #expect(error.description == "The value must be a string.")
        let outer = error.inside("name").inside("items", at: 4)
        #expect(outer.path == "items[4].name" && outer.position == 7 && outer.kind == .wrongType)
        #expect(outer.description == "items[4].name: The value must be a string.")
    }
}

@Suite("The nearest names")
struct NearestNamesTests {
    private let names = ["amount", "account", "currency", "discount", "id", "minorUnits", "total"]

    @Test(
        "are those that a typist may have meant",
        arguments: [
            ("amuont", ["amount"]), ("Amount", ["amount", "account"]), ("curency", ["currency"]), ("totall", ["total"]),
            ("minorunits", ["minorUnits"]), ("minor_units", ["minorUnits"]), ("di", ["id"]),
            ("acount", ["account", "amount"]),
            ("xyz", []), ("", []), ("t", []),
        ]
    )
    func nearest(name: String, expected: [String]) {
        #expect(NearestNames.of(name, among: names) == expected)
    }

    @Test("are the likeliest first, equally likely ones by name, and no more than wanted")
    func order() {
        let names = ["abcx", "abcd", "abc", "abxx", "zzzz"]
        #expect(NearestNames.of("abcd", among: names) == ["abcd", "abc", "abcx"])
        #expect(NearestNames.of("abcd", among: names, limit: 1) == ["abcd"])
        #expect(NearestNames.of("abcd", among: names, limit: 0) == [])
        #expect(NearestNames.of("abcd", among: []) == [])
    }

    @Test(
        "have the distance of insertions, deletions, substitutions and exchanges",
        arguments: [
            ("", "", 0), ("a", "", 1), ("", "abc", 3), ("abc", "abc", 0), ("abc", "axc", 1), ("abc", "abcd", 1),
            ("abcd", "abc", 1), ("ab", "ba", 1), ("abcd", "badc", 2), ("kitten", "sitting", 3), ("ca", "abc", 3),
        ]
    )
    func distance(from: String, to: String, expected: Int) {
        #expect(NearestNames.distance(Array(from.utf8), Array(to.utf8)) == expected)
        #expect(NearestNames.distance(Array(to.utf8), Array(from.utf8)) == expected)
    }
}

@Suite("The writer of wire bytes")
struct WireWriterTests {
    private func written(_ write: (inout WireWriter) -> Void) -> [UInt8] {
        var writer = WireWriter()
        write(&writer)
        return writer.bytes
    }

    @Test(
        "writes varints in their shortest form",
        arguments: [
            (0, [0]), (1, [1]), (127, [0x7F]), (128, [0x80, 1]), (300, [0xAC, 2]), (16_383, [0xFF, 0x7F]),
            (16_384, [0x80, 0x80, 1]), (.max, [UInt8](repeating: 0xFF, count: 9) + [1]),
        ] as [(UInt64, [UInt8])]
    )
    func varints(value: UInt64, bytes: [UInt8]) {
        #expect(written { $0.varint(value) } == bytes)
    }

    @Test("writes tags of the smallest and the largest field number")
    func tags() {
        #expect(written { $0.tag(1, .varint) } == [0x08])
        #expect(written { $0.tag(15, .lengthPrefixed) } == [0x7A])
        #expect(written { $0.tag(16, .fixed32) } == [0x85, 0x01])
        #expect(written { $0.tag(536_870_911, .fixed64) } == [0xF9, 0xFF, 0xFF, 0xFF, 0x0F])
    }

    @Test("writes fixed numbers with the low byte first, and content behind its length")
    func content() {
        #expect(written { $0.fixed(UInt32(0x0102_0304)) } == [4, 3, 2, 1])
        #expect(written { $0.fixed(UInt64(1)) } == [1, 0, 0, 0, 0, 0, 0, 0])
        #expect(written { $0.lengthPrefixed([7, 8], 2) } == [0x12, 2, 7, 8])
        #expect(written { $0.lengthPrefixed([], 2) } == [0x12, 0])
        let long = [UInt8](repeating: 9, count: 200)
        #expect(written { $0.lengthPrefixed(long, 1) } == [0x0A, 0xC8, 0x01] + long)
    }
}
