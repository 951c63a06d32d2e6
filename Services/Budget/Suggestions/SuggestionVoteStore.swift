import BudgetMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// What users say of suggestions. Every statement about a user's votes names their owner.
struct SuggestionVoteStore: Sendable {
    let pool: PostgresPool
    /// The present time.
    var clock: any WallClock = SystemWallClock()

    /// The most votes of a user that are kept; the oldest make room.
    static let limit = 1_000
    /// For how many months votes are reported, the present one included.
    static let months = 24

    /// A user's votes on suggestions, by their ids: whether each was useful.
    func votes(of user: UUID, on suggestions: [String]) async throws -> [String: Bool] {
        guard !suggestions.isEmpty else { return [:] }
        let rows = try await pool.query(
            """
            SELECT suggestion, is_useful FROM suggestion_votes
            WHERE user_id = \(user) AND suggestion = ANY(\(suggestions))
            """
        )
        return try rows.reduce(into: [:]) { $0[try $1["suggestion"]] = try $1["is_useful"] as Bool }
    }

    /// Notes a vote in place of the former one.
    /// - Parameter isUseful: Nil to take the former one back.
    func vote(_ isUseful: Bool?, on suggestion: Suggestion, of user: UUID, at time: Date) async throws {
        guard let isUseful else {
            try await pool.execute(
                "DELETE FROM suggestion_votes WHERE user_id = \(user) AND suggestion = \(suggestion.id)"
            )
            return
        }
        try await pool.pipeline([
            """
            INSERT INTO suggestion_votes (user_id, suggestion, kind, is_useful, voted_at)
            VALUES (\(user), \(suggestion.id), \(suggestion.kind.rawValue), \(isUseful), \(time))
            ON CONFLICT (user_id, suggestion)
            DO UPDATE SET is_useful = excluded.is_useful, voted_at = excluded.voted_at
            """,
            """
            DELETE FROM suggestion_votes WHERE user_id = \(user) AND suggestion IN (
                SELECT suggestion FROM suggestion_votes WHERE user_id = \(user)
                ORDER BY voted_at DESC, suggestion OFFSET \(Self.limit)
            )
            """,
        ])
    }

    /// Deletes a user's votes up to a moment; later ones are under another consent.
    func forget(_ user: UUID, until time: Date, in connection: PostgresConnection) async throws {
        try await connection.execute(
            "DELETE FROM suggestion_votes WHERE user_id = \(user) AND voted_at <= \(time)"
        )
    }

    /// The votes of all users by kind and month, the newest first.
    func report() async throws -> [Budget.VoteCount] {
        let month: Statement = "date_trunc('month', voted_at AT TIME ZONE 'UTC')"
        let rows = try await pool.query(
            """
            SELECT kind, to_char(\(month), 'YYYY-MM') AS month, count(*) FILTER (WHERE is_useful) AS useful,
                count(*) FILTER (WHERE NOT is_useful) AS not_useful
            FROM suggestion_votes
            WHERE voted_at >= (
                date_trunc('month', \(clock.now)::timestamptz AT TIME ZONE 'UTC')
                - make_interval(months => \(Self.months - 1)::integer)
            ) AT TIME ZONE 'UTC'
            GROUP BY kind, \(month) ORDER BY \(month) DESC, kind
            """
        )
        return try rows.map { row in
            Budget.VoteCount(
                kind: Suggestion.Kind(rawValue: try row["kind"])?.message ?? .unspecified,
                month: try row["month"],
                useful: try row["useful"],
                notUseful: try row["not_useful"]
            )
        }
    }
}
