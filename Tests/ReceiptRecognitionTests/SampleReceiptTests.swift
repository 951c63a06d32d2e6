import CTesseract
import Foundation
import ImageFiles
import ReceiptImaging
import ReceiptRecognition
import ReceiptUnderstanding
import TesseractReading
import Testing

@Suite("The sample receipt, from picture to data", .serialized)
struct SampleReceiptTests {
    private func draft(_ image: [UInt8]) throws -> ReceiptDraft {
        let reader = try TesseractReader()
        return ReceiptInterpreter().draft(from: try reader.read(Photo(image)) { _ in })
    }

    @Test("store, date, currency, sums and every line are read correctly")
    func everything() throws {
        let printed = try SampleReceipt.data()
        let draft = try draft(SampleReceipt.image())
        #expect(draft.storeName?.value.lowercased() == printed.store.name.lowercased())
        #expect(draft.date?.value == printed.date)
        #expect(draft.time?.value == printed.time)
        #expect(draft.currency?.value == printed.currency)
        #expect(draft.items.map(\.amount) == printed.items.map { SampleReceipt.cents($0.amount) })
        #expect(draft.items.map(\.name) == printed.items.map { $0.name.trimmingCharacters(in: .whitespaces) })
        #expect(
            draft.items.map(\.quantity)
                == printed.items.map { item in
                    item.weight.flatMap(SampleReceipt.cents) ?? item.quantity.flatMap { Int64($0) }.map { $0 * 1000 }
                }
        )
        #expect(draft.subtotal?.value == SampleReceipt.cents(printed.subtotal))
        #expect(draft.taxes.map(\.value.amount) == printed.taxes.map { SampleReceipt.cents($0.amount) })
        #expect(draft.total?.value == SampleReceipt.cents(printed.total))
        #expect(draft.sumsAgree == true)
        #expect(draft.total?.needsReview == false)
    }

    @Test("boxes lie inside the picture, around the words")
    func boxes() throws {
        let image = try SampleReceipt.image()
        let header = try ImageHeader.inspect(image)
        let page = try TesseractReader().read(Photo(image)) { _ in }
        #expect(!page.words.isEmpty)
        for word in page.words {
            #expect(
                word.box.x >= 0 && word.box.right <= page.width && word.box.y >= 0 && word.box.bottom <= page.height
            )
            let seen = page.place(of: word.box)
            #expect(seen.photo == 0 && seen.box.right <= header.width && seen.box.bottom <= header.height)
        }
        let total = try #require(page.words.last { $0.text == "TOTAL" })
        #expect(total.box.y > page.height / 2)
    }

    @Test("a picture rotated by EXIF is read upright", arguments: [(3, 2), (6, 3), (8, 1)])
    func turned(_ orientation: Int, _ quarterTurns: Int) throws {
        let turned = try Pictures.encoded(SampleReceipt.image(), format: IFF_JFIF_JPEG) {
            pixRotateOrth($0, Int32(quarterTurns))
        }
        let image = Array(turned.prefix(2)) + ImageBytes.exif(orientation: orientation) + Array(turned.dropFirst(2))
        let draft = try draft(image)
        #expect(draft.total?.value == SampleReceipt.cents(try SampleReceipt.data().total))
    }

    @Test("PNG with 16 bits and WebP are read")
    func otherFormats() throws {
        let total = SampleReceipt.cents(try SampleReceipt.data().total)
        let deep = try Pictures.encoded(SampleReceipt.image(), format: IFF_PNG) { source in
            var grey = pixConvertTo8(source, 0)
            defer { pixDestroy(&grey) }
            return pixConvert8To16(grey, 8)
        }
        #expect(try draft(deep).total?.value == total)
        let webp = try Pictures.encoded(SampleReceipt.image(), format: IFF_WEBP) { pixClone($0) }
        #expect(try draft(webp).total?.value == total)
    }

    @Test("a picture without text gives a page without a total")
    func blank() throws {
        let blank = try Pictures.encoded(SampleReceipt.image(), format: IFF_PNG) { _ in pixCreate(400, 600, 8) }
        #expect(try draft(blank).total == nil)
    }
}

/// Transforms pictures.
enum Pictures {
    struct Failure: Error {}

    static func encoded(
        _ image: [UInt8],
        format: Int,
        _ change: (UnsafeMutablePointer<PIX>?) -> UnsafeMutablePointer<PIX>?
    ) throws -> [UInt8] {
        var source = pixReadMem(image, image.count)
        defer { pixDestroy(&source) }
        var changed = change(source)
        defer { pixDestroy(&changed) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard pixWriteMem(&bytes, &count, changed, Int32(format)) == 0, let bytes else { throw Failure() }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// The picture as a progressive JPEG file.
    static func progressive(_ image: [UInt8]) throws -> [UInt8] {
        var source = pixReadMem(image, image.count)
        defer { pixDestroy(&source) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard pixWriteMemJpeg(&bytes, &count, source, 90, 1) == 0, let bytes else { throw Failure() }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
