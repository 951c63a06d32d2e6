import CatalogDomain
import CatalogMessages
import Foundation

/// Finds products by name among the shared ones and a user's own.
struct ProductSearch: Sendable {
    private let snapshot: CatalogSnapshot
    private let own: [UUID: Catalog.Product]
    private let indexes: [ProductIndex]

    init(snapshot: CatalogSnapshot, own knowledge: UserCatalog) {
        self.snapshot = snapshot
        indexes = knowledge.indexes(beside: snapshot) + [snapshot.frenchIndex]
        own = Dictionary(knowledge.products.map { ($0.id, $0.message(in: snapshot)) }) { first, _ in first }
    }

    /// The products whose name resembles the text, best first; ties go to the user's own.
    func products(resembling text: String, limit: Int) -> [Catalog.Product] {
        var seen: Set<UUID> = []
        return indexes.flatMap { $0.search(text, limit: limit) }
            .enumerated()
            .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
            .map(\.element.productID)
            .filter { seen.insert($0).inserted }
            .prefix(limit)
            .compactMap { own[$0] ?? snapshot.products[$0] }
    }
}
