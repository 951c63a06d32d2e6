import CatalogMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// What products cost at stores that users can reach.
protocol StorePrices: Sendable {
    /// The lowest price for each common unit of each product that holds today in a user's reach; nil for a user without a home place.
    /// - Parameters:
    ///   - ranges: What some products may cost, one for each product and currency.
    ///   - since: The first day of weeks in which users have paid observed prices; nil for all that are taken to hold.
    func lowest(
        of products: [UUID],
        in ranges: [Catalog.PriceRange],
        observedSince since: CalendarDay?,
        for user: UUID
    ) async throws -> [Catalog.StorePrice]?
}

/// Asks the catalog service over RPC.
struct CatalogStorePrices: StorePrices {
    private static let options = CallOptions(timeout: .seconds(5))

    private let client: Catalog.StorePricesClient

    /// Prices over a channel to catalog.
    init(_ channel: any CallChannel) { client = Catalog.StorePricesClient(channel: channel) }

    func lowest(
        of products: [UUID],
        in ranges: [Catalog.PriceRange],
        observedSince since: CalendarDay?,
        for user: UUID
    ) async throws -> [Catalog.StorePrice]? {
        let request = Catalog.FindLowestPricesRequest(
            userID: user.canonical,
            productIDs: products.map(\.canonical),
            ranges: ranges,
            observedSince: since?.text ?? ""
        )
        let answer = try await client.findLowestPrices(request, options: Self.options)
        return answer.hasHome ? answer.prices : nil
    }
}
