import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundation
import NIOCore
import OCRMessages
import RPC
import ReceiptRecognition
import ReceiptUnderstanding
import Testing
import Texts

@testable import larder_ocr

@Suite("A reading")
struct ReadingTests {
    private func reading(_ text: String, hints: ReceiptHints = ReceiptHints()) -> OCR.Reading {
        let page = RecognizedPage(text: text)
        return OCR.Reading(ReadingCombination.draft(of: page, hints: hints), of: page)
    }

    private func purchase(_ reading: OCR.Reading) -> Budget.Purchase {
        PurchaseDraft(reading: reading, receiptID: "r", timeZone: "America/Vancouver").purchase
    }

    @Test("invents nothing that is not printed")
    func absent() {
        let reading = reading("MILK    5.49\nTOTAL   5.49")
        #expect(reading.date == nil)
        #expect(reading.time == nil)
        #expect(reading.currency == nil)
        #expect(reading.total?.value == .init(minorUnits: 549, currency: "XXX"))
        let purchase = purchase(reading)
        #expect(purchase.purchasedAt == nil)
        #expect(purchase.currency == "XXX")
        #expect(purchase.subtotal == nil)
    }

    @Test(
        "suggests the user's usual currency where none is printed, apart from what was read",
        arguments: ["GBP", "JPY"]
    )
    func suggested(currency: String) {
        let hints = ReceiptHints(currency: currency)
        let reading = reading("MILK    5.49\nTOTAL   5.49", hints: hints)
        #expect(reading.currency == nil && reading.suggestedCurrency == currency)
        #expect(reading.total?.value == .init(minorUnits: 549, currency: "XXX"))
        let purchase = purchase(reading)
        #expect(purchase.currency == "XXX" && purchase.suggestedCurrency == currency)
        #expect(purchase.fieldsToReview.contains(.currency))
        let printed = self.reading("MILK    5.49\nTOTAL CAD   5.49", hints: hints)
        #expect(printed.currency?.value == "CAD" && printed.suggestedCurrency.isEmpty)
    }

    @Test("keeps the printed name of a doubtful store, shows the other one beside it, and marks it for review")
    func doubtfulStore() {
        let printed = OCR.Reading(storeName: .init(value: "JUNIPR MRKT", confidence: 95))
        var draft = PurchaseDraft(reading: printed, receiptID: "r", timeZone: "")
        let store = Catalog.Store(id: "1", name: "Juniper Market", address: "14 Juniper Street")
        let answers: [(Int32, Bool, name: String, known: String, isMarked: Bool)] = [
            (79, false, "JUNIPR MRKT", "Juniper Market, 14 Juniper Street", true),
            (80, false, "Juniper Market", "", false),
            (0, true, "Juniper Market", "", false),
        ]
        for (confidence, created, name, known, isMarked) in answers {
            draft.store = .init(store: store, confidence: confidence, created: created)
            #expect(draft.purchase.storeID == "1")
            #expect(draft.purchase.storeName == name && draft.purchase.knownStore == known)
            #expect(draft.purchase.fieldsToReview.contains(.storeName) == isMarked)
        }
    }

    @Test("assigns a discount to the item that it is printed under")
    func discount() throws {
        let reading = reading("SHOP\nCHEESE        8.00\nDISCOUNT     -2.00\nMILK          5.00\nTOTAL CAD    11.00")
        let cheese = try #require(reading.items.first)
        #expect(reading.items.map(\.kind) == [.product, .product])
        #expect(cheese.amount?.minorUnits == 800)
        #expect(cheese.discount?.minorUnits == -200)
        #expect(purchase(reading).items.map { $0.discount?.minorUnits } == [-200, 0])
    }

    @Test("separates a discount on the whole receipt from the products")
    func coupon() throws {
        let reading = reading(
            "SHOP\nCHEESE        8.00\nMILK          5.00\nSUBTOTAL     13.00\nCOUPON       -3.00\nTOTAL CAD    10.00"
        )
        let coupon = try #require(reading.items.last)
        #expect(coupon.kind == .discount)
        #expect(coupon.amount?.minorUnits == 0)
        #expect(coupon.discount?.minorUnits == -300)
        let draft = PurchaseDraft(reading: reading, receiptID: "r", timeZone: "")
        #expect(draft.productLines.map(\.number) == [0, 1])
    }

