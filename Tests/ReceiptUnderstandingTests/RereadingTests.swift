import Testing

@testable import ReceiptUnderstanding

@Suite("Rereading of rows")
struct RereadingTests {
    private static let receipt = """
        CORNER SHOP LTD
        12 High Street, Elmham NR20 5JH
        25/01/2024  10:15
        MILK             £3.00
        BREAD             2.50
        SUGAR             1.25
        TOTAL             6.75
        CASH             10.00
        CHANGE            3.25
        """

    private func doubts(_ page: RecognizedPage) -> [RowBand] { ReadingDoubts(page).rows }

    private func middle(ofRow row: Int) -> Int { 200 + row * 20 + 8 }

    @Test("a receipt without doubts needs none")
    func noDoubts() {
        #expect(!ReadingDoubts(Sketch(text: Self.receipt).page).exist)
    }

    @Test("only a doubtful date is reread where the sums agree")
    func doubtfulDay() throws {
        let text = Self.receipt.replacing("25/01/2024  10:15", with: "25/01/2024~  10:15")
        let page = Sketch(text: text).page
        #expect(ReadingDoubts(page).exist)
        let rows = doubts(page)
        #expect(rows.count == 1)
        #expect(try abs(#require(rows.first).leftMiddle - middle(ofRow: 2)) <= 1)
    }

    @Test("where the sums disagree, items and sums are reread, up to the column of amounts")
    func disagreeingSums() {
        let text = Self.receipt.replacing("BREAD             2.50", with: "BREAD             4.13")
        let rows = doubts(Sketch(text: text).page)
        let middles = Set(rows.map(\.leftMiddle))
        #expect(middles.isSuperset(of: (3...6).map(middle)))
        #expect(!middles.contains(middle(ofRow: 1)))
    }

    @Test("a row without its amount is reread to where amounts end")
    func missingAmount() throws {
        let text = Self.receipt.replacing("BREAD             2.50", with: "BREAD")
        let rows = doubts(Sketch(text: text).page)
        let row = try #require(rows.first { $0.leftMiddle == middle(ofRow: 4) })
        #expect(row.right >= 220)
    }

    @Test("the band of a slanted row follows it")
    func slant() throws {
        let text = Self.receipt.replacing("BREAD             2.50", with: "BREAD BROWN SLICED         4.13")
        let rows = doubts(Sketch(text: text, slope: 0.05).page)
        let row = try #require(rows.first { $0.right - $0.left > 250 })
        #expect(abs(row.slope - 0.05) < 0.02)
    }

    @Test("reread words replace those of a row")
    func replacement() throws {
        let text = Self.receipt.replacing("BREAD             2.50", with: "BREAD             4.13")
        let page = Sketch(text: text).page
        let bands = doubts(page)
        let index = try #require(bands.firstIndex { $0.leftMiddle == middle(ofRow: 4) })
        let box = PixelBox(x: 180, y: 280, width: 40, height: 16)
        let words = [
            RecognizedWord(
                text: "BREAD",
                confidence: 96,
                box: PixelBox(x: 0, y: 280, width: 50, height: 16),
                line: index
            ),
            RecognizedWord(text: "2.50", confidence: 96, box: box, line: index),
        ]
        let other = RecognizedPage(width: page.width, height: page.height, words: words, rereadRows: bands)
        let merged = page.replacingRows(by: other)
        #expect(merged.words.count == page.words.count)
        #expect(merged.words.contains { $0.text == "2.50" })
        #expect(!merged.words.contains { $0.text == "4.13" })
        #expect(merged.words.contains { $0.text == "6.75" })

        var both = page
        both.alternatives = [other]
        let draft = ReadingCombination.draft(of: both)
        #expect(draft.sumsAgree == true)
        #expect(draft.items.map(\.amount) == [300, 250, 125])
    }

    @Test("a row without words in the rereading is unchanged")
    func nothingSeen() {
        let page = Sketch(text: Self.receipt).page
        let band = RowBand(left: 0, right: 220, leftMiddle: 288, rightMiddle: 288, height: 16)
        let other = RecognizedPage(width: page.width, height: page.height, words: [], rereadRows: [band])
        #expect(page.replacingRows(by: other).words == page.words)
    }

    @Test("a field whose row was not reread gains no confidence")
    func noFalseAgreement() throws {
        let text = Self.receipt.replacing("25/01/2024  10:15", with: "25/01/2024~  10:15")
        var page = Sketch(text: text).page
        let before = try #require(ReadingCombination.draft(of: page).date?.confidence)
        let band = RowBand(left: 0, right: 220, leftMiddle: 268, rightMiddle: 268, height: 16)
        let word = RecognizedWord(
            text: "MILK",
            confidence: 90,
            box: PixelBox(x: 0, y: 260, width: 40, height: 16),
            line: 0
        )
        page.alternatives = [RecognizedPage(width: 220, height: 600, words: [word], rereadRows: [band])]
        #expect(ReadingCombination.draft(of: page).date?.confidence == before)
    }
}

@Suite("Items of several readings")
struct ItemMixingTests {
    private func item(_ row: Int, _ amount: Int64, name: String = "THING") -> ReceiptItem {
        ReceiptItem(
            kind: .purchase,
            name: name,
            amount: amount,
            confidence: 60,
            box: PixelBox(x: 0, y: row * 20, width: 100, height: 16)
        )
    }

    private func draft(_ amounts: [Int64?], total: Int64? = 675) -> ReceiptDraft {
        var draft = ReceiptDraft()
        draft.items = amounts.enumerated().compactMap { row, amount in amount.map { item(row, $0) } }
        draft.total = total.map { Field($0, confidence: 90) }
        draft.sumsAgree = false
        return draft
    }

    @Test("each amount comes from the reading with which the sums agree")
    func mixture() {
        let drafts = [draft([300, 280, 125]), draft([800, 250, 125])]
        let mixed = ReadingCombination(drafts).draft
        #expect(mixed.items.map(\.amount) == [300, 250, 125])
        #expect(mixed.sumsAgree == true)
    }

    @Test("an item missed by one reading is taken from the other")
    func missingLine() {
        let mixed = ReadingCombination([draft([300, nil, 125]), draft([800, 250, 125])]).draft
        #expect(mixed.items.map(\.amount) == [300, 250, 125])
    }

    @Test("without a total nothing is combined")
    func noTotal() {
        let mixed = ReadingCombination([draft([300, 280], total: nil), draft([800, 250], total: nil)]).draft
        #expect(mixed.items.map(\.amount) == [300, 280])
    }

    @Test("when two combinations fit, neither is used")
    func ambiguity() {
        let mixed = ReadingCombination([draft([300, 280, 155]), draft([240, 220, 155])]).draft
        #expect(mixed.sumsAgree == false)
        #expect(mixed.items.map(\.amount) == [300, 280, 155])
    }
}
