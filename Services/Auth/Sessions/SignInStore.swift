import Foundation
import Postgres
import ServiceKit

/// The store of credentials and of failed sign-ins, which lock an account.
///
/// The count is kept by serialized updates of the account's row: however many sign-ins run concurrently in any number
/// of instances, at most seven wrong passwords are checked before a lock.
struct SignInStore: Sendable {
    /// The number of consecutive failures that locks an account.
    static let failureLimit = 7

    let database: PostgresPool
    let masterKeys: MasterKeys
    /// How long a lock lasts, in seconds.
    let lockDuration: TimeInterval

    /// The credentials of the account with a name; nil when there is none.
    func credentials(for name: SignInAttempt.Name) async throws -> Credentials? {
        let condition: Statement
        switch name {
        case .username(let username): condition = "lower(username) = \(username.text.lowercased())"
        case .email(let email):
            let hashes = masterKeys.lookupHashes(of: email.normalised, purpose: AccountEncryption.emailLookup)
            condition = "id = (SELECT account_id FROM email_lookups WHERE \(AccountStore.anyOf(hashes)) LIMIT 1)"
        case .unknown: return nil
        }
        let rows = try await database.query(
            "SELECT id, username, password_hash, locked_until FROM accounts WHERE \(condition)"
        )
        return try rows.first.map { row in
            Credentials(
                account: try row["id"],
                username: try row["username"],
                passwordHash: try PasswordHash(stored: try row["password_hash"]),
                lockedUntil: try row["locked_until"]
            )
        }
    }

    /// Counts a wrong password.
    /// - Returns: the end of the account's lock, by this failure or a concurrent one; nil when it is not locked.
    func recordFailure(_ account: UUID, at time: Date) async throws -> Date? {
        try await database.transaction { connection in
            let rows = try await connection.query(
                """
                UPDATE accounts SET
                    failed_sign_ins = CASE WHEN locked_until IS NULL THEN failed_sign_ins + 1 ELSE 1 END,
                    locked_until = CASE
                        WHEN locked_until IS NULL AND failed_sign_ins + 1 >= \(Self.failureLimit)
                        THEN \(time.addingTimeInterval(lockDuration))
                    END
                WHERE id = \(account) AND (locked_until IS NULL OR locked_until <= \(time))
                RETURNING locked_until
                """
            )
            guard let row = rows.first else { return try await lock(of: account, at: time, in: connection) }
            let lockedUntil: Date? = try row["locked_until"]
            try await connection.execute(AuditLog.record(.signInFailed, account: account, at: time))
            if lockedUntil != nil {
                try await connection.execute(AuditLog.record(.locked, account: account, at: time))
            }
            return lockedUntil
        }
    }

    /// Resets the count in the transaction that opens a session.
    /// - Returns: the end of a lock set meanwhile; nil when the account is not locked.
    func recordSuccess(_ account: UUID, at time: Date, in connection: PostgresConnection) async throws -> Date? {
        let count = try await connection.execute(
            """
            UPDATE accounts SET failed_sign_ins = 0, locked_until = NULL
            WHERE id = \(account) AND (locked_until IS NULL OR locked_until <= \(time))
            """
        )
        return count == 1 ? nil : try await lock(of: account, at: time, in: connection) ?? time
    }

    /// Replaces a password's hash by another of the same password, unless it was changed meanwhile.
    func replaceHash(of old: Credentials, with new: PasswordHash, in connection: PostgresConnection) async throws {
        try await connection.execute(
            """
            UPDATE accounts SET password_hash = \(new.description)
            WHERE id = \(old.account) AND password_hash = \(old.passwordHash.description)
            """
        )
    }

    private func lock(of account: UUID, at time: Date, in connection: PostgresConnection) async throws -> Date? {
        let rows = try await connection.query("SELECT locked_until FROM accounts WHERE id = \(account)")
        return try rows.first?["locked_until"]
    }
}