    @Test("has charges as codes, which are named in the reader's language")
    func charges() throws {
        let reading = reading("CAFE\nLUNCH        20.00\nSERVICE CHARGE  2.00\nTIP           3.00\nTOTAL CAD    25.00")
        #expect(reading.items.dropFirst().map(\.charge) == [.service, .tip])
        #expect(reading.items.dropFirst().map(\.text) == ["", ""])
        #expect(reading.forCaller.items.dropFirst().map(\.text) == ["Service charge", "Tip"])
        var metadata = Metadata()
        metadata.add("accept-language", "fr")
        let context = CallContext(method: "test", metadata: metadata, trace: TraceContext())
        let french = CallContext.$current.withValue(context) { reading.forCaller }
        #expect(french.items.map(\.text) == ["LUNCH", "Frais de service", "Pourboire"])
        #expect(purchase(reading).items.map(\.charge) == [.unspecified, .service, .tip])
        // As a former version has stored it.
        var former = reading
        former.items[1].text = "Service charge"
        former.items[1].charge = .unspecified
        #expect(CallContext.$current.withValue(context) { former.forCaller } == french)
        #expect(purchase(former).items.map(\.charge) == [.unspecified, .service, .tip])
    }

    @Test("omits impossible values: a negative total without a return, an unknown zone")
    func implausible() {
        var reading = reading("MILK    5.49\nTOTAL   5.49")
        reading.total?.value?.minorUnits = -549
        reading.date = .init(value: "2025-03-09")
        let purchase = PurchaseDraft(reading: reading, receiptID: "r", timeZone: "Mars/Olympus").purchase
        #expect(purchase.total == nil)
        #expect(purchase.purchasedAt == .init(date: "2025-03-09"))
    }

    @Test("marks lines with doubtful products for review")
    func doubtful() {
        let line = OCR.ReadItem(text: "MILK", confidence: 95, kind: .product)
        var draft = PurchaseDraft(reading: .init(items: [line, line, line]), receiptID: "r", timeZone: "")
        draft.products = [
            0: .init(product: .init(id: "1"), confidence: 60),
            1: .init(product: .init(id: "2"), confidence: 95),
            2: .init(product: .init(id: "3"), confidence: 0, created: true),
        ]
        #expect(draft.purchase.items.map(\.needsReview) == [true, false, false])
    }

    @Test("survives storage between reading and parsing")
    func page() throws {
        let page = RecognizedPage(text: "MILK 5.49\nTOTAL 5.49")
        #expect(try RecognizedPage(packed: page.packed()) == page)
        // The beginning of the form in which former releases stored a page, and nothing.
        for bytes in [[0, 0, 1, 4, 4, 0, 0], []] as [[UInt8]] {
            #expect(throws: WorkerCodecError.malformed) { try RecognizedPage(packed: ByteBuffer(bytes: bytes)) }
        }
    }

    @Test("is rejected with the likely cause when nothing can be recorded")
    func illegible() {
        func problem(_ words: [RecognizedWord]) -> String? {
            let page = RecognizedPage(width: 1_000, height: 1_000, words: words)
            return ImageQualityDiagnosis.problem(of: page, ReceiptInterpreter().draft(from: page))?.text.english
        }
        func words(confidence: Int, height: Int) -> [RecognizedWord] {
            (0..<5).map { index in
                let box = PixelBox(x: 10, y: 50 * index, width: 90, height: height)
                return RecognizedWord(text: "lorem", confidence: confidence, box: box, line: index)
            }
        }
        #expect(problem([])?.contains("dark") == true)
        #expect(problem(words(confidence: 30, height: 25))?.contains("blurred") == true)
        #expect(problem(words(confidence: 90, height: 8))?.contains("closer") == true)
        #expect(problem(words(confidence: 90, height: 25))?.contains("No prices") == true)
    }
}
