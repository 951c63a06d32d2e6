import CTesseract
import ReceiptImaging
import ReceiptRecognition
import ReceiptUnderstanding
import TesseractReading
import Testing

@Suite("Rereading crops", .serialized)
struct CropRereadTests {
    @Test("most variants read the date of the sample receipt")
    func day() throws {
        let reader = try TesseractReader()
        let photo = try Photo(SampleReceipt.image())
        let page = try reader.read(photo) { _ in }
        let region = try #require(DateRegions.find(on: page).first)
        let readings = reader.reread(region.band, of: photo, variants: TesseractReader.cropVariants)
        #expect(readings.allSatisfy { (0...100).contains($0.confidence) && !$0.text.isEmpty })
        var voting = DateVoting(region, thisYear: nil)
        for reading in readings { voting.add(reading.text, confidence: reading.confidence) }
        var decided = page
        for day in DecidedDate.all([(region, voting)]) { day.apply(to: &decided) }
        let date = try #require(ReadingCombination.draft(of: decided).date)
        #expect(try date.value == SampleReceipt.data().date)
        // Rereading leaves the reader's state unchanged.
        #expect(try reader.read(Photo(SampleReceipt.image())) { _ in } == page)
    }

    @Test("a region outside the photo yields no text")
    func outside() throws {
        let photo = try Photo(SampleReceipt.image())
        let row = RowBand(left: 0, right: 100, leftMiddle: -500, rightMiddle: -500, height: 30)
        #expect(try TesseractReader().reread(row, of: photo, variants: TesseractReader.cropVariants).isEmpty)
    }

    @Test("clear print is read without thickening")
    func clearPrint() throws {
        let photo = try Photo(SampleReceipt.image())
        #expect(photo.strokes == nil)
        _ = try TesseractReader().read(photo) { _ in }
        #expect(photo.strokes == .asPrinted)
    }

    @Test("dot-matrix print is read with thickened strokes")
    func dotMatrixPrint() throws {
        let reader = try TesseractReader()
        let words = try reader.read(Photo(SampleReceipt.image())) { _ in }.words.map { $0.text.uppercased() }
        let dots = try Photo(Pictures.encoded(SampleReceipt.image(), format: IFF_PNG) { DotMatrixPrint.made($0) })
        dots.strokes = .thickened
        let dotted = try reader.read(dots) { _ in }.words.map { $0.text.uppercased() }
        #expect(dotted.count { words.contains($0) } > words.count / 3)
    }
}

/// Makes print look like that of a dot-matrix printer.
private enum DotMatrixPrint {
    /// Cuts ink into dots.
    /// - Returns: a grey picture.
    static func made(_ image: UnsafeMutablePointer<PIX>?) -> UnsafeMutablePointer<PIX>? {
        guard let grey = pixConvertTo8(image, 0) else { return nil }
        let (width, height) = (Int(pixGetWidth(grey)), Int(pixGetHeight(grey)))
        let step = 4
        for offset in stride(from: 0, to: max(width, height), by: step) {
            for (x, y, w, h) in [(offset, 0, 1, height), (0, offset, width, 1)] {
                var box = boxCreate(Int32(x), Int32(y), Int32(w), Int32(h))
                pixSetInRectArbitrary(grey, box, 235)
                boxDestroy(&box)
            }
        }
        return grey
    }
}
