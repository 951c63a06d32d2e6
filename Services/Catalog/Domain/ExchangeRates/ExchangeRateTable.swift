package import Foundations

/// Finds what amounts are converted with, among rates of several currencies and days.
package struct ExchangeRateTable: Sendable {
    /// How many days before a day its rate may be: as long as banks are closed at most, weekends and holidays together.
    package static let reach = 7
    /// The currencies by way of which others are converted, in this order where two do equally.
    package static let thirdCurrencies = ["CAD", "EUR", "USD"]

    /// A rate on the way from one currency to another.
    package struct Step: Hashable, Sendable {
        /// The rate.
        package let rate: ExchangeRate
        /// Whether the amount is divided by it, since it leads the other way.
        package let isInverse: Bool
    }

    /// The rates of each pair, oldest first.
    private let rates: [CurrencyPair: [ExchangeRate]]

    /// A table of rates in any order.
    package init(_ rates: some Sequence<ExchangeRate>) {
        self.rates = Dictionary(grouping: rates, by: \.pair).mapValues { $0.sorted { $0.day < $1.day } }
    }

    /// The pairs whose rates ``steps(from:to:on:)`` looks at.
    package static func pairs(from currencies: some Sequence<String>, to currency: String) -> Set<CurrencyPair> {
        var pairs: Set<CurrencyPair> = []
        for from in currencies {
            pairs.insert(CurrencyPair(from, currency))
            for third in thirdCurrencies where third != from && third != currency {
                pairs.formUnion([CurrencyPair(from, third), CurrencyPair(third, currency)])
            }
        }
        return pairs.union(pairs.map(\.reversed))
    }

    /// The pairs and the days whose rates ``steps(from:to:on:)`` looks at for amounts of these days, by their currencies.
    package static func spans(
        of days: [String: Set<CalendarDay>],
        to currency: String
    ) -> [(pair: CurrencyPair, days: ClosedRange<CalendarDay>)] {
        var wanted: [CurrencyPair: Set<CalendarDay>] = [:]
        for (from, days) in days {
            for pair in pairs(from: [from], to: currency) { wanted[pair, default: []].formUnion(days) }
        }
        return wanted.flatMap { pair, days in spans(of: days).map { (pair, $0) } }
    }

    /// The days whose rates are looked at for amounts of these days, as ranges that don't overlap, oldest first.
    package static func spans(of days: some Sequence<CalendarDay>) -> [ClosedRange<CalendarDay>] {
        var spans: [ClosedRange<CalendarDay>] = []
        for day in days.sorted() {
            let first = day.advanced(by: -reach)
            if let last = spans.last, first <= last.upperBound.advanced(by: 1) {
                spans[spans.count - 1] = last.lowerBound...day
            } else {
                spans.append(first...day)
            }
        }
        return spans
    }

    /// What an amount of a day is converted with; nil where there is no rate.
    /// - Returns: A rate of both currencies, or else two by way of a third one.
    package func steps(from currency: String, to other: String, on day: CalendarDay) -> [Step]? {
        if let step = step(from: currency, to: other, on: day) { return [step] }
        var best: (steps: [Step], older: CalendarDay)?
        for third in Self.thirdCurrencies where third != currency && third != other {
            guard let first = step(from: currency, to: third, on: day),
                let second = step(from: third, to: other, on: day)
            else { continue }
            let older = min(first.rate.day, second.rate.day)
            if best.map({ $0.older < older }) ?? true { best = ([first, second], older) }
        }
        return best?.steps
    }

    /// The latest rate of both currencies; of the same day, the one that needs no division.
    private func step(from currency: String, to other: String, on day: CalendarDay) -> Step? {
        let pair = CurrencyPair(currency, other)
        let direct = latest(pair, on: day).map { Step(rate: $0, isInverse: false) }
        let inverse = latest(pair.reversed, on: day).map { Step(rate: $0, isInverse: true) }
        guard let direct, let inverse else { return direct ?? inverse }
        return inverse.rate.day > direct.rate.day ? inverse : direct
    }

    private func latest(_ pair: CurrencyPair, on day: CalendarDay) -> ExchangeRate? {
        guard let rates = rates[pair] else { return nil }
        var (low, high) = (0, rates.count)
        while low < high {
            let middle = (low + high) / 2
            if rates[middle].day <= day { low = middle + 1 } else { high = middle }
        }
        guard low > 0, rates[low - 1].day.distance(to: day) <= Self.reach else { return nil }
        return rates[low - 1]
    }
}
