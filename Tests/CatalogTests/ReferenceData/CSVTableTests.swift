import Testing

@testable import CatalogDomain

@Suite("A table of comma-separated values")
struct CSVTableTests {
    @Test(
        "is rejected with the line and the reason",
        arguments: [
            ("", 1), ("a,a\n", 1), ("a,\n1,2\n", 1), ("a,b\n1\n", 2), ("a,b\n1,2\n1,2,3\n", 3), ("a\nx\"y\n", 2),
            ("a\n\"x\"y\n", 2), ("a\n\"x\ny", 2), ("a\rb\n", 1), ("a\n1\r", 2), ("a,b\n\n", 2),
        ]
    )
    func malformed(text: String, line: Int) {
        let error = #expect(throws: CSVSyntaxError.self) { try CSVTable(parsing: text.utf8) }
        #expect(error?.line == line)
    }

    @Test("is rejected when it is not UTF-8")
    func notUTF8() {
        #expect(throws: CSVSyntaxError(line: 2, problem: "The text is not UTF-8.")) {
            try CSVTable(parsing: [UInt8(ascii: "a"), 0x0A, 0xFF, 0x0A])
        }
    }

    @Test(
        "accepts both line ends, and none on the last line",
        arguments: ["a,b\n1,2\n", "a,b\r\n1,2\r\n", "a,b\n1,2"]
    )
    func lineEnds(text: String) throws {
        let table = try CSVTable(parsing: text.utf8)
        #expect(table.header == ["a", "b"])
        #expect(table.records.map(\.fields) == [["1", "2"]])
    }

    @Test("keeps commas, quotation marks, line ends and spaces of quoted fields")
    func quotedFields() throws {
        let table = try CSVTable(parsing: "a,b\n\"1,\"\"2\"\"\r\n\", é \n\"\",\n".utf8)
        #expect(table.records.map(\.fields) == [["1,\"2\"\r\n", " é "], ["", ""]])
        #expect(table.records.map(\.line) == [2, 4])
    }

    @Test("can consist of a header only")
    func headerOnly() throws {
        #expect(try CSVTable(parsing: "a,b".utf8).records.isEmpty)
    }
}
