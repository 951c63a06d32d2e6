extension Money {
    /// An amount in major units, with its currency's digits after the point: `-1234.50`.
    ///
    /// The one form of amounts as text; those for people add symbols and separators to it.
    /// - Parameter code: The ISO 4217 code; amounts of one that isn't in the table count hundredths.
    public static func text(minorUnits: Int64, currencyCode code: String) -> String {
        ExactDecimal(minorUnits, scale: Currency.minorDigits(ofCode: code)).description
    }
}
