import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import PrintedWords
import RPC
import ServiceKit
import Texts

/// Names what is bought in messages: names of things that catalog doesn't know say too much for an id, and are hashed with their
/// owner's key.
struct PricedItemIDs: Sendable {
    let key: DataKey

    func id(of identity: BoughtItem.Identity) -> String {
        switch identity {
        case .product(let id): "product:\(id.canonical)"
        case .words(let words): "words:" + key.lookupID(of: words, purpose: "prices")
        }
    }

    /// The latest purchase of what is asked for, by its id, its product's, or its name.
    func latest(_ asked: String, in ledger: [CountedPurchase]) -> CountedPurchase.Item? {
        let items = ledger.reversed().lazy.flatMap(\.items).filter { !$0.name.isEmpty }
        if let product = UUID(uuidString: asked.hasPrefix("product:") ? String(asked.dropFirst(8)) : asked) {
            return items.first { $0.productID == product }
        }
        guard asked.hasPrefix("words:") else {
            let name = asked.lowercased()
            return items.first { $0.name.lowercased() == name }
        }
        var ids: [BoughtItem.Identity: String] = [:]
        return items.first { item in
            let identity = BoughtItem.Identity(of: item)
            if ids[identity] == nil { ids[identity] = id(of: identity) }
            return ids[identity] == asked
        }
    }

    func message(_ item: CountedPurchase.Item) -> Budget.PricedItem {
        message(BoughtItem.Identity(of: item), item.name, item.symbol, item.category)
    }

    func message(_ series: PriceSeries) -> Budget.PricedItem {
        message(series.key.item, series.name, series.symbol, series.category)
    }

    private func message(
        _ identity: BoughtItem.Identity,
        _ name: String,
        _ symbol: String,
        _ category: String
    ) -> Budget.PricedItem {
        Budget.PricedItem(
            id: id(of: identity),
            productID: identity.productID?.canonical ?? "",
            name: name,
            symbol: symbol,
            category: category
        )
    }
}

extension PriceChange {
    /// What costs most in a year first; then in the order of names and stores, so that lists don't change by themselves.
    static func isAhead(_ first: PriceChange, _ second: PriceChange) -> Bool {
        if first.yearly != second.yearly { return first.yearly > second.yearly }
        let names = { (change: PriceChange) in
            [
                change.series.name, change.latest.store.identity, change.series.key.currency.code,
                change.series.key.unit.rawValue, change.latest.quantity.words.value, "\(change.series.key.item)",
            ]
        }
        return names(first).lexicographicallyPrecedes(names(second))
    }

    /// - Throws: ``ArithmeticError/overflow`` for more than there is room for.
    func message(_ ids: PricedItemIDs) throws -> Budget.PriceChange {
        let currency = series.key.currency
        var message = Budget.PriceChange(
            item: ids.message(series),
            storeID: latest.store.id?.canonical ?? "",
            storeName: latest.store.name,
            currency: currency.code,
            unit: series.key.unit.rawValue,
            formerPrice: try currency.price(formerPrice),
            latestPrice: try currency.price(latest.regular),
            formerDay: former.day.text,
            latestDay: latest.day.text,
            changePermille: try change.permille,
            yearly: .init(minorUnits: yearly, currency: currency.code)
        )
        if isShrunk {
            message.formerPack = former.quantity.pack?.message
            message.latestPack = latest.quantity.pack?.message
        }
        return message
    }
}

extension PriceSeries {
    /// That with the latest price first.
    static func isAhead(_ first: PriceSeries, _ second: PriceSeries) -> Bool {
        let order = { (series: PriceSeries) in
            (
                series.prices.last?.day.dayNumber ?? 0, series.prices.count, series.key.currency.code,
                series.key.unit.rawValue
            )
        }
        return order(first) > order(second)
    }

