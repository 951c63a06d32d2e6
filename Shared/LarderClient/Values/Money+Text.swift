import Foundations

extension Common.Money {
    /// Parses an amount such as `3.49` or `-0.35` with at most the currency's decimals.
    /// - Parameter currency: the ISO 4217 code, three capitals.
    /// - Throws: ``DecimalNumber/Problem`` with a sentence for the user.
    public init(typed text: String, currency: String) throws(DecimalNumber.Problem) {
        let what = "The amount in \(currency)"
        let decimals = Currency.minorDigits(ofCode: currency)
        self.init(minorUnits: try DecimalNumber.parse(text, decimals: decimals, what: what), currency: currency)
    }

    /// The amount with the currency's decimals, such as `53.17`.
    public var amountText: String {
        Foundations.Money.text(minorUnits: minorUnits, currencyCode: currency)
    }

    /// The amount and its currency, such as `53.17 CAD`; an unknown currency (XXX in ISO 4217) is omitted.
    public var text: String {
        currency.isEmpty || currency == Currency.unknown ? amountText : "\(amountText) \(currency)"
    }
}
