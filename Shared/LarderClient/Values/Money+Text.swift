import Foundations

extension Common.Money {
    /// Parses an amount such as `3.49` or `-0.35`, in French also `3,49`, with at most the currency's decimals.
    /// - Parameters:
    ///   - currency: the ISO 4217 code, three capitals.
    ///   - language: of the person who typed it.
    /// - Throws: ``DecimalNumber/Problem`` with a sentence for the user.
    public init(
        typed text: String,
        currency: String,
        in language: Language = .english
    ) throws(DecimalNumber.Problem) {
        let minorUnits = try DecimalNumber.parse(
            text,
            decimals: Currency.minorDigits(ofCode: currency),
            what: .client.amountSubject(currency: currency),
            in: language
        )
        self.init(minorUnits: minorUnits, currency: currency)
    }

    /// The amount with the currency's decimals, such as `53.17`; in French `53,17`.
    public func amountText(in language: Language) -> String {
        language.writing(Foundations.Money.text(minorUnits: minorUnits, currencyCode: currency))
    }

    /// The amount and its currency, such as `53.17 CAD`; an unknown currency (XXX in ISO 4217) is omitted.
    public func text(in language: Language) -> String {
        let amount = amountText(in: language)
        guard !currency.isEmpty, currency != Currency.unknown else { return amount }
        return amount + (language == .french ? "\u{A0}" : " ") + currency
    }

    /// The amount in English.
    public var amountText: String { amountText(in: .english) }

    /// The amount and its currency in English.
    public var text: String { text(in: .english) }
}
