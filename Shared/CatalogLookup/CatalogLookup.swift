package import Messages
package import RPC
import ServiceStubs

/// Resolves printed stores and lines to catalog entries.
package protocol CatalogLookup: Sendable {
    /// Finds or creates the store of a user's receipt.
    /// - Parameter limit: the deadline of the call, from now.
    func resolveStore(
        _ request: Catalog.ResolveStoreRequest,
        within limit: Duration
    ) async throws -> Catalog.ResolveStoreResponse
    /// Finds or creates the product that each printed line means, in order.
    /// - Parameter limit: the deadline of the call, from now.
    func resolveProducts(
        _ request: Catalog.ResolveProductsRequest,
        within limit: Duration
    ) async throws -> Catalog.ResolveProductsResponse
}

/// Asks the catalog service over RPC.
package struct RemoteCatalog: CatalogLookup {
    private let stores: Catalog.StoresClient
    private let products: Catalog.ProductsClient

    /// A lookup over a channel to catalog.
    package init(_ channel: any CallChannel) {
        stores = Catalog.StoresClient(channel: channel)
        products = Catalog.ProductsClient(channel: channel)
    }

    /// Finds or creates a store, as ``CatalogLookup`` describes.
    package func resolveStore(
        _ request: Catalog.ResolveStoreRequest,
        within limit: Duration
    ) async throws -> Catalog.ResolveStoreResponse {
        try await stores.resolveStore(request, options: CallOptions(timeout: limit))
    }

    /// Finds or creates products, as ``CatalogLookup`` describes.
    package func resolveProducts(
        _ request: Catalog.ResolveProductsRequest,
        within limit: Duration
    ) async throws -> Catalog.ResolveProductsResponse {
        try await products.resolveProducts(request, options: CallOptions(timeout: limit))
    }
}
