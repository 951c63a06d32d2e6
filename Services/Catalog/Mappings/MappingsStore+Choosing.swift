import CatalogDomain
import Foundation
import Foundations
import Postgres
import ServiceKit

extension MappingsStore {
    /// A user's choice of a product for a text.
    struct Choice: Sendable {
        enum Product: Sendable {
            case known(UUID)
            case new(NewProduct)
        }

        let user: UUID
        let scope: StoreScope
        let key: String
        /// The text as printed.
        let printed: String
        let product: Product
        /// When the user is known to have consented to the choice's counting for others; nil without the consent.
        var consentedAt: Date?
        /// Whether the choice may count for others; false for a product left unchanged.
        var isVote = true
    }

    /// Stores a choice, and counts it if it already counts for others.
    /// - Returns: the mapping's identifier.
    func choose(_ choice: Choice) async throws -> UUID {
        let texts = try await sealing.writing(for: choice.user)
        let (id, screening) = try await pool.transaction(retrying: true) { connection in
            var choice = choice
            choice.consentedAt = try await confirmedConsent(choice, in: connection)
            return try await choose(choice, texts, in: connection)
        }
        monitor.report([screening])
        return id
    }

    /// Stores a user's choices for several lines, all under the same consent.
    /// - Parameter texts: The user's, from before the transaction.
    /// - Returns: What moderation found, to be recorded once the transaction is committed.
    func choose(
        _ choices: [Choice],
        _ texts: PersonTexts,
        in connection: PostgresConnection
    ) async throws -> [ModerationOutcome] {
        // In one order, so that two transactions with the same texts can't wait for each other.
        let choices = choices.sorted { ($0.scope.chainKey, $0.key) < ($1.scope.chainKey, $1.key) }
        guard let first = choices.first else { return [] }
        let consentedAt = try await confirmedConsent(first, in: connection)
        var outcomes: [ModerationOutcome] = []
        for var choice in choices {
            choice.consentedAt = consentedAt
            outcomes.append(try await choose(choice, texts, in: connection).screening)
        }
        return outcomes
    }

    /// The choice's consent unless it was withdrawn meanwhile. Locks the user, which has to come before the texts.
    private func confirmedConsent(_ choice: Choice, in connection: PostgresConnection) async throws -> Date? {
        guard let time = choice.consentedAt else { return nil }
        return try await Self.withdrawals.isWithdrawn(by: choice.user, since: time, in: connection) ? nil : time
    }

    private func choose(
        _ choice: Choice,
        _ texts: PersonTexts,
        in connection: PostgresConnection
    ) async throws -> (id: UUID, screening: ModerationOutcome) {
        try await VoteCount.lock(choice.scope.chainKey, choice.key, in: connection)
        let now = clock.now
        let product = try await product(choice, texts, in: connection)
        let old = try await connection.query(Self.present(choice, texts)).first
        if let old, try Self.isSame(choice, product, old) { return (try old["id"], ModerationOutcome()) }
        let screening = try await ModerationFilter(now: now).run(choice, in: connection)
        let rows = try await connection.query(Self.upsertion(choice, texts, product, screening.reason, now))
        if let old { try await connection.execute(Self.hiding(try old["product_id"], of: choice.user, now)) }
        try await VoteCount(chain: choice.scope.chainKey, text: choice.key, now: now).run(in: connection)
        return (try rows[0]["id"], screening)
    }

    /// The chosen product, created or unhidden if needed.
    private func product(
        _ choice: Choice,
        _ texts: PersonTexts,
        in connection: PostgresConnection
    ) async throws -> UUID {
        switch choice.product {
        case .new(let product):
            return try await ProductsStore.make(product, for: texts, in: connection).product.id
        case .known(let id):
            try await connection.execute(
                """
                UPDATE user_products SET withdrawn_at = NULL
                WHERE user_id = \(choice.user) AND id = \(id) AND withdrawn_at IS NOT NULL
                """
            )
            return id
        }
    }

