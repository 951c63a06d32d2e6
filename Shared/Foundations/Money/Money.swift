/// An amount of money, counted exactly in the currency's minor units.
///
/// Calculations are checked: they throw when a result doesn't fit 64 bits or the currencies differ, and never wrap or trap.
public struct Money: Sendable, Hashable {
    /// The amount in minor units: cents of a dollar, whole yen, thousandths of a dinar.
    public var minorUnits: Int64
    /// The currency.
    public let currency: Currency

    /// An amount in minor units.
    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// The exact amount in major units.
    /// - Throws: ``ArithmeticError/inexact`` when it has a part of a minor unit; ``ArithmeticError/overflow`` beyond 64 bits.
    public init(exactly amount: ExactDecimal, currency: Currency) throws(ArithmeticError) {
        try self.init(amount, currency: currency, rounding: .towardZero)
        guard self.amount == amount else { throw .inexact }
    }

    /// No money.
    public static func zero(_ currency: Currency) -> Money { Money(minorUnits: 0, currency: currency) }

    /// An amount in major units, rounded to the minor unit.
    /// - Throws: ``ArithmeticError/overflow`` beyond 64 bits.
    public init(
        _ amount: ExactDecimal,
        currency: Currency,
        rounding rule: FloatingPointRoundingRule = .toNearestOrEven
    ) throws(ArithmeticError) {
        let rounded = try amount.rounded(toScale: currency.minorDigits, rule)
        guard let minorUnits = Int64(exactly: rounded.coefficient) else { throw .overflow }
        self.init(minorUnits: minorUnits, currency: currency)
    }

    /// The amount in major units, with the currency's digits after the point.
    public var amount: ExactDecimal {
        ExactDecimal(minorUnits, scale: currency.minorDigits)
    }
}

extension Money {
    /// The sum.
    /// - Throws: ``ArithmeticError/overflow`` or ``ArithmeticError/currencyMismatch(_:_:)``.
    public static func + (first: Money, second: Money) throws(ArithmeticError) -> Money {
        try first.requireSameCurrency(as: second)
        return try first.with(first.minorUnits.addingReportingOverflow(second.minorUnits))
    }

    /// The difference.
    /// - Throws: ``ArithmeticError/overflow`` or ``ArithmeticError/currencyMismatch(_:_:)``.
    public static func - (first: Money, second: Money) throws(ArithmeticError) -> Money {
        try first.requireSameCurrency(as: second)
        return try first.with(first.minorUnits.subtractingReportingOverflow(second.minorUnits))
    }

    /// The amount times a count.
    /// - Throws: ``ArithmeticError/overflow``.
    public static func * (amount: Money, count: Int64) throws(ArithmeticError) -> Money {
        try amount.with(amount.minorUnits.multipliedReportingOverflow(by: count))
    }

    /// The amount with the opposite sign.
    /// - Throws: ``ArithmeticError/overflow`` for the smallest amount, which has no opposite.
    public func negated() throws(ArithmeticError) -> Money { try Money.zero(currency) - self }

    /// The sum of amounts in one currency, zero for none.
    ///
    /// Only the total has to fit, not the sums on the way.
    /// - Throws: ``ArithmeticError/overflow`` or ``ArithmeticError/currencyMismatch(_:_:)``.
    public static func sum(
        of amounts: some Sequence<Money>,
        in currency: Currency
    ) throws(ArithmeticError) -> Money {
        var sum = Int128(0)
        for amount in amounts {
            try Money.zero(currency).requireSameCurrency(as: amount)
            let (next, overflows) = sum.addingReportingOverflow(Int128(amount.minorUnits))
            guard !overflows else { throw .overflow }
            sum = next
        }
        guard let minorUnits = Int64(exactly: sum) else { throw .overflow }
        return Money(minorUnits: minorUnits, currency: currency)
    }

    /// Whether an amount is smaller than another of the same currency.
    /// - Throws: ``ArithmeticError/currencyMismatch(_:_:)``: amounts in two currencies have no order.
    public static func < (first: Money, second: Money) throws(ArithmeticError) -> Bool {
        try first.requireSameCurrency(as: second)
        return first.minorUnits < second.minorUnits
    }

    /// A part of the amount in hundredths of a percent: 1,300 basis points are 13 %.
    /// - Parameter rule: How a part of a minor unit is rounded.
    /// - Throws: ``ArithmeticError/overflow``.
    public func share(
        basisPoints: Int64,
        rounding rule: FloatingPointRoundingRule = .toNearestOrEven
    ) throws(ArithmeticError) -> Money {
        let product = Int128(minorUnits) * Int128(basisPoints)
        let isNegative = product < 0
        let magnitude = RoundedDivision(product.magnitude, by: 10_000).magnitude(rule, isNegative: isNegative)
        guard let units = Int128(exactly: magnitude).flatMap({ Int64(exactly: isNegative ? -$0 : $0) }) else {
            throw .overflow
        }
        return Money(minorUnits: units, currency: currency)
    }

    /// The amount times a factor, rounded once to the minor unit.
    /// - Throws: ``ArithmeticError/overflow``.
    public func multiplied(
        by factor: ExactDecimal,
        rounding rule: FloatingPointRoundingRule = .toNearestOrEven
    ) throws(ArithmeticError) -> Money {
        try converted(to: currency, rate: factor, rounding: rule)
    }

    /// The amount in another currency, rounded once to its minor unit.
    /// - Parameter rate: Major units of the other currency for one of this.
    /// - Throws: ``ArithmeticError/overflow``.
    public func converted(
        to currency: Currency,
        rate: ExactDecimal,
        rounding rule: FloatingPointRoundingRule = .toNearestOrEven
    ) throws(ArithmeticError) -> Money {
        try Money(try amount * rate, currency: currency, rounding: rule)
    }

    private func requireSameCurrency(as other: Money) throws(ArithmeticError) {
        guard currency == other.currency else { throw .currencyMismatch(currency.code, other.currency.code) }
    }

    private func with(_ result: (partialValue: Int64, overflow: Bool)) throws(ArithmeticError) -> Money {
        guard !result.overflow else { throw .overflow }
        return Money(minorUnits: result.partialValue, currency: currency)
    }
}

extension Money: CustomStringConvertible {
    /// The amount and the currency's code, `-12.50 CAD`; for logs.
    public var description: String { "\(amount) \(currency.code)" }
}
