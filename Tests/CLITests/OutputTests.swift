import LarderClient
import Synchronization
import Testing

@testable import larder

@Suite("Text for terminals")
struct OutputTests {
    private let plain = Paint(isOn: false)

    @Test("Control characters never reach the terminal")
    func clean() {
        #expect(TerminalText.clean("a\u{1B}[31mb\u{7}\u{9B}c\u{202E}d\re") == "a[31mbcde")
        #expect(TerminalText.clean("two\nlines\tand more") == "two lines and more")
        #expect(TerminalText.clean("Café 🥛 日本") == "Café 🥛 日本")
    }

    @Test(
        "Widths are counted in columns",
        arguments: [
            ("", 0), ("abc", 3), ("Café", 4), ("Cafe\u{301}", 4), ("🥛", 2), ("👩‍🍳", 2), ("日本", 4), ("❤️", 2), ("€", 1),
        ]
    )
    func width(text: String, columns: Int) {
        #expect(TerminalText.width(text) == columns)
    }

    @Test("A text that is too long ends with an ellipsis")
    func shortened() {
        #expect(TerminalText.shortened("abcdef", to: 6) == "abcdef")
        #expect(TerminalText.shortened("abcdef", to: 4) == "abc…")
        #expect(TerminalText.shortened("日本語", to: 4) == "日…")
    }

    @Test("Columns are aligned by displayed width, and empty ones omitted")
    func table() {
        var table = Table([
            .init(title: ""), .init(title: "Item"), .init(title: "Empty"), .init(title: "Amount", alignment: .right),
        ])
        table.add(["🥛", "Milk", "", "5.99"])
        table.add(["", "日本", "", "12.00"])
        #expect(table.text(plain) == "    Item  Amount\n🥛  Milk    5.99\n    日本   12.00")
    }

    @Test("On a narrow terminal only columns that may shrink do")
    func narrow() {
        var table = Table([.init(title: "Id"), .init(title: "Text", shrinks: true)])
        table.add(["0123456789", "a rather long text that goes on"])
        #expect(table.text(plain, width: 30) == "Id          Text\n0123456789  a rather long tex…")
        #expect(table.text(plain, width: 5) == "Id          Text\n0123456789  a rather lo…")
    }

    @Test("Colours do not change the alignment")
    func colours() {
        var table = Table([.init(title: ""), .init(title: "")])
        table.add([.init("a", .red), "b"])
        table.add(["cc", "d"])
        #expect(table.text(Paint(isOn: true)) == "\u{1B}[31ma\u{1B}[0m   b\ncc  d")
    }

    @Test("A failure names the problem, when to retry and what to do")
    func failure() {
        var status = Status.invalid([.init("a", "First.")])
        #expect(Failure(status).text(plain) == "error: One field is invalid:\n  - a: First.")
        let field = "edits[0].item.quantity.thousandths"
        status = Status.invalid([.init(field, "\(field) must be more."), .init("store_name", "store_name is missing.")])
        #expect(Failure(status).text(plain).hasSuffix("\n  - quantity must be more.\n  - store name is missing."))
        status = Status(.resourceExhausted, "Too many calls.", retryDelay: .milliseconds(4_200))
        #expect(Failure(status).text(plain) == "error: Too many calls.\nTry again in 5 s.")
        status = Status(.unauthenticated, "Please sign in.", reason: "SIGN_IN_REQUIRED")
        #expect(Failure(status).text(plain) == "error: Please sign in.\nSign in with: larder sign-in")
    }

    @Test("A failure in JSON is one complete document", arguments: StatusCode.allCases)
    func failureDocument(code: StatusCode) throws {
        let status = Status(
            code,
            "A \"quoted\"\nsentence.",
            fieldViolations: [.init("items[2].amount", "Wrong.")],
            retryDelay: .seconds(2),
            reason: "SOME_REASON"
        )
        let error = try #require(try Printed.document(Failure(status).json + "\n")["error"] as? [String: Any])
        #expect(error["code"] as? String == code.name)
        #expect(error["message"] as? String == "A \"quoted\"\nsentence.")
        #expect(error["reason"] as? String == "SOME_REASON")
        #expect(error["retryAfterMilliseconds"] as? Int == 2_000)
        #expect(
            error["violations"] as? [[String: String]] == [["field": "items[2].amount", "description": "Wrong."]]
        )
    }

    @Test("In JSON, what a terminal takes for commands is escaped, wherever it comes from")
    func controlsInJSON() throws {
        let text = "a\u{9B}2J\u{7F}\u{202E}b\u{2066}\n\u{2028}"
        let failure = Failure(Status(.notFound, text, reason: "NONE")).json
        #expect(failure.contains(#"a\u009b2J\u007f\u202eb\u2066\n\u2028"#))
        let error = try #require(try Printed.document(failure + "\n")["error"] as? [String: Any])
        #expect(error["message"] as? String == text)
        let printed = Mutex("")
        let sink = TextSink(isTerminal: false) { text in printed.withLock { $0 += text } }
        try Output(isJSON: true, out: sink).json(Budget.Purchase(storeName: text))
        #expect(printed.withLock { $0 }.contains(#""storeName":"a\u009b2J\u007f\u202eb\u2066\n\u2028""#))
    }

    @Test("Quantities, sizes, distances and times are short")
    func values() throws {
        #expect(QuantityText.text(1_000, unit: "each") == "1")
        #expect(QuantityText.text(755, unit: "kg") == "0.755 kg")
        #expect(QuantityText.text(1_500, unit: "") == "1.5")
        #expect(try QuantityText.parse("0.755") == 755)
        for none in ["0", "-1", "0.000"] { #expect(throws: Failure.self) { try QuantityText.parse(none) } }
        #expect(SizeText.text(999) == "999 bytes")
        #expect(SizeText.text(340_499) == "340 kB")
        #expect(SizeText.text(1_250_000) == "1.3 MB")
        #expect(DistanceText.text(999) == "999 m")
        #expect(DistanceText.text(1_234) == "1.2 km")
        #expect(DurationText.text(.milliseconds(20)) == "1 s")
        #expect(DurationText.text(.seconds(120)) == "2 min")
    }
}
