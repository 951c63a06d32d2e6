import Foundations
import Testing

@testable import ReceiptUnderstanding

@Suite("Numbers as printed")
struct PrintedNumberTests {
    @Test(
        "separators are distinguished",
        arguments: [
            ("1,234.56", 2, 123_456, 2), ("1.234,56", 2, 123_456, 2), (".50", 2, 50, 2), ("12,90", 2, 1290, 2),
            ("1,280", 0, 1280, 0),
            ("2.750", 3, 2750, 3), ("0.756", 2, 756, 3), ("1,234", 2, 1234, 0), ("1'234.50", 2, 123_450, 2),
            ("7", 2, 7, 0),
        ]
    )
    func separators(_ text: String, _ currencyDecimals: Int, _ mantissa: Int, _ decimals: Int) throws {
        let number = try #require(PrintedNumber(text, currencyDecimals: currencyDecimals))
        #expect(number == PrintedNumber(mantissa: Int64(mantissa), decimals: decimals))
    }

    @Test(
        "texts that are not numbers are rejected",
        arguments: ["", ".", "1.2.3.4", "12.", "1,23,4", "99999999999999999999"]
    )
    func refused(_ text: String) {
        #expect(PrintedNumber(text, currencyDecimals: 2) == nil)
    }

    @Test("products are rounded half away from zero without floating point")
    func products() {
        let weight = PrintedNumber(mantissa: 756, decimals: 3)
        #expect(weight.times(PrintedNumber(mantissa: 439, decimals: 2), decimals: 2) == 332)
        #expect(PrintedNumber(mantissa: -5, decimals: 1).scaled(to: 0) == -1)
        #expect(
            PrintedNumber(mantissa: .max, decimals: 0).times(PrintedNumber(mantissa: 2, decimals: 0), decimals: 2)
                == nil
        )
    }

    @Test(
        "are rounded half away from zero to fewer decimals, and filled with zeros to more",
        arguments: [
            (5, 1, 0, 1), (-5, 1, 0, -1), (4, 1, 0, 0), (-4, 1, 0, 0), (49, 2, 0, 0), (50, 2, 0, 1), (-50, 2, 0, -1),
            (2_345, 3, 2, 235), (-2_345, 3, 2, -235), (2_344, 3, 2, 234), (25, 1, 0, 3), (-25, 1, 0, -3),
            (7, 0, 2, 700),
            (-7, 0, 3, -7_000), (0, 0, 2, 0), (0, 7, 0, 0), (1_667_500, 7, 2, 17),
            // The longest number that is parsed, and the price of one of several.
            (99_999_999_999_999, 0, 3, 99_999_999_999_999_000), (99_999_999_999_999, 4, 0, 10_000_000_000),
            (99_999_999_999_999_000, 7, 2, 1_000_000_000_000), (9_223_372_036_854_770_000, 4, 0, 922_337_203_685_477),
            (-9_223_372_036_854_770_000, 4, 0, -922_337_203_685_477), (3, 30, 0, 0),
        ] as [(Int64, Int, Int, Int64)]
    )
    func scaling(_ mantissa: Int64, _ decimals: Int, _ target: Int, _ expected: Int64) {
        #expect(PrintedNumber(mantissa: mantissa, decimals: decimals).scaled(to: target) == expected)
    }

    @Test(
        "have a product below 10^15 in the digits of both, rounded once",
        arguments: [
            (756, 3, 439, 2, 2, 332), (-756, 3, 439, 2, 2, -332), (15, 1, 1, 0, 0, 2), (-15, 1, 1, 0, 0, -2),
            (2, 0, 185, 0, 0, 370), (3, 0, 5, 0, 2, 1_500), (999_999_999_999_999, 0, 1, 0, 2, 99_999_999_999_999_900),
            (999_999_999_999_999, 4, -1, 0, 0, -100_000_000_000),
            (31_622_776, 2, 31_622_776, 2, 2, 9_999_999_619_462),
            (1_000_000_000_000_000, 0, 1, 0, 2, nil), (31_622_777, 2, 31_622_777, 2, 2, nil),
            (-1_000_000_000_000_000, 6, 1, 0, 2, nil), (.max, 0, .max, 0, 0, nil), (.min, 0, 3, 0, 0, nil),
            // The smallest 64-bit number, which has no opposite.
            (-4_294_967_296, 2, 2_147_483_648, 2, 2, nil),
        ] as [(Int64, Int, Int64, Int, Int, Int64?)]
    )
    func productEdges(_ a: Int64, _ scaleA: Int, _ b: Int64, _ scaleB: Int, _ target: Int, _ expected: Int64?) {
        let (a, b) = (PrintedNumber(mantissa: a, decimals: scaleA), PrintedNumber(mantissa: b, decimals: scaleB))
        #expect(a.times(b, decimals: target) == expected)
        #expect(b.times(a, decimals: target) == expected)
    }
}

