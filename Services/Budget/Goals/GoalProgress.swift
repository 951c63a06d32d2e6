import CatalogMessages
import Foundations
import RPC

/// How far a goal is in the period that a day is in, in minor units of its currency.
struct GoalProgress: Sendable, Equatable {
    let period: SpendingPeriod
    /// What was spent so far, the day included: other currencies at the rates of their purchases' own days.
    let spent: Int128
    /// What of that was spent in the goal's currency.
    let own: Int128
    /// What it comes to at the period's end if as much is spent a day as until now; nil while that says too little.
    let forecast: Int128?
    /// Every rate that other currencies were converted with; none where nothing was converted.
    let rates: [Catalog.ExchangeRate]
    /// What was spent in other currencies that there is no rate for, by their codes; those that come to nothing are left out.
    let apart: [String: Int128]
    /// Whether something is apart since catalog couldn't be asked for rates.
    let isMissingRates: Bool

    /// What was spent in other currencies; nil where nothing was converted.
    var converted: Int128? { rates.isEmpty ? nil : spent - own }

    /// Works out how far a goal is.
    /// - Parameter conversions: Those to its currency; nil while catalog can't be asked for them.
    /// - Throws: OUT_OF_RANGE for sums beyond 128 bits.
    init(of spending: GoalSpending, by conversions: Conversions?) throws(Status) {
        let currency = spending.terms.currency
        var amounts = ConvertedAmounts()
        try amounts.add(spending.own, currency, by: Conversions.Conversion.identity)
        for (code, days) in spending.others {
            for (day, amount) in days { try amounts.add(amount, code, by: conversions?[code, day]) }
        }
        (period, own) = (spending.period, spending.own)
        spent = amounts.total ?? 0
        forecast = try Self.forecast(spent, in: period, on: spending.today)
        rates = amounts.rates
        apart = amounts.apart.filter { $0.value != 0 }
        isMissingRates = conversions == nil && !spending.convertible.isEmpty
    }

    /// An even pace: what was spent, for each day until today, over all days of the period; half of a unit is rounded up.
    private static func forecast(
        _ spent: Int128,
        in period: SpendingPeriod,
        on today: CalendarDay
    ) throws(Status) -> Int128? {
        let days = Int128(period.first.distance(to: period.last) + 1)
        let passed = Int128(period.first.distance(to: today) + 1)
        // The first tenth says too little.
        guard days > 1, passed * 10 > days else { return nil }
        let (product, overflows) = spent.multipliedReportingOverflow(by: 2 * days)
        let (sum, overflowsAgain) = product.addingReportingOverflow(passed)
        guard !overflows, !overflowsAgain else { throw Status(.outOfRange, .budget.sumTooLarge) }
        return sum / (2 * passed)
    }
}
