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
