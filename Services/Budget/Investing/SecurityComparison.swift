import Foundations

/// What was spent in a period, by currency, in minor units.
struct SpentAmount: Sendable, Equatable {
    /// In the security's currency.
    let comparable: Int128
    /// In other currencies, by their codes; those without are left out.
    let apart: [String: Int128]

    /// Sums up a ledger.
    /// - Parameter categories: The slugs of those whose items alone count; empty for everything.
    init(_ ledger: [CountedPurchase], in currency: String, categories: Set<String>) {
        var sums: [String: Int128] = [:]
        for purchase in ledger { sums[purchase.currency, default: 0] += purchase.amount(in: categories) }
        comparable = sums[currency] ?? 0
        apart = sums.filter { $0.key != currency && $0.value != 0 }
    }
}

extension CountedPurchase {
    /// What of it counts: all of it, or its items in these categories without taxes.
    func amount(in categories: Set<String>) -> Int128 {
        guard !categories.isEmpty else { return sums.counted }
        return items.reduce(0) { $0 + (categories.contains($1.category) ? $1.amount : 0) }
    }
}

/// What was spent in one period, had it been invested at the beginning of another one.
struct SecurityComparison: Sendable, Equatable {
    /// What it was worth on a day.
    struct Point: Sendable, Equatable {
        let day: CalendarDay
        let worth: Int128
    }

    /// The most points of a chart.
    static let pointLimit = 120

    let outcome: InvestmentOutcome
    /// Oldest first, with the first and the last day.
    let points: [Point]
    let outlook: StartOutlook?

    /// Compares; nil where there are no prices at the beginning and the end of the period.
    /// - Throws: `ArithmeticError` beyond 128 bits.
    init?(
        _ amount: Int128,
        from first: CalendarDay,
        to last: CalendarDay,
        in timeline: PriceTimeline
    ) throws(ArithmeticError) {
        guard let start = timeline.start(on: first), let end = timeline.end(on: last), start <= end else { return nil }
        let prices = timeline.points
        outcome = try InvestmentOutcome(amount, from: prices[start], to: prices[end])
        var points: [Point] = []
        for index in Self.spread(start...end, over: Self.pointLimit) {
            let worth = try InvestmentOutcome(amount, from: prices[start], to: prices[index]).worth
            points.append(Point(day: prices[index].day, worth: worth))
        }
        self.points = points
        outlook = try StartOutlook(of: amount, from: prices[start].day, to: prices[end].day, in: timeline)
    }

    /// At most so many indices of a range at even distances, with the first and the last one.
    private static func spread(_ range: ClosedRange<Int>, over limit: Int) -> [Int] {
        guard range.count > limit else { return Array(range) }
        return (0..<limit).map { range.lowerBound + $0 * (range.count - 1) / (limit - 1) }
    }
}
