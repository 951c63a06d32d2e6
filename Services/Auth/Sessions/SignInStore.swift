import Foundation
import Foundations
import Logging
import Postgres
import ServiceKit
import Texts

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
    let log: Logger

    /// What became of an account while a correct password was checked.
    enum Success: Sendable, Equatable {
        /// Nothing: the count of failures is reset.
        case recorded
        /// The stored password was replaced, or the account closed or deleted; nothing is recorded.
        case replaced
        /// The account was locked; nothing is recorded.
        case locked(until: Date)
    }

    /// The credentials of the account with a name; nil when there is none, or its registration was not completed in time.
    func credentials(for name: SignInAttempt.Name, at time: Date) async throws -> Credentials? {
        let condition: Statement
        switch name {
        case .username(let username): condition = "lower(username) = \(username.text.lowercased())"
        case .email(let email):
            let hashes = masterKeys.lookupHashes(of: email.normalised, purpose: AccountEncryption.emailLookup)
            condition = "id = (SELECT account_id FROM email_lookups WHERE \(AccountStore.anyOf(hashes)) LIMIT 1)"
        case .unknown: return nil
        }
        return try await credentials(where: "\(condition) AND (unverified_until IS NULL OR unverified_until > \(time))")
    }

    /// The account with a name; where there is none, one that nobody has, the same for each name: for it all is done as for
    /// somebody's, so that neither the response nor its time reveals whether there is one.
    func accountOrNobody(_ name: String, at time: Date) async throws -> UUID {
        if let known = try await credentials(for: SignInAttempt.Name(name), at: time) { return known.account }
        let hash = masterKeys.lookupHashes(of: name.lowercased(), purpose: "auth.nobody")[0]
        return hash.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The credentials of an account; nil when there is none.
    func credentials(of account: UUID) async throws -> Credentials? {
        try await credentials(where: "id = \(account)")
    }

    private func credentials(where condition: Statement) async throws -> Credentials? {
        let rows = try await database.query(
            """
            SELECT id, username, password_hash, locked_until, unverified_until, closed_at, erase_at,
                EXISTS (SELECT 1 FROM factors f WHERE f.account_id = a.id) AS has_factors
            FROM accounts a WHERE \(condition)
            """
        )
        return try rows.first.map { row in
            Credentials(
                account: try row["id"],
                username: try row["username"],
                passwordHash: try PasswordHash(stored: try row["password_hash"]),
                lockedUntil: try row["locked_until"],
                hasFactors: try row["has_factors"],
                isUnverified: try row["unverified_until"] as Date? != nil,
                closure: try closure(row)
            )
        }
    }

    private func closure(_ row: Row) throws -> AccountClosure? {
        guard let closedAt: Date = try row["closed_at"], let eraseAt: Date = try row["erase_at"] else { return nil }
        return AccountClosure(closedAt: closedAt, eraseAt: eraseAt)
    }

    /// Counts a wrong password.
    /// - Parameter session: The session in which it was given; nil for signing in.
    /// - Returns: the end of the account's lock, by this failure or a concurrent one; nil when it is not locked.
    func recordFailure(_ account: UUID, session: UUID? = nil, at time: Date) async throws -> Date? {
        try await database.transaction { try await recordFailure(account, session: session, at: time, in: $0) }
    }

    /// Counts a wrong password or code in the connection's transaction.
    func recordFailure(
        _ account: UUID,
        session: UUID?,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Date? {
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
        try await connection.execute(AuditLog.record(.signInFailed, account: account, session: session, at: time))
        if lockedUntil != nil {
            try await connection.pipeline([
                AuditLog.record(.locked, account: account, at: time),
                AccountMail.insertion(.accountLocked, to: account, at: time),
            ])
            log.notice("an account is locked", metadata: ["account": "\(account.canonical)"])
        }
        return lockedUntil
    }

    /// Resets the count in the transaction of what the correct password is for; nobody else changes the account until it has
    /// ended.
    /// - Parameter language: In which the person is written to from now on, unless they have chosen one; nil for the one until now.
    func recordSuccess(
        _ credentials: Credentials,
        language: Language? = nil,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Success {
        let count = try await connection.execute(
            """
            UPDATE accounts
            SET failed_sign_ins = 0, locked_until = NULL,
                language = CASE WHEN is_language_chosen THEN language ELSE coalesce(\(language?.rawValue), language) END
            WHERE id = \(credentials.account) AND password_hash = \(credentials.passwordHash.description)
                AND (locked_until IS NULL OR locked_until <= \(time)) AND closed_at IS NULL
            """
        )
        if count == 1 { return .recorded }
        guard let end = try await lock(of: credentials.account, at: time, in: connection), end > time else {
            return .replaced
        }
        return .locked(until: end)
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
