import Testing

@testable import CatalogDomain

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

    @Test("is its own normal form")
    func idempotence() {
        let once = NormalisedText("Ölsardinen, 1,5 KG — 20% off!")
        #expect(NormalisedText(once.value) == once)
    }
}
