import BudgetMessages
import Foundations

/// What was paid for something within a year, beside what the same quantities cost on average.
struct AverageComparison: Sendable {
    /// What a price is compared with.
    struct Match: Sendable {
        let good: AverageGood
        let average: AverageGood.Average
    }

    let key: PriceSeries.Key
    /// The latest purchase's.
    let match: Match
    /// How many times it was bought.
    let purchases: Int
    /// How much was bought, in the unit of prices.
    let measured: Rational
    /// What was paid for it all, and what it costs on average, in major units.
    let paid: Rational
    let average: Rational

    /// In how many days, today included, purchases are compared.
    static let days = 365
    /// A price that is more often than this the average, or the average that of it, is hardly of the same thing.
    static let farthest = Rational(4)

    /// The comparison of a series; nil where nothing in it can be compared, or a sum has no room.
    init?(_ series: PriceSeries, with goods: AverageGoods, on today: CalendarDay) {
        var (measured, paid, average) = (Rational.zero, Rational.zero, Rational.zero)
        var latest: (match: Match, count: Int)?
        for price in series.prices where price.day.distance(to: today) < Self.days {
            guard let match = goods.match(for: price, of: series.key) else { continue }
            guard let sum = try? measured + price.measured,
                let paidSum = try? paid + price.paid * price.measured,
                let averageSum = try? average + match.average.price * price.measured
            else { return nil }
            (measured, paid, average) = (sum, paidSum, averageSum)
            latest = (match, (latest?.count ?? 0) + 1)
        }
        guard let latest else { return nil }
        (key, match, purchases) = (series.key, latest.match, latest.count)
        (self.measured, self.paid, self.average) = (measured, paid, average)
        if (try? amounts) == nil { return nil }
    }

    /// What costs most above the average first; then in the order of what it is, so that lists don't change by themselves.
    static func isAhead(
        _ first: (AverageComparison, Budget.PricedItem),
        _ second: (AverageComparison, Budget.PricedItem)
    ) -> Bool {
        let excess = { (comparison: AverageComparison) in (try? comparison.paid - comparison.average) ?? .zero }
        let (one, other) = (excess(first.0), excess(second.0))
        if one != other { return one > other }
        return (first.1.name, first.1.id, first.0.key.unit.rawValue) < (
            second.1.name, second.1.id, second.0.key.unit.rawValue
        )
    }

    /// How far what was paid is above the average, as a part of that.
    /// - Throws: ``ArithmeticError`` when a result has no room.
    static func difference(of paid: Rational, and average: Rational) throws(ArithmeticError) -> Rational {
        try (paid - average) / average
    }
}

extension AverageGoods {
    /// What a price is compared with; nil where there is nothing, or it is too far from it to be of the same thing.
    func match(for price: PaidPrice, of key: PriceSeries.Key) -> AverageComparison.Match? {
        guard let good = good(for: price, of: key), let average = good.average(on: price.day),
            let times = try? price.paid / average.price, let parts = try? Rational.one / AverageComparison.farthest,
            times >= parts, times <= AverageComparison.farthest
        else { return nil }
        return .init(good: good, average: average)
    }
}
