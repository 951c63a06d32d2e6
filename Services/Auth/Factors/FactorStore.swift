import AuthMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// The store of second factors.
struct FactorStore: Sendable {
    let database: PostgresPool
    let masterKeys: MasterKeys

    // MARK: Reading

    /// An account's factors, in the order in which they were added.
    struct List: Sendable {
        var factors: [Factor] = []
        var recoveryCodesLeft = 0
        /// Whether codes can be mailed to the account's address.
        var isEmailConfirmed = false
    }

    /// The factors of an account.
    func list(of account: UUID) async throws -> List {
        let results = try await database.pipeline([
            "SELECT \(AccountEncryption.keyColumns()), email_claim IS NULL AS is_confirmed FROM accounts WHERE id = \(account)",
            """
            SELECT id, kind, name, created_at, last_used_at FROM factors WHERE account_id = \(account)
            ORDER BY created_at, id
            """,
            "SELECT count(*) AS count FROM recovery_codes WHERE account_id = \(account) AND used_at IS NULL",
        ])
        guard let row = results[0].first else { return List() }
        let key = try AccountEncryption.key(in: row, of: account, masterKeys)
        return List(
            factors: try results[1].map { try factor($0, key) },
            recoveryCodesLeft: try results[2][0]["count"],
            isEmailConfirmed: try row["is_confirmed"]
        )
    }

    private func factor(_ row: Row, _ key: DataKey) throws -> Factor {
        guard let kind = FactorKind(rawValue: try row["kind"]) else {
            throw PostgresError(.decoding, "column kind contains an unknown kind of factor")
        }
        return Factor(
            id: try row["id"],
            kind: kind,
            name: try key.openText(try row["name"], context: AccountEncryption.factorName),
            createdAt: try row["created_at"],
            lastUsedAt: try row["last_used_at"]
        )
    }

    /// The kinds of factors that prove who has an account, each once. With a role codes by e-mail prove nothing: whoever reads the
    /// owner's mails could set another password, sign in and add a factor of their own, and work for all.
    static func provingKinds(of account: UUID, in connection: PostgresConnection) async throws -> [FactorKind] {
        let kinds = try await kinds(of: account, in: connection)
        guard kinds.contains(.emailCode), try await RoleStore.hasRole(account, in: connection) else { return kinds }
        return kinds.filter { $0 != .emailCode }
    }

    /// The kinds of factors of an account, each once.
    static func kinds(of account: UUID, in connection: PostgresConnection) async throws -> [FactorKind] {
        let rows = try await connection.query(
            "SELECT DISTINCT kind FROM factors WHERE account_id = \(account) ORDER BY kind"
        )
        return try rows.compactMap { FactorKind(rawValue: try $0["kind"]) }
    }

    /// The credentials of an account's passkeys.
    func credentials(of account: UUID, in connection: PostgresConnection) async throws -> [[UInt8]] {
        let rows = try await connection.query("SELECT credential_id FROM passkeys WHERE account_id = \(account)")
        return try rows.map { try $0["credential_id"] }
    }

    /// Locks the row of an account, so that answers of its owner are checked one after the other; nil when there is none.
    func lock(_ account: UUID, in connection: PostgresConnection) async throws -> LockedAccount? {
        let rows = try await connection.query(
            """
            SELECT username, password_hash, locked_until, codes_locked_until, \(AccountEncryption.keyColumns()), email,
                email_claim, unverified_until, closed_at, erase_at,
                EXISTS (SELECT 1 FROM factors f WHERE f.account_id = accounts.id) AS has_factors
            FROM accounts WHERE id = \(account) FOR NO KEY UPDATE
            """
        )
        guard let row = rows.first else { return nil }
        let key = try AccountEncryption.key(in: row, of: account, masterKeys)
        let unverifiedUntil: Date? = try row["unverified_until"]
        let credentials = Credentials(
            account: account,
            username: try row["username"],
            passwordHash: try PasswordHash(stored: try row["password_hash"]),
            lockedUntil: try row["locked_until"],
            hasFactors: try row["has_factors"],
            isUnverified: unverifiedUntil != nil,
            closure: try AccountClosure(row)
        )
        return LockedAccount(
            credentials: credentials,
            key: key,
            email: try key.openText(try row["email"], context: AccountEncryption.email),
            isEmailConfirmed: try row["email_claim"] as [UInt8]? == nil && unverifiedUntil == nil,
            unverifiedUntil: unverifiedUntil,
            codesLockedUntil: try row["codes_locked_until"]
        )
    }

    // MARK: Changing

    /// How many factors an account has.
    func count(of account: UUID, in connection: PostgresConnection) async throws -> Int {
        try await connection.query("SELECT count(*) AS count FROM factors WHERE account_id = \(account)")[0]["count"]
    }

    /// How many factors an account has, which can have another one.
    /// - Throws: FAILED_PRECONDITION when it has as many as there may be.
    func countWithRoom(of account: UUID, in connection: PostgresConnection) async throws -> Int {
        let count = try await count(of: account, in: connection)
        guard count < Factor.limit else { throw FactorRejection.tooMany }
        return count
    }

