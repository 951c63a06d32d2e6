import Foundations

/// How far a goal is in the period that a day is in, in minor units of its currency.
struct GoalProgress: Sendable, Equatable {
    let period: SpendingPeriod
    /// What was spent so far, the day included.
    let spent: Int128
    /// What it comes to at the period's end if as much is spent a day as until now; nil while that says too little.
    let forecast: Int128?
    /// What was spent in other currencies, by their codes; those without are left out.
    let apart: [String: Int128]

    /// Works out how far a goal is.
    /// - Parameters:
    ///   - ledger: What counts in the period, at least.
    ///   - today: The day it is for the goal's owner.
    ///   - categories: The target's category with those within it; empty for other targets.
    init(of terms: GoalTerms, in ledger: [CountedPurchase], on today: CalendarDay, categories: Set<String> = []) {
        period = terms.period.containing(today)
        var sums: [String: Int128] = [:]
        for purchase in ledger where period.contains(purchase.day) && purchase.day <= today {
            sums[purchase.currency, default: 0] += terms.target.amount(of: purchase, categories)
        }
        spent = sums[terms.currency] ?? 0
        forecast = Self.forecast(spent, in: period, on: today)
        apart = sums.filter { $0.key != terms.currency && $0.value != 0 }
    }

    /// An even pace: what was spent, for each day until today, over all days of the period; half of a unit is rounded up.
    private static func forecast(_ spent: Int128, in period: SpendingPeriod, on today: CalendarDay) -> Int128? {
        let days = Int128(period.first.distance(to: period.last) + 1)
        let passed = Int128(period.first.distance(to: today) + 1)
        // The first tenth says too little.
        guard days > 1, passed * 10 > days else { return nil }
        return (2 * spent * days + passed) / (2 * passed)
    }
}

extension GoalTerms.Target {
    /// Whether an item counts.
    /// - Parameter categories: As in ``GoalProgress/init(of:in:on:categories:)``.
    func counts(_ item: CountedPurchase.Item, _ categories: Set<String>) -> Bool {
        switch self {
        case .everything: true
        case .category: categories.contains(item.category)
        case .product(let id): item.productID == id
        }
    }

    /// What of a purchase counts.
    fileprivate func amount(of purchase: CountedPurchase, _ categories: Set<String>) -> Int128 {
        switch self {
        case .everything: purchase.sums.counted
        case .category, .product:
            purchase.items.filter { counts($0, categories) }.reduce(0) { $0 + $1.amount }
        }
    }
}

extension ProductNames {
    /// The target's category with those within it; empty for other targets.
    func categories(of target: GoalTerms.Target) -> Set<String> {
        target.category.map { categories(within: [$0]) } ?? []
    }
}
