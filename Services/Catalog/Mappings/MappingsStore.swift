import CatalogDomain
import Foundation
import Foundations
import Postgres

/// The store of users' mappings from printed texts to products.
struct MappingsStore: Sendable {
    let pool: PostgresPool
    /// The current time.
    var clock: any WallClock = SystemWallClock()
    /// Receives the outcomes of moderation.
    var monitor = FeedbackMonitor()

    /// A line to be stored.
    struct Line: Sendable {
        let key: String
        /// The line as printed.
        let printed: String
        let decision: LineMatcher.Decision

        /// Whether the line is a new product although known products are similar.
        var hasRivals: Bool {
            guard case .new(let product) = decision else { return false }
            return product.hasRivals
        }
    }

    /// The known meanings of texts for a user in a scope.
    func meanings(of keys: [String], for user: UUID, in scope: StoreScope) async throws -> TextMeanings {
        try Self.meanings(try await pool.pipeline(Self.lookup(keys, user, scope)))
    }

    /// The scope of a store of the user's own; nil when it is none.
    func ownStore(_ store: UUID, of user: UUID) async throws -> StoreScope? {
        try await pool.query("SELECT name, address FROM user_stores WHERE user_id = \(user) AND id = \(store)").first
            .map { StoreScope(store: store, name: try $0["name"], address: try $0["address"]) }
    }

    /// Creates new products and stores each line's meaning, in one transaction.
    ///
    /// Products and meanings stored by a concurrent call win.
    /// - Returns: the current meanings, and the products that this call created.
    func remember(
        _ lines: [Line],
        for user: UUID,
        in scope: StoreScope
    ) async throws -> (meanings: TextMeanings, created: Set<UUID>) {
        let lines = lines.sorted { $0.key < $1.key }
        let now = clock.now
        // A transaction that fails because of a concurrent write succeeds when repeated.
        let tables = try await pool.transaction(retrying: true) { connection in
            try await connection.pipeline(
                [
                    "INSERT INTO receipt_users VALUES (\(user), \(now.coarse(.hour))) ON CONFLICT DO NOTHING",
                    ProductsStore.insertion(of: Self.newProducts(in: lines), user),
                    Self.insertion(of: lines, user, scope, now),
                ] + Self.lookup(lines.map(\.key), user, scope)
            )
        }
        let created = try tables[1].filter { try $0.decode("is_new") }.map { try $0["id"] as UUID }
        return (try Self.meanings(Array(tables.suffix(2))), Set(created))
    }
}

// MARK: - Statements

extension MappingsStore {
    private static func lookup(_ keys: [String], _ user: UUID, _ scope: StoreScope) -> [Statement] {
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

    /// The new products, each name once; of two categories the first in text order wins.
    private static func newProducts(in lines: [Line]) -> [NewProduct] {
        var products: [String: NewProduct] = [:]
        for line in lines {
            guard case .new(let product) = line.decision else { continue }
            products[product.normalisedName] = products[product.normalisedName] ?? product
        }
        // In a fixed order, so that concurrent calls cannot deadlock.
        return products.values.sorted { $0.normalisedName < $1.normalisedName }
    }

    /// Inserts lines. A new product is referred to by name, since only the database knows its identifier.
    private static func insertion(of lines: [Line], _ user: UUID, _ scope: StoreScope, _ now: Date) -> Statement {
        var (products, names, confidences, bases): ([UUID], [String], [Int32], [String]) = ([], [], [], [])
        for line in lines {
            switch line.decision {
            case .known(let meaning):
                products.append(meaning.product)
                names.append("")
                confidences.append(Int32(meaning.confidence))
                // A meaning chosen in this scope is already stored, and stays.
                bases.append((meaning.basis == .chosen ? .elsewhere : meaning.basis).rawValue)
            case .new(let product):
                products.append(.unknown)
                names.append(product.normalisedName)
                confidences.append(0)
                bases.append(TextMeaning.Basis.made.rawValue)
            }
        }
        let day = now.coarse(.day)
        return """
            INSERT INTO receipt_text_mappings AS old (user_id, store_id, normalised_text, printed_text, product_id,
                confidence, basis, chain_key, store_key, created_at, changed_at, seen_at)
            SELECT \(user), \(scope.store), new.text, new.printed, coalesce(made.id, new.product_id),
                new.confidence, new.basis, \(scope.chainKey), \(scope.storeKey), \(day), \(day), \(day)
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

    /// The time from which a user's choice in a scope counts for others; null when it never does.
    static func countsFrom(_ user: UUID, _ scope: StoreScope, _ now: Date) -> Statement {
        guard !scope.chainKey.isEmpty else { return "NULL::timestamptz" }
        return """
            (SELECT greatest(first_receipt_at + make_interval(days => \(Int32(Agreement.settlingDays))), \(now))
            FROM receipt_users WHERE user_id = \(user))
            """
    }
}
