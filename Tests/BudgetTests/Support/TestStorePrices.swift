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
        until lastDay: String = ""
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
            lastDay: lastDay,
            current: true
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

    func lowest(of products: [UUID], for user: UUID) async throws -> [Catalog.StorePrice]? {
        try state.withLock { state in
            if let outage = state.outage { throw outage }
            state.asked = Set(products)
            let ids = Set(products.map(\.canonical))
            return state.hasHome ? state.prices.filter { ids.contains($0.productID) } : nil
        }
    }
}
