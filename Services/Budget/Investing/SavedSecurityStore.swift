import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// A security that a user has saved.
struct SavedSecurity: Sendable, Equatable {
    /// The most of a user.
    static let limit = 100

    let symbol: String
    let savedAt: Date
    /// Whether its owner has removed it: not listed, but stored.
    let isRemoved: Bool
}

/// Saved securities in the database. Every statement names their owner.
struct SavedSecurityStore: Sendable {
    let pool: PostgresPool
    /// The present time.
    var clock: any WallClock = SystemWallClock()

    /// A user's saved securities in the order in which they were saved.
    func saved(of user: UUID) async throws -> [SavedSecurity] {
        try await pool.query(
            """
            SELECT symbol, saved_at, removed FROM saved_securities WHERE user_id = \(user) AND NOT removed
            ORDER BY saved_at, symbol
            """
        ).map(SavedSecurity.init)
    }

    /// Saves a security. One that was removed comes back at its place; one that is saved stays as it is.
    /// - Throws: FAILED_PRECONDITION (TOO_MANY_SAVED) where the user has as many as there may be.
    func save(_ symbol: String, of user: UUID, in connection: PostgresConnection) async throws -> SavedSecurity {
        // One after the other for each user, so that together they are not too many.
        try await connection.execute(.turn("saved securities \(user)"))
        if let present = try await find(symbol, of: user, in: connection), !present.isRemoved { return present }
        let rows = try await connection.query(
            "SELECT count(*) AS count FROM saved_securities WHERE user_id = \(user) AND NOT removed"
        )
        guard try (rows[0]["count"] as Int) < SavedSecurity.limit else {
            throw Status(
                .failedPrecondition,
                .budget.tooManySaved(limit: SavedSecurity.limit),
                reason: .tooManySaved
            )
        }
        // Of removed ones the oldest make room: they can be brought back for as long as there is some.
        try await connection.execute(
            """
            DELETE FROM saved_securities WHERE user_id = \(user) AND removed AND symbol <> \(symbol) AND symbol IN (
                SELECT symbol FROM saved_securities WHERE user_id = \(user) AND removed
                ORDER BY saved_at DESC, symbol OFFSET \(SavedSecurity.limit)
            )
            """
        )
        let saved = try await connection.query(
            """
            INSERT INTO saved_securities (user_id, symbol, saved_at) VALUES (\(user), \(symbol), \(clock.now))
            ON CONFLICT (user_id, symbol) DO UPDATE SET removed = false
            RETURNING symbol, saved_at, removed
            """
        )
        return try SavedSecurity(saved[0])
    }

    /// Removes a security from the saved ones. Repeating that changes nothing.
    /// - Throws: NOT_FOUND for one that was never saved.
    func remove(_ symbol: String, of user: UUID, in connection: PostgresConnection) async throws -> SavedSecurity {
        let rows = try await connection.query(
            """
            UPDATE saved_securities SET removed = true WHERE user_id = \(user) AND symbol = \(symbol)
            RETURNING symbol, saved_at, removed
            """
        )
        guard let row = rows.first else { throw Status.notFound(.services.nounSecurity) }
        return try SavedSecurity(row)
    }

    private func find(
        _ symbol: String,
        of user: UUID,
        in connection: PostgresConnection
    ) async throws -> SavedSecurity? {
        try await connection.query(
            """
            SELECT symbol, saved_at, removed FROM saved_securities
            WHERE user_id = \(user) AND symbol = \(symbol) FOR UPDATE
            """
        ).first.map(SavedSecurity.init)
    }
}

extension SavedSecurity {
    fileprivate init(_ row: Row) throws {
        self.init(symbol: try row["symbol"], savedAt: try row["saved_at"], isRemoved: try row["removed"])
    }
}

extension StatusReason {
    /// The user has saved as many securities as there may be.
    static let tooManySaved: StatusReason = "TOO_MANY_SAVED"
}
