import Testing

@testable import ReceiptUnderstanding

@Suite("Several photos of one receipt")
struct PageJoinTests {
    private let receipt = """
        HARBOUR MARKET
        12 QUAY ROAD VANCOUVER
        2025-03-09 14:05
        WHOLE MILK 2L        5.49
        BREAD RYE            3.25
        APPLES GALA          4.10
        OLIVE OIL            9.99
        COFFEE BEANS        12.50
        SUBTOTAL            35.33
        GST                  1.77
        TOTAL               37.10
        """

    private func page(_ rows: Range<Int>, misreading: [String: String] = [:]) -> RecognizedPage {
        let lines = receipt.split(separator: "\n")[rows].map { line in
            misreading.reduce(String(line)) { $0.replacing($1.key, with: $1.value) }
        }
        return RecognizedPage(text: lines.joined(separator: "\n"))
    }

    private func rows(_ page: RecognizedPage) -> [String] { TextRow.rows(of: page).map(\.text) }

    @Test("one photo is unchanged")
    func one() {
        #expect(PageJoin.joined([page(0..<11)]) == page(0..<11))
    }

    @Test("shared rows count once, also where one is misread")
    func overlap() throws {
        let joined = PageJoin.joined([page(0..<7), page(4..<11, misreading: ["GALA": "GAIA", "OLIVE": "0LIVE"])])
        #expect(rows(joined).count == 11)
        let draft = ReceiptInterpreter().draft(from: joined)
        #expect(draft.items.map(\.amount) == [549, 325, 410, 999, 1250])
        #expect(draft.total?.value == 3710)
        #expect(draft.sumsAgree == true)
    }

    @Test("three photos, the middle one with rows of both others")
    func three() {
        let joined = PageJoin.joined([page(0..<5), page(3..<8), page(6..<11)])
        #expect(rows(joined) == rows(page(0..<11)))
        #expect(joined.parts.map(\.photo) == [0, 1, 2])
    }

    @Test("photos without a shared row are concatenated")
    func apart() {
        let joined = PageJoin.joined([page(0..<6), page(6..<11)])
        #expect(rows(joined) == rows(page(0..<11)))
    }

    @Test("photos sent bottom first are reordered, and keep their numbers")
    func upwards() {
        let joined = PageJoin.joined([page(5..<11), page(0..<8)])
        #expect(rows(joined) == rows(page(0..<11)))
        #expect(joined.parts.map(\.photo) == [1, 0])
    }

    @Test("the same item bought twice at the seam is not merged")
    func repetition() {
        func page(_ lines: [String]) -> RecognizedPage { RecognizedPage(text: lines.joined(separator: "\n")) }
        let milk = "WHOLE MILK 2L   5.49"
        let joined = PageJoin.joined([
            page(["HARBOUR MARKET", "BREAD RYE   3.25", milk, milk]),
            page(["BREAD RYE   3.25", milk, milk, milk, "TOTAL  19.72"]),
        ])
        #expect(rows(joined).filter { $0.contains("MILK") }.count == 3)
    }

    /// The page with one row whose amount alone was reread.
    private func rereading(_ page: RecognizedPage, row: String, as amount: String) throws -> RecognizedPage {
        let first = try #require(page.words.first { $0.text == row })
        let old = try #require(page.words.last { $0.line == first.line })
        let middle = first.box.middle
        let band = RowBand(left: 0, right: old.box.right, leftMiddle: middle, rightMiddle: middle, height: 16)
        let words = page.words.filter { $0.line == first.line }.map { word in
            let text = word.text == old.text ? amount : word.text
            return RecognizedWord(text: text, confidence: 96, box: word.box, line: 0)
        }
        var page = page
        page.alternatives.append(
            RecognizedPage(width: page.width, height: page.height, words: words, rereadRows: [band])
        )
        return page
    }

    @Test("reread rows of either photo are kept once, in their place")
    func rereadRows() throws {
        let upper = try rereading(page(0..<7, misreading: ["3.25": "8.25"]), row: "BREAD", as: "3.25")
        var lower = try rereading(page(4..<11, misreading: ["12.50": "72.50"]), row: "COFFEE", as: "12.50")
        // This one is above the seam, on the other photo.
        lower = try rereading(lower, row: "BREAD", as: "1.11")
        let joined = PageJoin.joined([upper, lower])
        let first = try #require(joined.alternatives.first)
        #expect(first.rereadRows.count == 2)
        #expect(first.words.map(\.line) == [0, 0, 0, 1, 1, 1])
        let coffee = try #require(joined.words.first { $0.text == "COFFEE" })
        #expect(first.rereadRows[1].leftMiddle == coffee.box.middle)
        let draft = ReadingCombination.draft(of: joined)
        #expect(draft.items.map(\.amount) == [549, 325, 410, 999, 1250])
        #expect(draft.sumsAgree == true)
    }

    @Test("a reread whole photo is joined with the first reading of the other")
    func wholeAlternative() throws {
        var lower = page(4..<11, misreading: ["12.50": "72.50"])
        lower.alternatives = [page(4..<11)]
        let joined = PageJoin.joined([page(0..<7), lower])
        #expect(joined.alternatives.map { rows($0) } == [rows(page(0..<11))])
        #expect(ReadingCombination.draft(of: joined).items.map(\.amount) == [549, 325, 410, 999, 1250])
    }

    @Test("a photo taken from further away is scaled to the first, and its boxes map back to it")
    func scales() throws {
        var lower = page(4..<11)
        for index in lower.words.indices {
            let box = lower.words[index].box
            lower.words[index].box = PixelBox(
                x: box.x / 2 + 30,
                y: box.y / 2 + 11,
                width: box.width / 2,
                height: box.height / 2
            )
        }
        (lower.width, lower.height) = (400, 300)
        let joined = PageJoin.joined([page(0..<7), lower])
        let total = try #require(joined.words.last { $0.text == "37.10" })
        let milk = try #require(joined.words.first { $0.text == "5.49" })
        #expect(abs(total.box.x - 20 * 10) < 12 && abs(milk.box.x - 21 * 10) < 12)
        let place = joined.place(of: total.box)
        let sent = try #require(lower.words.last { $0.text == "37.10" })
        #expect(place.photo == 1)
        #expect(abs(place.box.x - sent.box.x) <= 2 && abs(place.box.y - sent.box.y) <= 2)
    }

    @Test("pages without words are ignored")
    func empty() {
        let blank = RecognizedPage(width: 10, height: 10, words: [])
        #expect(rows(PageJoin.joined([blank, page(0..<11)])) == rows(page(0..<11)))
        #expect(rows(PageJoin.joined([page(0..<11), blank])) == rows(page(0..<11)))
        #expect(PageJoin.joined([blank, blank]).words.isEmpty)
    }
}
