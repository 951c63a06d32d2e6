import CommonMessages
import ServiceKit
import Testing
import Texts

@Suite("An amount of money for people")
struct MoneyTextTests {
    @Test(
        "has its currency's symbol and decimals",
        arguments: [
            (5_317, "CAD", "CA$53.17"), (5_317, "USD", "US$53.17"), (980, "JPY", "¥980"), (0, "JPY", "¥0"),
            (1_250, "KWD", "KWD\u{A0}1.250"), (5, "EUR", "€0.05"), (0, "GBP", "£0.00"), (7, "KWD", "KWD\u{A0}0.007"),
            (-2_050, "CAD", "-CA$20.50"), (100_000, "CAD", "CA$1,000.00"), (99_999, "CAD", "CA$999.99"),
            (123_456_789, "JPY", "¥123,456,789"), (999, "CHF", "CHF\u{A0}9.99"), (1_234, "XTS", "XTS\u{A0}12.34"),
            (-5_317, "XXX", "-53.17"),
            (.max, "CAD", "CA$92,233,720,368,547,758.07"), (.min, "JPY", "-¥9,223,372,036,854,775,808"),
        ] as [(Int64, String, String)]
    )
    func text(minorUnits: Int64, currency: String, expected: String) {
        #expect(Common.Money(minorUnits: minorUnits, currency: currency).text == expected)
    }

    @Test(
        "is written in French with the symbol behind it",
        arguments: [
            (5_317, "CAD", "53,17\u{A0}$\u{A0}CA"), (105_317, "CAD", "1\u{202F}053,17\u{A0}$\u{A0}CA"),
            (980, "JPY", "980\u{A0}¥"), (1_250, "KWD", "1,250\u{A0}KWD"), (5, "EUR", "0,05\u{A0}€"),
            (-2_050, "USD", "-20,50\u{A0}$\u{A0}US"), (123_456_789, "JPY", "123\u{202F}456\u{202F}789\u{A0}¥"),
            (999, "CHF", "9,99\u{A0}CHF"), (-5_317, "XXX", "-53,17"),
            (.min, "JPY", "-9\u{202F}223\u{202F}372\u{202F}036\u{202F}854\u{202F}775\u{202F}808\u{A0}¥"),
        ] as [(Int64, String, String)]
    )
    func french(minorUnits: Int64, currency: String, expected: String) {
        #expect(Common.Money(minorUnits: minorUnits, currency: currency).text(in: .french) == expected)
    }

    @Test("is the same in English as in its text", arguments: ["CAD", "JPY", "XXX"])
    func english(currency: String) {
        let money = Common.Money(minorUnits: 123_456, currency: currency)
        #expect(money.text(in: .english) == money.text)
    }
}
