package import Messages
package import RPC
import ServiceStubs

/// Who knows what printed stores and lines mean.
package protocol CatalogLookup: Sendable {
    /// Finds or creates the store that somebody names.
    /// - Parameter limit: How long it may take.
    func resolveStore(
        _ request: Catalog.ResolveStoreRequest,
        within limit: Duration
    ) async throws -> Catalog.ResolveStoreResponse
    /// Finds or creates the product that each printed line means, in order.
    /// - Parameter limit: How long it may take.
    func resolveProducts(
        _ request: Catalog.ResolveProductsRequest,
        within limit: Duration
    ) async throws -> Catalog.ResolveProductsResponse
}

/// Catalog over RPC.
package struct RemoteCatalog: CatalogLookup {
    private let stores: Catalog.StoresClient
    private let products: Catalog.ProductsClient

    /// - Parameter channel: leads to catalog.
    package init(_ channel: any CallChannel) {
        stores = Catalog.StoresClient(channel: channel)
        products = Catalog.ProductsClient(channel: channel)
    }

    package func resolveStore(
        _ request: Catalog.ResolveStoreRequest,
        within limit: Duration
    ) async throws -> Catalog.ResolveStoreResponse {
        try await stores.resolveStore(request, options: CallOptions(timeout: limit))
    }

    package func resolveProducts(
        _ request: Catalog.ResolveProductsRequest,
        within limit: Duration
    ) async throws -> Catalog.ResolveProductsResponse {
        try await products.resolveProducts(request, options: CallOptions(timeout: limit))
    }
}
