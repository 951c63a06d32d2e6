/// The sum of amounts that are converted to one currency, rounded once.
///
/// Each amount is multiplied by its exact factor. What isn't a whole minor unit is added up in units of 10^-30, so that rates
/// whose inverse has no end are summed without fractions of ever more digits. The sum of a million such amounts is known to
/// 10^-24 of a minor unit; what is a half within that counts as one.
public struct ConversionSum: Sendable, Hashable {
    /// Units of the fraction in a minor unit.
    private static let unit: Int128 = 1_000_000_000_000_000_000_000_000_000_000

    private var whole: Int128 = 0
    /// In units of 10^-30, less than one minor unit from zero.
    private var fraction: Int128 = 0
    /// How many amounts have more digits than the fraction; each is less than a unit from its exact value.
    private var inexact: Int128 = 0

    /// No amounts.
    public init() {}

    /// Adds an amount.
    /// - Parameters:
    ///   - amount: In minor units of its own currency.
    ///   - factor: How many minor units of the sum's currency one of them is: above 0, and both of its parts below 10^38.
    /// - Throws: ``ArithmeticError/overflow`` above 128 bits.
    public mutating func add(_ amount: Int128, times factor: Rational) throws(ArithmeticError) {
        precondition(factor > .zero, "an amount is worth something")
        let divisor = factor.denominator.magnitude
        let product = amount.magnitude.multipliedFullWidth(by: factor.numerator.magnitude)
        guard product.high < divisor else { throw .overflow }
        let (quotient, rest) = divisor.dividingFullWidth(product)
        let (digits, left) = divisor.dividingFullWidth(rest.multipliedFullWidth(by: Self.unit.magnitude))
        guard let magnitude = Int128(exactly: quotient) else { throw .overflow }
        try add(amount < 0 ? -magnitude : magnitude, amount < 0 ? -Int128(digits) : Int128(digits))
        if left != 0 { inexact += 1 }
    }

    /// Adds the amounts of another sum.
    /// - Throws: ``ArithmeticError/overflow`` above 128 bits.
    public mutating func add(_ sum: ConversionSum) throws(ArithmeticError) {
        try add(sum.whole, sum.fraction)
        inexact += sum.inexact
    }

    private mutating func add(_ amount: Int128, _ part: Int128) throws(ArithmeticError) {
        let sum = fraction + part
        let (carried, overflows) = whole.addingReportingOverflow(amount)
        let (next, overflowsAgain) = carried.addingReportingOverflow(sum / Self.unit)
        guard !overflows, !overflowsAgain else { throw .overflow }
        (whole, fraction) = (next, sum % Self.unit)
    }

    /// The sum in minor units, halves to even.
    public var rounded: Int128 {
        let below = fraction < 0 ? whole - 1 : whole
        let rest = fraction < 0 ? fraction + Self.unit : fraction
        let beyondHalf = 2 * rest - Self.unit
        if beyondHalf.magnitude <= 2 * inexact.magnitude { return below.isMultiple(of: 2) ? below : below + 1 }
        return beyondHalf > 0 ? below + 1 : below
    }
}

extension Rational {
    /// The factor from minor units of one currency to those of another.
    /// - Parameter rate: How much of the other currency one of the first is.
    /// - Throws: ``ArithmeticError/overflow`` above 128 bits.
    public init(minorUnitsOf currency: Currency, in other: Currency, at rate: Rational) throws(ArithmeticError) {
        let power = try PowersOfTen.power(abs(other.minorDigits - currency.minorDigits))
        let shift = try Rational(Int128(power), 1)
        self = try other.minorDigits >= currency.minorDigits ? rate * shift : rate / shift
    }
}
