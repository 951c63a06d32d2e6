import Testing

@testable import MessageCoding

@Suite("JSON parser")
struct JSONParserTests {
    private func limits(depth: Int = 8, values: Int = 100) -> MessageJSON.Limits {
        var limits = MessageJSON.Limits()
        limits.maximumDepth = depth
        limits.maximumValues = values
        return limits
    }

    private func parse(_ text: String, limits: MessageJSON.Limits? = nil) throws(MessageJSONError) -> JSONValue {
        try parse(Array(text.utf8), limits: limits)
    }

    private func parse(_ bytes: [UInt8], limits: MessageJSON.Limits? = nil) throws(MessageJSONError) -> JSONValue {
        var parser = JSONParser(bytes, limits: limits ?? self.limits())
        return try parser.parse()
    }

    private func error(_ bytes: [UInt8], limits: MessageJSON.Limits? = nil) -> MessageJSONError? {
        do {
            _ = try parse(bytes, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test("reads the three literals")
    func literals() throws {
        #expect(try parse("null") == .null)
        #expect(try parse("true") == .bool(true))
        #expect(try parse("false") == .bool(false))
    }

    @Test("reads objects and arrays in the order of the text")
    func structures() throws {
        #expect(try parse("{}") == .object([]))
        #expect(try parse("[]") == .array([]))
        #expect(
            try parse(#"{"b":[1,{}],"a":null,"b":"x"}"#)
                == .object([
                    .init(name: "b", value: .array([.number("1"), .object([])])),
                    .init(name: "a", value: .null),
                    .init(name: "b", value: .string("x")),
                ])
        )
    }

    @Test("skips the four kinds of white space, and no other")
    func whiteSpace() throws {
        #expect(try parse(" \t\r\n{ \"a\" : [ 1 , 2 ] } \n") == parse(#"{"a":[1,2]}"#))
        for space in ["\u{B}", "\u{C}", "\u{A0}", "\u{FEFF}", "/**/", "//\n"] {
            #expect(error(Array("\(space)1".utf8))?.kind == .syntax)
            #expect(error(Array("1\(space)".utf8))?.kind == .syntax)
        }
    }

    @Test(
        "keeps the text of every number that RFC 8259 allows",
        arguments: [
            "0", "-0", "7", "-12", "9007199254740993", "123456789012345678901234567890", "0.5", "-0.0", "1.25e3",
            "1E+5",
            "2e-07", "0e0",
        ]
    )
    func numbers(text: String) throws {
        #expect(try parse(text) == .number(text))
        #expect(try parse("[\(text)]") == .array([.number(text)]))
    }

    @Test(
        "rejects every number that it does not",
        arguments: [
            "+1", "-", "01", "-01", "00", ".5", "1.", "-.5", "1e", "1e+", "1.e3", "0x1F", "1_000", "NaN", "Infinity",
            "-Infinity", "1 2", "1,",
        ]
    )
    func wrongNumbers(text: String) {
        #expect(error(Array(text.utf8))?.kind == .syntax)
        #expect(error(Array("[\(text)]".utf8))?.kind == .syntax)
    }

    @Test(
        "reads every escape",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u0041\u00e9\u20AC""#, "Aé€"),
            (#""\uD83E\udDfe""#, "🧾"),
            (#""a\u0000b""#, "a\0b"),
            (#""\uFFFF""#, "\u{FFFF}"),
            ("\"é€🧾\"", "é€🧾"),
            ("\"\"", ""),
        ]
    )
    func strings(text: String, expected: String) throws {
        #expect(try parse(text) == .string(expected))
    }

    @Test(
        "rejects half characters, unknown escapes and what is cut off",
        arguments: [
            #""\uD83E""#, #""\uD83Ex""#, #""\uD83E\n""#, #""\uD83E\uD83E""#, #""\uD83E\u0041""#, #""\uDDFE""#,
            #""\u12""#,
            #""\u12G4""#, #""\u+123""#, #""\a""#, #""\U0041""#, #""\'""#, #""\"#, #""\u"#, "\"abc", "\"\\\"", "'a'",
            "\"\t\"",
            "\"\u{0}\"", "\"\u{1F}\"",
        ]
    )
    func wrongStrings(text: String) {
        #expect(error(Array(text.utf8))?.kind == .syntax)
    }

    @Test(
        "rejects bytes that are not UTF-8",
        arguments: [
            [0xFF], [0xC3, 0x28], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82],
        ] as [[UInt8]]
    )
    func wrongEncoding(bytes: [UInt8]) {
        let error = error([0x22] + bytes + [0x22])
        #expect(error?.kind == .syntax)
        #expect(error?.explanation.contains("not valid UTF-8") == true)
    }

    @Test(
        "rejects structures that are not well-formed",
        arguments: [
            "", " ", "{", "}", "[", "]", "{]", "[}", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{\"a\"", "{\"a\":",
            "{\"a\":1",
            "{\"a\":1,", "{\"a\":1,}", "{,\"a\":1}", "{\"a\" 1}", "{1:2}", "{a:1}", "{null:1}", "{\"a\":1 \"b\":2}",
            "nul", "nulll",
            "True", "tru", "[]]", "{}{}", "undefined",
        ]
    )
    func wrongStructures(text: String) {
        #expect(error(Array(text.utf8))?.kind == .syntax)
    }

    @Test(
        "names the line and the column, counted in characters, and the byte",
        arguments: [
            ("x", 1, 1, 0),
            ("{\n  \"a\": tru\n}", 2, 8, 9),
            ("[\"é€🧾\", x]", 1, 9, 14),
            ("\n\n\n  [1 2]", 4, 6, 8),
            ("[1,", 1, 4, 3),
            ("{}\n}", 2, 1, 3),
        ]
    )
    func positions(text: String, line: Int, column: Int, position: Int) {
        let error = error(Array(text.utf8))
        #expect(error?.position == position)
        #expect(
            error?.explanation.contains("at line \(line), column \(column):") == true,
            "\(error?.explanation ?? "")"
        )
    }

    @Test("counts how deep values are nested, and rejects more than it is told to take")
    func depth() throws {
        for depth in 1...4 {
            let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            #expect((error(Array(text.utf8), limits: limits(depth: 3))?.kind == .tooLarge) == (depth > 3))
            let object = String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
            #expect((error(Array(object.utf8), limits: limits(depth: 3))?.kind == .tooLarge) == (depth > 3))
        }
        #expect(
            try parse("[[],[],[[]],{}]", limits: limits(depth: 3)) != .null,
            "values beside one another are no deeper"
        )
        #expect(try parse("1", limits: limits(depth: 0)) == .number("1"))
    }

    @Test(
        "counts values of every kind, and rejects more than it is told to take",
        arguments: [
            ("null", 1), ("{}", 1), ("[1]", 2), (#"{"a":"x"}"#, 2), (#"[{},[],"x",1,true,false,null]"#, 8),
            (#"{"a":[{"b":1},{"b":2}],"c":{"d":[null]}}"#, 9),
        ]
    )
    func values(text: String, count: Int) throws {
        #expect(try parse(text, limits: limits(values: count)) == parse(text))
        let error = error(Array(text.utf8), limits: limits(values: count - 1))
        #expect(error?.kind == .tooLarge)
        #expect(error?.explanation == "The JSON text has more than \(count - 1) values.")
    }

    @Test("stops at the first value too many, whatever follows it")
    func excessIsNotRead() {
        #expect(error(Array("[1,2,3".utf8), limits: limits(values: 3))?.kind == .tooLarge)
        #expect(error(Array("[1,2,\"".utf8), limits: limits(values: 3))?.kind == .tooLarge)
        #expect(error(Array("[1,2".utf8), limits: limits(values: 3))?.kind == .syntax)
    }

    @Test("never reads beyond the text, wherever that is cut")
    func everyCut() {
        let text = Array(#"{"a":[1.5e-3,"\u20ac\uD83E\uDDFE\n",true,null,{"b":false}],"c":-0}"#.utf8)
        #expect(error(text) == nil)
        for length in 0..<text.count { #expect(error(Array(text[..<length]))?.kind == .syntax) }
    }

    @Test("rejects or accepts any bytes without a crash")
    func anyBytes() {
        var random = SeededNumbers(state: 11)
        let alphabet = Array("{}[]\",:\\u0123456789eE+-.truefalsn \n".utf8) + [0xC3, 0xA9, 0xFF, 0]
        for _ in 0..<5_000 {
            let length = Int.random(in: 0...24, using: &random)
            let bytes = (0..<length).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            guard let error = error(bytes) else { continue }
            #expect(error.kind == .syntax || error.kind == .tooLarge)
            #expect((error.position ?? 0) <= bytes.count + 1)
        }
    }
}

@Suite("JSON writer")
struct JSONWriterTests {
    private func written(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("separates members and elements, also behind nested values")
    func separators() {
        let text = written { writer in
            writer.open("{")
            writer.key("a")
            writer.open("[")
            writer.literal("1")
            writer.open("{")
            writer.close("}")
            writer.string("x")
            writer.close("]")
            writer.key("b")
            writer.literal("true")
            writer.close("}")
        }
        #expect(text == #"{"a":[1,{},"x"],"b":true}"#)
    }

    @Test(
        "escapes what must not stand in a string, and nothing else",
        arguments: [
            ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t", #""\n\r\t""#), ("\u{0}\u{1}\u{1F}", #""\u0000\u0001\u001f""#),
            ("é€🧾/\u{A0}", "\"é€🧾/\u{A0}\""), ("", "\"\""),
            // What a terminal takes for commands: DEL, CSI among C1, and changes of the direction of writing.
            ("\u{7F}\u{80}\u{9B}2J\u{9F}", #""\u007f\u0080\u009b2J\u009f""#),
            ("\u{61C}\u{200E}\u{200F}\u{2028}\u{2029}", #""\u061c\u200e\u200f\u2028\u2029""#),
            ("\u{202A}\u{202E}\u{2066}\u{2069}", #""\u202a\u202e\u2066\u2069""#),
        ]
    )
    func escapes(text: String, expected: String) {
        #expect(written { $0.string(text) } == expected)
    }

    @Test("writes what the parser reads as the same text")
    func roundTrip() throws {
        let text = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init))) + "🧾\u{10FFFF}"
        var parser = JSONParser(Array(written { $0.string(text) }.utf8), limits: MessageJSON.Limits())
        #expect(try parser.parse() == .string(text))
    }
}
