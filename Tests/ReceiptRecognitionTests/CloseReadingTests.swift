import CTesseract
import ReceiptImaging
import ReceiptRecognition
import ReceiptUnderstanding
import TesseractReading
import Testing

@Suite("Looking closely", .serialized)
struct CloseReadingTests {
    @Test("Tesseract sees the day of a receipt in most ways to look at it")
    func day() throws {
        let reader = try TesseractReader()
        let photo = try Photo(SampleReceipt.image())
        let page = try reader.read(photo) { _ in }
        let place = try #require(DayPlaces.find(on: page).first)
        let seen = reader.look(at: place.band, of: photo, TesseractReader.closeLooks)
        #expect(seen.allSatisfy { (0...100).contains($0.confidence) && !$0.text.isEmpty })
        var ballot = DayBallot(place, thisYear: nil)
        for look in seen { ballot.add(look.text, confidence: look.confidence) }
        var decided = page
        for day in DecidedDay.all([(place, ballot)]) { day.apply(to: &decided) }
        let date = try #require(ReadingCombination.draft(of: decided).date)
        #expect(try date.value == SampleReceipt.data().date)
        // The reader is left as it was.
        #expect(try reader.read(Photo(SampleReceipt.image())) { _ in } == page)
    }

    @Test("a place outside of the photo shows nothing")
    func outside() throws {
        let photo = try Photo(SampleReceipt.image())
        let row = RowBand(left: 0, right: 100, leftMiddle: -500, rightMiddle: -500, height: 30)
        #expect(try TesseractReader().look(at: row, of: photo, TesseractReader.closeLooks).isEmpty)
    }

    @Test("clear print is read as it is")
    func clearPrint() throws {
        let photo = try Photo(SampleReceipt.image())
        #expect(photo.strokes == nil)
        _ = try TesseractReader().read(photo) { _ in }
        #expect(photo.strokes == .asPrinted)
    }

    @Test("needle print is read with its dots grown together")
    func needlePrint() throws {
        let reader = try TesseractReader()
        let words = try reader.read(Photo(SampleReceipt.image())) { _ in }.words.map { $0.text.uppercased() }
        let needles = try Photo(Pictures.encoded(SampleReceipt.image(), format: IFF_PNG) { NeedlePrint.made($0) })
        needles.strokes = .thickened
        let dotted = try reader.read(needles) { _ in }.words.map { $0.text.uppercased() }
        #expect(dotted.count { words.contains($0) } > words.count / 3)
    }
}

/// Print in dots, as needles make it.
private enum NeedlePrint {
    /// - Returns: a grey picture whose ink is cut into dots.
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
