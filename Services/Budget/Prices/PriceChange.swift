import Foundations
import PrintedWords

/// How the price of something has changed at one store.
///
/// Like is compared with like: regular prices, since an offer that has ended is no rise, at the same store, and of the same words on
/// receipts, since a product such as butter has many brands and sizes. Only where a store sells a smaller pack of the same words
/// in place of the former one, for about the same price, the two are compared, and the pack has shrunk.
struct PriceChange: Sendable {
    let series: PriceSeries
    /// The purchase with which the price was usual before, and the latest one.
    let former: PaidPrice
    let latest: PaidPrice
    /// The usual price before, for one unit.
    let formerPrice: Rational
    /// By how much the price is above the former one, as a part of that.
    let change: Rational
    /// What the change makes at the quantity of it bought at that store within a year, in minor units.
    let yearly: Int64
    /// Whether the latest pack has taken the place of a larger one.
    let isShrunk: Bool

    /// In how many days, today included, the latest purchase and what is bought in a year are.
    static let year = 365
    /// How long after a smaller pack was bought for the first time it is said that it has shrunk, in days.
    static let shrunkDays = 180
    /// The most former prices that the usual one is the median of.
    static let formerPrices = 5
    /// A smaller change, as a part of the former price, isn't worth mentioning.
    static let least = part(2, 100)
    /// What a pack holds that has shrunk, as a part of what the former one held; with less it is another size.
    static let shrunk = part(70, 100)...part(975, 1_000)
    /// What such a pack costs at least, as a part of what the former one cost; for less it is another size.
    static let shrunkPrice = part(95, 100)

    private static func part(_ numerator: Int128, _ denominator: Int128) -> Rational {
        guard let part = try? Rational(numerator, denominator) else { preconditionFailure("a part of nothing") }
        return part
    }

    /// The changes of a series that are worth mentioning, and whether any of its prices can be compared.
    static func changes(in series: PriceSeries, on today: CalendarDay) -> (changes: [PriceChange], isCompared: Bool) {
        // What was bought at an unknown store was hardly bought at the same one.
        let known = series.prices.filter { !$0.store.identity.isEmpty }
        let comparisons = Dictionary(grouping: known) { $0.store.identity }.values.flatMap {
            Comparison.all(of: $0, until: today)
        }
        return (comparisons.compactMap { $0.change(of: series, on: today) }, !comparisons.isEmpty)
    }
}

/// The latest price of the same words at a store with those that it is compared with.
private struct Comparison {
    let latest: PaidPrice
    /// The prices before that are comparable, oldest first; at least one.
    let former: [PaidPrice]
    /// The prices of these words.
    let prices: [PaidPrice]
    let isShrunk: Bool

    /// - Parameter prices: At one store, oldest first.
    static func all(of prices: [PaidPrice], until today: CalendarDay) -> [Comparison] {
        let words = Dictionary(grouping: prices) { $0.quantity.words }
        // What differs in the size of the pack alone.
        let goods = Dictionary(grouping: prices) { PackNotation.removed(from: $0.quantity.words.words) }
        return words.values.compactMap { same in
            let goods = goods[PackNotation.removed(from: same[0].quantity.words.words)] ?? []
            return Comparison(same, among: goods, until: today)
        }
    }

    /// Nil where nothing was bought within a year, or nothing comparable before.
    /// - Parameters:
    ///   - prices: Of the same words.
    ///   - goods: Also of packs of other sizes.
    private init?(_ prices: [PaidPrice], among goods: [PaidPrice], until today: CalendarDay) {
        guard let day = prices.last?.day, day.distance(to: today) < PriceChange.year,
            // Of several on one day, the one that hasn't become cheaper by their number.
            let latest = prices.filter({ $0.day == day }).max(by: { $0.regular < $1.regular })
        else { return nil }
        (self.latest, self.prices) = (latest, prices)
        if let replaced = Self.replaced(by: latest, in: goods, on: today) {
            (former, isShrunk) = (replaced, true)
        } else {
            (former, isShrunk) = (prices.filter { $0.day < day }, false)
        }
        if former.isEmpty { return nil }
    }

    /// The prices of the larger pack in whose place the latest one is sold; nil where there is none.
    private static func replaced(
        by latest: PaidPrice,
        in goods: [PaidPrice],
        on today: CalendarDay
    ) -> [PaidPrice]? {
        guard let pack = latest.quantity.pack, let first = goods.first(where: { $0.quantity.pack == pack })?.day,
            first.distance(to: today) < PriceChange.shrunkDays,
            // The former one isn't sold any more.
            goods.allSatisfy({ $0.day < first || $0.quantity.pack == pack }),
            let before = goods.last(where: { $0.day < first }), let larger = before.quantity.pack,
            larger.dimension == pack.dimension,
            let part = try? Rational(Int128(pack.whole), Int128(larger.whole)), PriceChange.shrunk.contains(part),
            let price = try? latest.regular * part / before.regular, price >= PriceChange.shrunkPrice
        else { return nil }
        return goods.filter { $0.quantity.pack == larger }
    }

    /// Nil where the price has changed by too little, or a result has no room.
    func change(of series: PriceSeries, on today: CalendarDay) -> PriceChange? {
        guard let last = former.last,
            let price = former.suffix(PriceChange.formerPrices).map(\.regular).median,
            let difference = try? latest.regular - price, let change = try? difference / price,
            let fall = try? .zero - change, max(change, fall) >= PriceChange.least, !isShrunk || difference > .zero,
            let yearly = try? yearly(difference, in: series.key.currency, on: today)
        else { return nil }
        return PriceChange(
            series: series,
            former: last,
            latest: latest,
            formerPrice: price,
            change: change,
            yearly: yearly,
            isShrunk: isShrunk
        )
    }

    private func yearly(
        _ difference: Rational,
        in currency: Currency,
        on today: CalendarDay
    ) throws(ArithmeticError) -> Int64 {
        var quantity = Rational.zero
        for price in isShrunk ? former + prices : prices where price.day.distance(to: today) < PriceChange.year {
            quantity = try quantity + price.measured
        }
        return try Money(difference * quantity, currency).minorUnits
    }
}
