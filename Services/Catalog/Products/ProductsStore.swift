import CatalogMessages
import Foundation
import Foundations
import Postgres
import PrintedWords
import ServiceKit

/// The store of users' own products.
struct ProductsStore: Sendable {
    /// The maximum number of own products and chosen texts that a line is compared with, newest first. Equal names are
    /// always found.
    static let maximumCompared: Int32 = 2_000

    let pool: PostgresPool
    let sealing: CatalogSealing

    /// The catalog that a user's lines are compared with.
    func userCatalog(of user: UUID) async throws -> UserCatalog {
        let tables = try await pool.pipeline([
            """
            SELECT \(OwnProduct.columns) FROM user_products
            WHERE user_id = \(user) AND withdrawn_at IS NULL
            ORDER BY created_at DESC, id LIMIT \(Self.maximumCompared)
            """,
            """
            SELECT store_id, normalised_text, normalised_text_sealed, product_id FROM receipt_text_mappings
            WHERE user_id = \(user) AND basis = 'chosen'
                AND (normalised_text_sealed IS NOT NULL OR NOT \(CatalogColumns.formerNormalisedText.isSealed))
            ORDER BY changed_at DESC, id LIMIT \(Self.maximumCompared)
            """,
        ])
        let texts = try await sealing.reading(of: user)
        return try await offLoop(for: user) {
            UserCatalog(
                products: try tables[0].map { try OwnProduct($0, texts) },
                chosen: try tables[1].map {
                    ChosenText(
                        text: try texts.text(CatalogColumns.normalisedText, in: $0),
                        product: try $0["product_id"]
                    )
                }
            )
        }
    }

    /// The user's own products with the given identifiers, including hidden ones.
    func ownProducts(_ ids: [UUID], of user: UUID) async throws -> [OwnProduct] {
        guard !ids.isEmpty else { return [] }
        let rows = try await pool.query(
            "SELECT \(OwnProduct.columns) FROM user_products WHERE user_id = \(user) AND id = ANY(\(ids))"
        )
        let texts = try await sealing.reading(of: user)
        return try await offLoop(for: user) { try rows.map { try OwnProduct($0, texts) } }
    }

    /// Creates a product of the user's own, or returns the existing one.
    func make(_ product: NewProduct, for user: UUID) async throws -> (product: OwnProduct, isNew: Bool) {
        let texts = try await sealing.writing(for: user)
        return try await pool.transaction(retrying: true) { try await Self.make(product, for: texts, in: $0) }
    }

    static func make(
        _ product: NewProduct,
        for texts: PersonTexts,
        in connection: PostgresConnection
    ) async throws -> (product: OwnProduct, isNew: Bool) {
        let tables = try await connection.pipeline([
            try insertion(of: [product], texts),
            """
            SELECT \(OwnProduct.columns) FROM user_products
            WHERE user_id = \(texts.user) AND normalised_name = \(texts.hash(product.normalisedName, .productName))
            """,
        ])
        let isNew = try tables[0].first.map { try $0.decode("is_new") as Bool } ?? false
        return (try OwnProduct(tables[1][0], StoredTexts(user: texts.user, key: texts.key)), isNew)
    }

    /// Inserts or unhides products; returns them, and whether each is new.
    static func insertion(of products: [NewProduct], _ texts: PersonTexts) throws -> Statement {
        let hashes = products.map { texts.hash($0.normalisedName, .productName) }
        // Without a name, nothing is encrypted.
        let names = try zip(products, hashes).map { product, hash in
            product.name.isEmpty
                ? "" : try texts.sealed(product.name, CatalogColumns.productName, row: [texts.user.canonical, hash])
        }
        return """
            INSERT INTO user_products AS known
                (user_id, name, name_sealed, normalised_name, category_slug, default_unit, is_wanted, is_sealed)
            SELECT \(texts.user), CASE WHEN name = '' THEN name END, CASE WHEN name <> '' THEN decode(name, 'base64') END,
                hash, category_slug, default_unit, \(products.contains(where: \.isWanted)), true
            FROM unnest(\(names), \(hashes), \(products.map(\.category)), \(products.map(\.unit)))
                AS new (name, hash, category_slug, default_unit)
            ON CONFLICT (user_id, normalised_name) DO UPDATE
                SET withdrawn_at = NULL, is_wanted = known.is_wanted OR excluded.is_wanted,
                    name = CASE WHEN known.name = '' THEN excluded.name ELSE known.name END,
                    name_sealed = CASE WHEN known.name = '' THEN excluded.name_sealed ELSE known.name_sealed END
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

    static let columns: Statement =
        "id, normalised_name, \(CatalogColumns.productName.selection()), category_slug, default_unit"

    init(_ row: Row, _ texts: StoredTexts) throws {
        id = try row["id"]
        name = try texts.text(CatalogColumns.productName, in: row)
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
