package import CatalogMessages
package import RPC

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

/// The minimum confidence of a match that needs no review.
private let sureMatch: Int32 = 80

extension Catalog.ResolvedProduct {
    /// Whether the user should check the line's product. A product created for the line is right unless known ones are
    /// similar.
    package var isDoubtful: Bool { basis == .made || created ? needsChoice : confidence < sureMatch }
}

extension Catalog.ResolveStoreResponse {
    /// Whether the user should check the store. One that was created has the printed name.
    package var isDoubtful: Bool { !created && confidence < sureMatch }
}

extension Catalog.Store {
    /// Name and address, as far as known.
    package var nameAndAddress: String { [name, address].filter { !$0.isEmpty }.joined(separator: ", ") }
}
