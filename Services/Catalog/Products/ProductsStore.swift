import Foundation
import Postgres

/// Products of users and what printed texts were taken to mean for them.
struct ProductsStore: Sendable {
    /// How many of a user's own products a line is compared with by likeness, the newest first. By name all are found.
    static let mostCompared = 2_000

    let pool: PostgresPool

    /// What the texts were taken to mean before, by text.
    func meanings(of keys: [String], for user: UUID, at store: UUID) async throws -> [String: TextMeaning] {
        try Self.meanings(try await pool.query(Self.meanings(of: keys, user, store)))
    }

    /// A user's own products, the newest first.
    func ownProducts(of user: UUID) async throws -> [OwnProduct] {
        try await pool.query(
            """
            SELECT id, name, category_slug, default_unit FROM user_products WHERE user_id = \(user)
            ORDER BY created_at DESC, id LIMIT \(Self.mostCompared)
            """
        ).map(OwnProduct.init)
    }

    /// Those of a user's own products that have one of the identifiers.
    func ownProducts(_ ids: [UUID], of user: UUID) async throws -> [OwnProduct] {
        guard !ids.isEmpty else { return [] }
        return try await pool.query(
            """
            SELECT id, name, category_slug, default_unit FROM user_products
            WHERE user_id = \(user) AND id = ANY(\(ids))
            """
        ).map(OwnProduct.init)
    }

    /// Whether a store is one of the user's own.
    func hasStore(_ store: UUID, of user: UUID) async throws -> Bool {
        try await !pool.query("SELECT 1 FROM user_stores WHERE user_id = \(user) AND id = \(store)").isEmpty
    }

    /// Makes the products that are new and remembers what each text means, in one transaction. Where another call was
    /// first, its products and meanings stand.
    /// - Parameter decisions: by text.
    /// - Returns: what each text means now, and the products that this call made.
    func remember(
        _ decisions: [String: LineMatcher.Decision],
        for user: UUID,
        at store: UUID
    ) async throws -> (meanings: [String: TextMeaning], created: Set<UUID>) {
        let keys = decisions.keys.sorted()
        // A transaction that fell victim to another one that wrote the same rows in between succeeds when run again.
        let tables = try await pool.transaction(retrying: true) { connection in
            try await connection.pipeline([
                Self.insertion(of: Self.newProducts(in: decisions), user),
                Self.insertion(of: keys.map { ($0, decisions[$0]) }, user, store),
                Self.meanings(of: keys, user, store),
            ])
        }
        return (try Self.meanings(tables[2]), Set(try tables[0].map { try $0["id"] }))
    }
}

// MARK: - Statements

extension ProductsStore {
    private static func meanings(of keys: [String], _ user: UUID, _ store: UUID) -> Statement {
        """
        SELECT normalised_text, product_id, confidence FROM receipt_text_mappings
        WHERE user_id = \(user) AND store_id = \(store) AND normalised_text = ANY(\(keys))
        """
    }

    private static func meanings(_ rows: [Row]) throws -> [String: TextMeaning] {
        try Dictionary(
            uniqueKeysWithValues: rows.map {
                (
                    try $0["normalised_text"],
                    TextMeaning(product: try $0["product_id"], confidence: try $0["confidence"])
                )
            }
        )
    }

    /// Each name once; of two categories for it the first in the order of the texts counts.
    private static func newProducts(in decisions: [String: LineMatcher.Decision]) -> [NewProduct] {
        var products: [String: NewProduct] = [:]
        for key in decisions.keys.sorted() {
            guard case .new(let product) = decisions[key] else { continue }
            products[product.normalisedName] = products[product.normalisedName] ?? product
        }
        // In order, so that calls at the same time wait for each other instead of for each other's locks in a circle.
        return products.values.sorted { $0.normalisedName < $1.normalisedName }
    }

    private static func insertion(of products: [NewProduct], _ user: UUID) -> Statement {
        """
        INSERT INTO user_products (user_id, name, normalised_name, category_slug, default_unit)
        SELECT \(user), name, normalised_name, category_slug, 'each'
        FROM unnest(\(products.map(\.name)), \(products.map(\.normalisedName)), \(products.map(\.category)))
            AS new (name, normalised_name, category_slug)
        ON CONFLICT (user_id, normalised_name) DO NOTHING
        RETURNING id
        """
    }

    /// A product that is new has its name here in place of an identifier, which only the database knows.
    private static func insertion(
        of decisions: [(key: String, decision: LineMatcher.Decision?)],
        _ user: UUID,
        _ store: UUID
    ) -> Statement {
        var (products, names, confidences): ([UUID], [String], [Int32]) = ([], [], [])
        for (_, decision) in decisions {
            switch decision {
            case .known(let meaning):
                products.append(meaning.product)
                names.append("")
                confidences.append(Int32(meaning.confidence))
            case .new(let product):
                products.append(.unknown)
                names.append(product.normalisedName)
                confidences.append(0)
            case nil: preconditionFailure("every key has its decision")
            }
        }
        return """
            INSERT INTO receipt_text_mappings (user_id, store_id, normalised_text, product_id, confidence)
            SELECT \(user), \(store), known.normalised_text, coalesce(made.id, known.product_id), known.confidence
            FROM unnest(\(decisions.map(\.key)), \(products), \(names), \(confidences))
                AS known (normalised_text, product_id, name, confidence)
                LEFT JOIN user_products made ON made.user_id = \(user) AND made.normalised_name = known.name
            ORDER BY known.normalised_text
            ON CONFLICT (user_id, store_id, normalised_text) DO NOTHING
            """
    }
}
