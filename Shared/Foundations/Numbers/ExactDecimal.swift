/// A decimal number of up to 38 digits that is calculated with exactly.
///
/// For rates, prices per unit and securities; PostgreSQL's `numeric` is its form in the database. An operation whose exact
/// result needs more digits throws rather than rounds, and a division says how it rounds. Like `numeric`, a number keeps the
/// zeros at the end of its fraction (`1.50`), which don't count in comparisons. It stands on the standard library's 128-bit
/// integer: `Foundation.Decimal` rounds what doesn't fit without notice, and an integer of any length would need a limit.
public struct ExactDecimal: Sendable {
    /// The number without its decimal point, at most 38 digits.
    public let coefficient: Int128
    /// How many of the digits stand after the decimal point, 0 to 38.
    public let scale: Int

    /// Most digits of a number.
    public static let digitLimit = 38

    /// Zero.
    public static let zero = ExactDecimal(unchecked: 0, scale: 0)

    /// The number `coefficient / 10^scale`.
    /// - Parameter scale: 0 to 38.
    /// - Throws: ``ArithmeticError/overflow`` when there are more digits than 38, before or after the point.
    public init(coefficient: Int128, scale: Int) throws(ArithmeticError) {
        guard (0...Self.digitLimit).contains(scale), coefficient.magnitude <= Self.largestCoefficient else {
            throw .overflow
        }
        self.init(unchecked: coefficient, scale: scale)
    }

    /// A whole number.
    public init(_ number: Int64) { self.init(unchecked: Int128(number), scale: 0) }

    /// The number `units / 10^scale`, such as 12.30 for 1,230 hundredths.
    /// - Parameter scale: 0 to 38, as a precondition; every 64-bit number fits then.
    public init(_ units: Int64, scale: Int) {
        precondition((0...Self.digitLimit).contains(scale), "The scale \(scale) is beyond 38 digits")
        self.init(unchecked: Int128(units), scale: scale)
    }

    init(unchecked coefficient: Int128, scale: Int) {
        self.coefficient = coefficient
        self.scale = scale
    }

    /// The number with this magnitude and sign.
    init(magnitude: UInt128, isNegative: Bool, scale: Int) throws(ArithmeticError) {
        guard magnitude <= Self.largestCoefficient else { throw .overflow }
        try self.init(coefficient: isNegative ? -Int128(magnitude) : Int128(magnitude), scale: scale)
    }

    static let largestCoefficient: UInt128 = 99_999_999_999_999_999_999_999_999_999_999_999_999

    /// Whether the number is zero.
    public var isZero: Bool { coefficient == 0 }

    /// Whether the number is below zero.
    public var isNegative: Bool { coefficient < 0 }

    /// The same number without zeros at the end of its fraction.
    public var normalized: ExactDecimal {
        var (coefficient, scale) = (coefficient, scale)
        while scale > 0, coefficient.isMultiple(of: 10) {
            coefficient /= 10
            scale -= 1
        }
        return ExactDecimal(unchecked: coefficient, scale: scale)
    }
}

extension ExactDecimal: Hashable, Comparable {
    /// Whether the numbers are equal, whatever zeros end their fractions.
    public static func == (first: ExactDecimal, second: ExactDecimal) -> Bool {
        let (first, second) = (first.normalized, second.normalized)
        return first.coefficient == second.coefficient && first.scale == second.scale
    }

    /// Hashes the value, whatever zeros end the fraction.
    public func hash(into hasher: inout Hasher) {
        let normalized = normalized
        hasher.combine(normalized.coefficient)
        hasher.combine(normalized.scale)
    }

    /// Compares exactly, whatever the scales are.
    public static func < (first: ExactDecimal, second: ExactDecimal) -> Bool {
        if first.isNegative != second.isNegative { return first.isNegative }
        let (left, right) = (first.scaledMagnitude(for: second), second.scaledMagnitude(for: first))
        let isSmaller = (left.high, left.low) < (right.high, right.low)
        let isEqual = (left.high, left.low) == (right.high, right.low)
        return first.isNegative ? !isSmaller && !isEqual : isSmaller
    }

    /// The magnitude in units of the smaller last digit of both.
    private func scaledMagnitude(for other: ExactDecimal) -> (high: UInt128, low: UInt128) {
        let power = (0..<max(0, other.scale - scale)).reduce(UInt128(1)) { power, _ in power * 10 }
        return coefficient.magnitude.multipliedFullWidth(by: power)
    }
}
