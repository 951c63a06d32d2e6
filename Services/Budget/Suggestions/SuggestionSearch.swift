import Foundation
import Foundations
import RPC

/// Looks for what could be left out in a ledger.
///
/// Both kinds of suggestions follow from what was bought alone: sums, counted days and weeks, and an even pace for a year. Nobody
/// is advised to do without what they need: only things of ``dispensable`` categories are suggested, and all that a goal is about,
/// since its owner has decided to spend less on that.
struct SuggestionSearch: Sendable {
    private let ledger: [CountedPurchase]
    private let today: CalendarDay
    private let names: ProductNames
    /// What was bought in the days in which habits are looked for.
    private let recent: [CountedPurchase]
    /// The categories that one can do without.
    private let dispensable: Set<String>

    /// - Parameters:
    ///   - ledger: What counts, from ``firstDay(for:on:)`` to today at least.
    ///   - names: What is within categories.
    init(_ ledger: [CountedPurchase], today: CalendarDay, names: ProductNames) {
        let first = Self.firstHabitDay(today)
        (self.ledger, self.today, self.names) = (ledger, today, names)
        recent = ledger.filter { (first...today).contains($0.day) }
        dispensable = names.categories(within: Self.dispensable)
    }

    /// The slugs of categories that one can do without, with all that are within them.
    static let dispensable = ["snacks", "sweets", "drinks", "eating-out", "leisure", "subscriptions"]

    /// How many days back habits are looked for, today included: thirteen weeks.
    static let habitDays = 91
    /// Fewer purchases in these days, and in the goal's period, are too little history to say what could be left out of a goal.
    static let leastPurchases = 5
    /// Fewer purchases, or fewer days since the first of them, are too little history for habits.
    static let leastForHabits = (purchases: 8, days: 28)
    /// On how many days, and in how many weeks, something is bought that is a habit.
    static let habit = (days: 4, weeks: 3)
    /// The slug of what is paid each month, and in how many of them something of it is paid that is a habit.
    static let monthly = (category: "subscriptions", months: 2)
    /// The most habits of a currency, and of all.
    static let mostHabits = (ofCurrency: 5, all: 10)
    /// The most items of a suggestion about a goal.
    static let mostItems = 3

    /// The first day in which habits are looked for.
    static func firstHabitDay(_ today: CalendarDay) -> CalendarDay { today.advanced(by: 1 - habitDays) }

    /// The first day of the ledger that is needed.
    static func firstDay(for goals: [Goal], on today: CalendarDay) -> CalendarDay {
        goals.map { $0.terms.period.containing(today).first }.reduce(firstHabitDay(today), min)
    }

    // MARK: Goals

    /// What counts for a goal.
    func spending(for goal: Goal) -> GoalSpending {
        GoalSpending(of: goal.terms, in: ledger, on: today, categories: names.categories(of: goal.terms.target))
    }

    /// A suggestion for each goal that is passed.
    /// - Parameters:
    ///   - goals: With what counts for each, see ``spending(for:)``.
    ///   - conversions: What other currencies are converted with.
    /// - Throws: OUT_OF_RANGE for sums beyond 128 bits.
    func forGoals(_ goals: [(Goal, GoalSpending)], by conversions: GoalConversions) throws(Status) -> [Suggestion] {
        var found: [Suggestion] = []
        for (goal, spending) in goals {
            let conversions = conversions[goal.terms.currency]
            let progress = try GoalProgress(of: spending, by: conversions)
            guard progress.spent > goal.terms.limit else { continue }
            found.append(try suggestion(for: goal, progress, by: conversions))
        }
        return found
    }

