import CatalogDomain
import CatalogMessages
import Foundation
import RPC
import ServiceKit

/// Resolves the lines of one receipt to products, creating new ones.
///
/// Meanings are stored, so that equal lines always mean the same products. A line is compared with all products only
/// the first time.
struct LineResolution: Sendable {
    let lines: ReceiptLines
    let snapshot: CatalogSnapshot
    let products: ProductsStore
    let mappings: MappingsStore

    /// The products in the order of the lines.
    func run() async throws -> [Catalog.ResolvedProduct] {
        let (index, lines) = (snapshot.index, lines)
        let scope = try await snapshot.scope(lines.store, for: lines.user, mappings)
        let printed = try await offLoop(for: lines.user) { lines.texts.map(index.printedText) }
        let keys = printed.map(LineMatcher.key)
        let texts = Dictionary(zip(keys, printed)) { first, _ in first }
        var meanings = try await mappings.meanings(of: texts.keys.sorted(), for: lines.user, in: scope)
        let unnoted = try await unnoted(texts, meanings)
        let rivalled = Set(unnoted.filter(\.hasRivals).map(\.key))
        var created: Set<UUID> = []
        if !unnoted.isEmpty {
            (meanings, created) = try await remember(unnoted, meanings, in: scope)
        }
        let known = try await snapshot.products(Set(meanings.byText.values.map(\.product)), of: lines.user, products)
        return try keys.map { key in
            guard let meaning = meanings.byText[key], let product = known[meaning.product] else {
                throw Status(.internalError, .rpc.ourFault, reason: .meaningWithoutProduct)
            }
            return Catalog.ResolvedProduct(
                product: product,
                confidence: Int32(meaning.confidence),
                created: created.contains(meaning.product),
                basis: meaning.basisMessage,
                needsChoice: created.contains(meaning.product) && rivalled.contains(key)
            )
        }
    }

    /// The lines for which something must be stored, with their meanings.
    private func unnoted(_ texts: [String: PrintedText], _ meanings: TextMeanings) async throws -> [MappingsStore.Line]
    {
        let unknown = texts.filter { meanings.byText[$0.key] == nil }
        var decisions: [String: LineMatcher.Decision] = [:]
        for (key, meaning) in meanings.byText where !meanings.noted.contains(key) { decisions[key] = .known(meaning) }
        if !unknown.isEmpty {
            let own = try await products.userCatalog(of: lines.user)
            let snapshot = snapshot
            let decided = try await offLoop(for: lines.user) {
                let matcher = LineMatcher(snapshot: snapshot, own: own)
                return unknown.mapValues(matcher.decide)
            }
            decisions.merge(decided) { $1 }
        }
        return decisions.map { .init(key: $0, printed: texts[$0]?.original ?? "", decision: $1) }
    }

    private func remember(
        _ unnoted: [MappingsStore.Line],
        _ meanings: TextMeanings,
        in scope: StoreScope
    ) async throws -> (TextMeanings, Set<UUID>) {
        let remembered = try await mappings.remember(unnoted, for: lines.user, in: scope)
        var meanings = meanings
        meanings.byText.merge(remembered.meanings.byText) { $1 }
        return (meanings, remembered.created)
    }
}

extension StatusReason {
    /// A line's meaning names a product that does not exist.
    static let meaningWithoutProduct: StatusReason = "MEANING_WITHOUT_PRODUCT"
}
