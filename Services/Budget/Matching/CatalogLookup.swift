import Messages
import RPC
import ServiceStubs

/// Who knows what printed stores and lines mean.
protocol CatalogLookup: Sendable {
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
struct RemoteCatalog: CatalogLookup {
    private let stores: Catalog.StoresClient
    private let products: Catalog.ProductsClient

    init(_ channel: any CallChannel) {
        stores = Catalog.StoresClient(channel: channel)
        products = Catalog.ProductsClient(channel: channel)
    }

    func resolveStore(
        _ request: Catalog.ResolveStoreRequest,
        within limit: Duration
    ) async throws -> Catalog.ResolveStoreResponse {
        try await stores.resolveStore(request, options: CallOptions(timeout: limit))
    }

    func resolveProducts(
        _ request: Catalog.ResolveProductsRequest,
        within limit: Duration
    ) async throws -> Catalog.ResolveProductsResponse {
        try await products.resolveProducts(request, options: CallOptions(timeout: limit))
    }
}
