import Testing

@testable import ReceiptUnderstanding

@Suite("Rows of skewed and bent pages")
struct SkewedRowTests {
    private static let list = """
        OATS 1KG                    4.20
        BROWN RICE 2KG              9.80
        LENTILS                     3.10
        HONEY JAR 500G             12.40
        """
    private static let joined = [
        "OATS 1KG 4.20", "BROWN RICE 2KG 9.80", "LENTILS 3.10", "HONEY JAR 500G 12.40",
    ]

    @Test("a page without words has no rows")
    func empty() {
        #expect(TextRow.rows(of: RecognizedPage(width: 10, height: 10, words: [])).isEmpty)
        let blank = RecognizedWord(text: "", confidence: 5, box: PixelBox(x: 0, y: 0, width: 0, height: 0), line: 0)
        #expect(TextRow.rows(of: RecognizedPage(width: 10, height: 10, words: [blank])).isEmpty)
    }

    @Test("names meet their amounts on skewed and bent pages", arguments: [-0.05, -0.02, 0, 0.02, 0.05], [0.0, 6])
    func skew(_ slope: Double, _ bend: Double) {
        // A long line determines the slope.
        let text = "THE CORNER PANTRY OF GOOD THINGS LTD\n" + Self.list
        #expect(Sketch(text: text, slope: slope, bend: bend).rows.dropFirst().map(\.text) == Self.joined)
    }

    @Test("rows that diverge to the right keep their amounts", arguments: [-0.04, -0.02, 0.02, 0.04])
    func fan(_ fan: Double) {
        let text = (1...12).map { "95560000000\($0)    1    \($0).10    \($0).10   SR\nTHING NUMBER \($0)" }
            .joined(separator: "\n")
        let rows = Sketch(text: text, fan: fan).rows.map(\.text)
        #expect(rows == text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") })
    }

    @Test("two rows joined by a reader are split")
    func joinedRows() {
        var page = Sketch(text: "TEA  3.00\nMILK  2.00").page
        for index in page.words.indices { page.words[index].line = 0 }
        #expect(TextRow.rows(of: page).map(\.text) == ["TEA 3.00", "MILK 2.00"])
    }

    @Test("a word that is processed late finds its gap in the row")
    func gap() {
        var page = Sketch(text: "9556000000024  1  3.55  3.55\nWHITE BREAD").page
        // The count is a little lower than its neighbours.
        page.words[1].box.y += 4
        #expect(TextRow.rows(of: page).map(\.text) == ["9556000000024 1 3.55 3.55", "WHITE BREAD"])
    }

    @Test("a box drawn too high does not split its row")
    func highBox() {
        var page = Sketch(text: "TOTAL:  105.00\nCHANGE:  0.00").page
        page.words[1].box.height = 32
        #expect(TextRow.rows(of: page).map(\.text) == ["TOTAL: 105.00", "CHANGE: 0.00"])
    }
}

@Suite("The kinds of misread rows")
struct MisreadCueTests {
    @Test(
        "labels survive misreadings",
        arguments: [
            ("Tota] Rounded 5.00", RowKind.total(grade: 3)), ("Tota) 5.00", .total(grade: 2)),
            ("TOTAL 6ST 0.30", .tax), ("STTL 4.70", .subtotal), ("tem _Oty__ SiPrice Amourt", .columnHeader),
        ]
    )
    func kinds(_ text: String, _ kind: RowKind) {
        #expect(RowKind(CueWords(text)) == kind)
    }

    @Test("products that resemble labels stay products", arguments: ["TOTTS BISCUITS", "COAST BREAD", "GHOST PEPPER"])
    func goods(_ text: String) {
        #expect(RowKind(CueWords(text)) == .other)
    }
}
