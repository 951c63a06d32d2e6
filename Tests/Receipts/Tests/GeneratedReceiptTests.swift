import Foundation
import Testing

/// Reads drawn receipts and scores them, each collection apart.
///
/// The batch program reads them and the report scores them; the required accuracy is in `minimum.toml`.
@Suite("Generated receipts", .serialized)
struct GeneratedReceiptTests {
    @Test("Tesseract alone reaches the required accuracy", arguments: ReportProgram.drawn)
    func tesseract(_ collection: String) throws {
        let outcome = try ReportProgram.score(collection, "tesseract")
        #expect(outcome.status == 0, "\(outcome.text)")
        #expect(outcome.text.contains("items, F1"))
    }

    @Test(
        "all readers together reach the required accuracy",
        .enabled(if: ReportProgram.hasModels, "make deps"),
        arguments: ReportProgram.drawn
    )
    func all(_ collection: String) throws {
        let outcome = try ReportProgram.score(collection, "all")
        #expect(outcome.status == 0, "\(outcome.text)")
    }
}

@Suite("The receipts' report")
struct ReportTests {
    @Test("the Python tests of the report and of the drawing pass", arguments: ["report", "generator"])
    func units(_ folder: String) throws {
        let outcome = try ReportProgram.run(["-m", "unittest", "discover", "--start-directory", folder])
        #expect(outcome.status == 0, "\(outcome.text)")
        #expect(!outcome.text.contains("Ran 0 tests"))
    }

    @Test("reports missing receipts")
    func noReceipts() throws {
        let outcome = try ReportProgram.run(["report", "--folder", "/no/receipts/here", "--out", "/no/report/here"])
        #expect(outcome.status == 2)
        #expect(outcome.text.contains("There is no folder /no/receipts/here with real receipts"))
        #expect(!FileManager.default.fileExists(atPath: "/no/report/here"))
    }
}
