import Testing

@testable import ReceiptUnderstanding

@Suite("Garbled amounts")
struct MisreadAmountTests {
    private func repair(_ text: String) -> Int64? {
        guard let row = Sketch(text: text).rows.first else { return nil }
        return AmountRepair(row, decimals: 2)?.value
    }

    @Test(
        "words, codes and lone digits are not amounts",
        arguments: ["TOTAL", "TOTAL SALES", "CASH A1", "REF 1234567890", "GST# 81234 5678 RT0001"]
    )
    func nothing(_ text: String) {
        #expect(repair(text) == nil)
    }

    @Test(
        "lost points, spaces and letters for digits are corrected",
        arguments: [
            ("TOTAL 58 30", 5830), ("TOTAL GST 571", 571), ("TOTAL 1Z. 15", 1215), ("TOTAL RM Go.0s", 6005),
            ("CHANGE RMi 00", 100),
        ] as [(String, Int64)]
    )
    func repaired(_ text: String, _ amount: Int64) {
        #expect(repair(text) == amount)
    }

    @Test("a currency without decimals has no point to lose")
    func noDecimals() throws {
        let row = try #require(Sketch(text: "TOTAL 58 30").rows.first)
        #expect(AmountRepair(row, decimals: 0) == nil)
    }

    @Test("an amount costs nothing where it is printed and more with every difference")
    func costs() {
        let match = PrintMatch(11_245, decimals: 2)
        #expect(match.cost(in: "TOTAL (RM) : 112.45") == 0)
        let confused = match.cost(in: "TOTAL (RM) : 112.46")
        let lost = match.cost(in: "TOTAL (RM) : 12.45")
        #expect(confused > 0)
        #expect(confused < lost)
        #expect(match.cost(in: "TOTAL 11245") < 0.5)
        #expect(match.cost(in: "TOTAL 9112.45") > 0.5)
        #expect(match.cost(in: "THANK YOU") > 3)
        #expect(match.cost(in: "") > 3)
    }

    @Test("zero decimals and values below one are matched too")
    func otherDecimals() {
        #expect(PrintMatch(1280, decimals: 0).cost(in: "合計 1280") == 0)
        #expect(PrintMatch(5, decimals: 2).cost(in: "ROUNDING 0.05") == 0)
        #expect(PrintMatch(2500, decimals: 3).cost(in: "TOTAL 2.500") == 0)
    }
}
