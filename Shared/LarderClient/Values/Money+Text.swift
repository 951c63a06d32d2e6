/// The decimals of currencies.
public enum Currency {
    /// Digits after the point of an amount: 0 for JPY, 2 for CAD, 3 for KWD.
    ///
    /// Source: ISO 4217, list one, column "minor unit". Unlisted codes have 2.
    public static func decimals(_ code: String) -> Int { unusualDecimals[code] ?? 2 }

    private static let unusualDecimals: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0,
        "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
        "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
        "CLF": 4, "UYW": 4,
    ]
}

extension Common.Money {
    /// Parses an amount such as `3.49` or `-0.35` with at most the currency's decimals.
    /// - Parameter currency: the ISO 4217 code, three capitals.
    /// - Throws: ``DecimalNumber/Problem`` with a sentence for the user.
    public init(typed text: String, currency: String) throws(DecimalNumber.Problem) {
        let what = "The amount in \(currency)"
        let decimals = Currency.decimals(currency)
        self.init(minorUnits: try DecimalNumber.parse(text, decimals: decimals, what: what), currency: currency)
    }

    /// The amount with the currency's decimals, such as `53.17`.
    public var amountText: String {
        DecimalNumber.text(minorUnits, decimals: Currency.decimals(currency), keepsZeros: true)
    }

    /// The amount and its currency, such as `53.17 CAD`; an unknown currency (XXX in ISO 4217) is omitted.
    public var text: String { currency.isEmpty || currency == "XXX" ? amountText : "\(amountText) \(currency)" }
}
