import Foundations
import ReceiptUnderstanding
import Testing

@Suite("Quantities, units, prices and discounts")
struct ItemDetailTests {
    private func items(_ rows: String) -> [ReceiptItem] {
        let text =
            "CORNER SHOP\n1 Main Street\nFernhollow BC V0X 1J4\n2026-11-14\n" + rows + "\nSUBTOTAL 99.99\nTOTAL $99.99"
        return ReceiptInterpreter().draft(from: RecognizedPage(text: text)).items
    }

    @Test("a quantity row under the name gives quantity and price")
    func quantityUnderName() throws {
        let item = try #require(items("TOMATO SOUP\n  2 @ 3.49   6.98").first)
        #expect(item.quantity == 2000)
        #expect(item.unit == .each)
        #expect(item.unitPrice == 349)
        #expect(item.amount == 698)
    }

    @Test("a quantity row without an amount belongs to the item it explains")
    func quantityWithoutAmount() throws {
        let item = try #require(items("TOMATO SOUP   6.98\n  2 @ 3.49").first)
        #expect(item.quantity == 2000)
        #expect(item.unitPrice == 349)
    }

    @Test("a quantity row above the name belongs to the name under it")
    func quantityAboveName() throws {
        let found = items("BREAD  2.99\n2 @ 3.49\nTOMATO SOUP   6.98")
        #expect(found.count == 2)
        #expect(found[0].quantity == nil)
        #expect(found[1].quantity == 2000)
    }

    @Test("a weight has its unit and thousandths")
    func weight() throws {
        let item = try #require(items("BANANAS\n  0.756 kg @ $4.39/kg   3.32").first)
        #expect(item.name == "BANANAS")
        #expect(item.quantity == 756)
        #expect(item.unit == .kilogram)
        #expect(item.unitPrice == 439)
    }

    @Test("quantity, sign and price in one row with the name")
    func quantityInRow() throws {
        let item = try #require(items("YOGURT 4 X 1.25   5.00").first)
        #expect(item.name == "YOGURT")
        #expect(item.quantity == 4000)
        #expect(item.unitPrice == 125)
    }

    @Test("no quantity is invented when none is printed")
    func noQuantity() throws {
        let item = try #require(items("YOGURT PLAIN   5.00").first)
        #expect(item.quantity == nil)
        #expect(item.unitPrice == nil)
        #expect(item.unit == nil)
    }

    @Test(
        "a discount in any spelling is negative",
        arguments: ["DISCOUNT  -1.00", "COUPON  1.00-", "DISCOUNT  1.00", "PROMO (1.00)"]
    )
    func discounts(_ row: String) throws {
        let found = items("YOGURT PLAIN   5.00\n" + row)
        #expect(found.count == 2)
        #expect(found.last?.kind == .discount)
        #expect(found.last?.amount == -100)
    }

    @Test("an item code is stored as code, not in the name")
    func code() throws {
        let item = try #require(items("0062345 OLIVE OIL   9.99").first)
        #expect(item.name == "OLIVE OIL")
        #expect(item.code == "0062345")
    }

    @Test("a doubtful reading is marked for review")
    func review() throws {
        let box = PixelBox(x: 0, y: 100, width: 60, height: 16)
        var page = RecognizedPage(text: "CORNER SHOP\nMILK 5.00\nTOTAL 7.00")
        page.words = page.words.map { word in
            var word = word
            if word.text == "MILK" || word.text == "5.00" { word.confidence = 35 }
            return word
        }
        page.words.append(RecognizedWord(text: "…", confidence: 3, box: box, line: 9))
        let item = try #require(ReceiptInterpreter().draft(from: page).items.first)
        #expect(item.needsReview)
    }
}
