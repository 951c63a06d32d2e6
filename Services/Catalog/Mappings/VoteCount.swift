import CatalogDomain
import Foundation
import Postgres

/// Counts the votes on one text in one chain, and stores the agreement.
struct VoteCount: Sendable {
    let chain: String
    let text: String
    let now: Date

    /// Serializes counts of the same text until the transaction ends. To be called before anything else is locked.
    static func lock(_ chain: String, _ text: String, in connection: PostgresConnection) async throws {
        guard !chain.isEmpty else { return }
        try await connection.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(\(chain) || chr(1) || \(text), \(Self.seed)))"
        )
    }

    /// The tolerated clock difference of two instances, in seconds.
    private static let clockSkew: TimeInterval = 60
    // "LARDERTX" in ASCII. Advisory locks are per database, so collisions with other users are unlikely.
    private static let seed: Int64 = 0x4c41_5244_4552_5458

    /// Counts, in a transaction that holds ``lock(_:_:in:)``.
    func run(in connection: PostgresConnection) async throws {
        guard !chain.isEmpty else { return }
        let tables = try await connection.pipeline([votesOfStores, votesOfChain, present, counted])
        var votes: [String: [(product: UUID, count: Int, isShared: Bool)]] = [:]
        for row in tables[0] + tables[1] {
            votes[try row["store_key"], default: []]
                .append((product: try row["product_id"], count: try row["count"], isShared: try row["is_shared"]))
        }
        let known = try Dictionary(uniqueKeysWithValues: tables[2].map { try ($0["store_key"] as String, $0) })
        for store in Set(votes.keys).union(known.keys).sorted() {
            let outcome = Agreement.outcome(of: votes[store] ?? [])
            let state: SharedMappingRow.State? = try known[store]?["state"]
            for statement in changes(of: store, to: outcome, from: state) { try await connection.execute(statement) }
        }
    }

    private func changes(
        of store: String,
        to outcome: Agreement.Outcome,
        from state: SharedMappingRow.State?
    ) -> [Statement] {
        let decided = state == .approved || state == .withdrawn
        switch outcome {
        case .unknown where decided: return [recount(of: store, 0, 0)]
        case .proposed(_, let votes, let voters) where decided, .agreed(_, let votes, let voters) where decided,
            .disputed(_, let votes, let voters) where decided:
            return [recount(of: store, votes, voters)]
        // Choices of very few users at one store would reveal too much about them.
        case .unknown,
            .proposed where !store.isEmpty:
            return state == nil ? [] : ["DELETE FROM shared_text_mappings WHERE \(row(of: store))"]
        case .proposed(let product, let votes, let voters):
            return [upsertion(of: store, product, .proposed, votes, voters)]
        case .agreed(let product, let votes, let voters):
            return [upsertion(of: store, product, .agreed, votes, voters)]
        case .disputed(let product, let votes, let voters):
            return [upsertion(of: store, product, .disputed, votes, voters)]
        }
    }

    private func recount(of store: String, _ votes: Int, _ voters: Int) -> Statement {
        "UPDATE shared_text_mappings SET votes = \(Int32(votes)), voters = \(Int32(voters)) WHERE \(row(of: store))"
    }

    private func row(of store: String) -> Statement {
        "chain_key = \(chain) AND store_key = \(store) AND normalised_text = \(text)"
    }

    private func upsertion(
        of store: String,
        _ product: UUID,
        _ state: SharedMappingRow.State,
        _ votes: Int,
        _ voters: Int
    ) -> Statement {
        """
        INSERT INTO shared_text_mappings AS old
            (chain_key, store_key, normalised_text, product_id, state, votes, voters, changed_at)
        VALUES (\(chain), \(store), \(text), \(product), \(state), \(Int32(votes)), \(Int32(voters)), \(now))
        ON CONFLICT (chain_key, store_key, normalised_text) DO UPDATE SET
            product_id = excluded.product_id, state = excluded.state, votes = excluded.votes, voters = excluded.voters,
            changed_at = CASE WHEN old.state = excluded.state AND old.product_id = excluded.product_id
                THEN old.changed_at ELSE excluded.changed_at END
        """
    }
}

// MARK: - Statements

extension VoteCount {
    /// One vote per user and store, the latest.
    private var votesOfStores: Statement {
        counts(
            """
            SELECT DISTINCT ON (shared_store_key, user_id) shared_store_key AS store_key, user_id, product_id
            FROM receipt_text_mappings
            WHERE \(isVote) AND shared_store_key <> '' ORDER BY shared_store_key, user_id, changed_at DESC, id
            """
        )
    }

    /// One vote per user, the latest.
    private var votesOfChain: Statement {
        counts(
            """
            SELECT DISTINCT ON (user_id) '' AS store_key, user_id, product_id FROM receipt_text_mappings
            WHERE \(isVote) ORDER BY user_id, changed_at DESC, id
            """
        )
    }

    /// The number of hours in which voters' first receipts were read, without excluded voters.
    ///
    /// Hours rather than gaps between voters, so that a series of many users does not count as one.
    private func counts(_ votes: Statement) -> Statement {
        """
        SELECT vote.store_key, vote.product_id, product.id IS NOT NULL AS is_shared,
            count(DISTINCT floor(extract(epoch FROM voter.first_receipt_at) / 3600)) AS count
        FROM (\(votes)) AS vote
            JOIN receipt_users AS voter ON voter.user_id = vote.user_id
            LEFT JOIN products AS product ON product.id = vote.product_id
        WHERE NOT EXISTS (
            SELECT 1 FROM abusive_feedback AS abuse WHERE abuse.user_id = vote.user_id AND abuse.state = 'excluded')
        GROUP BY vote.store_key, vote.product_id, product.id
        """
    }

    private var isVote: Statement {
        "shared_chain_key = \(chain) AND shared_text = \(text) AND counts_from <= \(now + Self.clockSkew)"
    }

    private var present: Statement {
        """
        SELECT store_key, state FROM shared_text_mappings WHERE chain_key = \(chain) AND normalised_text = \(text)
        """
    }

    private var counted: Statement {
        "UPDATE receipt_text_mappings SET is_counted = true WHERE \(isVote) AND NOT is_counted"
    }
}
