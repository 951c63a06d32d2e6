import Testing

@testable import PrintedWords

@Suite("Normalised text")
struct NormalisedTextTests {
    @Test("is empty for a text without letters and digits", arguments: ["", "   ", "--- * ---", "’"])
    func emptyText(text: String) {
        #expect(NormalisedText(text).isEmpty)
        #expect(NormalisedText(text).value == "")
    }

    @Test(
        "drops case, accents, width and punctuation",
        arguments: [
            ("Crème-Brûlée  (2 PK)", "creme brulee 2 pk"),
            ("ＭＩＬＫ", "milk"),
            ("M&M's", "m ms"),
            ("Baker’s choice", "bakers choice"),
            ("JALAPEÑO\tPEPPERS\n", "jalapeno peppers"),
        ]
    )
    func folding(text: String, expected: String) {
        #expect(NormalisedText(text).value == expected)
    }

    @Test(
        "keeps numbers with a point or per cent sign whole",
        arguments: [
            ("COLA 1.5L", "cola 1.5l"),
            ("COLA 1,5L", "cola 1.5l"),
            ("MILK 3.25%", "milk 3.25%"),
            ("2%MILK", "2% milk"),
            ("5.", "5"),
            ("A.B", "a b"),
        ]
    )
    func numbers(text: String, expected: String) {
        #expect(NormalisedText(text).value == expected)
    }

    @Test("keeps the letters of every script", arguments: ["豆腐", "молоко", "دوغ"])
    func scripts(text: String) {
        #expect(NormalisedText(text).value == text)
    }

    @Test("is idempotent")
    func idempotence() {
        let once = NormalisedText("Ölsardinen, 1,5 KG — 20% off!")
        #expect(NormalisedText(once.value) == once)
    }

    @Test("is the same by the ASCII fast path as by the general one", arguments: 0..<200)
    func shortWay(seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        let text = String(
            decoding: (0..<40).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Array("aZ09.,%'` -/\"é".utf8)[Int(state >> 33) % 13]
            },
            as: UTF8.self
        )
        // A non-ASCII letter in a separate word forces the general path.
        #expect(NormalisedText(text + " \u{e9}").words == NormalisedText(text).words + ["e"])
    }
}
