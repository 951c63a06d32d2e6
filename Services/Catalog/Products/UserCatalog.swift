import CatalogDomain
import Foundation

/// A text for which a user chose a product.
struct ChosenText: Sendable {
    let text: String
    let product: UUID
}

/// A user's own products and choices, used besides the shared products.
struct UserCatalog: Sendable {
    var products: [OwnProduct] = []
    /// The choices, latest first.
    var chosen: [ChosenText] = []

    /// The maximum confidence of a choice made at another chain; lower than that of an equal name.
    private static let ceilingOfChosen = 95

    /// The indexes for a user's texts: own products, own choices and shared products.
    func indexes(beside snapshot: CatalogSnapshot) -> [ProductIndex] {
        var own = ProductIndex(abbreviations: snapshot.abbreviations)
        for product in products {
            own.insert(product.id, name: product.name, unit: ProductUnit(rawValue: product.unit) ?? .each)
        }
        var learnt = ProductIndex(abbreviations: snapshot.abbreviations, ceiling: Self.ceilingOfChosen)
        let visible = Set(products.map(\.id))
        let texts = Dictionary(grouping: chosen, by: \.product).mapValues { $0.map(\.text) }
        var seen: Set<UUID> = []
        // In the order of choice, so that ties are always resolved the same way.
        for product in chosen.map(\.product) where seen.insert(product).inserted {
            guard visible.contains(product) || snapshot.products[product] != nil, let texts = texts[product] else {
                continue
            }
            learnt.insert(product, name: texts[0], aliases: Array(texts.dropFirst()))
        }
        return [own, learnt, snapshot.index]
    }
}
