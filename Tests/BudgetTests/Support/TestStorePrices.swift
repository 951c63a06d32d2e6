import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import Synchronization

@testable import larder_budget

/// Prices at stores behind the network, which can be down.
final class TestStorePrices: StorePrices {
    private struct State {
        var prices: [Catalog.StorePrice] = []
        var asked: Set<UUID> = []
        var ranges: [Catalog.PriceRange] = []
        var hasHome = true
        var outage: Status?
    }

    private let state = Mutex(State())

    var hasHome: Bool {
        get { state.withLock { $0.hasHome } }
        set { state.withLock { $0.hasHome = newValue } }
    }

    /// The status returned instead of prices; nil when it works.
    var outage: Status? {
        get { state.withLock { $0.outage } }
        set { state.withLock { $0.outage = newValue } }
    }

    /// What was asked for last.
    var asked: Set<UUID> { state.withLock { $0.asked } }

    /// What some of that may cost.
    var ranges: [Catalog.PriceRange] { state.withLock { $0.ranges } }

    /// Sets the lowest price of a product in a currency for a unit.
    func set(
        _ product: UUID,
        _ minorUnits: Int64,
        _ quantity: String,
        _ unit: String,
        _ unitPrice: String,
        _ comparisonUnit: String,
        currency: String = "CAD",
        store: String = "Juniper",
        label: String = "",
        until lastDay: String = "",
        observedIn week: String? = nil
    ) {
        let price = Catalog.StorePrice(
            store: .init(store: .init(id: UUID().canonical, name: store), distanceMetres: 120),
            productID: product.canonical,
            label: label,
            price: .init(minorUnits: minorUnits, currency: currency),
            quantity: quantity,
            unit: unit,
            unitPrice: unitPrice,
            comparisonUnit: comparisonUnit,
            firstDay: week ?? "",
            lastDay: lastDay,
            current: true,
            observed: week != nil
        )
        state.withLock { state in
            state.prices.removeAll {
                $0.productID == price.productID && $0.comparisonUnit == comparisonUnit
                    && $0.price?.currency == currency
            }
            state.prices.append(price)
        }
    }

    /// Ends all prices of a product.
    func end(_ product: UUID) { state.withLock { $0.prices.removeAll { $0.productID == product.canonical } } }

    func lowest(
        of products: [UUID],
        in ranges: [Catalog.PriceRange],
        observedSince since: CalendarDay?,
        for user: UUID
    ) async throws -> [Catalog.StorePrice]? {
        try state.withLock { state in
            if let outage = state.outage { throw outage }
            (state.asked, state.ranges) = (Set(products), ranges)
            let ids = Set(products.map(\.canonical))
            guard state.hasHome else { return nil }
            return state.prices.filter { price in
                guard let since, price.observed else { return ids.contains(price.productID) }
                return ids.contains(price.productID) && price.firstDay >= since.text
            }
        }
    }
}

extension BudgetTestEnvironment {
    /// What users have said that things may cost.
    var preferences: PreferenceStore { PreferenceStore(pool: pool, clock: clock) }

    /// What compares purchases with prices at stores.
    func offerSearch(_ prices: TestStorePrices) -> OfferSearch {
        OfferSearch(ledger: service.store, prices: prices, preferences: preferences)
    }
}
