import Foundation
import Foundations
import Logging
import Postgres
import ServiceKit
import Texts

/// The store of credentials and of failed sign-ins, which lock an account.
///
/// The count is kept by serialized updates of the account's row: however many sign-ins run concurrently in any number
/// of instances, nobody learns of more than seven passwords whether they are right before a lock.
struct SignInStore: Sendable {
    /// The number of consecutive failures that locks an account.
    static let failureLimit = 7
    /// How long failures for a name that nobody has are kept, in seconds.
    static let unknownRetention: TimeInterval = 86_400

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

    /// The credentials of the account with a name; nil when there is none, or its registration was not completed in time. An
    /// address that nobody has confirmed is that of a complete registration, or else of the latest one, that claims it.
    func credentials(for name: SignInAttempt.Name, at time: Date) async throws -> Credentials? {
        guard let condition = condition(for: name, at: time) else { return nil }
        return try await credentials(where: condition)
    }

    /// What a password is checked against, alike for an account and for nobody.
    struct Candidate: Sendable {
        /// Nil where nobody has the name.
        var credentials: Credentials?
        /// What the password is checked against where there are no credentials; nil for any hash.
        var decoy: PasswordHash?
        /// Until when no password is checked for the name; nil or past while some are.
        var lockedUntil: Date?
    }

    /// What the password for a name is checked against.
    ///
    /// Hashes of former releases stay until their owners sign in, and take longer or shorter than new ones. For a name that nobody
    /// has, the check costs as much as for one of the accounts, the same each time: its time does not tell the names that there are.
    func candidate(for name: SignInAttempt.Name, at time: Date) async throws -> Candidate {
        guard let condition = condition(for: name, at: time) else { return Candidate() }
        // One row in any case, so that as much is read of an account as of nobody.
        let rows = try await database.query(
            """
            SELECT *, (SELECT locked_until FROM unknown_sign_ins WHERE name_hash = \(nobody(name.text))) AS unknown_until
            FROM (
                SELECT 1 AS turn, * FROM (\(Self.selection(where: condition))) AS named
                UNION ALL (SELECT 2, * FROM (\(Self.selection(where: "id >= \(nobody(name.text)) ORDER BY id LIMIT 1"))) AS other)
                UNION ALL (SELECT 3, * FROM (\(Self.selection(where: "true ORDER BY id LIMIT 1"))) AS other)
            ) AS candidates ORDER BY turn LIMIT 1
            """
        )
        guard let row = rows.first, let found = try credentials(in: rows) else { return Candidate() }
        if try row["turn"] as Int32 == 1 { return Candidate(credentials: found, lockedUntil: found.lockedUntil) }
        return Candidate(
            decoy: PasswordHash(decoyOf: found.passwordHash.cost),
            lockedUntil: try row["unknown_until"]
        )
    }

    /// Whether a row is that of the account with a name; nil for a name that none can have.
    private func condition(for name: SignInAttempt.Name, at time: Date) -> Statement? {
        let condition: Statement
        switch name {
        case .username(let username): condition = "lower(username) = \(username.text.lowercased())"
        case .email(let email):
            let hashes = masterKeys.lookupHashes(of: email.normalised, purpose: AccountEncryption.emailLookup)
            condition = """
                id = coalesce(
                    (SELECT account_id FROM email_lookups WHERE \(Statement.any(of: hashes, in: "hash")) LIMIT 1),
                    (
                        SELECT id FROM accounts WHERE (\(Statement.any(of: hashes, in: "email_claim")))
                            AND (unverified_until IS NULL OR unverified_until > \(time))
                        ORDER BY unverified_until IS NOT NULL, created_at DESC, id LIMIT 1
                    )
                )
                """
        case .unknown: return nil
        }
        return "\(condition) AND (unverified_until IS NULL OR unverified_until > \(time))"
    }

