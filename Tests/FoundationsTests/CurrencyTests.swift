import Foundation
import Foundations
import Testing

@Suite("A currency")
struct CurrencyTests {
    @Test(
        "is not one when its code is something else",
        arguments: ["", "cad", "CA", "CADD", "XTS", "XAU", "XDR", "CLF", "USN", "DEM", "€", "CA\u{0}", " CAD"]
    )
    func unknown(code: String) {
        #expect(Currency(code: code) == nil)
    }

    @Test(
        "has as many decimals as ISO 4217 says",
        arguments: [
            ("CAD", 2), ("JPY", 0), ("KWD", 3), ("ISK", 0), ("TND", 3), ("XXX", 2), ("UGX", 0), ("VUV", 0), ("IQD", 3),
            ("MRU", 2), ("MGA", 2), ("CLP", 0), ("HUF", 2), ("XCG", 2), ("ZWG", 2),
        ]
    )
    func decimals(code: String, digits: Int) {
        #expect(Currency(code: code)?.minorDigits == digits)
        #expect(Currency.minorDigits(ofCode: code) == digits)
    }

    @Test("of exactly these codes has no hundredths")
    func unusualDigits() {
        let money = Currency.all.filter { $0.kind == .money }
        #expect(
            money.filter { $0.minorDigits == 0 }.map(\.code)
                == [
                    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF",
                    "XOF", "XPF",
                ]
        )
        #expect(
            money.filter { $0.minorDigits == 3 }.map(\.code) == ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]
        )
        #expect(money.allSatisfy { [0, 2, 3].contains($0.minorDigits) })
    }

    @Test(
        "that is a fund has digits but is not accepted as money",
        arguments: [("CLF", 4), ("UYW", 4), ("UYI", 0)]
    )
    func funds(code: String, digits: Int) {
        #expect(Currency(anyCode: code)?.minorDigits == digits)
        #expect(Currency(anyCode: code)?.kind == .fund)
        #expect(Currency.minorDigits(ofCode: code) == digits)
        #expect(Currency(code: code) == nil)
    }

    @Test("may be unknown, as on receipts that don't name theirs")
    func none() {
        #expect(Currency(code: Currency.unknown)?.minorDigits == 2)
        #expect(Currency(code: Currency.unknown)?.kind == Currency.Kind.none)
        #expect(Currency.minorDigits(ofCode: "QQQ") == 2)
    }

    @Test("that was withdrawn lately is still one of older receipts", arguments: ["ANG", "BGN"])
    func withdrawn(code: String) {
        #expect(Currency(code: code)?.kind == .withdrawn)
    }

    @Test("has a code of three capitals, a number and a name")
    func rows() {
        let all = Currency.all
        #expect(all.filter { $0.kind == .money }.count == 155)
        #expect(all.allSatisfy { $0.code.wholeMatch(of: /[A-Z]{3}/) != nil })
        #expect(all.allSatisfy { (1...999).contains($0.numericCode) && !$0.name.isEmpty })
        let inUse = all.filter { $0.kind != .withdrawn }
        #expect(Set(inUse.map(\.numericCode)).count == inUse.count)
    }

    @Test(
        "is identified by its code",
        arguments: [("CAD", 124, "Canadian Dollar"), ("EUR", 978, "Euro"), ("ALL", 8, "Lek")]
    )
    func identity(code: String, number: Int, name: String) throws {
        let currency = try #require(Currency(code: code))
        #expect(currency.numericCode == number && currency.name == name)
        #expect(currency == Currency(anyCode: code) && currency.hashValue == Currency(anyCode: code)?.hashValue)
        #expect(currency != Currency(code: "XXX"))
    }

    @Test("is listed in the Unicode data, unless it is newer")
    func unicode() {
        let known = Set(Locale.Currency.isoCurrencies.map(\.identifier))
        // Named after the data of older systems.
        let newer: Set = ["XCG", "ZWG", "XAD", "VED", "SLE", "XXX"]
        #expect(Currency.all.map(\.code).filter { !known.contains($0) && !newer.contains($0) } == [])
    }
}
