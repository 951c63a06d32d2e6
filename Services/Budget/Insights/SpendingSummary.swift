import Foundation
import Foundations

/// How spending is grouped.
enum SpendingGrouping: Sendable {
    case total, category, product, store, day, month, kind

    /// Whether its groups follow each other, rather than being ordered by their amounts.
    var isInOrder: Bool { self == .day || self == .month }
}

/// What was spent in a period in one currency, in minor units. The groups add up to the totals.
struct SpendingSummary: Sendable, Equatable {
    /// What a group is.
    enum Part: Sendable {
        /// What the grouping says.
        case group
        /// Taxes that are not in the prices of items.
        case taxes
        /// By how much printed totals differ from their parts.
        case unlisted
        /// What is beyond ``SpendingSummary/groupLimit``.
        case others
    }

    /// A group.
    struct Group: Sendable, Equatable {
        let part: Part
        /// The category's slug, the product's or the store's id, the day, the month or the kind; empty where that is unknown.
        var key = ""
        /// What the product or the store is called; empty for other groupings, and where it is unknown.
        var name = ""
        var symbol = ""
        var amount: Int128 = 0
        /// In the period before.
        var former: Int128 = 0
        /// How many purchases are in it.
        var purchases = 0
    }

    /// The most groups of a currency that are listed separately.
    static let groupLimit = 500

    let currency: String
    var total: Int128 = 0
    /// In the period before.
    var former: Int128 = 0
    var purchases = 0
    var groups: [Group] = []
    /// What was spent on each day of both periods.
    var days: [CalendarDay: Int128] = [:]

    /// Sums up a ledger.
    /// - Parameters:
    ///   - ledger: What counts in the period and in the one before, oldest first.
    ///   - categories: The slugs of those whose items alone count; empty for everything.
    /// - Returns: By the codes of currencies; those without anything in either period are left out.
    static func summaries(
        of ledger: [CountedPurchase],
        in period: SpendingPeriod,
        by grouping: SpendingGrouping,
        categories: Set<String> = []
    ) -> [SpendingSummary] {
        let currencies = Dictionary(grouping: ledger) { $0.currency }
        return currencies.keys.sorted().compactMap { currency in
            var tally = SpendingTally(period: period, grouping: grouping, categories: categories)
            for purchase in currencies[currency] ?? [] { tally.add(purchase) }
            return tally.isEmpty ? nil : tally.summary(in: currency)
        }
    }
}

/// Adds up what was spent in one currency.
private struct SpendingTally {
    /// What makes a group: those without a key are distinguished by their names, in any case of their letters.
    private struct Identity: Hashable {
        let part: SpendingSummary.Part
        let id: UUID?
        let key: String
        let name: String

        init(_ part: SpendingSummary.Part, _ key: String = "", id: UUID? = nil, name: String = "") {
            (self.part, self.id, self.key) = (part, id, key)
            self.name = id == nil && key.isEmpty ? name.lowercased() : ""
        }
    }

    /// A part of a purchase, or all of it.
    private struct Share {
        var part = SpendingSummary.Part.group
        /// Of a product or a store. There are many more items than groups, so that only these write it as text.
        var id: UUID?
        var key = ""
        var name = ""
        var symbol = ""
        let amount: Int128

        var identity: Identity { Identity(part, key, id: id, name: name) }
    }

    private let period: SpendingPeriod
    private let formerPeriod: SpendingPeriod
    private let grouping: SpendingGrouping
    private let categories: Set<String>
    private var groups: [Identity: SpendingSummary.Group] = [:]
    private var total: Int128 = 0
    private var former: Int128 = 0
    private var purchases = 0
    private var days: [CalendarDay: Int128] = [:]
    private(set) var isEmpty = true

    init(period: SpendingPeriod, grouping: SpendingGrouping, categories: Set<String>) {
        (self.period, formerPeriod, self.grouping, self.categories) = (period, period.former, grouping, categories)
    }

