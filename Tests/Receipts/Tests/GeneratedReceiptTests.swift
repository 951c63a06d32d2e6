import Testing

/// Receipts of Canada and the United States that were drawn for this, read by the batch program and scored by the report;
/// what must be right is in `minimum.toml`.
@Suite("Generated receipts", .serialized)
struct GeneratedReceiptTests {
    @Test("Tesseract alone reads as much of them as it must")
    func tesseract() throws {
        let outcome = try ReportProgram.scoreGenerated("tesseract")
        #expect(outcome.status == 0, "\(outcome.text)")
        #expect(outcome.text.contains("generated receipts"))
    }

    @Test("all readers together read as much of them as they must", .enabled(if: ReportProgram.hasModels, "make deps"))
    func all() throws {
        let outcome = try ReportProgram.scoreGenerated("all")
        #expect(outcome.status == 0, "\(outcome.text)")
    }
}

@Suite("The receipts' report")
struct ReportTests {
    @Test("the tests of the report and of the drawing, in Python, pass", arguments: ["report", "generator"])
    func units(_ folder: String) throws {
        let outcome = try ReportProgram.run(["-m", "unittest", "discover", "--start-directory", folder])
        #expect(outcome.status == 0, "\(outcome.text)")
        #expect(!outcome.text.contains("Ran 0 tests"))
    }

    @Test("says what is missing when there are no receipts")
    func noReceipts() throws {
        let outcome = try ReportProgram.run(["report", "--folder", "/no/receipts/here", "--out", "/nowhere"])
        #expect(outcome.status == 2)
        #expect(outcome.text.contains("There is no folder /no/receipts/here with real receipts"))
    }
}
