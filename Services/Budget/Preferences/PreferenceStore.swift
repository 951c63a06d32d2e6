import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// What users want things to cost, in the database. Every statement names their owner.
struct PreferenceStore: Sendable {
    let pool: PostgresPool
    /// The present time.
    var clock: any WallClock = SystemWallClock()

    /// What a user has said, of everything first, then of categories, then of products.
    func preferences(of user: UUID) async throws -> [PricePreference] {
        try await pool.query(
            """
            SELECT category, product_id, currency, lowest_minor, highest_minor FROM price_preferences
            WHERE user_id = \(user) ORDER BY product_id IS NOT NULL, category, product_id, currency
            """
        ).map(PricePreference.init)
    }

    /// Says what something may cost, in place of what was said.
    /// - Throws: FAILED_PRECONDITION (TOO_MANY_PREFERENCES) where there are as many as there may be.
    func set(_ preference: PricePreference, of user: UUID) async throws {
        try await pool.transaction { connection in
            // One after the other for each user, so that together they are not too many.
            try await connection.execute(.turn("price preferences \(user)"))
            try await remove(preference.target, preference.currency, of: user, in: connection)
            let rows = try await connection.query(
                "SELECT count(*) AS count FROM price_preferences WHERE user_id = \(user)"
            )
            guard try (rows[0]["count"] as Int) < PricePreference.limit else {
                throw Status(
                    .failedPrecondition,
                    .budget.tooManyPreferences(limit: PricePreference.limit),
                    reason: .tooManyPreferences
                )
            }
            try await connection.execute(
                """
                INSERT INTO price_preferences (
                    user_id, category, product_id, currency, lowest_minor, highest_minor, changed_at
                ) VALUES (
                    \(user), \(preference.target.category ?? ""), \(preference.target.product), \(preference.currency),
                    \(preference.lowest), \(preference.highest), \(clock.now)
                )
                """
            )
        }
    }

    /// Forgets what was said of something in a currency.
    func remove(_ target: GoalTerms.Target, _ currency: String, of user: UUID) async throws {
        try await pool.withConnection { connection in
            try await remove(target, currency, of: user, in: connection)
        }
    }

    private func remove(
        _ target: GoalTerms.Target,
        _ currency: String,
        of user: UUID,
        in connection: PostgresConnection
    ) async throws {
        try await connection.execute(
            """
            DELETE FROM price_preferences WHERE user_id = \(user) AND category = \(target.category ?? "")
                AND product_id IS NOT DISTINCT FROM \(target.product) AND currency = \(currency)
            """
        )
    }
}

extension PricePreference {
    fileprivate init(_ row: Row) throws {
        self.init(
            target: .init(category: try row["category"], product: try row["product_id"]),
            currency: try row["currency"],
            lowest: try row["lowest_minor"],
            highest: try row["highest_minor"]
        )
    }
}

extension StatusReason {
    /// The user has said of as many things what they may cost as there may be.
    static let tooManyPreferences: StatusReason = "TOO_MANY_PREFERENCES"
}
