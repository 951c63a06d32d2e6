import LarderClient
import Testing

@Suite("Money as typed and displayed")
struct MoneyTextTests {
    @Test(
        "An invalid amount is rejected",
        arguments: [
            "", "-", ".", "3.", ".5", "3.4.9", "3,49", "1e3", "+3", " 3", "3 ", "0x10", "٣", "--3", "3-", "NaN",
        ]
    )
    func malformed(text: String) {
        #expect(throws: DecimalNumber.Problem.self) { try Common.Money(typed: text, currency: "CAD") }
    }

    @Test(
        "More decimals than the currency has are rejected",
        arguments: [("JPY", "1.0"), ("CAD", "1.234"), ("KWD", "1.2345"), ("CAD", "0.000")]
    )
    func tooManyDecimals(currency: String, text: String) {
        let problem = #expect(throws: DecimalNumber.Problem.self) { try Common.Money(typed: text, currency: currency) }
        #expect(problem?.description.contains("after the point") == true)
    }

    @Test("An amount beyond 64 bits is rejected", arguments: ["92233720368547758.08", "99999999999999999999"])
    func tooLarge(text: String) {
        let problem = #expect(throws: DecimalNumber.Problem.self) { try Common.Money(typed: text, currency: "CAD") }
        #expect(problem?.description.contains("too large") == true)
    }

    @Test(
        "Amounts count the currency's minor units",
        arguments: [
            ("CAD", "3.49", 349), ("CAD", "3", 300), ("CAD", "3.4", 340), ("CAD", "-0.35", -35), ("CAD", "0", 0),
            ("CAD", "007.10", 710), ("JPY", "1280", 1_280), ("JPY", "-5", -5), ("KWD", "1.234", 1_234),
            ("KWD", "1.2", 1_200), ("CLF", "1.0001", 10_001), ("CAD", "92233720368547758.07", Int64.max),
        ] as [(String, String, Int64)]
    )
    func parsing(currency: String, text: String, minorUnits: Int64) throws {
        #expect(
            try Common.Money(typed: text, currency: currency) == .init(minorUnits: minorUnits, currency: currency)
        )
    }

    @Test(
        "Amounts are formatted with the currency's decimals",
        arguments: [
            (5_317, "CAD", "53.17 CAD"), (5, "CAD", "0.05 CAD"), (-35, "CAD", "-0.35 CAD"), (0, "CAD", "0.00 CAD"),
            (1_280, "JPY", "1280 JPY"), (-5, "JPY", "-5 JPY"), (1_234, "KWD", "1.234 KWD"), (-1, "KWD", "-0.001 KWD"),
            (Int64.min, "CAD", "-92233720368547758.08 CAD"), (990, "XXX", "9.90"), (990, "", "9.90"),
        ] as [(Int64, String, String)]
    )
    func formatting(minorUnits: Int64, currency: String, text: String) {
        #expect(Common.Money(minorUnits: minorUnits, currency: currency).text == text)
    }

    @Test("In French amounts have a comma, and may be typed with it or a point")
    func french() throws {
        for text in ["53,17", "53.17"] {
            #expect(try Common.Money(typed: text, currency: "CAD", in: .french).minorUnits == 5_317)
        }
        for text in ["5,3,1", "1.053,17", ",5", "5,"] {
            #expect(throws: DecimalNumber.Problem.self) {
                try Common.Money(typed: text, currency: "CAD", in: .french)
            }
        }
        let money = Common.Money(minorUnits: -5_317, currency: "CAD")
        #expect(money.text(in: .french) == "-53,17\u{A0}CAD")
        #expect(money.text(in: .english) == money.text)
        #expect(DecimalNumber.text(1_500, decimals: 3, keepsZeros: false, in: .french) == "1,5")
    }

    @Test("Every amount is parsed as it was formatted", arguments: ["JPY", "CAD", "KWD"])
    func roundTrip(currency: String) throws {
        for minorUnits in [Int64.min + 1, -1_001, -1_000, -999, -1, 0, 1, 9, 10, 99, 100, 101, 12_345, .max] {
            let money = Common.Money(minorUnits: minorUnits, currency: currency)
            #expect(try Common.Money(typed: money.amountText, currency: currency) == money)
        }
    }
}