    /// The account with a name; where there is none, one that nobody has, the same for each name: for it all is done as for
    /// somebody's, so that neither the response nor its time reveals whether there is one.
    func accountOrNobody(_ name: String, at time: Date) async throws -> UUID {
        let nobody = nobody(name)
        guard let condition = condition(for: SignInAttempt.Name(name), at: time) else { return nobody }
        let account: Statement = "SELECT coalesce((SELECT id FROM accounts WHERE \(condition)), \(nobody)) AS id"
        return try await database.query(account)[0]["id"]
    }

    /// The account that nobody has of a name that there is not.
    private func nobody(_ name: String) -> UUID {
        let hash = masterKeys.lookupHashes(of: name.lowercased(), purpose: "auth.nobody")[0]
        return hash.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The credentials of an account; nil when there is none.
    func credentials(of account: UUID) async throws -> Credentials? {
        try await credentials(where: "id = \(account)")
    }

    private func credentials(where condition: Statement) async throws -> Credentials? {
        try credentials(in: try await database.query(Self.selection(where: condition)))
    }

    private static func selection(where condition: Statement) -> Statement {
        // Not EXISTS: for the first of all accounts, the database would read the factors of all into memory.
        """
        SELECT id, username, password_hash, locked_until, unverified_until, closed_at, erase_at,
            (SELECT 1 FROM factors f WHERE f.account_id = a.id LIMIT 1) IS NOT NULL AS has_factors
        FROM accounts a WHERE \(condition)
        """
    }

    private func credentials(in rows: [Row]) throws -> Credentials? {
        try rows.first.map { row in
            Credentials(
                account: try row["id"],
                username: try row["username"],
                passwordHash: try PasswordHash(stored: try row["password_hash"]),
                lockedUntil: try row["locked_until"],
                hasFactors: try row["has_factors"],
                isUnverified: try row["unverified_until"] as Date? != nil,
                closure: try AccountClosure(row)
            )
        }
    }

    /// Counts a wrong password.
    /// - Parameter session: The session in which it was given; nil for signing in.
    /// - Returns: the end of the account's lock, by this failure or a concurrent one; nil when it is not locked.
    func recordFailure(_ account: UUID, session: UUID? = nil, at time: Date) async throws -> Date? {
        try await database.transaction { try await recordFailure(account, session: session, at: time, in: $0) }
    }

    /// Counts a wrong password for a name that nobody has, and writes as much as ``recordFailure(_:session:at:)`` does for an account.
    /// - Returns: the end of the name's lock; nil when it is not locked.
    func recordFailure(ofUnknown name: SignInAttempt.Name, at time: Date) async throws -> Date? {
        // What no account can have everybody knows.
        if case .unknown = name { return nil }
        let (hash, lockEnd) = (nobody(name.text), time.addingTimeInterval(lockDuration))
        return try await database.transaction { connection in
            let rows = try await connection.query(
                """
                INSERT INTO unknown_sign_ins AS known (name_hash, failures, last_at) VALUES (\(hash), 1, \(time))
                ON CONFLICT (name_hash) DO UPDATE SET
                    failures = CASE WHEN known.locked_until IS NULL THEN known.failures + 1 ELSE 1 END,
                    locked_until = CASE
                        WHEN known.locked_until IS NULL AND known.failures + 1 >= \(Self.failureLimit) THEN \(lockEnd)
                    END
                WHERE known.locked_until IS NULL OR known.locked_until <= \(time)
                RETURNING locked_until
                """
            )
            try await connection.execute("UPDATE unknown_sign_ins SET last_at = \(time) WHERE name_hash = \(hash)")
            if let row = rows.first { return try row["locked_until"] }
            return try await connection.query("SELECT locked_until FROM unknown_sign_ins WHERE name_hash = \(hash)")
                .first?["locked_until"]
        }
    }

    /// Forgets names that nobody has.
    /// - Parameter time: When they were tried last, at the latest.
    func deleteUnknown(before time: Date) async throws {
        try await database.execute("DELETE FROM unknown_sign_ins WHERE last_at < \(time)")
    }

    /// Counts a wrong password or code in the connection's transaction.
    /// - Parameter isCode: Whether it is a code, of which a new password gives no further ones to try.
    func recordFailure(
        _ account: UUID,
        session: UUID?,
        isCode: Bool = false,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Date? {
        let lockEnd = time.addingTimeInterval(lockDuration)
        let rows = try await connection.query(
            """
            UPDATE accounts SET
                failed_sign_ins = CASE WHEN locked_until IS NULL THEN failed_sign_ins + 1 ELSE 1 END,
                locked_until = CASE
                    WHEN locked_until IS NULL AND failed_sign_ins + 1 >= \(Self.failureLimit) THEN \(lockEnd)
                END,
                failed_codes = CASE
                    WHEN NOT \(isCode) THEN failed_codes
                    WHEN codes_locked_until IS NULL THEN failed_codes + 1
                    ELSE 1
                END,
                codes_locked_until = CASE
                    WHEN NOT \(isCode) THEN codes_locked_until
                    WHEN codes_locked_until IS NULL AND failed_codes + 1 >= \(Self.failureLimit) THEN \(lockEnd)
                END
            WHERE id = \(account) AND (locked_until IS NULL OR locked_until <= \(time))
                AND (NOT \(isCode) OR codes_locked_until IS NULL OR codes_locked_until <= \(time))
            RETURNING CASE WHEN \(isCode) THEN coalesce(locked_until, codes_locked_until) ELSE locked_until END AS lock_end
            """
        )
        guard let row = rows.first else { return try await lock(of: account, in: connection) }
        let lockedUntil: Date? = try row["lock_end"]
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
    /// - Parameters:
    ///   - language: In which the person is written to from now on, unless they have chosen one; nil for the one until now.
    ///   - despiteLock: Whether a lock is no obstacle, since nothing was guessed. It stays.
    func recordSuccess(
        _ credentials: Credentials,
        language: Language? = nil,
        despiteLock: Bool = false,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Success {
        let count = try await connection.execute(
            """
            UPDATE accounts
            SET failed_sign_ins = CASE WHEN locked_until > \(time) THEN failed_sign_ins ELSE 0 END,
                locked_until = CASE WHEN locked_until > \(time) THEN locked_until END,
                language = CASE WHEN is_language_chosen THEN language ELSE coalesce(\(language?.rawValue), language) END
            WHERE id = \(credentials.account) AND password_hash = \(credentials.passwordHash.description)
                AND (\(despiteLock) OR locked_until IS NULL OR locked_until <= \(time)) AND closed_at IS NULL
            """
        )
        if count == 1 { return .recorded }
        guard let end = try await lock(of: credentials.account, in: connection), end > time else {
            return .replaced
        }
        return .locked(until: end)
    }

    /// Replaces a password's hash by another of the same password.
    /// - Returns: False when the password was changed meanwhile.
    @discardableResult
    func replaceHash(
        of old: Credentials,
        with new: PasswordHash,
        in connection: PostgresConnection
    ) async throws -> Bool {
        try await connection.execute(
            """
            UPDATE accounts SET password_hash = \(new.description)
            WHERE id = \(old.account) AND password_hash = \(old.passwordHash.description)
            """
        ) == 1
    }

    /// The statement that gives all codes to try again, after a right one.
    static func codesProven(of account: UUID) -> Statement {
        "UPDATE accounts SET failed_codes = 0, codes_locked_until = NULL WHERE id = \(account)"
    }

    /// When an account's lock ends; nil when it is not locked.
    func lock(of account: UUID, at time: Date) async throws -> Date? {
        let end = try await database.withConnection { try await lock(of: account, in: $0) }
        return end.flatMap { $0 > time ? $0 : nil }
    }

    private func lock(of account: UUID, in connection: PostgresConnection) async throws -> Date? {
        let rows = try await connection.query("SELECT locked_until FROM accounts WHERE id = \(account)")
        return try rows.first?["locked_until"]
    }
}
