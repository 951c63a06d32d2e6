import CatalogDomain
import Foundation
import Messages

/// Finds products by name among those of everybody and a user's own.
struct ProductSearch: Sendable {
    /// Below this confidence what is found has too little to do with what was sought.
    private static let leastConfidence = 30

    private let snapshot: CatalogSnapshot
    private let own: [UUID: Catalog.Product]
    private let ownIndex: ProductIndex

    init(snapshot: CatalogSnapshot, own products: [OwnProduct]) {
        self.snapshot = snapshot
        var index = ProductIndex(abbreviations: snapshot.abbreviations)
        for product in products { index.insert(product.id, name: product.name) }
        ownIndex = index
        own = Dictionary(products.map { ($0.id, $0.message(in: snapshot)) }) { first, _ in first }
    }

    /// The products whose name resembles the text, best first; of equals the user's own come first.
    func products(resembling text: String, limit: Int) -> [Catalog.Product] {
        let printed = snapshot.index.printedText(text)
        let found = ownIndex.matches(for: printed, limit: limit) + snapshot.index.matches(for: printed, limit: limit)
        return found.enumerated()
            .filter { $0.element.confidence >= Self.leastConfidence }
            .sorted { ($1.element.confidence, $0.offset) < ($0.element.confidence, $1.offset) }
            .prefix(limit)
            .compactMap { own[$0.element.productID] ?? snapshot.products[$0.element.productID] }
    }
}
