import CatalogDomain
import Foundation
import Foundations
import Postgres
import ServiceKit

/// The store of reports of abusive feedback.
struct FeedbackReportsStore: Sendable {
    /// An operator's decision about a report.
    enum Decision: String, Sendable {
        case exclude = "excluded"
        case dismiss = "dismissed"
    }

    let pool: PostgresPool
    /// The current time.
    var clock: any WallClock = SystemWallClock()

    /// A page of the reports, and the token of the next one; nil at the end.
    func list(
        _ page: Page<TimeKey<FeedbackReport>>,
        _ state: FeedbackReport.State?
    ) async throws -> ([FeedbackReport], next: String?) {
        let filter: Statement = state.map { "AND state = \($0)" } ?? ""
        let after: Statement = page.after.map { "AND (last_at, id) < (\($0.time), \($0.id))" } ?? ""
        let rows = try await pool.query(
            """
            SELECT \(FeedbackReport.columns) FROM abusive_feedback WHERE state <> 'watched' \(filter) \(after)
            ORDER BY last_at DESC, id DESC LIMIT \(page.rowLimit)
            """
        )
        return try page.entries(
            in: rows,
            key: { TimeKey(try $0["last_at"], try $0["id"]) },
            FeedbackReport.init
        )
    }

    /// Decides about a report and recounts its author's votes.
    ///
    /// Recounting commits line by line; after a failure, repeating the same decision counts the rest.
    /// - Returns: the updated report; nil when it does not exist.
    func decide(_ id: UUID, _ decision: Decision) async throws -> FeedbackReport? {
        let row = try await pool.query(
            """
            UPDATE abusive_feedback SET state = \(decision.rawValue) WHERE id = \(id) AND state <> 'watched'
            RETURNING user_id, \(FeedbackReport.columns)
            """
        ).first
        guard let row else { return nil }
        try await countVotes(of: try row["user_id"])
        return try FeedbackReport(row)
    }

    /// Deletes old abuse that stayed below the threshold.
    func forgetOld() async throws {
        let pause = clock.now.addingTimeInterval(-Double(ModerationRules.pauseDays) * 86_400)
        try await pool.execute("DELETE FROM abusive_feedback WHERE state = 'watched' AND last_at < \(pause)")
    }

    private func countVotes(of user: UUID) async throws {
        let now = clock.now
        let said = try await pool.query(
            """
            SELECT DISTINCT shared_chain_key, shared_text FROM receipt_text_mappings
            WHERE user_id = \(user) AND counts_from <= \(now) AND shared_text IS NOT NULL
            ORDER BY shared_chain_key, shared_text
            """
        )
        for row in said {
            let count = VoteCount(chain: try row["shared_chain_key"], text: try row["shared_text"], now: now)
            try await pool.transaction(retrying: true) { connection in
                try await VoteCount.lock(count.chain, count.text, in: connection)
                try await count.run(in: connection)
            }
        }
    }
}