    /// Adds a factor in the transaction of its first right answer. The first one of an account proves who adds it, too.
    /// - Parameter caller: The session that adds it; nil for one that completes a registration.
    /// - Returns: The factor, and recovery codes when it is the account's first.
    func add(
        _ kind: FactorKind,
        named name: String,
        secret: [UInt8]? = nil,
        step: Int64? = nil,
        passkey: Passkey? = nil,
        of account: LockedAccount,
        by caller: CallerSession?,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> (factor: Factor, recoveryCodes: [RecoveryCode]) {
        let (id, owner) = (UUID(), account.credentials.account)
        let isFirst = try await countWithRoom(of: owner, in: connection) == 0
        let sealedName = try account.key.seal(name, context: AccountEncryption.factorName)
        var statements: [Statement] = [
            """
            INSERT INTO factors (account_id, id, kind, name, secret, last_step, created_at)
            VALUES (\(owner), \(id), \(kind.rawValue), \(sealedName), \(secret), \(step), \(time))
            """
        ]
        if let passkey {
            statements.append(
                """
                INSERT INTO passkeys (account_id, factor_id, credential_id, algorithm, public_key, signature_count)
                VALUES (
                    \(owner), \(id), \(passkey.credential), \(passkey.key.algorithm.rawValue),
                    \(passkey.key.bytes), \(Int64(passkey.signatureCount))
                )
                """
            )
        }
        statements.append(AuditLog.record(.factorAdded, account: owner, session: caller?.id, at: time))
        statements += try account.securingMail(.factorAdded, subject: kind.rawValue, at: time)
        let codes = isFirst ? newCodes() : []
        statements += replacement(codes, of: owner, at: time)
        if isFirst, let caller { statements.append(StepUp.proof(by: caller, withFactor: true, at: time)) }
        try await connection.pipeline(statements)
        let factor = Factor(id: id, kind: kind, name: name, createdAt: time, lastUsedAt: nil)
        return (factor, codes)
    }

    /// Renames a factor.
    /// - Returns: The factor; nil when the account has none with this id.
    func rename(
        _ id: UUID,
        to name: String,
        by caller: CallerSession,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Factor? {
        guard let account = try await lock(caller.account, in: connection) else { return nil }
        let sealed = try account.key.seal(name, context: AccountEncryption.factorName)
        let rows = try await connection.query(
            """
            UPDATE factors SET name = \(sealed) WHERE account_id = \(caller.account) AND id = \(id)
            RETURNING id, kind, name, created_at, last_used_at
            """
        )
        guard let row = rows.first else { return nil }
        try await connection.execute(
            AuditLog.record(.factorRenamed, account: caller.account, session: caller.id, at: time)
        )
        return try factor(row, account.key)
    }

    /// Removes a factor, and with the last one the recovery codes; one that was removed stays so.
    /// - Returns: The kinds of those that are left; nil when there was none with this id.
    func remove(
        _ id: UUID,
        by caller: CallerSession,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> [FactorKind]? {
        guard let account = try await lock(caller.account, in: connection) else { return nil }
        let rows = try await connection.query(
            "DELETE FROM factors WHERE account_id = \(caller.account) AND id = \(id) RETURNING kind"
        )
        guard let kind: String = try rows.first?["kind"] else { return nil }
        let statements: [Statement] = [
            """
            DELETE FROM recovery_codes WHERE account_id = \(caller.account)
                AND NOT EXISTS (SELECT 1 FROM factors WHERE account_id = \(caller.account))
            """,
            AuditLog.record(.factorRemoved, account: caller.account, session: caller.id, at: time),
        ]
        try await connection.pipeline(
            statements + (try account.securingMail(.factorRemoved, subject: kind, at: time))
        )
        return try await Self.kinds(of: caller.account, in: connection)
    }

    /// Makes new recovery codes in place of the former ones.
    func replaceRecoveryCodes(
        of account: LockedAccount,
        by caller: CallerSession,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> [RecoveryCode] {
        let codes = newCodes()
        let mail = try account.securingMail(.factorAdded, subject: "recovery_codes", at: time)
        try await connection.pipeline(
            ["DELETE FROM recovery_codes WHERE account_id = \(caller.account)"]
                + replacement(codes, of: caller.account, at: time) + mail + [
                    AuditLog.record(.recoveryCodesReplaced, account: caller.account, session: caller.id, at: time)
                ]
        )
        return codes
    }

    private func newCodes() -> [RecoveryCode] { (0..<RecoveryCode.count).map { _ in RecoveryCode() } }

    private func replacement(_ codes: [RecoveryCode], of account: UUID, at time: Date) -> [Statement] {
        codes.map { code in
            """
            INSERT INTO recovery_codes (account_id, hash, created_at)
            VALUES (\(account), \(code.hash(for: account)), \(time))
            """
        }
    }
}
