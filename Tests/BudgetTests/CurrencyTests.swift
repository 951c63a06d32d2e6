import ServiceKit
import Testing

@Suite("A currency")
struct CurrencyTests {
    @Test(
        "is not one when its code is something else",
        arguments: ["", "cad", "CA", "CADD", "XTS", "XAU", "CLF", "DEM", "€", "CA\u{0}"]
    )
    func unknown(code: String) {
        #expect(Currency(code: code) == nil)
    }

    @Test(
        "has as many decimals as ISO 4217 says",
        arguments: [("CAD", 2), ("JPY", 0), ("KWD", 3), ("ISK", 0), ("TND", 3), ("XXX", 2)]
    )
    func decimals(code: String, digits: Int) {
        #expect(Currency(code: code)?.minorDigits == digits)
    }

    @Test("may be unknown, as on receipts that name none")
    func none() {
        #expect(Currency(code: Currency.unknown)?.minorDigits == 2)
    }

    @Test("has three capitals")
    func codes() {
        #expect(Currency.codes.count > 150)
        #expect(Currency.codes.allSatisfy { $0.wholeMatch(of: /[A-Z]{3}/) != nil })
    }
}
