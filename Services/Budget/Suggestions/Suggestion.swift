import Foundation
import Foundations
import RPC

/// What a user could spend less on.
struct Suggestion: Sendable {
    enum Kind: String, Sendable {
        case goalPassed = "goal_passed"
        case habit
    }

    /// Names it in votes: what it is about.
    let id: String
    let kind: Kind
    /// The goal that is passed, with how far it is; nil for a habit.
    var goal: (goal: Goal, progress: GoalProgress)?
    /// What could be left out, the dearest first.
    var items: [BoughtItem] = []
    /// What that would have saved in the goal's period, or brings in a year, in minor units of the currency.
    var saving: Int128 = 0
    let currency: String
    /// Whether there are too few purchases to say what could be left out.
    var hasLittleHistory = false
}

/// Something that was bought, in all purchases of a period in one currency.
struct BoughtItem: Sendable {
    /// What tells it from others.
    enum Identity: Hashable, Sendable {
        case product(UUID)
        /// By its name in lower case, or by the category of what has none.
        case words(String)

        /// Nil for what catalog doesn't know.
        var productID: UUID? { if case .product(let id) = self { id } else { nil } }

        init(of item: CountedPurchase.Item) {
            if let id = item.productID {
                self = .product(id)
            } else {
                self = .words(item.name.isEmpty ? "category \(item.category)" : item.name.lowercased())
            }
        }
    }

    let identity: Identity
    let name: String
    let category: String
    let symbol: String
    /// The ISO 4217 code.
    let currency: String
    /// In minor units of its currency.
    var amount: Int128 = 0
    /// What it comes to in the currency in which items are compared.
    private(set) var worth = ConversionSum()
    /// On which it was bought.
    var days: Set<CalendarDay> = []

    /// In how many months of the calendar it was bought.
    var months: Int { Set(days.map { "\($0.year)-\($0.month)" }).count }

    var productID: UUID? { identity.productID }

    private init(_ item: CountedPurchase.Item, in currency: String) {
        identity = Identity(of: item)
        (name, category, symbol, self.currency) = (item.name, item.category, item.symbol, currency)
    }

    /// What tells it from others of another currency, too.
    private struct Key: Hashable {
        let identity: Identity
        let currency: String
    }

    /// What was bought and cost something, the dearest first.
    /// - Parameters:
    ///   - currency: In which items are compared.
    ///   - conversions: Those to it; nil for none. What there is no rate for is left out.
    ///   - counts: Which items.
    /// - Throws: OUT_OF_RANGE for sums beyond 128 bits.
    static func items(
        of purchases: [CountedPurchase],
        in currency: String,
        by conversions: Conversions? = nil,
        where counts: (CountedPurchase.Item) -> Bool
    ) throws(Status) -> [BoughtItem] {
        var found: [Key: BoughtItem] = [:]
        for purchase in purchases {
            let isOwn = purchase.currency == currency
            guard let conversion = isOwn ? .identity : conversions?[purchase.currency, purchase.day] else { continue }
            for item in purchase.items where counts(item) {
                let key = Key(identity: Identity(of: item), currency: purchase.currency)
                var bought = found[key] ?? BoughtItem(item, in: purchase.currency)
                try bought.add(item, on: purchase.day, by: conversion)
                found[key] = bought
            }
        }
        return found.values.filter { $0.amount > 0 }.map { (item: $0, worth: $0.worth.rounded) }
            .sorted { one, other in
                (other.worth, one.item.name, one.item.category, one.item.currency)
                    < (one.worth, other.item.name, other.item.category, other.item.currency)
            }
            .map(\.item)
    }

    private mutating func add(
        _ item: CountedPurchase.Item,
        on day: CalendarDay,
        by conversion: Conversions.Conversion
    ) throws(Status) {
        amount += item.amount
        do { try worth.add(item.amount, times: conversion.factor) } catch {
            throw Status(.outOfRange, .budget.sumTooLarge)
        }
        // What was given back or taken off is no purchase.
        if item.amount > 0 { days.insert(day) }
    }
}
