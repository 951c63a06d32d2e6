import CatalogMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// The service for what products cost at stores that users can reach.
struct StorePricesService: Catalog.StorePricesProvider {
    /// The most current and the most former prices of a response, the most products of a request, and the most stores whose prices are
    /// compared: the preferred ones, and then the nearest.
    static let priceLimit = 200
    static let productLimit = 300
    static let storeLimit = 200

    let catalog: SharedCatalog
    let products: ProductsStore
    let prices: StorePricesStore
    let nearby: NearbyStores
    let areas: any ShoppingAreas

    func findStorePrices(
        _ request: Catalog.FindStorePricesRequest,
        context: CallContext
    ) async throws -> Catalog.FindStorePricesResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let product = validator.uuid(request.productID, "product_id")
        try validator.finish()
        try await requireProduct(product, of: user)
        let reach = try await areas.reach(of: user)
        let stores = try await nearby.stores(in: reach, of: user)
        let compared = Array(stores.prefix(Self.storeLimit))
        let current = try await prices.current(of: product, at: compared, limit: Self.priceLimit)
        let former = try await prices.former(of: product, at: compared, limit: Self.priceLimit)
        return Catalog.FindStorePricesResponse(
            prices: try await messages(of: current + former, at: compared, for: user),
            radiusMetres: UInt32(clamping: reach.radius),
            stores: Int32(clamping: stores.count)
        )
    }

    func findLowestPrices(
        _ request: Catalog.FindLowestPricesRequest,
        context: CallContext
    ) async throws -> Catalog.FindLowestPricesResponse {
        var validator = FieldValidator()
        let user = validator.uuid(request.userID, "user_id")
        if request.productIDs.count > Self.productLimit {
            validator.reject("product_ids", .catalog.ruleProducts(highest: Self.productLimit))
        }
        let ranges = request.ranges.compactMap(PriceRange.init)
        if ranges.count < request.ranges.count || Set(ranges.map(\.subject)).count < ranges.count {
            validator.reject("ranges", .catalog.ruleRanges)
        }
        let since = request.observedSince.isEmpty ? nil : CalendarDay(request.observedSince)
        if since == nil, !request.observedSince.isEmpty { validator.reject("observed_since", .catalog.ruleDayOrEmpty) }
        try validator.finish()
        guard let reach = ShoppingReach(try await areas.area(of: user)) else { return .init() }
        let compared = Array(try await nearby.stores(in: reach, of: user).prefix(Self.storeLimit))
        let asked = request.productIDs.compactMap(UUID.init(uuidString:))
        let lowest = try await prices.lowest(of: asked, in: ranges, at: compared, observedSince: since)
        return Catalog.FindLowestPricesResponse(
            prices: try await messages(of: lowest, at: compared, for: user),
            hasHome: true
        )
    }

    private func messages(
        of prices: [StorePriceRow],
        at stores: [ReachableStore],
        for user: UUID
    ) async throws -> [Catalog.StorePrice] {
        let named = Set(prices.map(\.store))
        let messages = try await nearby.messages(of: stores.filter { named.contains($0.id) }, for: user)
        return try await offLoop(for: user) {
            try prices.compactMap { price in try messages[price.store].map { try price.message(at: $0) } }
        }
    }

    /// - Throws: NOT_FOUND for a product that is neither shared nor the user's own.
    private func requireProduct(_ product: UUID, of user: UUID) async throws {
        guard try catalog.snapshot.products[product] == nil else { return }
        guard try await !products.ownProducts([product], of: user).isEmpty else {
            throw Status.notFound(.services.nounProduct)
        }
    }
}

extension PriceRange {
    /// What it is about.
    fileprivate var subject: String { "\(product.canonical) \(currency.code)" }

    /// Nil for a request's range that isn't understood.
    fileprivate init?(_ message: Catalog.PriceRange) {
        guard let product = UUID(uuidString: message.productID), let currency = Currency(code: message.currency),
            message.lowestMinor >= 0, message.highestMinor >= 0
        else { return nil }
        func bound(_ minorUnits: Int64) -> Money? {
            minorUnits == 0 ? nil : Money(minorUnits: minorUnits, currency: currency)
        }
        self.init(
            product: product,
            currency: currency,
            lowest: bound(message.lowestMinor),
            highest: bound(message.highestMinor)
        )
    }
}
