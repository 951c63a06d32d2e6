import Foundation
import Postgres
import ServiceKit

/// The keys of accounts, in a table of their own: what was backed up of an account can't be read once its key is destroyed, since
/// that table is backed up by itself and its back-up overwritten.
///
/// Former versions have stored them in the accounts' rows, where they are read, too, until they have been moved.
struct AccountKeys: Sendable {
    /// The accounts that one statement locks.
    private static let batch: Int64 = 500

    let database: PostgresPool

    /// The statement that stores an account's key, in the transaction of its registration or one that holds its row locked.
    static func storing(_ key: WrappedSecret, of account: UUID) -> Statement {
        """
        INSERT INTO person_keys (user_id, wrapped_key, master_key_id)
        VALUES (\(account), \(key.bytes), \(key.masterKeyID))
        ON CONFLICT (user_id) DO UPDATE SET wrapped_key = excluded.wrapped_key, master_key_id = excluded.master_key_id
        """
    }

    /// The statement that removes a key from an account's row, once it is stored.
    static func emptying(_ account: UUID) -> Statement {
        "UPDATE accounts SET data_key = NULL, master_key_id = NULL WHERE id = \(account) AND data_key IS NOT NULL"
    }

    /// Moves the keys in accounts' rows to their table. Accounts that something else holds locked are left to a next run.
    /// - Returns: The accounts that were changed.
    @discardableResult
    func moveAll() async throws -> Int {
        // First all copies: nobody reads a row without its key in one of the places.
        try await repeated(
            """
            INSERT INTO person_keys (user_id, wrapped_key, master_key_id)
            SELECT id, data_key, master_key_id FROM accounts
            WHERE data_key IS NOT NULL AND NOT EXISTS (SELECT FROM person_keys WHERE user_id = accounts.id)
            ORDER BY id LIMIT \(Self.batch) FOR UPDATE SKIP LOCKED
            """
        )
        return try await repeated(
            """
            UPDATE accounts SET data_key = NULL, master_key_id = NULL
            WHERE id IN (
                SELECT id FROM accounts
                WHERE data_key IS NOT NULL AND EXISTS (SELECT FROM person_keys WHERE user_id = accounts.id)
                ORDER BY id LIMIT \(Self.batch) FOR UPDATE SKIP LOCKED
            )
            """
        )
    }

    /// Runs a statement until it changes nothing more.
    /// - Returns: The rows that it has changed.
    @discardableResult
    private func repeated(_ statement: Statement) async throws -> Int {
        var total = 0
        while true {
            let count = try await database.execute(statement)
            total += count
            if count == 0 { return total }
            try Task.checkCancellation()
        }
    }
}
