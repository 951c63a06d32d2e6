package import Foundation
import Foundations
package import Postgres

/// Erasure of one person's data, in the tables of a service and those of the toolkit.
package enum PersonalData {
    /// Erases everything that is stored of a user.
    ///
    /// The toolkit's rows are the user's answers to requests (`answered_requests`), events that haven't been delivered
    /// (`outbox`), events of unknown kinds (`kept_events`), the user's key (`person_keys`) and how much the user stores (`storage_use`, `storage_changes`). An
    /// event is the user's if its key is the user's id or its message contains it, in canonical form. A kept event that names
    /// the user in another way, such as by a purchase alone, can't be found: operators list kept events and drop them. Other
    /// tables of the toolkit hold nothing of users.
    ///
    /// The user's access must have ended before: what a call changes at the same time may stay. Erasing again is harmless.
    /// - Parameter erase: Erases the service's own rows, and may run again: it must have no effects outside of the database.
    ///   It should wait for changes of the user's rows that are under way.
    /// - Returns: What `erase` returned.
    nonisolated(nonsending) package static func erase<Result>(
        of user: UUID,
        in pool: PostgresPool,
        _ erase: nonisolated(nonsending) (PostgresConnection) async throws -> Result
    ) async throws -> Result {
        // At first, too: one that is being handed over may have become rows of the service, which are to be erased then.
        try await pool.execute(keptEvents(of: user))
        return try await pool.transaction(retrying: true) { connection in
            let result = try await erase(connection)
            // Afterwards, since a change that was under way until then may have written an event or an answer.
            try await connection.pipeline(
                [
                    keptEvents(of: user),
                    "DELETE FROM outbox WHERE key = \(user.canonical) OR \(isIn("payload", user))",
                    "DELETE FROM answered_requests WHERE user_id = \(user)",
                    "DELETE FROM person_keys WHERE user_id = \(user)",
                ] + StorageCounting.erasure(of: user)
            )
            return result
        }
    }

    private static func keptEvents(of user: UUID) -> Statement {
        "DELETE FROM kept_events WHERE \(isIn("event", user))"
    }

    /// Whether the bytes of a message contain a user's id.
    private static func isIn(_ column: String, _ user: UUID) -> Statement {
        "position(\(Array(user.canonical.utf8)) IN \(identifier: column)) > 0"
    }
}
