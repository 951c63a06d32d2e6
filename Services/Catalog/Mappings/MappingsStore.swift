import CatalogDomain
import Foundation
import Foundations
import Postgres
import ServiceKit

/// The store of users' mappings from printed texts to products.
struct MappingsStore: Sendable {
    let pool: PostgresPool
    let sealing: CatalogSealing
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
        let texts = try await sealing.reading(of: user)
        let lookup = try await offLoop(for: user) { Lookup(keys, texts, scope) }
        return try lookup.meanings(try await pool.pipeline(lookup.statements))
    }

    /// The scope of a store of the user's own; nil when it is none.
    func ownStore(_ store: UUID, of user: UUID) async throws -> StoreScope? {
        let row = try await pool.query(
            """
            SELECT normalised_name, normalised_address, \(CatalogColumns.storeName.selection()),
                \(CatalogColumns.storeAddress.selection())
            FROM user_stores
            WHERE user_id = \(user) AND id = \(store)
            """
        ).first
        guard let row else { return nil }
        let texts = try await sealing.reading(of: user)
        return StoreScope(
            store: store,
            name: try texts.text(CatalogColumns.storeName, in: row),
            address: try texts.text(CatalogColumns.storeAddress, in: row)
        )
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
        let texts = try await sealing.writing(for: user)
        let (insertions, lookup) = try await offLoop(for: user) {
            let insertions: [Statement] = [
                "INSERT INTO receipt_users VALUES (\(user), \(now.coarse(.hour))) ON CONFLICT DO NOTHING",
                try ProductsStore.insertion(of: Self.newProducts(in: lines), texts),
                try Self.insertion(of: lines, texts, scope, now),
            ]
            return (insertions, Lookup(lines.map(\.key), StoredTexts(user: user, key: texts.key), scope))
        }
        // A transaction that fails because of a concurrent write succeeds when repeated.
        let tables = try await pool.transaction(retrying: true) {
            try await $0.pipeline(insertions + lookup.statements)
        }
        let created = try tables[1].filter { try $0.decode("is_new") }.map { try $0["id"] as UUID }
        return (try lookup.meanings(Array(tables.suffix(2))), Set(created))
    }
}

// MARK: - Statements

extension MappingsStore {
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
    private static func insertion(
        of lines: [Line],
        _ texts: PersonTexts,
        _ scope: StoreScope,
        _ now: Date
    ) throws -> Statement {
        let user = texts.user
        let (hashes, sealed, printed) = try sealed(lines, texts, at: scope.store)
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
                names.append(texts.hash(product.normalisedName, .productName))
                confidences.append(0)
                bases.append(TextMeaning.Basis.made.rawValue)
            }
        }
        let day = now.coarse(.day)
        return """
            INSERT INTO receipt_text_mappings AS old (user_id, store_id, normalised_text, normalised_text_sealed,
                printed_text, printed_text_sealed, product_id, confidence, basis, chain_key, created_at, changed_at,
                seen_at, is_sealed)
            SELECT \(user), \(scope.store), new.hash, decode(new.text, 'base64'), NULL, decode(new.printed, 'base64'),
                coalesce(made.id, new.product_id), new.confidence, new.basis, \(texts.hash(scope.chainKey, .chain)),
                \(day), \(day), \(day), true
            FROM unnest(\(hashes), \(sealed), \(printed), \(products), \(names), \(confidences), \(bases))
                AS new (hash, text, printed, product_id, name, confidence, basis)
                LEFT JOIN user_products made ON made.user_id = \(user) AND made.normalised_name = new.name
            ORDER BY new.hash
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

    /// What lines are found by, and their texts and what was printed, encrypted.
    private static func sealed(
        _ lines: [Line],
        _ texts: PersonTexts,
        at store: UUID
    ) throws -> (hashes: [String], texts: [String], printed: [String]) {
        let hashes = lines.map { texts.hash($0.key, .line) }
        let rows = hashes.map { texts.row(ofLine: $0, at: store) }
        return (
            hashes,
            try zip(lines, rows).map { try texts.sealed($0.key, CatalogColumns.normalisedText, row: $1) },
            try zip(lines, rows).map { try texts.sealed($0.printed, CatalogColumns.printedText, row: $1) }
        )
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

/// What looks for the meanings of texts for a user in a scope.
private struct Lookup: Sendable {
    let statements: [Statement]
    /// The texts by what the user's rows are found by.
    private let forms: [String: String]

    init(_ keys: [String], _ texts: StoredTexts, _ scope: StoreScope) {
        let user = texts.user
        forms = texts.forms(of: keys, .line)
        let stored = forms.keys.sorted()
        let chains = texts.forms(of: [scope.chainKey], .chain).keys.sorted()
        statements = [
            """
            SELECT normalised_text, product_id, confidence, basis, store_id = \(scope.store) AS is_here,
                seen_at IS NOT NULL AS is_seen
            FROM receipt_text_mappings
            WHERE user_id = \(user) AND store_id = \(scope.store) AND normalised_text = ANY(\(stored))
            UNION ALL
            SELECT * FROM (
                SELECT normalised_text, product_id, confidence, basis, false, false FROM receipt_text_mappings
                WHERE user_id = \(user) AND normalised_text = ANY(\(stored)) AND basis = 'chosen'
                    AND chain_key = ANY(\(chains)) AND chain_key <> '' AND store_id <> \(scope.store)
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

    /// The meanings in the results of ``statements``.
    func meanings(_ tables: [[Row]]) throws -> TextMeanings {
        try TextMeanings(own: tables[0], of: forms, shared: tables[1])
    }
}
