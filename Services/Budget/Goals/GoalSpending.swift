import Foundations

/// What counts for a goal in the period that a day is in, until that day, in minor units.
struct GoalSpending: Sendable {
    let terms: GoalTerms
    let period: SpendingPeriod
    /// The day it is for the goal's owner.
    let today: CalendarDay
    /// What was spent in the goal's currency.
    let own: Int128
    /// What was spent in other currencies, by their codes and the days; what comes to nothing on a day is left out.
    let others: [String: [CalendarDay: Int128]]

    /// Adds up what counts.
    /// - Parameters:
    ///   - ledger: What counts in the period, at least.
    ///   - categories: The target's category with those within it; empty for other targets.
    init(of terms: GoalTerms, in ledger: [CountedPurchase], on today: CalendarDay, categories: Set<String> = []) {
        (self.terms, self.today) = (terms, today)
        period = terms.period.containing(today)
        var (own, others): (Int128, [String: [CalendarDay: Int128]]) = (0, [:])
        for purchase in ledger where period.contains(purchase.day) && purchase.day <= today {
            let amount = terms.target.amount(of: purchase, categories)
            if purchase.currency == terms.currency {
                own += amount
            } else {
                others[purchase.currency, default: [:]][purchase.day, default: 0] += amount
            }
        }
        self.own = own
        self.others = others.mapValues { $0.filter { $0.value != 0 } }.filter { !$0.value.isEmpty }
    }

    /// The days of each other currency that there may be rates for, by its code.
    var convertible: [String: [CalendarDay]] {
        others.filter { Currency.isMoney($0.key) }.mapValues { $0.keys.sorted() }
    }
}

extension GoalTerms.Target {
    /// Whether an item counts.
    /// - Parameter categories: As in ``GoalSpending/init(of:in:on:categories:)``.
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
