import Foundations
import Testing

@testable import ReceiptUnderstanding

@Suite("Garbled words")
struct MisreadWordTests {
    @Test(
        "codes and sizes are kept",
        arguments: ["GB12", "100PLUS", "7-UP", "2X900ML", "O2", "0-3M", "A100", "500", "OREO", ""]
    )
    func kept(_ word: String) {
        #expect(PrintedWord.corrected(word) == word)
    }

    @Test(
        "zeros among letters and letters among digits are corrected",
        arguments: [
            ("AJIN0M0T0", "AJINOMOTO"), ("Ros0s", "Rosos"), ("45OG", "450G"), ("2X9OOML", "2X900ML"),
            ("8175O", "81750"),
        ]
    )
    func corrected(_ printed: String, _ word: String) {
        #expect(PrintedWord.corrected(printed) == word)
    }

    @Test("amounts survive specks, misread zeros and detached currencies")
    func amounts() {
        let lexer = Lexer(decimals: 2)
        #expect(lexer.tokens(of: "2.69.S").first?.number == PrintedNumber(mantissa: 269, decimals: 2))
        #expect(lexer.tokens(of: "170.0C").first?.number == PrintedNumber(mantissa: 17_000, decimals: 2))
        #expect(lexer.tokens(of: "88.17C").first?.number == PrintedNumber(mantissa: 8817, decimals: 2))
        #expect(lexer.tokens(of: "CC.OO").first?.number == nil)
    }

    @Test("a quantity row with a misread ringgit sign belongs to its item")
    func ringgit() throws {
        let text = "KEDAI SINAR SDN BHD\nJALAN BESAR 3\nSABUN CUCI  RM20.80\n@2 X RN 10.40\nTOTAL  RM20.80"
        let items = Sketch(text: text).draft.items
        #expect(items.count == 1)
        #expect(try #require(items.first).quantity == 2000)
    }

    @Test("letters before an amount are a ringgit sign only where amounts are in ringgit")
    func otherCurrencies() throws {
        func last(_ currency: Currency?) -> Token? {
            Lexer(currency).tokens(of: TextRow(words: RecognizedPage(text: "PAPER TOWEL KM 3.90").words)).dropLast()
                .last
        }
        #expect(last(Currency(code: "MYR"))?.kind == .currency("MYR"))
        #expect(last(nil)?.kind == .currency("MYR"))
        #expect(last(Currency(code: "CAD"))?.kind == .text)
        let text = "CORNER STORE\n12 Main St\nToronto ON M6P 1Y6\nRN NOODLES  3.90\nSON BHO  2.00\nTOTAL  $5.90"
        let draft = Sketch(text: text).draft
        #expect(draft.currency?.value == "CAD")
        #expect(draft.items.map(\.name) == ["RN NOODLES", "SON BHO"])
    }

    @Test("a sum that mentions GST is not a tax")
    func sumWithTax() {
        let text = """
            KEDAI SINAR SDN BHD
            JALAN BESAR 3
            SABUN  RM12.00
            ITEM: Totalwith GST @ 6%  12.00
            TOTAL  RM12.00
            GST Analysis  Goods  Tax Amount
            S = 6%  11.32  0.68
            """
        #expect(Sketch(text: text).draft.taxes.map(\.value.amount) == [68])
    }

    @Test("a tax is found by its rate where the heading of its table is not readable")
    func taxByRate() {
        let text = "KEDAI SINAR SDN BHD\nJALAN BESAR 3\nSABUN  RM12.00\nTOTAL  RM12.00\n5 = 6%  11.32  0.68"
        #expect(Sketch(text: text).draft.taxes.map(\.value.amount) == [68])
    }

    @Test("joined streets and post codes are an address")
    func address() {
        let text = "KEDAI SINAR\nNO.59 JALAN AMAN 9/5\nBANDARBARUAMANJAYA\n81750JOHORBAHRU\nTOTAL RM 5.00"
        #expect(
            Sketch(text: text).draft.storeAddress?.value == "NO.59 JALAN AMAN 9/5 BANDARBARUAMANJAYA 81750JOHORBAHRU"
        )
    }
}
