import Foundation
import Foundations
import Messages
import Postgres
import ServiceKit

/// A product that only one user sees, created from a receipt or by the user.
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

    /// The product in messages. Its shelf life and nutrition are unknown.
    func message(in snapshot: CatalogSnapshot) -> Catalog.Product {
        Catalog.Product(id: id.canonical, name: name, category: snapshot.category(category), defaultUnit: unit)
    }
}
