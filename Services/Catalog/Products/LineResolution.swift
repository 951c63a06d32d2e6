import CatalogDomain
import Foundation
import Messages
import RPC

/// Finds the products that the lines of one receipt mean, making those that are new.
///
/// A meaning once found is remembered, so the same lines mean the same products whenever they come again. A line is
/// compared with all products only the first time.
struct LineResolution: Sendable {
    let lines: ReceiptLines
    let snapshot: CatalogSnapshot
    let store: ProductsStore

    private var place: UUID { lines.store ?? .unknown }

    /// The products in the order of the lines.
    func run() async throws -> [Catalog.ResolvedProduct] {
        let (index, lines) = (snapshot.index, lines)
        let printed = await offLoop { lines.texts.map(index.printedText) }
        let keys = printed.map(LineMatcher.key)
        let texts = Dictionary(zip(keys, printed)) { first, _ in first }
        var meanings = try await store.meanings(of: texts.keys.sorted(), for: lines.user, at: place)
        let unknown = texts.filter { meanings[$0.key] == nil }
        var created: Set<UUID> = []
        if !unknown.isEmpty {
            let decisions = try await decide(unknown)
            let remembered = try await store.remember(decisions, for: lines.user, at: place)
            meanings.merge(remembered.meanings) { _, new in new }
            created = remembered.created
        }
        let products = try await products(of: meanings)
        return try keys.map { key in
            guard let meaning = meanings[key], let product = products[meaning.product] else {
                throw Status(.internalError, Status.internalSentence, reason: "MEANING_WITHOUT_PRODUCT")
            }
            return Catalog.ResolvedProduct(
                product: product,
                confidence: Int32(meaning.confidence),
                created: created.contains(meaning.product)
            )
        }
    }

    private func decide(_ texts: [String: PrintedText]) async throws -> [String: LineMatcher.Decision] {
        let own = try await store.ownProducts(of: lines.user)
        let snapshot = snapshot
        return await offLoop {
            let matcher = LineMatcher(snapshot: snapshot, own: own)
            return texts.mapValues(matcher.decide)
        }
    }

    private func products(of meanings: [String: TextMeaning]) async throws -> [UUID: Catalog.Product] {
        var products: [UUID: Catalog.Product] = [:]
        for meaning in meanings.values { products[meaning.product] = snapshot.products[meaning.product] }
        let others = Set(meanings.values.map(\.product)).subtracting(products.keys)
        let own = try await store.ownProducts(Array(others), of: lines.user)
        for product in own { products[product.id] = product.message(in: snapshot) }
        return products
    }
}
