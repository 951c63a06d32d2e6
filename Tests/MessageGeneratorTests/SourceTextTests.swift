import Testing

@testable import protoc_gen_larder

@Suite("The text of generated files")
struct SourceTextTests {
    private func written(_ write: (inout SourceText) -> Void) -> String {
        var text = SourceText(generatedFrom: "a.proto")
        write(&text)
        return String(text.text.dropFirst(SourceText(generatedFrom: "a.proto").text.count))
    }

    @Test("starts with where it comes from, and that it is not to be edited or formatted")
    func head() {
        #expect(
            SourceText(generatedFrom: "larder/a.proto").text == """
                // Generated from larder/a.proto by protoc-gen-larder. Do not edit.
                // swift-format-ignore-file


                """
        )
    }

    @Test("is indented by its blocks, but for empty lines")
    func indentation() {
        let text = written { text in
            text.block("a {") { text in
                text.line("b")
                text.line()
                text.block("c(", closing: "),") { $0.line("d") }
                text.block("case e:", closing: nil) { $0.line("f") }
            }
            text.line("g")
        }
        #expect(text == "a {\n    b\n\n    c(\n        d\n    ),\n    case e:\n        f\n}\ng\n")
    }

    @Test(
        "has each line of a comment behind slashes, whatever ends it",
        arguments: [
            ("", ""), (" One.\n", "/// One.\n"), (" One\n two.\n", "/// One\n/// two.\n"),
            (" One\n\n two.\n\n\n", "/// One\n///\n/// two.\n"), (" One\r\n two.\r\n", "/// One\n/// two.\n"),
            (" One\r two.", "/// One\n/// two.\n"), ("No blank", "/// No blank\n"), ("   indented", "///   indented\n"),
            (" a */ b // c", "/// a */ b // c\n"), ("\n", ""),
        ]
    )
    func comments(comment: String, expected: String) {
        #expect(written { $0.documentation(comment) } == expected)
    }

    @Test("indents comments, too")
    func indentedComments() {
        #expect(
            written { $0.block("a {") { $0.documentation(" One\n two.") } } == "a {\n    /// One\n    /// two.\n}\n"
        )
    }

    @Test(
        "escapes what would end a literal",
        arguments: [("a", "\"a\""), ("", "\"\""), ("a\"b", "\"a\\\"b\""), ("a\\(b)", "\"a\\\\(b)\"")]
    )
    func literals(text: String, expected: String) {
        #expect(literal(text) == expected)
    }
}

@Suite("The access option")
struct AccessOptionTests {
    /// An occurrence of the option as protobuf-c keeps it: a length and the message.
    private func option(_ messages: [UInt8]...) -> AccessOption? {
        AccessOption(occurrences: messages.map { [UInt8($0.count)] + $0 })
    }

    @Test(
        "tells who may call",
        arguments: zip(
            [0, 1, 2, 3, 4] as [UInt8],
            [.unspecified, .anyone, .user, .service, .userOrService] as [AccessOption.Caller]
        )
    )
    func callers(number: UInt8, caller: AccessOption.Caller) {
        #expect(option([8, number])?.caller == caller)
    }

    @Test("has no caller when none is given, and nil for one that is not known")
    func otherCallers() {
        #expect(option([])?.caller == .unspecified && option([])?.services == [])
        let unknown = option([8, 5])
        #expect(unknown != nil && unknown?.caller == nil)
        let large = option([8, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1])
        #expect(large != nil && large?.caller == nil)
    }

    @Test("lists services in their order, with those of later occurrences behind")
    func services() {
        let ocr: [UInt8] = [18, 3] + Array("ocr".utf8)
        let budget: [UInt8] = [18, 6] + Array("budget".utf8)
        #expect(option([8, 3] + ocr + budget)?.services == ["ocr", "budget"])
        let merged = option([8, 3] + ocr, [8, 4] + budget)
        #expect(merged?.services == ["ocr", "budget"] && merged?.caller == .userOrService)
        #expect(option([18, 0])?.services == [""])
    }

    @Test(
        "is rejected when it is cut off or holds something else",
        arguments: [
            [1, 8], [2, 8, 0x80], [2, 18, 1], [3, 18, 2, 97], [1, 18], [2, 26, 0], [2, 16, 1], [3, 10, 1, 97],
            [5, 8, 1], [],
            [0x80], [12, 8] + [UInt8](repeating: 0x80, count: 11),
        ] as [[UInt8]]
    )
    func malformed(bytes: [UInt8]) {
        #expect(AccessOption(occurrences: [bytes]) == nil)
    }
}
