extension ExactDecimal {
    /// The exact sum, with the larger scale of both.
    /// - Throws: ``ArithmeticError/overflow`` above 38 digits.
    public static func + (first: ExactDecimal, second: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        do {
            return try aligned(first, second)
        } catch {
            // Without the zeros that end a fraction there may be room.
            return try aligned(first.normalized, second.normalized)
        }
    }

    /// The exact difference, with the larger scale of both.
    /// - Throws: ``ArithmeticError/overflow`` above 38 digits.
    public static func - (first: ExactDecimal, second: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        try first + -second
    }

    /// The number with the opposite sign.
    public static prefix func - (number: ExactDecimal) -> ExactDecimal {
        ExactDecimal(unchecked: -number.coefficient, scale: number.scale)
    }

    /// The exact product, with the sum of both scales where that fits.
    /// - Throws: ``ArithmeticError/overflow`` above 38 digits.
    public static func * (first: ExactDecimal, second: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        do {
            return try product(first, second)
        } catch {
            return try product(first.normalized, second.normalized)
        }
    }

    /// The quotient, rounded to a scale.
    /// - Parameters:
    ///   - scale: Digits after the decimal point, 0 to 38.
    ///   - rule: How a quotient with more digits is rounded, from its exact value.
    /// - Throws: ``ArithmeticError/divisionByZero``, or ``ArithmeticError/overflow`` above 38 digits.
    public func divided(
        by divisor: ExactDecimal,
        scale: Int,
        rounding rule: FloatingPointRoundingRule = .toNearestOrEven
    ) throws(ArithmeticError) -> ExactDecimal {
        guard !divisor.isZero else { throw .divisionByZero }
        guard (0...Self.digitLimit).contains(scale) else { throw .overflow }
        let division = try RoundedDivision(
            coefficient.magnitude,
            by: divisor.coefficient.magnitude,
            digits: scale - self.scale + divisor.scale
        )
        let isNegative = isNegative != divisor.isNegative
        return try ExactDecimal(
            magnitude: division.magnitude(rule, isNegative: isNegative),
            isNegative: isNegative,
            scale: scale
        )
    }

    /// The number with a scale, rounded where it has more digits and filled with zeros where it has fewer.
    /// - Parameter scale: Digits after the decimal point, 0 to 38.
    /// - Throws: ``ArithmeticError/overflow`` when the zeros have no room.
    public func rounded(
        toScale scale: Int,
        _ rule: FloatingPointRoundingRule = .toNearestOrEven
    ) throws(ArithmeticError) -> ExactDecimal {
        try divided(by: ExactDecimal(1), scale: scale, rounding: rule)
    }

    /// The whole number that this is; nil when it has a fraction or is beyond 64 bits.
    public var wholeNumber: Int64? {
        let normalized = normalized
        return normalized.scale == 0 ? Int64(exactly: normalized.coefficient) : nil
    }

    private static func aligned(
        _ first: ExactDecimal,
        _ second: ExactDecimal
    ) throws(ArithmeticError) -> ExactDecimal {
        let scale = max(first.scale, second.scale)
        let (sum, overflows) = try first.coefficient(atScale: scale)
            .addingReportingOverflow(second.coefficient(atScale: scale))
        guard !overflows else { throw .overflow }
        return try ExactDecimal(coefficient: sum, scale: scale)
    }

    private func coefficient(atScale wanted: Int) throws(ArithmeticError) -> Int128 {
        let power = try PowersOfTen.power(wanted - scale)
        let (scaled, overflows) = coefficient.multipliedReportingOverflow(by: Int128(power))
        guard !overflows else { throw .overflow }
        return scaled
    }

    private static func product(
        _ first: ExactDecimal,
        _ second: ExactDecimal
    ) throws(ArithmeticError) -> ExactDecimal {
        let (product, overflows) = first.coefficient.multipliedReportingOverflow(by: second.coefficient)
        guard !overflows else { throw .overflow }
        var (coefficient, scale) = (product, first.scale + second.scale)
        // Numbers without zeros at their ends may still have a product with some: 0.5 × 0.2.
        while coefficient.isMultiple(of: 10), scale > digitLimit {
            coefficient /= 10
            scale -= 1
        }
        return try ExactDecimal(coefficient: coefficient, scale: scale)
    }
}