@Suite("Dates and times as printed")
struct DateTests {
    private func date(_ text: String, _ code: String?) -> String? {
        DateFinder(rows: TextRow.rows(of: RecognizedPage(text: text)), currency: code.flatMap { Currency(code: $0) })
            .find()
            .date?.value
    }

    @Test(
        "every form of a date is read",
        arguments: [
            "2026-11-14", "14/11/2026", "14.11.2026", "14-11-26", "14 NOV 2026", "14-Nov-26", "Nov 14, 2026",
            "November 14 2026", "2026/11/14",
            "2026年11月14日", "14 / 11 / 2026", "DATE:14/11/2O26",
        ]
    )
    func forms(_ text: String) {
        #expect(date(text, "GBP") == "2026-11-14")
    }

    @Test(
        "the currency decides between day-first and month-first",
        arguments: [
            ("USD", "2026-03-04"), ("MYR", "2026-04-03"), ("EUR", "2026-04-03"), ("GBP", "2026-04-03"),
        ]
    )
    func order(_ code: String, _ expected: String) {
        #expect(date("03/04/2026", code) == expected)
    }

    @Test("another date of the receipt determines the order")
    func settled() {
        #expect(date("DATE 03/04/2026\nPRINTED 25/04/2026", "USD") == "2026-04-03")
    }

    @Test("an ambiguous date in Canada is marked for review")
    func ambiguous() throws {
        let rows = TextRow.rows(of: RecognizedPage(text: "DATE 03/04/2026"))
        let field = try #require(DateFinder(rows: rows, currency: Currency(code: "CAD")).find().date)
        #expect(field.needsReview)
    }

    @Test(
        "invalid dates and other numbers are not dates",
        arguments: ["31/02/2026", "2026-13-01", "03-2093 7358", "192.168.10.12", "1.50 2.50"]
    )
    func noDates(_ text: String) {
        #expect(date(text, "GBP") == nil)
    }

    @Test("an expiry or a law is not the date of purchase")
    func misleading() {
        #expect(date("VALID UNTIL 31/12/2026\n14/11/2026 18:05", "GBP") == "2026-11-14")
    }

    @Test(
        "times of 12 and 24 hours",
        arguments: [
            ("8:13:39 PM", "20:13"), ("12:05 AM", "00:05"), ("09:06PM", "21:06"), ("18:05", "18:05"),
            ("08h15", "08:15"),
        ]
    )
    func times(_ text: String, _ expected: String) {
        #expect(DateScanner(text).times().first?.text == expected)
    }
}

@Suite("Rows from boxes")
struct RowTests {
    private func word(_ text: String, x: Int, y: Int, line: Int) -> RecognizedWord {
        RecognizedWord(
            text: text,
            confidence: 90,
            box: PixelBox(x: x, y: y, width: text.count * 10, height: 18),
            line: line
        )
    }

