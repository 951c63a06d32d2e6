import Foundations

/// Prices of a period with no more of them than a chart needs.
package struct ThinnedPrices: Equatable, Sendable {
    /// How far prices are apart.
    package enum Interval: Sendable {
        case day, week, month
    }

    /// Oldest first, with the first and the last one of the period.
    package let prices: [SecurityPrice]
    /// ``Interval/month`` also where they are of several months.
    package let interval: Interval

    /// Keeps the last price of each week, of each month or of several months, where there are more than the limit.
    /// - Parameters:
    ///   - prices: Oldest first.
    ///   - interval: How far they are apart.
    ///   - limit: At least 2.
    package init(_ prices: [SecurityPrice], interval: SeriesInterval, limit: Int) {
        precondition(limit >= 2, "a chart begins and ends")
        guard prices.count > limit else {
            self.prices = prices
            self.interval = interval == .day ? .day : .month
            return
        }
        if interval == .day {
            // Weeks from Monday on; day 0 was a Thursday.
            let weekly = Self.lastOfEach(prices) { ($0.dayNumber + 3).flooredQuotient(dividingBy: 7) }
            if weekly.count <= limit {
                (self.prices, self.interval) = (weekly, .week)
                return
            }
        }
        var months = 1
        var thinned = Self.lastOfEach(prices) { $0.year * 12 + $0.month }
        while thinned.count > limit {
            months += 1
            let width = months
            thinned = Self.lastOfEach(prices) { ($0.year * 12 + $0.month) / width }
        }
        (self.prices, self.interval) = (thinned, .month)
    }

    /// The first price, and the last one of each group.
    private static func lastOfEach(_ prices: [SecurityPrice], _ group: (CalendarDay) -> Int) -> [SecurityPrice] {
        var kept: [SecurityPrice] = []
        for (index, price) in prices.enumerated() {
            let isLast = index + 1 == prices.count || group(prices[index + 1].day) != group(price.day)
            if index == 0 || isLast { kept.append(price) }
        }
        return kept
    }
}

extension Int {
    /// The quotient rounded down, also below zero.
    fileprivate func flooredQuotient(dividingBy divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
