import Foundations

/// What the money spent in a period would have earned, had each purchase been invested on its own day.
struct EarningsEstimate: Sendable, Equatable {
    /// The purchases of a month.
    struct Month: Sendable, Equatable {
        /// `YYYY-MM`.
        let month: String
        let invested: Int128
        let worth: Int128
    }

    let outcome: InvestmentOutcome
    /// Of the period in order, also those without purchases.
    let months: [Month]
    let outlook: StartOutlook?
    /// What was spent without a price soon after, before the day on which it is worth that.
    let withoutPrices: Int128

    /// Estimates; nil where there are no prices up to the last day.
    /// - Parameters:
    ///   - ledger: What counts, in the security's currency alone, oldest first.
    ///   - categories: The slugs of those whose items alone count; empty for everything.
    ///   - period: Of the ledger.
    ///   - last: The day on which it is worth that.
    /// - Throws: `ArithmeticError` beyond 128 bits.
    init?(
        _ ledger: [CountedPurchase],
        categories: Set<String>,
        in period: SpendingPeriod,
        worthOn last: CalendarDay,
        _ timeline: PriceTimeline
    ) throws(ArithmeticError) {
        guard let end = timeline.end(on: last) else { return nil }
        let final = timeline.points[end]
        var all = InvestedAmounts()
        var byMonth: [String: InvestedAmounts] = [:]
        var (first, withoutPrices): (CalendarDay?, Int128) = (nil, 0)
        for purchase in ledger where period.contains(purchase.day) {
            let amount = purchase.amount(in: categories)
            guard let start = timeline.start(on: purchase.day), start <= end else {
                withoutPrices += amount
                continue
            }
            let price = timeline.points[start]
            all.add(amount, at: price.close)
            byMonth[purchase.day.monthText, default: InvestedAmounts()].add(amount, at: price.close)
            if amount != 0 { first = min(first ?? price.day, price.day) }
        }
        let begin = first ?? final.day
        outcome = InvestmentOutcome(
            firstDay: begin,
            lastDay: final.day,
            invested: all.total,
            worth: try all.worth(at: final.close)
        )
        var months: [Month] = []
        for month in period.months {
            let amounts = byMonth[month] ?? InvestedAmounts()
            months.append(Month(month: month, invested: amounts.total, worth: try amounts.worth(at: final.close)))
        }
        self.months = months
        self.withoutPrices = withoutPrices
        outlook = try StartOutlook(of: all.total, from: begin, to: final.day, in: timeline)
    }
}

extension SpendingPeriod {
    /// Its months as `YYYY-MM`, in order.
    var months: [String] {
        var months: [String] = []
        for day in stride(from: first, through: last, by: 1) where months.last != day.monthText {
            months.append(day.monthText)
        }
        return months
    }
}
