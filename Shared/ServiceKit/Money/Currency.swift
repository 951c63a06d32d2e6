/// A currency that people pay with.
package struct Currency: Sendable, Hashable {
    /// ISO 4217 alphabetic code, three capitals.
    package let code: String
    /// Digits after the decimal separator: 0, 2 or 3.
    package let minorDigits: Int

    /// ISO 4217's code for "no currency": of amounts whose receipt doesn't tell theirs. They count hundredths.
    package static let unknown = "XXX"

    /// The currency of an ISO 4217 code; nil for a code that isn't one, or that names a fund or a metal.
    package init?(code: String) {
        guard let digits = Currency.minorDigits[code] else { return nil }
        self.code = code
        minorDigits = digits
    }

    /// Every known code.
    package static var codes: Dictionary<String, Int>.Keys { minorDigits.keys }

    /// ISO 4217:2015, table A.1, as amended to 2025; ANG, which ended in 2025, stays for older receipts.
    private static let minorDigits: [String: Int] = {
        let codes: [(digits: Int, list: String)] = [
            (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"),
            (
                2,
                """
                AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF \
                CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL \
                HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP \
                MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD \
                SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS \
                VED VES WST XCD XCG YER ZAR ZMW ZWG
                """
            ),
            (2, unknown),
            (3, "BHD IQD JOD KWD LYD OMR TND"),
        ]
        return codes.reduce(into: [:]) { table, group in
            for code in group.list.split(separator: " ") { table[String(code)] = group.digits }
        }
    }()
}
