extension ExactDecimal {
    /// The exact sum, with the larger scale of both unless zeros at its end have no room.
    /// - Throws: ``ArithmeticError/overflow`` above 38 digits.
    public static func + (first: ExactDecimal, second: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        do {
            return try aligned(first, second)
        } catch {
            // Without the zeros that end a fraction there may be room.
            return try aligned(first.normalized, second.normalized)
        }
    }

    /// The exact difference, with the larger scale of both unless zeros at its end have no room.
    /// - Throws: ``ArithmeticError/overflow`` above 38 digits.
    public static func - (first: ExactDecimal, second: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        try first + -second
    }

    /// The number with the opposite sign.
    public static prefix func - (number: ExactDecimal) -> ExactDecimal {
        ExactDecimal(unchecked: -number.coefficient, scale: number.scale)
    }

    /// The exact product, with the sum of both scales unless zeros at its end have no room.
    /// - Throws: ``ArithmeticError/overflow`` above 38 digits.
    public static func * (first: ExactDecimal, second: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        let product = first.coefficient.magnitude.multipliedFullWidth(by: second.coefficient.magnitude)
        return try fitting(
            product.high,
            product.low,
            isNegative: first.isNegative != second.isNegative,
            scale: first.scale + second.scale
        )
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
        let (left, right) = (try first.magnitude(atScale: scale), try second.magnitude(atScale: scale))
        guard first.isNegative == second.isNegative else {
            let (larger, smaller) = left < right ? (second, left) : (first, right)
            return try fitting(0, max(left, right) - smaller, isNegative: larger.isNegative, scale: scale)
        }
        let (sum, overflows) = left.addingReportingOverflow(right)
        return try fitting(overflows ? 1 : 0, sum, isNegative: first.isNegative, scale: scale)
    }

    private func magnitude(atScale wanted: Int) throws(ArithmeticError) -> UInt128 {
        let (scaled, overflows) = coefficient.magnitude.multipliedReportingOverflow(
            by: try PowersOfTen.power(wanted - scale)
        )
        guard !overflows else { throw .overflow }
        return scaled
    }

    /// The number with a magnitude of 256 bits, without zeros at its end that there is no room for.
    private static func fitting(
        _ high: UInt128,
        _ low: UInt128,
        isNegative: Bool,
        scale: Int
    ) throws(ArithmeticError) -> ExactDecimal {
        var (high, low, scale) = (high, low, scale)
        while high != 0 || low > largestCoefficient || scale > digitLimit {
            let (quotient, rest) = high.quotientAndRemainder(dividingBy: 10)
            let (last, digit) = UInt128(10).dividingFullWidth((rest, low))
            guard digit == 0, scale > 0 else { throw .overflow }
            (high, low, scale) = (quotient, last, scale - 1)
        }
        return try ExactDecimal(magnitude: low, isNegative: isNegative, scale: scale)
    }
}
