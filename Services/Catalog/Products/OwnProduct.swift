import Foundation
import Messages
import Postgres
import ServiceKit

/// A product that a user's receipts named first, or that the user added; only that user sees it.
struct OwnProduct: Sendable {
    let id: UUID
    let name: String
    let category: String
    let unit: String

    init(_ row: Row) throws {
        id = try row["id"]
        name = try row["name"]
        category = try row["category_slug"]
        unit = try row["default_unit"]
    }

    /// As users see it. Nothing is known of its shelf life and nutrition.
    func message(in snapshot: CatalogSnapshot) -> Catalog.Product {
        Catalog.Product(id: id.canonical, name: name, category: snapshot.category(category), defaultUnit: unit)
    }
}

/// A text that a user said to mean a product.
struct ChosenText: Sendable {
    let text: String
    let product: UUID
}

/// What a user's lines are compared with beside the products of everybody.
struct OwnKnowledge: Sendable {
    var products: [OwnProduct] = []
    var chosen: [ChosenText] = []
}

/// A product to be made.
struct NewProduct: Sendable {
    let name: String
    /// The name in the form in which a user has it once.
    let normalisedName: String
    let category: String
    var unit = "each"
    /// Whether the user asked for it.
    var isWanted = false
    /// Whether known products are somewhat like the line that it is made for.
    var hasRivals = false
}

extension UUID {
    /// Stands where there is none: all zeros (RFC 9562, section 5.9).
    static let unknown = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
