import CatalogLookup
import CatalogMessages
import Foundation
import RPC
import Synchronization

@testable import larder_budget

/// A catalog behind the network that knows one store and every product, and can be down.
final class TestCatalog: CatalogLookup {
    static let storeID = "7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e55"

    private struct State {
        var outage: Status?
        var store = Catalog.Store(id: storeID, name: "Juniper Street Market", address: "14 Juniper Street")
        var confidence: Int32 = 95
        var storeConfidence: Int32 = 100
        var phones: [String] = []
        var asked: [String] = []
        var whileAsked: @Sendable () async throws -> Void = {}
    }

    private let state = Mutex(State())

    /// The status returned instead of a response; nil when it works.
    var outage: Status? {
        get { state.withLock { $0.outage } }
        set { state.withLock { $0.outage = newValue } }
    }

    /// The store that every name means.
    var store: Catalog.Store {
        get { state.withLock { $0.store } }
        set { state.withLock { $0.store = newValue } }
    }

    /// The confidence of every match.
    var confidence: Int32 {
        get { state.withLock { $0.confidence } }
        set { state.withLock { $0.confidence = newValue } }
    }

    /// The confidence of every match of a store.
    var storeConfidence: Int32 {
        get { state.withLock { $0.storeConfidence } }
        set { state.withLock { $0.storeConfidence = newValue } }
    }

    /// The telephone numbers of the stores that it was asked for, in order.
    var phones: [String] { state.withLock { $0.phones } }

    /// What it was asked for, in order.
    var asked: [String] { state.withLock { $0.asked } }

    /// Runs an action while the next response is on its way.
    func during(_ body: @escaping @Sendable () async throws -> Void) { state.withLock { $0.whileAsked = body } }

    func resolveStore(
        _ request: Catalog.ResolveStoreRequest,
        within limit: Duration
    ) async throws -> Catalog.ResolveStoreResponse {
        state.withLock { $0.phones.append(request.phone) }
        try await answer("\(request.name), \(request.address)")
        return .init(store: store, confidence: storeConfidence)
    }

    func resolveProducts(
        _ request: Catalog.ResolveProductsRequest,
        within limit: Duration
    ) async throws -> Catalog.ResolveProductsResponse {
        try await answer("\(request.printedTexts.joined(separator: ", ")) at \(request.storeID)")
        return .init(
            products: request.printedTexts.map { text in
                let category = Catalog.Category(slug: "other", name: "Other", symbol: "🛒")
                return .init(
                    product: .init(id: TestCatalog.product, name: text.capitalized, category: category),
                    confidence: confidence,
                    basis: .resemblance
                )
            }
        )
    }

    static let product = "7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e66"

    private func answer(_ question: String) async throws {
        let body = state.withLock { state in
            state.asked.append(question)
            defer { state.whileAsked = {} }
            return state.whileAsked
        }
        try await body()
        if let outage { throw outage }
    }
}
