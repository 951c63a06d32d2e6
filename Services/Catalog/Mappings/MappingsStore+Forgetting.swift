import Foundation
import Foundations
import Postgres

extension MappingsStore {
    /// Deletes a user's mapping.
    /// - Returns: whether it existed.
    func forget(_ id: UUID, of user: UUID) async throws -> Bool {
        try await pool.transaction(retrying: true) { connection in
            let found = try await connection.query(
                """
                SELECT coalesce(shared_chain_key, '') AS chain, coalesce(shared_text, '') AS text
                FROM receipt_text_mappings WHERE user_id = \(user) AND id = \(id)
                """
            ).first
            guard let found else { return false }
            let (chain, text): (String, String) = (try found["chain"], try found["text"])
            try await VoteCount.lock(chain, text, in: connection)
            let now = clock.now
            let deleted = try await connection.query(
                "DELETE FROM receipt_text_mappings WHERE user_id = \(user) AND id = \(id) RETURNING product_id"
            )
            guard let product: UUID = try deleted.first?["product_id"] else { return false }
            try await connection.execute(Self.hiding(product, of: user, now))
            try await VoteCount(chain: chain, text: text, now: now).run(in: connection)
            return true
        }
    }

    /// Deletes all mappings of a user.
    /// - Returns: their number.
    func forgetAll(of user: UUID) async throws -> Int {
        var forgotten = 0
        // Other users wait for each mapping that counts for them, so these are deleted one at a time.
        let votes = try await pool.query(
            "SELECT id FROM receipt_text_mappings WHERE user_id = \(user) AND counts_from IS NOT NULL ORDER BY changed_at"
        )
        for row in votes where try await forget(try row["id"], of: user) { forgotten += 1 }
        let now = clock.now
        let others = try await pool.transaction(retrying: true) { connection in
            try await connection.pipeline([
                """
                DELETE FROM receipt_text_mappings WHERE user_id = \(user) AND counts_from IS NULL RETURNING id
                """,
                """
                UPDATE user_products AS product SET withdrawn_at = \(now)
                WHERE user_id = \(user) AND NOT is_wanted AND withdrawn_at IS NULL AND NOT EXISTS (
                    SELECT 1 FROM receipt_text_mappings AS mapping
                    WHERE mapping.user_id = \(user) AND mapping.product_id = product.id)
                """,
            ])[0]
        }
        return forgotten + others.count
    }
}
