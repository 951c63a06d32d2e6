import Foundations

/// What a user's goals are converted with.
struct GoalConversions: Sendable {
    private var found: [String: Conversions] = [:]

    /// The conversions to a goal's currency, by its code; nil while catalog can't be asked for them.
    subscript(_ code: String) -> Conversions? { found[code] }

    fileprivate mutating func add(_ conversions: Conversions) { found[conversions.currency.code] = conversions }
}

extension ExchangeRates {
    /// What goals are converted with. Catalog is asked once for each currency of goals, and not for those with nothing to convert.
    func conversions(for goals: [GoalSpending]) async throws -> GoalConversions {
        var days: [String: [String: Set<CalendarDay>]] = [:]
        for goal in goals {
            var known = days[goal.terms.currency] ?? [:]
            for (code, others) in goal.convertible { known[code, default: []].formUnion(others) }
            days[goal.terms.currency] = known
        }
        var conversions = GoalConversions()
        var isAvailable = true
        for (code, amounts) in days.sorted(by: { $0.key < $1.key }) {
            guard let currency = Currency(code: code) else { continue }
            if amounts.isEmpty {
                conversions.add(Conversions(to: currency))
            } else if isAvailable {
                // What can't be asked for one currency isn't waited for with the next.
                let answer = try await self.conversions(of: amounts.mapValues { $0.sorted() }, to: currency)
                if let answer { conversions.add(answer) } else { isAvailable = false }
            }
        }
        return conversions
    }
}
