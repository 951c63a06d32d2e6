import CatalogMessages
import Foundation
import Foundations

/// What something may cost that a user is recommended, for as much as a store sells together.
struct PricePreference: Sendable, Equatable {
    /// The most preferences of a user.
    static let limit = 100

    let target: GoalTerms.Target
    let currency: String
    /// Inclusive, in minor units, above 0; nil for no such bound. One of them is given.
    let lowest: Int64?
    let highest: Int64?
}

/// What a user wants things to cost.
struct PricePreferences: Sendable {
    private var products: [UUID: [PricePreference]] = [:]
    /// With all categories of each, those that contain fewest first.
    private var categories: [(contents: Set<String>, preference: PricePreference)] = []
    private var everything: [PricePreference] = []

    /// - Parameter names: What says which categories are within others.
    init(_ preferences: [PricePreference], names: ProductNames) {
        for preference in preferences {
            switch preference.target {
            case .everything: everything.append(preference)
            case .product(let id): products[id, default: []].append(preference)
            case .category(let slug):
                categories.append((names.categories(within: [slug]), preference))
            }
        }
        categories.sort { $0.contents.count < $1.contents.count }
    }

    var isEmpty: Bool { products.isEmpty && categories.isEmpty && everything.isEmpty }

    /// What is said of a thing in each currency: of the product, or else of the smallest category that it is in, or else of everything.
    func preferences(for product: UUID, in category: String) -> [PricePreference] {
        let found =
            (products[product] ?? []) + categories.filter { $0.contents.contains(category) }.map(\.preference)
            + everything
        var seen: Set<String> = []
        return found.filter { seen.insert($0.currency).inserted }
    }
}

extension PricePreference {
    /// What catalog is asked to keep to.
    func range(of product: UUID) -> Catalog.PriceRange {
        Catalog.PriceRange(
            productID: product.canonical,
            currency: currency,
            lowestMinor: lowest ?? 0,
            highestMinor: highest ?? 0
        )
    }
}
