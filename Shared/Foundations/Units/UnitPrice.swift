/// What one unit costs, exactly, so that packs of different sizes can be compared.
public struct UnitPrice: Sendable, Hashable {
    /// Major units of the currency for one unit.
    public let price: Rational
    /// The currency.
    public let currency: Currency
    /// The unit that is priced.
    public let unit: UnitOfMeasure

    /// What a unit costs of which a quantity cost an amount.
    /// - Parameters:
    ///   - quantity: Above zero.
    ///   - conversion: What is known of the food, when the quantity is in another dimension than the unit.
    /// - Throws: ``UnitConversionError``; ``UnitConversionError/invalidMeasure`` for a quantity of zero or less.
    public init(
        of amount: Money,
        for quantity: Quantity,
        per unit: UnitOfMeasure,
        using conversion: UnitConversion = UnitConversion()
    ) throws(UnitConversionError) {
        let units = try conversion.convert(quantity, to: unit)
        guard units.amount > 0 else { throw .invalidMeasure }
        do {
            price = try Rational(amount.amount) / units.amount
        } catch {
            throw .arithmetic(error)
        }
        currency = amount.currency
        self.unit = unit
    }

    /// The price for people, rounded once.
    /// - Parameter extraDigits: Digits beyond those of the currency's minor unit; prices of small units need some.
    /// - Throws: ``ArithmeticError/overflow`` above 38 digits.
    public func rounded(extraDigits: Int = 2) throws(ArithmeticError) -> ExactDecimal {
        try price.rounded(toScale: currency.minorDigits + extraDigits)
    }

    /// Whether a price is lower than another of the same currency and unit; nil when they can't be compared.
    public func isLower(than other: UnitPrice) -> Bool? {
        currency == other.currency && unit == other.unit ? price < other.price : nil
    }
}
