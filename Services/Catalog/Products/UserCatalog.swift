import CatalogDomain
import Foundation

/// A text that a user said to mean a product.
struct ChosenText: Sendable {
    let text: String
    let product: UUID
}

/// What a user's lines are compared with beside the products of everybody.
struct UserCatalog: Sendable {
    var products: [OwnProduct] = []
    /// The last chosen first.
    var chosen: [ChosenText] = []

    /// What is said of a text at one chain is true of it at others, but less surely than what its words say.
    private static let ceilingOfChosen = 95

    /// Where a user's texts are looked up: own products by their names, what the user chose by the texts that it was chosen
    /// for, and the products of everybody.
    func indexes(beside snapshot: CatalogSnapshot) -> [ProductIndex] {
        var own = ProductIndex(abbreviations: snapshot.abbreviations)
        for product in products {
            own.insert(product.id, name: product.name, unit: ProductUnit(rawValue: product.unit) ?? .each)
        }
        var learnt = ProductIndex(abbreviations: snapshot.abbreviations, ceiling: Self.ceilingOfChosen)
        let visible = Set(products.map(\.id))
        let texts = Dictionary(grouping: chosen, by: \.product).mapValues { $0.map(\.text) }
        var seen: Set<UUID> = []
        // In the order in which they were chosen, so that equals are always guessed in the same order.
        for product in chosen.map(\.product) where seen.insert(product).inserted {
            guard visible.contains(product) || snapshot.products[product] != nil, let texts = texts[product] else {
                continue
            }
            learnt.insert(product, name: texts[0], aliases: Array(texts.dropFirst()))
        }
        return [own, learnt, snapshot.index]
    }
}
