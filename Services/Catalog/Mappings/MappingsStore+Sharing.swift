import CatalogDomain
import Foundation
import Foundations
import Postgres
import ServiceKit

extension MappingsStore {
    /// Withdrawals of the consent to count choices for others.
    static let withdrawals = ConsentWithdrawals(of: "sharing")

    /// Has none of a user's choices count for others any more; for the user they stay. Can be repeated.
    func stopSharing(by user: UUID, withdrawnAt time: Date) async throws {
        try await pool.transaction { try await Self.withdrawals.record(by: user, at: time, in: $0) }
        // Other users wait for each mapping that counts for them, so these are withdrawn one at a time.
        let votes = try await pool.query(
            """
            SELECT DISTINCT shared_chain_key, shared_text FROM receipt_text_mappings
            WHERE user_id = \(user) AND \(Self.mayCount) AND shared_text IS NOT NULL
            ORDER BY shared_chain_key, shared_text
            """
        )
        for row in votes {
            let count = VoteCount(chain: try row["shared_chain_key"], text: try row["shared_text"], now: clock.now)
            try await pool.transaction(retrying: true) { connection in
                try await VoteCount.lock(count.chain, count.text, in: connection)
                try await connection.execute(
                    """
                    UPDATE receipt_text_mappings SET \(Self.keptPrivate)
                    WHERE user_id = \(user) AND shared_chain_key = \(count.chain) AND shared_text = \(count.text)
                        AND \(Self.mayCount)
                    """
                )
                try await count.run(in: connection)
            }
        }
        // Those of unknown stores count for nobody else.
        try await pool.execute(
            """
            UPDATE receipt_text_mappings SET \(Self.keptPrivate)
            WHERE user_id = \(user) AND \(Self.mayCount) AND shared_text IS NULL
            """
        )
    }

    /// Of a choice that is the user's alone, nothing is readable.
    private static var keptPrivate: Statement {
        """
        kept_private = \(PrivateReason.consent), counts_from = NULL, is_counted = false,
        shared_text = NULL, shared_chain_key = NULL, shared_store_key = NULL
        """
    }

    /// Choices that count for others, now or once a receipt prints the line.
    private static let mayCount: Statement = "basis = 'chosen' AND kept_private IS NULL"
}
