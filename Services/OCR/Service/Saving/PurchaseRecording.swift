import Messages
import RPC
import ServiceStubs

/// The other services that make a purchase of a reading.
protocol PurchaseRecording: Sendable {
    /// Finds or creates the store that a receipt names.
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
    /// Records a purchase; the same receipt gives the same purchase.
    func recordPurchase(_ request: Budget.RecordPurchaseRequest) async throws -> Budget.Purchase
}

/// Catalog and budget over RPC.
struct RemotePurchaseRecording: PurchaseRecording {
    private let stores: Catalog.StoresClient
    private let products: Catalog.ProductsClient
    private let purchases: Budget.PurchasesClient
    private let options = CallOptions(timeout: .seconds(5))

    init(catalog: any CallChannel, budget: any CallChannel) {
        stores = Catalog.StoresClient(channel: catalog)
        products = Catalog.ProductsClient(channel: catalog)
        purchases = Budget.PurchasesClient(channel: budget)
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

    func recordPurchase(_ request: Budget.RecordPurchaseRequest) async throws -> Budget.Purchase {
        try await purchases.recordPurchase(request, options: options)
    }
}
