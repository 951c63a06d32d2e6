import Testing

@testable import ReceiptUnderstanding

@Suite("Items whose names and amounts are in different rows")
struct ItemPairingTests {
    private func items(_ text: String) -> [String] {
        let head = "CEDAR CAFE\n12 Mill Street\nFernhollow BC V0X 1J4\n2026-03-04 17:12\n"
        return ReceiptInterpreter().draft(from: RecognizedPage(text: head + text)).items.map {
            "\($0.name) \($0.amount)"
        }
    }

    @Test("are not shifted by a row that says how they were ordered", arguments: ["TAKE OUT", "DINE-IN", "TAKEAWAY"])
    func order(_ row: String) {
        let read = items(
            """
            \(row)
            2 @ 4.50        9.00
              COUNTRY LOAF
            3 @ 4.75       14.25
              ALMOND CROISSANT
            TOTAL          23.25
            """
        )
        #expect(read == ["COUNTRY LOAF 900", "ALMOND CROISSANT 1425"])
    }

    @Test("keep a charge that is called like such a row")
    func charge() {
        let read = items(
            """
            HERBAL TEA
            1 x 3.40        3.40
            TAKE AWAY
            1 x 0.80        0.80
            TOTAL           4.20
            """
        )
        #expect(read == ["HERBAL TEA 340", "TAKE AWAY 80"])
        #expect(items("TAKE AWAY 0.80\nHERBAL TEA 3.40\nTOTAL 4.20") == ["TAKE AWAY 80", "HERBAL TEA 340"])
    }

    @Test("may be called after how they are served, and are not called like a cashier")
    func servings() {
        let dish = """
            NASI LEMAK BUNGKUS
            2 X 5.00       10.00
            TOTAL          10.00
            """
        #expect(items(dish) == ["NASI LEMAK BUNGKUS 1000"])
        let cashier = """
            Cashier: Siti Aminah
            3.50
            TOTAL           3.50
            """
        #expect(!items(cashier).contains { $0.contains("Siti") })
    }

    @Test("have the nearer name where one is too many")
    func surplus() {
        let read = items(
            """
            FRIENDS OF THE HOUSE


            2 @ 4.50        9.00
              COUNTRY LOAF
            3 @ 4.75       14.25
              ALMOND CROISSANT
            TOTAL          23.25
            """
        )
        #expect(read == ["COUNTRY LOAF 900", "ALMOND CROISSANT 1425"])
    }

    @Test("end at the gross amount, which is a subtotal")
    func gross() {
        let draft = ReceiptInterpreter().draft(
            from: RecognizedPage(
                text: """
                    CEDAR CAFE
                    BREAD           4.00
                    MILK            3.50
                    GROSS AMOUNT    7.50
                    BILL DISC 10%  -0.75
                    TOTAL           6.75
                    """
            )
        )
        #expect(draft.items.map(\.amount) == [400, 350, -75])
        #expect(draft.subtotal?.value == 750)
        #expect(draft.sumsAgree == true)
    }

    @Test("are followed by a gross total that is the amount due")
    func grossTotal() {
        let text = "CEDAR GARAGE\nParts 30.00\nLabour 11.67\nNET TOTAL 41.67\nVAT 20% 8.33\nGROSS TOTAL 50.00"
        let draft = ReceiptInterpreter().draft(from: RecognizedPage(text: text))
        #expect(draft.total?.value == 5000)
    }

    @Test("have what was saved taken off only where the sums ask for it")
    func savings() {
        let rows = ["SCARF 24.00", "YOU SAVED 25% 6.00-", "BOWLS 39.99"]
        func amounts(_ total: String) -> [Int64] {
            let text = (["CEDAR HOUSE"] + rows + ["TOTAL \(total)"]).joined(separator: "\n")
            return ReceiptInterpreter().draft(from: RecognizedPage(text: text)).items.map(\.amount)
        }
        #expect(amounts("57.99") == [2400, -600, 3999])
        #expect(amounts("63.99") == [2400, 3999])
    }
}
