import Testing

@testable import ReceiptUnderstanding

@Suite("Garbled items")
struct MisreadItemTests {
    private func items(_ rows: String, _ sums: String = "THANK YOU") -> [ReceiptItem] {
        let head = "WARUNG SINAR SDN BHD\nJALAN BESAR 3, TAMAN AMAN\n14/03/2026\nQTY DESCRIPTION  PRICE  AMOUNT\n"
        return Sketch(text: head + rows + "\n" + sums).draft.items
    }

    @Test("sizes and codes at the end of a name are not amounts")
    func sizes() {
        #expect(items("SUSU KRIMER 500\nBERAS 5 10\nKICAP 2  2.00").map(\.amount) == [200])
    }

    @Test("a tax mark read as a digit of a repeated price is dropped")
    func fusedMark() {
        let found = items("MAKANAN A  2.30  2.30 S\nMAKANAN B  1.40  1.405\nMAKANAN C  1.60  1.608")
        #expect(found.map(\.amount) == [230, 140, 160])
    }

    @Test("a lost point is restored where the price is printed beside it")
    func lostPoint() {
        #expect(items("LIME JUICE  2.44  244 SR", "TOTAL  2.44").map(\.amount) == [244])
    }

    @Test("quantity and price determine a garbled amount")
    func product() {
        let found = items("TISSUE ROLL\n12.50*2 25.O0~ S\nCOFFEE MIX\n13.90*1 1390~ S")
        #expect(found.map(\.amount) == [2500, 1390])
    }

    @Test("one misread amount is corrected by the total, and marked")
    func byTotal() throws {
        let found = items("ROTI CANAI  6.80~\nTEH TARIK  2.20", "TOTAL  11.00\nCASH  11.00")
        #expect(found.map(\.amount) == [880, 220])
        #expect(try #require(found.first).needsReview)
    }

    @Test("an amount confirmed by quantity and price is kept")
    func confirmed() {
        let found = items("SUSHI\n2 X 2.80  5.60 SR\nBREAD  1.00~ ~", "TOTAL  6.70~\nCASH  6.70")
        #expect(found.first?.amount == 560)
    }

    @Test("two possible changes are ambiguous")
    func ambiguous() {
        let rows = ["A 6.80", "B 6.80"]
        let items = rows.map { text in
            ReceiptItem(
                kind: .purchase,
                name: text,
                amount: 680,
                confidence: 50,
                box: PixelBox(x: 0, y: 0, width: 1, height: 1)
            )
        }
        #expect(ItemRepair.repair(items, targets: [1560], rows: rows, decimals: 2) == nil)
        #expect(ItemRepair.repair([], targets: [1560], rows: [], decimals: 2) == nil)
    }

    @Test("a sum without a readable label is not an item")
    func sumAsItem() {
        let found = items(
            "ROTI CANAI  8.80\nTEH TARIK  2.20\nfotaiaty:~  11.00",
            "CHANGE  0.00\nTOTAL  11.00\nCASH  11.00"
        )
        #expect(found.map(\.amount) == [880, 220])
    }

    @Test("names follow rows that begin with a code, also when the first amount is lost")
    func namesFollow() {
        let rows = """
            9556000000017  17  0.85
            CHOCOLATE BAR 50G
            9556000000024   1  3.55    3.55
            WHITE BREAD JUMBO
            9556000000031   1  1.50    1.50
            LIME DRINK
            9556000000048   1  2.50    2.50
            ORANGE DRINK
            9556000000055   1  0.50    0.50
            SWEETS
            """
        #expect(items(rows).map(\.name) == ["WHITE BREAD JUMBO", "LIME DRINK", "ORANGE DRINK", "SWEETS"])
    }

    @Test("a misread quantity under a name is not a name")
    func misreadQuantity() {
        let found = items("SOTONG SAUCE 725G\nLk~ 2.67 2.67 S\nFISH SAUCE 725G\n1x 2.70 2.70 S")
        #expect(found.map(\.name) == ["SOTONG SAUCE 725G", "FISH SAUCE 725G"])
    }

    @Test("a misread currency before an amount at the end of a row is one")
    func misreadSymbol() {
        #expect(items("OYSTER MEE 1 KM9.90\nHERBAL TEA 1 RM7.50").map(\.amount) == [990, 750])
    }

    @Test("a price that divides the amount determines a misread count")
    func misreadCount() throws {
        #expect(try #require(items("9556000000024  40  3.10  12.40\nCARDS").first).quantity == 4000)
        #expect(try #require(items("9556000000024  7  3.10  12.40\nCARDS").first).quantity == 7000)
        #expect(try #require(items("9556000000024  2.30  2.30\nRICE").first).quantity == 1000)
    }

    @Test("a price under the second half of a name belongs to its item")
    func priceUnderName() throws {
        let found = items("2 W003 LEMON STYLE  31.80\nCHICKEN\n@RM15.90\n1 W004 PLAIN RICE  2.00")
        #expect(found.map(\.amount) == [3180, 200])
        #expect(found.first?.unitPrice == 1590)
        #expect(found.first?.quantity == 2000)
        #expect(found.last?.name == "W004 PLAIN RICE" || found.last?.name == "PLAIN RICE")
    }

    @Test("a price equal to the amount means a count of one")
    func priceOfOne() throws {
        let item = try #require(items("9556000000024  4  3.55  3.55\nWHITE BREAD").first)
        #expect(item.quantity == 1000)
    }
}
