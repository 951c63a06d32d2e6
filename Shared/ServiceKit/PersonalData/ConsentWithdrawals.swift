package import Foundation
import Foundations
package import Postgres

/// When users last withdrew a consent, so that what was begun under it is not written afterwards.
///
/// Kept in the table `<purpose>_withdrawals (user_id uuid PRIMARY KEY, withdrawn_at timestamptz NOT NULL)`; times are auth's.
package struct ConsentWithdrawals: Sendable {
    private let purpose: String
    private let table: String

    /// The withdrawals of the consent to one purpose.
    package init(of purpose: String) {
        self.purpose = purpose
        table = "\(purpose)_withdrawals"
    }

    /// Whether a user has withdrawn the consent since it was known to be given. A withdrawal at the same time waits until the
    /// transaction has ended.
    /// - Parameter time: Since when it is given, or when the user's token was issued that says so.
    package func isWithdrawn(
        by user: UUID,
        since time: Date,
        in connection: PostgresConnection
    ) async throws -> Bool {
        try await lock(user, in: connection)
        return try await !connection.query(
            "SELECT 1 FROM \(identifier: table) WHERE user_id = \(user) AND withdrawn_at >= \(time)"
        ).isEmpty
    }

    /// Records a withdrawal, after all transactions that have asked about the user.
    package func record(by user: UUID, at time: Date, in connection: PostgresConnection) async throws {
        try await lock(user, in: connection)
        try await connection.execute(
            """
            INSERT INTO \(identifier: table) AS known (user_id, withdrawn_at) VALUES (\(user), \(time))
            ON CONFLICT (user_id) DO UPDATE SET withdrawn_at = greatest(known.withdrawn_at, EXCLUDED.withdrawn_at)
            """
        )
    }

    private func lock(_ user: UUID, in connection: PostgresConnection) async throws {
        try await connection.execute(.turn("\(purpose) \(user.canonical)"))
    }
}
