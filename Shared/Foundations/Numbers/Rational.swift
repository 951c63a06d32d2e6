/// An exact fraction of two 128-bit integers in lowest terms.
///
/// Conversions of units are calculated in it, so that nothing is rounded before the result is shown.
public struct Rational: Sendable, Hashable {
    /// The upper part, with the sign.
    public let numerator: Int128
    /// The lower part, above zero.
    public let denominator: Int128

    /// Zero.
    public static let zero = Rational(0)
    /// One.
    public static let one = Rational(1)

    /// A whole number.
    public init(_ number: Int64) { self.init(reduced: Int128(number), 1) }

    /// The fraction of two integers.
    /// - Throws: ``ArithmeticError/divisionByZero``, or ``ArithmeticError/overflow`` for the smallest 128-bit integer.
    public init(_ numerator: Int128, _ denominator: Int128) throws(ArithmeticError) {
        guard denominator != 0 else { throw .divisionByZero }
        let divisor = Self.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
        let isNegative = (numerator < 0) != (denominator < 0)
        guard let above = Int128(exactly: numerator.magnitude / divisor),
            let below = Int128(exactly: denominator.magnitude / divisor)
        else { throw .overflow }
        self.init(reduced: isNegative ? -above : above, below)
    }

    /// A decimal number as a fraction.
    /// - Throws: ``ArithmeticError/overflow`` for one with more digits after its point than 128 bits have room for.
    public init(_ decimal: ExactDecimal) throws(ArithmeticError) {
        let decimal = decimal.normalized
        try self.init(decimal.coefficient, Int128(try PowersOfTen.power(decimal.scale)))
    }

    private init(reduced numerator: Int128, _ denominator: Int128) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Whether the number is zero.
    public var isZero: Bool { numerator == 0 }

    /// The number as a decimal, rounded once from its exact value.
    /// - Parameter scale: Digits after the decimal point, 0 to 38.
    /// - Throws: ``ArithmeticError/overflow`` above 38 digits.
    public func rounded(
        toScale scale: Int,
        _ rule: FloatingPointRoundingRule = .toNearestOrEven
    ) throws(ArithmeticError) -> ExactDecimal {
        guard (0...ExactDecimal.digitLimit).contains(scale) else { throw .overflow }
        let division = try RoundedDivision(numerator.magnitude, by: denominator.magnitude, digits: scale)
        let isNegative = numerator < 0
        return try ExactDecimal(
            magnitude: division.magnitude(rule, isNegative: isNegative),
            isNegative: isNegative,
            scale: scale
        )
    }

    /// Euclid's algorithm; 1 for two zeros.
    private static func greatestCommonDivisor(_ first: UInt128, _ second: UInt128) -> UInt128 {
        var (first, second) = (first, second)
        while second != 0 { (first, second) = (second, first % second) }
        return max(first, 1)
    }
}

extension Rational {
    /// The exact sum.
    /// - Throws: ``ArithmeticError/overflow`` above 128 bits.
    public static func + (first: Rational, second: Rational) throws(ArithmeticError) -> Rational {
        // Over the least common denominator, so that fewer sums are too large.
        let divisor = Int128(
            greatestCommonDivisor(first.denominator.magnitude, second.denominator.magnitude)
        )
        let left = try product(first.numerator, second.denominator / divisor)
        let right = try product(second.numerator, first.denominator / divisor)
        let (sum, overflows) = left.addingReportingOverflow(right)
        guard !overflows else { throw .overflow }
        return try Rational(sum, try product(first.denominator, second.denominator / divisor))
    }

    /// The exact difference.
    /// - Throws: ``ArithmeticError/overflow`` above 128 bits.
    public static func - (first: Rational, second: Rational) throws(ArithmeticError) -> Rational {
        try first + -second
    }

    /// The number with the opposite sign.
    public static prefix func - (number: Rational) -> Rational {
        Rational(reduced: -number.numerator, number.denominator)
    }

    /// The exact product.
    /// - Throws: ``ArithmeticError/overflow`` above 128 bits.
    public static func * (first: Rational, second: Rational) throws(ArithmeticError) -> Rational {
        // Reduced crosswise first, so that only products that are too large themselves don't fit.
        let left = try Rational(first.numerator, second.denominator)
        let right = try Rational(second.numerator, first.denominator)
        return Rational(
            reduced: try product(left.numerator, right.numerator),
            try product(left.denominator, right.denominator)
        )
    }

    /// The exact quotient.
    /// - Throws: ``ArithmeticError/divisionByZero``, or ``ArithmeticError/overflow`` above 128 bits.
    public static func / (first: Rational, second: Rational) throws(ArithmeticError) -> Rational {
        try first * Rational(second.denominator, second.numerator)
    }

    private static func product(_ first: Int128, _ second: Int128) throws(ArithmeticError) -> Int128 {
        let (product, overflows) = first.multipliedReportingOverflow(by: second)
        // The smallest integer has no opposite.
        guard !overflows, product != .min else { throw .overflow }
        return product
    }
}

extension Rational: Comparable {
    /// Compares exactly.
    public static func < (first: Rational, second: Rational) -> Bool {
        let left = first.numerator.multipliedFullWidth(by: second.denominator)
        let right = second.numerator.multipliedFullWidth(by: first.denominator)
        return (left.high, left.low) < (right.high, right.low)
    }
}

extension Rational: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral number: Int64) { self.init(number) }
}

extension Rational: CustomStringConvertible {
    /// `7/3`, or `7` for a whole number.
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