    mutating func add(_ purchase: CountedPurchase) {
        let isPresent = period.contains(purchase.day)
        guard isPresent || formerPeriod.contains(purchase.day) else { return }
        let items = categories.isEmpty ? purchase.items : purchase.items.filter { categories.contains($0.category) }
        if !categories.isEmpty, items.isEmpty { return }
        isEmpty = false
        let itemSum = items.reduce(0) { $0 + $1.amount }
        let counted = categories.isEmpty ? purchase.sums.counted : itemSum
        days[purchase.day, default: 0] += counted
        if isPresent {
            (total, purchases) = (total + counted, purchases + 1)
        } else {
            former += counted
        }
        var shares = shares(of: purchase, items: items, counted: counted)
        if grouping.isOfItems, categories.isEmpty { shares += remainders(of: purchase, itemSum, counted: counted) }
        add(shares, isPresent)
    }

    private mutating func add(_ shares: [Share], _ isPresent: Bool) {
        var seen: Set<Identity> = []
        for share in shares {
            let identity = share.identity
            var group = groups[identity] ?? .init(part: share.part, key: share.id?.canonical ?? share.key)
            // The latest name is the one that its owner knows.
            if !share.name.isEmpty { group.name = share.name }
            if !share.symbol.isEmpty { group.symbol = share.symbol }
            if isPresent {
                group.amount += share.amount
                if seen.insert(identity).inserted { group.purchases += 1 }
            } else {
                group.former += share.amount
            }
            groups[identity] = group
        }
    }

    private func shares(of purchase: CountedPurchase, items: [CountedPurchase.Item], counted: Int128) -> [Share] {
        switch grouping {
        case .total: []
        case .category: items.map { Share(key: $0.category, symbol: $0.symbol, amount: $0.amount) }
        case .product:
            items.map { Share(id: $0.productID, name: $0.name, symbol: $0.symbol, amount: $0.amount) }
        case .store: [Share(id: purchase.storeID, name: purchase.storeName, amount: counted)]
        case .day: [Share(key: purchase.day.text, amount: counted)]
        case .month: [Share(key: purchase.day.monthText, amount: counted)]
        case .kind: [Share(key: purchase.kind.rawValue, amount: counted)]
        }
    }

    /// What a purchase counts with beyond its items.
    private func remainders(of purchase: CountedPurchase, _ itemSum: Int128, counted: Int128) -> [Share] {
        let taxes = purchase.sums.hasTaxesInPrices ? 0 : purchase.taxes
        let unlisted = counted - itemSum - taxes
        return [Share(part: .taxes, amount: taxes), Share(part: .unlisted, amount: unlisted)].filter { $0.amount != 0 }
    }

    func summary(in currency: String) -> SpendingSummary {
        SpendingSummary(
            currency: currency,
            total: total,
            former: former,
            purchases: purchases,
            groups: grouping.isInOrder ? inOrder : largest,
            days: days
        )
    }

    /// Days or months of the period, also those without spending. Those of the period before are others.
    private var inOrder: [SpendingSummary.Group] {
        var keys: [String] = []
        for day in stride(from: period.first, through: period.last, by: 1) {
            let key = grouping == .day ? day.text : day.monthText
            if keys.last != key { keys.append(key) }
        }
        return keys.map { key in
            var group = groups[Identity(.group, key)] ?? .init(part: .group, key: key)
            group.former = 0
            return group
        }
    }

    /// The largest amounts first, and what is beyond the limit in one group.
    private var largest: [SpendingSummary.Group] {
        let sorted = groups.values.sorted { one, other in
            (one.amount, one.former, other.key, other.name) > (other.amount, other.former, one.key, one.name)
        }
        let rest = sorted.dropFirst(SpendingSummary.groupLimit)
        guard !rest.isEmpty else { return sorted }
        let others = SpendingSummary.Group(
            part: .others,
            amount: rest.reduce(0) { $0 + $1.amount },
            former: rest.reduce(0) { $0 + $1.former },
            purchases: rest.reduce(0) { $0 + $1.purchases }
        )
        return sorted.prefix(SpendingSummary.groupLimit) + [others]
    }
}

extension SpendingGrouping {
    /// Whether purchases are divided into their items.
    fileprivate var isOfItems: Bool { self == .category || self == .product }
}

extension CalendarDay {
    /// The month as `YYYY-MM`.
    var monthText: String { String(text.prefix(7)) }
}
