import BudgetMessages
import CatalogMessages
import CommonMessages
import Foundation
import Foundations

/// A price at a store that is lower than what was paid the last time.
struct Offer: Sendable {
    let series: PriceSeries
    let paid: PaidPrice
    let price: Catalog.StorePrice
    /// What one of the unit costs at the store, in major units of the currency.
    let offered: Rational
    /// How much less that is, as a part of what was paid.
    let saving: Rational
    /// What that makes for as much as was bought the last time, in major units.
    let savedAmount: Rational

    /// A price that is less often than this of the other is hardly of the same thing.
    static let farthest = AverageComparison.farthest

    /// The first day of the week in which users have paid it; nil for what an operator says.
    var observedWeek: CalendarDay? { price.observed ? CalendarDay(price.firstDay) : nil }

    /// The offer of a series, nil where no lower price is known of the same thing, or a result has no room.
    /// - Parameter prices: By what they are compared for.
    init?(_ series: PriceSeries, among prices: [PriceSeries.Key: Catalog.StorePrice]) {
        guard let price = prices[series.key], let paid = series.prices.last, let offered = price.exactUnitPrice,
            offered > .zero, offered < paid.paid, let times = try? paid.paid / offered, times <= Self.farthest,
            let difference = try? paid.paid - offered, let saving = try? difference / paid.paid,
            let savedAmount = try? difference * paid.measured,
            // Nothing that people would see.
            let money = try? Money(savedAmount, series.key.currency), money.minorUnits > 0,
            let permille = try? saving.permille, permille > 0
        else { return nil }
        (self.series, self.paid, self.price) = (series, paid, price)
        (self.offered, self.saving, self.savedAmount) = (offered, saving, savedAmount)
    }

    /// What saves most first; then in the order of names, so that lists don't change by themselves. A thing that is bought by weight and
    /// by the piece may have several.
    static func all(in series: [PriceSeries], among prices: [PriceSeries.Key: Catalog.StorePrice]) -> [Offer] {
        series.compactMap { Offer($0, among: prices) }.sorted { first, second in
            if first.savedAmount != second.savedAmount { return first.savedAmount > second.savedAmount }
            return (first.series.name, first.price.productID, first.series.key.unit.rawValue)
                < (second.series.name, second.price.productID, second.series.key.unit.rawValue)
        }
    }

    /// - Throws: ``ArithmeticError/overflow`` for more than there is room for.
    func message(_ ids: PricedItemIDs) throws -> Budget.Offer {
        let currency = series.key.currency
        let near = price.store ?? .init()
        return Budget.Offer(
            item: ids.message(series),
            unit: series.key.unit.rawValue,
            paidPrice: try currency.price(paid.paid),
            paidDay: paid.day.text,
            paidStoreName: paid.store.name,
            purchaseID: paid.purchase.canonical,
            offeredPrice: try currency.price(offered),
            price: price.price,
            quantity: price.quantity,
            quantityUnit: price.unit,
            label: price.label,
            storeID: near.store?.id ?? "",
            storeName: near.store?.name ?? "",
            storeAddress: near.store?.address ?? "",
            distanceMetres: near.distanceMetres,
            preferred: near.preferred,
            lastDay: price.observed ? "" : price.lastDay,
            savingPermille: try saving.permille,
            saving: .init(minorUnits: try Money(savedAmount, currency).minorUnits, currency: currency.code),
            observedWeek: observedWeek?.text ?? ""
        )
    }
}

extension [Offer] {
    /// One offer for each thing.
    var ofEachThing: [Offer] {
        var seen: Set<BoughtItem.Identity> = []
        return filter { seen.insert($0.series.key.item).inserted }
    }
}

extension Catalog.StorePrice {
    /// What one of the common unit costs, in major units of the currency; nil where that isn't understood.
    fileprivate var exactUnitPrice: Rational? {
        guard let price, let currency = Currency(code: price.currency), let unit = UnitOfMeasure(rawValue: unit),
            let amount = ExactDecimal(quantity).flatMap({ try? Rational($0) })
        else { return nil }
        return try? UnitPrice(
            of: Money(minorUnits: price.minorUnits, currency: currency),
            for: Quantity(amount, unit),
            per: unit.dimension.comparisonUnit
        ).price
    }

    /// What it is compared with; nil where that isn't understood.
    var comparisonKey: PriceSeries.Key? {
        guard let product = UUID(uuidString: productID), let currency = Currency(code: price?.currency ?? ""),
            let unit = PriceUnit(rawValue: comparisonUnit)
        else { return nil }
        return .init(item: .product(product), currency: currency, unit: unit)
    }
}
