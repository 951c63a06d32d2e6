import PaddleReading
import ReceiptImaging
import ReceiptRecognition
import ReceiptUnderstanding
import TesseractReading
import Testing

@Suite("Rereading rows of a photo", .serialized)
struct RowRereadingTests {
    /// The words of the row of the total, and their band.
    private func totalRow(_ page: RecognizedPage) throws -> (words: [RecognizedWord], band: RowBand) {
        let label = try #require(page.words.first { $0.text.uppercased() == "TOTAL" })
        let middle = label.box.y + label.box.height / 2
        let words = page.words.filter { abs($0.box.y + $0.box.height / 2 - middle) * 2 < label.box.height }
        let band = RowBand(
            left: words.map(\.box.x).min() ?? 0,
            right: words.map(\.box.right).max() ?? 0,
            leftMiddle: middle,
            rightMiddle: middle,
            height: label.box.height
        )
        return (words.sorted { $0.box.x < $1.box.x }, band)
    }

    private func check(_ engine: any RecognitionEngine) throws {
        let photo = try Photo(SampleReceipt.image())
        let row = try totalRow(engine.read(photo) { _ in })
        let outside = RowBand(left: 0, right: 100, leftMiddle: -500, rightMiddle: -500, height: 30)
        let page = try engine.read([row.band, outside], of: photo)
        #expect(page.rereadRows == [row.band, outside])
        let words = page.words.filter { $0.line == 0 }
        let amount = try #require(row.words.last)
        let again = try #require(words.last)
        #expect(again.text == amount.text)
        #expect(abs(again.box.right - amount.box.right) < 2 * amount.box.height)
        #expect(abs(again.box.y - amount.box.y) < amount.box.height)
    }

    @Test("Tesseract finds the amount of a row again, in place, and reads whole photos afterwards")
    func tesseract() throws {
        let reader = try TesseractReader()
        try check(reader)
        try check(reader)
    }

    @Test("PP-OCR does so too", .enabled(if: FetchedModels.exist, "the models are missing: make deps"))
    func paddle() throws {
        try check(PaddleReader(FetchedModels.folder))
    }
}
