import Foundation
import Foundations
import PrintedWords

/// What one unit of something cost in a purchase, exactly, in major units of the currency.
struct PaidPrice: Sendable {
    let purchase: UUID
    let day: CalendarDay
    let store: Store
    /// What was paid.
    let paid: Rational
    /// The price before the discount.
    let regular: Rational
    /// How much was bought, in the unit.
    let measured: Rational
    /// What was paid for it all, in minor units.
    let amount: Int128
    /// The quantity as it is in the ledger.
    let quantity: BoughtQuantity

    /// Where it was bought.
    struct Store: Sendable {
        let id: UUID?
        /// As its owner calls it; empty when unknown.
        let name: String

        /// Distinguishes it from others.
        var identity: String { id?.canonical ?? name.lowercased() }
    }
}

/// Prices of one thing that can be compared: in one currency for one unit, oldest first.
struct PriceSeries: Sendable {
    /// Distinguishes it from the others of a ledger.
    struct Key: Hashable, Sendable {
        let item: BoughtItem.Identity
        let currency: Currency
        let unit: PriceUnit
    }

    let key: Key
    /// The latest purchase's.
    private(set) var name = ""
    private(set) var symbol = ""
    private(set) var category = ""
    private(set) var prices: [PaidPrice] = []

    private init(_ key: Key) { self.key = key }

    /// All prices of a ledger that can be compared: of what has a name, is no line that gives something back, and was bought for a known currency in
    /// a known unit. Expenditures are amounts rather than prices: of what they were for, no quantity is known.
    /// - Parameters:
    ///   - ledger: Oldest first, with ``CountedPurchase/Details/quantities``.
    ///   - item: The only one that is looked for; nil for all.
    static func all(in ledger: [CountedPurchase], of item: BoughtItem.Identity? = nil) -> [PriceSeries] {
        var found: [Key: PriceSeries] = [:]
        for purchase in ledger where purchase.kind == .purchase {
            guard Currency.isMoney(purchase.currency), let currency = Currency(code: purchase.currency) else {
                continue
            }
            for bought in purchase.items where !bought.name.isEmpty {
                let identity = BoughtItem.Identity(of: bought)
                guard item == nil || item == identity, let (price, unit) = PaidPrice.of(bought, purchase, currency)
                else {
                    continue
                }
                let key = Key(item: identity, currency: currency, unit: unit)
                found[key, default: PriceSeries(key)].add(price, bought)
            }
        }
        return Array(found.values)
    }

    private mutating func add(_ price: PaidPrice, _ item: CountedPurchase.Item) {
        prices.append(price)
        (name, symbol, category) = (item.name, item.symbol, item.category)
    }
}

extension PaidPrice {
    /// The price of an item for its common unit; nil where there is nothing to compare.
    fileprivate static func of(
        _ item: CountedPurchase.Item,
        _ purchase: CountedPurchase,
        _ currency: Currency
    ) -> (price: PaidPrice, unit: PriceUnit)? {
        guard let quantity = item.quantity, quantity.regularAmount > 0, item.amount >= 0,
            let (measured, unit) = try? quantity.measured(), measured > .zero,
            let paid = try? price(item.amount, currency, for: measured),
            let regular = try? price(quantity.regularAmount, currency, for: measured)
        else { return nil }
        let price = PaidPrice(
            purchase: purchase.id,
            day: purchase.day,
            store: Store(id: purchase.storeID, name: purchase.storeName),
            paid: paid,
            regular: regular,
            measured: measured,
            amount: item.amount,
            quantity: quantity
        )
        return (price, unit)
    }

    private static func price(
        _ amount: Int128,
        _ currency: Currency,
        for measured: Rational
    ) throws(ArithmeticError) -> Rational {
        try Rational(try ExactDecimal(coefficient: amount, scale: currency.minorDigits)) / measured
    }
}

extension Collection where Element == Rational {
    /// The middle one by size, the lower of two; nil for none.
    var median: Rational? { isEmpty ? nil : sorted()[(count - 1) / 2] }
}
