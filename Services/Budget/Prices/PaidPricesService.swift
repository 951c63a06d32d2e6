import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import PrintedWords
import RPC
import ServiceKit

/// What users have paid for what they buy.
struct PaidPricesService: Budget.PaidPricesProvider {
    let ledger: SpendingStore
    var clock: any WallClock = SystemWallClock()

    /// How many days back prices are looked for: three years.
    static let days = 1_096
    /// The most changes of a response, the most series of a history, and the most prices of each.
    static let changeLimit = 200
    static let seriesLimit = 20
    static let priceLimit = 500

    func listPriceChanges(
        _ request: Budget.ListPriceChangesRequest,
        context: CallContext
    ) async throws -> Budget.ListPriceChangesResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let zone = validator.timeZone(request.timeZone, "time_zone")
        try validator.finish()
        let today = CalendarDay(of: clock.now, in: zone)
        guard let (purchases, ids) = try await read(of: user, until: today) else { return .init() }
        return try await offLoop(for: user) {
            var (changes, compared): ([PriceChange], Set<BoughtItem.Identity>) = ([], [])
            for series in PriceSeries.all(in: purchases) {
                let found = PriceChange.changes(in: series, on: today)
                changes += found.changes
                if found.isCompared { compared.insert(series.key.item) }
            }
            return Budget.ListPriceChangesResponse(
                changes: try changes.sorted(by: PriceChange.isAhead).prefix(Self.changeLimit).map {
                    try $0.message(ids)
                },
                compared: Int32(clamping: compared.count)
            )
        }
    }

    func getPriceHistory(
        _ request: Budget.GetPriceHistoryRequest,
        context: CallContext
    ) async throws -> Budget.PriceHistory {
        let user = try context.userID
        var validator = FieldValidator()
        let zone = validator.timeZone(request.timeZone, "time_zone")
        let asked = validator.text(request.item, "item", length: 1...200)
        try validator.finish()
        let today = CalendarDay(of: clock.now, in: zone)
        guard let (purchases, ids) = try await read(of: user, until: today) else {
            throw Status.notFound(.services.nounPriceHistory)
        }
        return try await offLoop(for: user) {
            guard let item = ids.latest(asked, in: purchases) else { throw Status.notFound(.services.nounPriceHistory) }
            let series = PriceSeries.all(in: purchases, of: BoughtItem.Identity(of: item))
            return Budget.PriceHistory(
                item: ids.message(item),
                series: try series.sorted(by: PriceSeries.isAhead).prefix(Self.seriesLimit).map {
                    try $0.message(limit: Self.priceLimit)
                }
            )
        }
    }

    /// What was bought until today, and what names it in messages; nil where there is nothing.
    private func read(
        of user: UUID,
        until today: CalendarDay
    ) async throws -> (purchases: [CountedPurchase], ids: PricedItemIDs)? {
        let purchases = try await ledger.counted(
            from: today.advanced(by: 1 - Self.days),
            to: today,
            of: user,
            with: [.storeNames, .quantities]
        )
        guard !purchases.isEmpty, let key = try await ledger.keys.existingKey(of: user) else { return nil }
        return (purchases, PricedItemIDs(key: key))
    }
}

/// Names what is bought in messages: names of things that catalog doesn't know say too much for an id, and are hashed with their
/// owner's key.
private struct PricedItemIDs: Sendable {
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
    fileprivate static func isAhead(_ first: PriceChange, _ second: PriceChange) -> Bool {
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
    fileprivate func message(_ ids: PricedItemIDs) throws -> Budget.PriceChange {
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
            changePermille: try Int32(clamping: (change * 1_000).rounded(toScale: 0).coefficient),
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
    fileprivate static func isAhead(_ first: PriceSeries, _ second: PriceSeries) -> Bool {
        let order = { (series: PriceSeries) in
            (
                series.prices.last?.day.dayNumber ?? 0, series.prices.count, series.key.currency.code,
                series.key.unit.rawValue
            )
        }
        return order(first) > order(second)
    }

    /// - Throws: ``ArithmeticError/overflow`` for more than there is room for.
    fileprivate func message(limit: Int) throws -> Budget.PriceSeries {
        let currency = key.currency
        let shown = prices.suffix(limit)
        let paid = shown.map(\.paid)
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
                    pack: price.quantity.pack?.message
                )
            },
            lowest: try currency.price(paid.min() ?? .zero),
            usual: try currency.price(paid.median ?? .zero),
            highest: try currency.price(paid.max() ?? .zero)
        )
    }
}

extension Currency {
    /// A price for one unit, with two digits more than the minor unit has.
    fileprivate func price(_ price: Rational) throws(ArithmeticError) -> String {
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