    /// - Parameters:
    ///   - limit: The most prices, of the latest.
    ///   - goods: What they are compared with.
    /// - Throws: ``ArithmeticError/overflow`` for more than there is room for.
    func message(limit: Int, _ ids: PricedItemIDs, with goods: AverageGoods, on today: CalendarDay) throws
        -> Budget.PriceSeries
    {
        let currency = key.currency
        let shown = prices.suffix(limit)
        let paid = shown.map(\.paid)
        let comparison = AverageComparison(self, with: goods, on: today)
        return Budget.PriceSeries(
            currency: currency.code,
            unit: key.unit.rawValue,
            prices: try shown.map { price in
                Budget.PaidPrice(
                    purchaseID: price.purchase.canonical,
                    day: price.day.text,
                    storeID: price.store.id?.canonical ?? "",
                    storeName: price.store.name,
                    paid: try currency.price(price.paid),
                    regular: try currency.price(price.regular),
                    amount: try .init(counted: price.amount, currency.code),
                    quantityThousandths: price.quantity.thousandths,
                    quantityUnit: price.quantity.unit,
                    pack: price.quantity.pack?.message,
                    average: try goods.match(for: price, of: key).map { try currency.price($0.average.price) } ?? ""
                )
            },
            lowest: try currency.price(paid.min() ?? .zero),
            usual: try currency.price(paid.median ?? .zero),
            highest: try currency.price(paid.max() ?? .zero),
            comparison: try comparison?.message(ids.message(self)),
            credit: comparison == nil ? "" : AverageComparison.credit
        )
    }
}

extension Currency {
    /// A price for one unit, with two digits more than the minor unit has.
    func price(_ price: Rational) throws(ArithmeticError) -> String {
        try price.rounded(toScale: minorDigits + 2).description
    }
}

extension PackSize {
    fileprivate var message: Budget.PackSize {
        Budget.PackSize(
            count: Int32(clamping: count),
            thousandths: Int64(amount),
            dimension: dimension == .mass ? .mass : .volume
        )
    }
}

extension AverageComparison {
    /// Whose figures averages are, in the caller's language.
    static var credit: String { LocalizedText.budget.averagesCredit.forCaller }

    /// What was paid, and what it costs on average.
    /// - Throws: ``ArithmeticError/overflow`` for more than there is room for.
    var amounts: (paid: Money, average: Money) {
        get throws(ArithmeticError) { (try Money(paid, key.currency), try Money(average, key.currency)) }
    }

    /// - Throws: ``ArithmeticError/overflow`` for more than there is room for.
    func message(_ item: Budget.PricedItem) throws -> Budget.AverageComparison {
        let (currency, good) = (key.currency, match.good)
        let amounts = try amounts
        return Budget.AverageComparison(
            item: item,
            averageName: CallContext.current?.language == .french ? good.french : good.english,
            averageQuantity: good.published.quantity,
            averageUnit: good.published.unit,
            month: match.average.month.description,
            unit: key.unit.rawValue,
            paidPrice: try currency.price(paid / measured),
            averagePrice: try currency.price(average / measured),
            differencePermille: try Self.difference(of: paid, and: average).permille,
            difference: .init(
                minorUnits: amounts.paid.minorUnits - amounts.average.minorUnits,
                currency: currency.code
            ),
            purchases: Int32(clamping: purchases)
        )
    }
}

extension Budget.CompareWithAveragesResponse {
    /// - Parameters:
    ///   - comparisons: With what names each, in the order of the response.
    ///   - limit: The most that are listed.
    /// - Throws: ``ArithmeticError/overflow`` for more than there is room for.
    init(_ comparisons: [(comparison: AverageComparison, item: Budget.PricedItem)], limit: Int) throws {
        self.init()
        guard let currency = comparisons.first?.comparison.key.currency else { return }
        let amounts = try comparisons.map { try $0.comparison.amounts }
        let paid = try amounts.reduce(Money.zero(currency)) { try $0 + $1.paid }
        let average = try amounts.reduce(Money.zero(currency)) { try $0 + $1.average }
        self.comparisons = try comparisons.prefix(limit).map { try $0.comparison.message($0.item) }
        self.paid = .init(minorUnits: paid.minorUnits, currency: currency.code)
        self.average = .init(minorUnits: average.minorUnits, currency: currency.code)
        if average.minorUnits > 0 {
            let difference = try AverageComparison.difference(
                of: Rational(paid.minorUnits),
                and: Rational(average.minorUnits)
            )
            differencePermille = try difference.permille
        }
        credit = AverageComparison.credit
    }
}

extension Rational {
    /// A part of a whole in tenths of a per cent, at the limits of the type where it has no room.
    var permille: Int32 {
        get throws(ArithmeticError) { try Int32(clamping: (self * 1_000).rounded(toScale: 0).coefficient) }
    }
}

extension Money {
    /// An amount in major units, rounded to the minor unit.
    /// - Throws: ``ArithmeticError/overflow`` beyond 64 bits.
    init(_ amount: Rational, _ currency: Currency) throws(ArithmeticError) {
        try self.init(amount.rounded(toScale: currency.minorDigits), currency: currency)
    }
}
