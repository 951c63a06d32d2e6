import Testing

@testable import larder

@Suite("Arguments of larder rpc")
struct RPCParsingTests {
    private func documents(_ pieces: String...) throws -> [String] {
        var splitter = JSONDocuments()
        var found: [String] = []
        for piece in pieces {
            found += try splitter.append(piece.utf8).map { String(decoding: $0.bytes, as: UTF8.self) }
        }
        try splitter.finish()
        return found
    }

    @Test("objects are found however they are chunked and separated")
    func objects() throws {
        #expect(try documents("") == [])
        #expect(try documents("{}{}", "\n {} ") == ["{}", "{}", "{}"])
        #expect(try documents("[", "{}", ",", "{\"a\":[{}]}", "]") == ["{}", "{\"a\":[{}]}"])
        #expect(try documents("[]") == [])
        #expect(try documents(#"{"a":"}\"{"}{"b":"#, #""[]"}"#) == [#"{"a":"}\"{"}"#, #"{"b":"[]"}"#])
    }

    @Test("every text is split the same way regardless of chunking")
    func cuts() throws {
        let text = #" [ {"a":"}\\\"é"} , {"b":[1,{"c":{}}]} ] "#
        let whole = try documents(text)
        #expect(whole.count == 2)
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var splitter = JSONDocuments()
            let found = try splitter.append(bytes[..<cut]) + splitter.append(bytes[cut...])
            try splitter.finish()
            #expect(found.map { String(decoding: $0.bytes, as: UTF8.self) } == whole)
        }
    }

    @Test(
        "anything else is rejected at its position",
        arguments: [
            "1": "line 1, column 1", "{}\n,{}": "line 2, column 1", "[{}{}]": "line 1, column 4",
            "[{},]": "line 1, column 5", "{": "ends inside", "[{}": "ends inside the array", "]": "line 1, column 1",
            "[]{}": "line 1, column 3", "[,{}]": "line 1, column 2", "[[{}]]": "line 1, column 2",
        ]
    )
    func refused(text: String, place: String) {
        do {
            Issue.record("taken as \(try documents(text))")
        } catch {
            #expect((error as? Failure)?.message.contains(place) == true, "\(error)")
        }
    }

    @Test("headers are name:value with names in lower case", arguments: ["a:b", "A : b ", "a:b:c", "a:"])
    func headers(typed: String) throws {
        let header = try HeaderArgument(typed)
        #expect(header.name == "a")
    }

    @Test("invalid headers are rejected", arguments: ["a", "", ":b", "ä:b", "a b:c", "a:\u{7}", "a-bin:*"])
    func wrongHeaders(typed: String) {
        #expect(throws: (any Error).self) { try HeaderArgument(typed) }
    }

    @Test("sizes have units and limits")
    func sizes() {
        #expect(ByteSize(argument: "100")?.bytes == 100)
        #expect(ByteSize(argument: "4MiB")?.bytes == 4 << 20)
        #expect(ByteSize(argument: "20MB")?.bytes == 20_000_000)
        #expect(ByteSize(argument: "5kB")?.bytes == 5_000)
        for wrong in ["", "0", "-1", "65MiB", "1.5MB", "MiB", "9999999999999999999", "9007199254740993KiB"] {
            #expect(ByteSize(argument: wrong) == nil, "\(wrong)")
        }
    }

    @Test("names are found by suffix, in any case, and near misses are named")
    func symbols() {
        let names = SymbolNames(["larder.a.v1.Things/List", "larder.b.v1.Things/List", "larder.a.v1.Things/Get"])
        #expect(names.find("larder.a.v1.Things/List") == .found("larder.a.v1.Things/List"))
        #expect(names.find("things.get") == .found("larder.a.v1.Things/Get"))
        #expect(names.find("List") == .ambiguous(["larder.a.v1.Things/List", "larder.b.v1.Things/List"]))
        #expect(names.find("Things/Gte") == .unknown(nearest: ["larder.a.v1.Things/Get"]))
        #expect(names.find("somethingelse") == .unknown(nearest: []))
    }

    @Test("JSON is formatted one value a line, with empty containers inline")
    func pretty() {
        #expect(JSONText.pretty("{}") == "{}")
        #expect(
            JSONText.pretty(#"{"a":[],"b":"{,:}\"","c":[1,{}]}"#) == """
                {
                  "a": [],
                  "b": "{,:}\\"",
                  "c": [
                    1,
                    {}
                  ]
                }
                """
        )
    }
}