    @Test("columns that a reader saw as separate lines become one row")
    func columns() {
        let page = RecognizedPage(
            width: 400,
            height: 100,
            words: [
                word("MILK", x: 0, y: 10, line: 0), word("BREAD", x: 0, y: 40, line: 1),
                word("5.29", x: 300, y: 13, line: 2),
                word("2.49", x: 300, y: 43, line: 3),
            ]
        )
        #expect(TextRow.rows(of: page).map(\.text) == ["MILK 5.29", "BREAD 2.49"])
    }

    @Test("an amount split by the reader is joined")
    func split() {
        let page = RecognizedPage(
            width: 400,
            height: 40,
            words: [
                word("MILK", x: 0, y: 0, line: 0), word("5.", x: 300, y: 0, line: 0), word("29", x: 324, y: 0, line: 0),
            ]
        )
        #expect(TextRow.rows(of: page).map(\.text) == ["MILK 5.29"])
    }
}

@Suite("Nothing is invented")
struct NothingInventedTests {
    @Test("a page without words gives a draft without fields")
    func empty() {
        #expect(ReceiptInterpreter().draft(from: RecognizedPage(width: 100, height: 100, words: [])) == ReceiptDraft())
    }

    @Test("a letter gives no items and no sums")
    func letter() {
        let draft = ReceiptInterpreter().draft(
            from: RecognizedPage(text: "Dear neighbour,\nthe cat is well.\nSee you soon")
        )
        #expect(draft.items.isEmpty)
        #expect(draft.total == nil)
        #expect(draft.currency == nil)
        #expect(draft.date == nil)
    }

    @Test("the user's currency is suggested only where the receipt names none, and never taken for read")
    func hint() {
        let interpreter = ReceiptInterpreter(hints: ReceiptHints(currency: "GBP"))
        let unnamed = interpreter.draft(from: RecognizedPage(text: "SHOP\nMILK 1.00\nTOTAL 1.00"))
        #expect(unnamed.currency == nil && unnamed.suggestedCurrency == "GBP")
        let named = interpreter.draft(from: RecognizedPage(text: "SHOP\nMILK €1,00\nSUMME €1,00"))
        #expect(named.currency?.value == "EUR" && named.suggestedCurrency == nil)
    }

    @Test("amounts count the minor units of the currency, whichever reading has found it", arguments: [0, 1])
    func decimalsOfAllReadings(first: Int) {
        let texts = ["SHOP\nMILK 1200\nTOTAL 1200", "SHOP\nMILK ¥1200\nTOTAL ¥1200"]
        var page = RecognizedPage(text: texts[first])
        page.alternatives = [RecognizedPage(text: texts[1 - first])]
        let draft = ReadingCombination.draft(of: page, hints: ReceiptHints(currency: "CAD"))
        #expect(draft.currency?.value == "JPY" && draft.suggestedCurrency == nil)
        #expect(draft.total?.value == 1_200)
        #expect(draft.items.map(\.amount) == [1_200])
    }

    @Test("a total that is not printed stays unknown")
    func noTotal() {
        let draft = ReceiptInterpreter().draft(from: RecognizedPage(text: "SHOP\nMILK $1.00\nBREAD $2.00"))
        #expect(draft.total == nil)
        #expect(draft.sumsAgree == nil)
    }

    @Test("random words neither crash nor take long")
    func noise() {
        var generator = SystemRandomNumberGenerator()
        let pieces = [
            "TOTAL", "@", "x", "1", "2.50", "-", "(", "RM", "$", "%", ".", "2 @", "kg", "14/11/26", "é", "年",
            "SUBTOTAL", "99999999999999", "\u{200B}",
        ]
        for _ in 0..<200 {
            let text = (0..<30).map { _ in
                (0..<Int.random(in: 0...6, using: &generator)).compactMap { _ in pieces.randomElement(using: &generator)
                }.joined(separator: " ")
            }.joined(separator: "\n")
            _ = ReceiptInterpreter().draft(from: RecognizedPage(text: text))
        }
    }
}