    /// Counts choices that have begun to count for others.
    func countSettledVotes() async throws {
        let now = clock.now
        while true {
            let due = try await pool.query(
                """
                SELECT DISTINCT shared_chain_key, shared_text FROM receipt_text_mappings
                WHERE NOT is_counted AND counts_from <= \(now) AND shared_text IS NOT NULL
                ORDER BY shared_chain_key, shared_text LIMIT 500
                """
            )
            for row in due {
                let count = VoteCount(chain: try row["shared_chain_key"], text: try row["shared_text"], now: now)
                try await pool.transaction(retrying: true) { connection in
                    try await VoteCount.lock(count.chain, count.text, in: connection)
                    try await count.run(in: connection)
                }
            }
            if due.count < 500 { return }
        }
    }

    /// Whether a choice equals the stored one. A product left unchanged may count for others once it is chosen, and one that
    /// was not to be shared once the user consents.
    private static func isSame(_ choice: Choice, _ product: UUID, _ old: Row) throws -> Bool {
        let kept: PrivateReason? = try old["kept_private"]
        return try old["basis"] == TextMeaning.Basis.chosen && old["product_id"] == product
            && !(choice.isVote && (kept == .unchanged || kept == .consent && choice.consentedAt != nil))
    }

    private static func present(_ choice: Choice, _ texts: PersonTexts) -> Statement {
        """
        SELECT id, product_id, basis, kept_private FROM receipt_text_mappings
        WHERE user_id = \(choice.user) AND store_id = \(choice.scope.store)
            AND normalised_text = \(texts.hash(choice.key, .line))
        FOR UPDATE
        """
    }

    /// A line that no receipt of the user printed counts for the user alone. What may count for others is readable.
    private static func upsertion(
        _ choice: Choice,
        _ texts: PersonTexts,
        _ product: UUID,
        _ keptPrivate: PrivateReason?,
        _ now: Date
    ) throws -> Statement {
        let (user, scope) = (choice.user, choice.scope)
        let hash = texts.hash(choice.key, .line)
        let row = texts.row(ofLine: hash, at: scope.store)
        let isShared = keptPrivate == nil && !scope.chainKey.isEmpty
        let countsFrom: Statement = keptPrivate == nil ? countsFrom(user, scope, now) : "NULL::timestamptz"
        return """
            INSERT INTO receipt_text_mappings AS old (user_id, store_id, normalised_text, normalised_text_sealed,
                printed_text, printed_text_sealed, product_id, confidence, basis, chain_key, created_at, changed_at,
                kept_private, is_sealed, shared_text, shared_chain_key, shared_store_key)
            VALUES (\(user), \(scope.store), \(hash),
                \(try CatalogColumns.normalisedText.seal(choice.key, row: row, with: texts.key)), NULL,
                \(try CatalogColumns.printedText.seal(choice.printed, row: row, with: texts.key)), \(product), 100, 'chosen',
                \(texts.hash(scope.chainKey, .chain)), \(now), \(now), \(keptPrivate), true,
                \(isShared ? choice.key : nil), \(isShared ? scope.chainKey : nil), \(isShared ? scope.storeKey : nil))
            ON CONFLICT (user_id, store_id, normalised_text) DO UPDATE SET
                product_id = excluded.product_id, confidence = 100, basis = 'chosen', changed_at = excluded.changed_at,
                chain_key = excluded.chain_key, is_counted = false, kept_private = excluded.kept_private,
                shared_text = excluded.shared_text, shared_chain_key = excluded.shared_chain_key,
                shared_store_key = excluded.shared_store_key,
                counts_from = CASE WHEN old.seen_at IS NOT NULL THEN \(countsFrom) END
            RETURNING id
            """
    }

    /// Hides a product created for a line when nothing refers to it any more.
    static func hiding(_ product: UUID, of user: UUID, _ now: Date) -> Statement {
        """
        UPDATE user_products SET withdrawn_at = \(now)
        WHERE user_id = \(user) AND id = \(product) AND NOT is_wanted AND withdrawn_at IS NULL AND NOT EXISTS (
            SELECT 1 FROM receipt_text_mappings WHERE user_id = \(user) AND product_id = \(product))
        """
    }
}
