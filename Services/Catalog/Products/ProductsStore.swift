import CatalogMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// The store of users' own products.
struct ProductsStore: Sendable {
    /// The maximum number of own products and chosen texts that a line is compared with, newest first. Equal names are
    /// always found.
    static let maximumCompared: Int32 = 2_000

    let pool: PostgresPool

    /// The catalog that a user's lines are compared with.
    func userCatalog(of user: UUID) async throws -> UserCatalog {
        let tables = try await pool.pipeline([
            """
            SELECT id, name, category_slug, default_unit FROM user_products
            WHERE user_id = \(user) AND withdrawn_at IS NULL
            ORDER BY created_at DESC, id LIMIT \(Self.maximumCompared)
            """,
            """
            SELECT normalised_text, product_id FROM receipt_text_mappings
            WHERE user_id = \(user) AND basis = 'chosen'
            ORDER BY changed_at DESC, id LIMIT \(Self.maximumCompared)
            """,
        ])
        return UserCatalog(
            products: try tables[0].map(OwnProduct.init),
            chosen: try tables[1].map { ChosenText(text: try $0["normalised_text"], product: try $0["product_id"]) }
        )
    }

    /// The user's own products with the given identifiers, including hidden ones.
    func ownProducts(_ ids: [UUID], of user: UUID) async throws -> [OwnProduct] {
        guard !ids.isEmpty else { return [] }
        return try await pool.query(
            """
            SELECT id, name, category_slug, default_unit FROM user_products
            WHERE user_id = \(user) AND id = ANY(\(ids))
            """
        ).map(OwnProduct.init)
    }

    /// Creates a product of the user's own, or returns the existing one.
    func make(_ product: NewProduct, for user: UUID) async throws -> (product: OwnProduct, isNew: Bool) {
        try await pool.transaction(retrying: true) { try await Self.make(product, for: user, in: $0) }
    }

    static func make(
        _ product: NewProduct,
        for user: UUID,
        in connection: PostgresConnection
    ) async throws -> (product: OwnProduct, isNew: Bool) {
        let tables = try await connection.pipeline([
            insertion(of: [product], user),
            """
            SELECT id, name, category_slug, default_unit FROM user_products
            WHERE user_id = \(user) AND normalised_name = \(product.normalisedName)
            """,
        ])
        let isNew = try tables[0].first.map { try $0.decode("is_new") as Bool } ?? false
        return (try OwnProduct(tables[1][0]), isNew)
    }

    /// Inserts or unhides products; returns them, and whether each is new.
    static func insertion(of products: [NewProduct], _ user: UUID) -> Statement {
        """
        INSERT INTO user_products AS known
            (user_id, name, normalised_name, category_slug, default_unit, is_wanted)
        SELECT \(user), name, normalised_name, category_slug, default_unit, \(products.contains(where: \.isWanted))
        FROM unnest(\(products.map(\.name)), \(products.map(\.normalisedName)), \(products.map(\.category)),
            \(products.map(\.unit))) AS new (name, normalised_name, category_slug, default_unit)
        ON CONFLICT (user_id, normalised_name) DO UPDATE
            SET withdrawn_at = NULL, is_wanted = known.is_wanted OR excluded.is_wanted,
                name = CASE WHEN known.name = '' THEN excluded.name ELSE known.name END
            WHERE known.withdrawn_at IS NOT NULL OR excluded.is_wanted AND NOT known.is_wanted
        RETURNING id, xmax = 0 AS is_new
        """
    }
}

/// A product that only one user sees, created from a receipt or by the user.
struct OwnProduct: Sendable {
    let id: UUID
    /// Empty for the product of all lines without a letter or digit.
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

extension String {
    /// The text truncated to what a database index can hold, at most 800 bytes of UTF-8.
    var key: String {
        utf8.count <= 800 ? self : String(decoding: utf8.prefix(800), as: UTF8.self)
    }
}
