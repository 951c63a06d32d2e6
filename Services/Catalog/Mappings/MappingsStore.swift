import CatalogDomain
import Foundation
import Postgres

/// What printed texts mean to users.
struct MappingsStore: Sendable {
    let pool: PostgresPool
    /// The present time.
    var now: @Sendable () -> Date = { Date() }
    /// Told of feedback that is kept from others.
    var monitor = FeedbackMonitor()

    /// A line to be remembered.
    struct Line: Sendable {
        let key: String
        /// As printed.
        let printed: String
        let decision: LineMatcher.Decision

        /// Whether it is something new though known products are somewhat like it.
        var hasRivals: Bool {
            guard case .new(let product) = decision else { return false }
            return product.hasRivals
        }
    }

    /// What the texts mean to a user in a scope, as far as that is known.
    func meanings(of keys: [String], for user: UUID, in scope: StoreScope) async throws -> TextMeanings {
        try Self.meanings(try await pool.pipeline(Self.look(keys, user, scope)))
    }

    /// Whether a store is one of the user's own, and what it is called.
    func ownStore(_ store: UUID, of user: UUID) async throws -> StoreScope? {
        try await pool.query("SELECT name, address FROM user_stores WHERE user_id = \(user) AND id = \(store)").first
            .map { StoreScope(store: store, name: try $0["name"], address: try $0["address"]) }
    }

    /// Makes the products that are new, and notes what each line means and that a receipt printed it, in one transaction.
    /// Where another call was first, its products and meanings stand.
    /// - Returns: what the texts mean now, and the products that this call made.
    func remember(
        _ lines: [Line],
        for user: UUID,
        in scope: StoreScope
    ) async throws -> (meanings: TextMeanings, created: Set<UUID>) {
        let lines = lines.sorted { $0.key < $1.key }
        let now = now()
        // A transaction that fell victim to another one that wrote the same rows in between succeeds when run again.
        let tables = try await pool.transaction(retrying: true) { connection in
            try await connection.pipeline(
                [
                    "INSERT INTO receipt_users VALUES (\(user), \(now)) ON CONFLICT DO NOTHING",
                    ProductsStore.insertion(of: Self.newProducts(in: lines), user),
                    Self.insertion(of: lines, user, scope, now),
                ] + Self.look(lines.map(\.key), user, scope)
            )
        }
        let created = try tables[1].filter { try $0.decode("is_new") }.map { try $0["id"] as UUID }
        return (try Self.meanings(Array(tables.suffix(2))), Set(created))
    }
}

// MARK: - Statements

extension MappingsStore {
    private static func look(_ keys: [String], _ user: UUID, _ scope: StoreScope) -> [Statement] {
        [
            """
            SELECT normalised_text, product_id, confidence, basis, store_id = \(scope.store) AS is_here,
                seen_at IS NOT NULL AS is_seen
            FROM receipt_text_mappings
            WHERE user_id = \(user) AND store_id = \(scope.store) AND normalised_text = ANY(\(keys))
            UNION ALL
            SELECT * FROM (
                SELECT normalised_text, product_id, confidence, basis, false, false FROM receipt_text_mappings
                WHERE user_id = \(user) AND normalised_text = ANY(\(keys)) AND basis = 'chosen'
                    AND chain_key = \(scope.chainKey) AND chain_key <> '' AND store_id <> \(scope.store)
                ORDER BY changed_at, id
            ) AS nearby
            """,
            """
            SELECT normalised_text, product_id, state, votes, voters, store_key <> '' AS is_of_store
            FROM shared_text_mappings
            WHERE chain_key = \(scope.chainKey) AND store_key = ANY(\(Array(Set(["", scope.storeKey]))))
                AND normalised_text = ANY(\(keys)) AND state IN ('agreed', 'approved')
            """,
        ]
    }

    private static func meanings(_ tables: [[Row]]) throws -> TextMeanings {
        try TextMeanings(own: tables[0], shared: tables[1])
    }

    /// Each name once; of two categories for it the first in the order of the texts counts.
    private static func newProducts(in lines: [Line]) -> [NewProduct] {
        var products: [String: NewProduct] = [:]
        for line in lines {
            guard case .new(let product) = line.decision else { continue }
            products[product.normalisedName] = products[product.normalisedName] ?? product
        }
        // In order, so that calls at the same time wait for each other instead of for each other's locks in a circle.
        return products.values.sorted { $0.normalisedName < $1.normalisedName }
    }

    /// A product that is new has its name here in place of an identifier, which only the database knows.
    private static func insertion(of lines: [Line], _ user: UUID, _ scope: StoreScope, _ now: Date) -> Statement {
        var (products, names, confidences, bases): ([UUID], [String], [Int32], [String]) = ([], [], [], [])
        for line in lines {
            switch line.decision {
            case .known(let meaning):
                products.append(meaning.product)
                names.append("")
                confidences.append(Int32(meaning.confidence))
                // What was chosen here is there already, and stays.
                bases.append((meaning.basis == .chosen ? .elsewhere : meaning.basis).rawValue)
            case .new(let product):
                products.append(.unknown)
                names.append(product.normalisedName)
                confidences.append(0)
                bases.append(TextMeaning.Basis.made.rawValue)
            }
        }
        return """
            INSERT INTO receipt_text_mappings AS old (user_id, store_id, normalised_text, printed_text, product_id,
                confidence, basis, chain_key, store_key, created_at, changed_at, seen_at)
            SELECT \(user), \(scope.store), new.text, new.printed, coalesce(made.id, new.product_id),
                new.confidence, new.basis, \(scope.chainKey), \(scope.storeKey), \(now), \(now), \(now)
            FROM unnest(\(lines.map(\.key)), \(lines.map(\.printed)), \(products), \(names), \(confidences), \(bases))
                AS new (text, printed, product_id, name, confidence, basis)
                LEFT JOIN user_products made ON made.user_id = \(user) AND made.normalised_name = new.name
            ORDER BY new.text
            ON CONFLICT (user_id, store_id, normalised_text) DO UPDATE SET
                seen_at = coalesce(old.seen_at, excluded.seen_at),
                counts_from = CASE WHEN old.basis = 'chosen' AND old.kept_private IS NULL
                    THEN \(countsFrom(user, scope, now)) END,
                product_id = CASE WHEN old.basis = 'elsewhere' THEN excluded.product_id ELSE old.product_id END,
                confidence = CASE WHEN old.basis = 'elsewhere' THEN excluded.confidence ELSE old.confidence END,
                basis = CASE WHEN old.basis = 'elsewhere' THEN excluded.basis ELSE old.basis END
            WHERE old.seen_at IS NULL OR old.basis = 'elsewhere'
            """
    }

    /// From when on what the user says of the scope counts for others; null when it never does.
    static func countsFrom(_ user: UUID, _ scope: StoreScope, _ now: Date) -> Statement {
        guard !scope.chainKey.isEmpty else { return "NULL::timestamptz" }
        return """
            (SELECT greatest(first_receipt_at + make_interval(days => \(Int32(Agreement.settlingDays))), \(now))
            FROM receipt_users WHERE user_id = \(user))
            """
    }
}
