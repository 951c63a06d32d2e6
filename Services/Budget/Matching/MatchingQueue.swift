import Foundation
import Foundations
import Postgres

/// The purchases of which catalog has still to be asked, shared by all instances.
struct MatchingQueue: Sendable {
    let pool: PostgresPool
    /// After this time somebody else takes the work over.
    var lease: Duration = .seconds(30)

    /// The right to ask for one purchase, until it runs out or there is something else to be asked.
    struct Claim: Sendable {
        let token: UUID
        let user: UUID
        let purchase: UUID
        /// Items to look up, by their receipt_line.
        let receiptLines: Set<Int32>
        let takesStoreName: Bool
        /// How often it was begun, this time included.
        let attempts: Int
    }

    /// Has the store of a purchase looked up, and lines that were to be looked up before.
    /// - Parameter delay: For so long it is left to whoever puts it there.
    static func insertion(of purchase: UUID, _ user: UUID, after delay: Duration) -> Statement {
        """
        INSERT INTO purchases_to_match (user_id, purchase_id, receipt_lines, takes_store_name, due_at)
        VALUES (\(user), \(purchase), '{}', false, \(due(in: delay)))
        ON CONFLICT (user_id, purchase_id) DO UPDATE
        SET takes_store_name = false, due_at = EXCLUDED.due_at, attempts = 0, claim = NULL, claimed_until = NULL
        """
    }

    /// Has a new purchase looked up as its receipt tells it.
    static func insertion(
        of purchase: UUID,
        _ user: UUID,
        receiptLines: [Int32],
        after delay: Duration
    ) -> Statement {
        """
        INSERT INTO purchases_to_match (user_id, purchase_id, receipt_lines, takes_store_name, due_at)
        VALUES (\(user), \(purchase), \(receiptLines), true, \(due(in: delay)))
        """
    }

    private static func due(in delay: Duration) -> Statement {
        "clock_timestamp() + make_interval(secs => \(delay.inSeconds))"
    }

    /// Claims the next purchase that is due; nil when none is.
    func claim() async throws -> Claim? {
        try await claim(
            """
            SELECT user_id, purchase_id FROM purchases_to_match
            WHERE due_at <= clock_timestamp() AND (claimed_until IS NULL OR claimed_until < clock_timestamp())
            ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
            """
        )
    }

    /// Claims one purchase, due or not; nil when there is nothing to be asked, or somebody else is asking.
    func claim(_ purchase: UUID, of user: UUID) async throws -> Claim? {
        try await claim(
            """
            SELECT user_id, purchase_id FROM purchases_to_match
            WHERE user_id = \(user) AND purchase_id = \(purchase)
                AND (claimed_until IS NULL OR claimed_until < clock_timestamp())
            FOR UPDATE SKIP LOCKED
            """
        )
    }

    private func claim(_ choice: Statement) async throws -> Claim? {
        try await pool.query(
            """
            UPDATE purchases_to_match SET claim = gen_random_uuid(), attempts = attempts + 1,
                claimed_until = clock_timestamp() + make_interval(secs => \(lease.inSeconds))
            WHERE (user_id, purchase_id) = (\(choice))
            RETURNING claim, user_id, purchase_id, receipt_lines, takes_store_name, attempts
            """
        ).first.map { row in
            Claim(
                token: try row["claim"],
                user: try row["user_id"],
                purchase: try row["purchase_id"],
                receiptLines: Set(try row["receipt_lines"] as [Int32]),
                takesStoreName: try row["takes_store_name"],
                attempts: try row["attempts"]
            )
        }
    }

    /// Lets it wait.
    func postpone(_ claim: Claim, by pause: Duration) async throws {
        try await pool.execute(
            """
            UPDATE purchases_to_match SET claim = NULL, claimed_until = NULL, due_at = \(MatchingQueue.due(in: pause))
            WHERE user_id = \(claim.user) AND purchase_id = \(claim.purchase) AND claim = \(claim.token)
            """
        )
    }

    /// Ends it.
    /// - Returns: Whether the claim was still in force; otherwise nothing has changed.
    static func end(_ claim: Claim, in connection: PostgresConnection) async throws -> Bool {
        try await connection.execute(
            """
            DELETE FROM purchases_to_match
            WHERE user_id = \(claim.user) AND purchase_id = \(claim.purchase) AND claim = \(claim.token)
            """
        ) == 1
    }
}
