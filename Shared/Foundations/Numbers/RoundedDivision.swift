/// The whole part of a division and what is left, from which any rounding follows.
struct RoundedDivision {
    /// The quotient's magnitude, rounded towards zero.
    private(set) var quotient: UInt128
    private var remainder: Remainder

    /// What was cut off, beside half of the last digit that is kept.
    private enum Remainder {
        case zero, belowHalf, half, aboveHalf
    }

    /// Divides magnitudes.
    /// - Parameter divisor: Above zero.
    init(_ dividend: UInt128, by divisor: UInt128) {
        let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        self.quotient = quotient
        remainder = Self.classify(rest, of: divisor, hasMore: false)
    }

    /// Divides magnitudes, with digits after the decimal point or, when negative, fewer than all before it.
    ///
    /// The quotient is `dividend / divisor * 10^digits`.
    /// - Parameters:
    ///   - divisor: Above zero.
    ///   - digits: From -38.
    init(_ dividend: UInt128, by divisor: UInt128, digits: Int) throws(ArithmeticError) {
        var (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        guard digits >= 0 else {
            let power = try PowersOfTen.power(-digits)
            let (shortened, cut) = quotient.quotientAndRemainder(dividingBy: power)
            self.quotient = shortened
            remainder = Self.classify(cut, of: power, hasMore: rest != 0)
            return
        }
        for _ in 0..<digits {
            if quotient == 0, rest == 0 { break }
            let (high, low) = rest.multipliedFullWidth(by: 10)
            let (digit, next) = divisor.dividingFullWidth((high, low))
            rest = next
            let (scaled, overflows) = quotient.multipliedReportingOverflow(by: 10)
            let (sum, overflowsAgain) = scaled.addingReportingOverflow(digit)
            guard !overflows, !overflowsAgain else { throw .overflow }
            quotient = sum
        }
        self.quotient = quotient
        remainder = Self.classify(rest, of: divisor, hasMore: false)
    }

    /// The magnitude of the rounded quotient.
    func magnitude(_ rule: FloatingPointRoundingRule, isNegative: Bool) -> UInt128 {
        let awayFromZero: Bool =
            switch (rule, remainder) {
            case (_, .zero), (.towardZero, _): false
            case (.awayFromZero, _): true
            case (.up, _): !isNegative
            case (.down, _): isNegative
            case (_, .belowHalf): false
            case (_, .aboveHalf): true
            case (.toNearestOrEven, .half): !quotient.isMultiple(of: 2)
            case (.toNearestOrAwayFromZero, .half): true
            @unknown default: true
            }
        return awayFromZero ? quotient + 1 : quotient
    }

    private static func classify(_ rest: UInt128, of divisor: UInt128, hasMore: Bool) -> Remainder {
        if rest == 0 { return hasMore ? .belowHalf : .zero }
        // Twice the rest may not fit.
        let other = divisor - rest
        if rest != other { return rest < other ? .belowHalf : .aboveHalf }
        return hasMore ? .aboveHalf : .half
    }
}

/// The powers of ten that 128 bits hold.
enum PowersOfTen {
    /// Largest exponent whose power fits.
    static let largestExponent = 38

    private static let table: [UInt128] = (0..<largestExponent).reduce(into: [1]) { powers, exponent in
        powers.append(powers[exponent] * 10)
    }

    /// Ten to the power of `exponent`.
    /// - Parameter exponent: Not negative.
    static func power(_ exponent: Int) throws(ArithmeticError) -> UInt128 {
        guard exponent <= largestExponent else { throw .overflow }
        return table[exponent]
    }
}