    private func suggestion(
        for goal: Goal,
        _ progress: GoalProgress,
        by conversions: Conversions?
    ) throws(Status) -> Suggestion {
        var suggestion = Suggestion(
            id: "goal:\(goal.id.canonical):\(progress.period.first.text)",
            kind: .goalPassed,
            goal: (goal, progress),
            currency: goal.terms.currency
        )
        let first = min(progress.period.first, Self.firstHabitDay(today))
        guard ledger.count(where: { (first...today).contains($0.day) }) >= Self.leastPurchases else {
            suggestion.hasLittleHistory = true
            return suggestion
        }
        let over = progress.spent - Int128(goal.terms.limit)
        var saving = ConversionSum()
        let bought = try dispensableItems(for: goal.terms, in: progress.period, by: conversions)
        for item in bought.prefix(Self.mostItems) where suggestion.saving < over {
            suggestion.items.append(item)
            do { try saving.add(item.worth) } catch { throw Status(.outOfRange, .budget.sumTooLarge) }
            suggestion.saving = saving.rounded
        }
        return suggestion
    }

    /// What could be left out of a goal in its period until today, the dearest first.
    private func dispensableItems(
        for terms: GoalTerms,
        in period: SpendingPeriod,
        by conversions: Conversions?
    ) throws(Status) -> [BoughtItem] {
        let targets = names.categories(of: terms.target)
        let purchases = ledger.filter { period.contains($0.day) && $0.day <= today }
        return try BoughtItem.items(of: purchases, in: terms.currency, by: conversions) { item in
            terms.target == .everything
                ? dispensable.contains(item.category) : terms.target.counts(item, targets)
        }
    }

    // MARK: Habits

    /// The day from which on habits show: the first one in which they are looked for on which something was bought; today where
    /// nothing was.
    var firstDay: CalendarDay { recent.map(\.day).min() ?? today }

    /// What one can do without and buys again and again, what brings most first; nothing where there is too little history.
    /// - Parameter hash: Of an item's words, which say too much for an id: lower-case hexadecimal digits.
    /// - Throws: OUT_OF_RANGE for sums beyond 128 bits.
    func habits(hash: (String) -> String) throws(Status) -> [Suggestion] {
        guard recent.count >= Self.leastForHabits.purchases else { return [] }
        let days = firstDay.distance(to: today) + 1
        guard days >= Self.leastForHabits.days else { return [] }
        // The currency that is used most first; what has none is no money that could be saved.
        let currencies = Dictionary(grouping: recent, by: \.currency).filter { Currency.isMoney($0.key) }
            .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        var found: [Suggestion] = []
        for (currency, purchases) in currencies {
            let bought = try BoughtItem.items(of: purchases, in: currency) { dispensable.contains($0.category) }
            found += bought.filter(Self.isHabit).prefix(Self.mostHabits.ofCurrency)
                .map { habit($0, over: Int128(days), hash) }
        }
        return Array(found.prefix(Self.mostHabits.all))
    }

    private static func isHabit(_ item: BoughtItem) -> Bool {
        if item.category == monthly.category { return item.months >= monthly.months }
        let weeks = Set(item.days.map { $0.advanced(by: 1 - $0.weekday) })
        return item.days.count >= habit.days && weeks.count >= habit.weeks
    }

    /// - Parameter days: In how many days it was bought for its amount.
    private func habit(
        _ item: BoughtItem,
        over days: Int128,
        _ hash: (String) -> String
    ) -> Suggestion {
        let name =
            switch item.identity {
            case .product(let id): id.canonical
            case .words(let words): hash(words)
            }
        return Suggestion(
            id: "habit:\(item.currency):\(name)",
            kind: .habit,
            items: [item],
            saving: item.category == Self.monthly.category
                ? Self.scaled(item.amount, by: 12, over: Int128(item.months))
                : Self.scaled(item.amount, by: 365, over: days),
            currency: item.currency
        )
    }

    /// An amount at an even pace for a longer time; half of a unit is rounded up.
    private static func scaled(_ amount: Int128, by longer: Int128, over time: Int128) -> Int128 {
        (2 * amount * longer + time) / (2 * time)
    }
}
