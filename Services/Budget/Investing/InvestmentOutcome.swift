import Foundations

/// What an amount becomes between two days, in minor units of the security's currency.
struct InvestmentOutcome: Sendable, Equatable {
    let firstDay: CalendarDay
    let lastDay: CalendarDay
    let invested: Int128
    /// Rounded once, half away from zero.
    let worth: Int128

    var gain: Int128 { worth - invested }

    /// The gain in hundredths of a percent of what was invested, half away from zero; nil unless that is above zero.
    var basisPoints: Int128? { invested > 0 ? (gain * 10_000).dividedRounding(by: invested) : nil }

    init(firstDay: CalendarDay, lastDay: CalendarDay, invested: Int128, worth: Int128) {
        (self.firstDay, self.lastDay, self.invested, self.worth) = (firstDay, lastDay, invested, worth)
    }

    /// An amount that is invested at one price and worth what it is at another.
    /// - Throws: `ArithmeticError` beyond 128 bits.
    init(
        _ amount: Int128,
        from start: PriceTimeline.Point,
        to end: PriceTimeline.Point
    ) throws(ArithmeticError) {
        let (product, overflows) = amount.multipliedReportingOverflow(by: Int128(end.close))
        guard !overflows else { throw .overflow }
        let worth = product.dividedRounding(by: Int128(start.close))
        self.init(firstDay: start.day, lastDay: end.day, invested: amount, worth: worth)
    }
}

/// What amounts that are invested at several prices are worth together at another one, exactly.
struct InvestedAmounts: Sendable {
    /// Digits with which parts of a minor unit are added up that have no common denominator within 128 bits.
    private static let partsOfUnit: Int128 = 1_000_000_000_000_000_000

    /// Amounts by the price at which they were invested.
    private var amounts: [Int64: Int128] = [:]
    private(set) var total: Int128 = 0

    mutating func add(_ amount: Int128, at close: Int64) {
        amounts[close, default: 0] += amount
        total += amount
    }

    /// What they are worth at a price, rounded once, half away from zero.
    ///
    /// The sum is exact where it is a fraction of two 128-bit integers. Otherwise the parts of a minor unit are added up with 18
    /// digits, so that the result is the rounded exact sum unless that is within a billionth of half a unit.
    /// - Throws: `ArithmeticError` beyond 128 bits.
    func worth(at close: Int64) throws(ArithmeticError) -> Int128 {
        var whole: Int128 = 0
        var parts: [(above: Int128, below: Int128)] = []
        for (price, amount) in amounts.sorted(by: { $0.key < $1.key }) {
            let (product, overflows) = amount.multipliedReportingOverflow(by: Int128(close))
            guard !overflows else { throw .overflow }
            var (quotient, remainder) = product.quotientAndRemainder(dividingBy: Int128(price))
            if remainder < 0 { (quotient, remainder) = (quotient - 1, remainder + Int128(price)) }
            let (sum, exceeds) = whole.addingReportingOverflow(quotient)
            guard !exceeds else { throw .overflow }
            whole = sum
            if remainder > 0 { parts.append((remainder, Int128(price))) }
        }
        let exact = Self.exactSum(of: parts)
        let above = exact?.numerator ?? parts.reduce(0) { $0 + $1.above * Self.partsOfUnit / $1.below }
        let below = exact?.denominator ?? Self.partsOfUnit
        let (units, part) = above.quotientAndRemainder(dividingBy: below)
        whole += units
        // The part is above the whole number below the sum, which half a unit stays with where the sum is negative.
        let isRoundedUp = whole < 0 ? part > below - part : part >= below - part
        return whole + (isRoundedUp ? 1 : 0)
    }

    /// The sum as a fraction; nil beyond 128 bits.
    private static func exactSum(of parts: [(above: Int128, below: Int128)]) -> Rational? {
        var sum = Rational.zero
        for part in parts {
            guard let next = try? sum + Rational(part.above, part.below) else { return nil }
            sum = next
        }
        return sum
    }
}

extension Int128 {
    /// The quotient, rounded half away from zero.
    /// - Precondition: The divisor is above zero and below half of the largest number.
    func dividedRounding(by divisor: Int128) -> Int128 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        guard remainder.magnitude >= divisor.magnitude - remainder.magnitude else { return quotient }
        return quotient + (self < 0 ? -1 : 1)
    }
}
