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

    /// The factors of an account in the order in which they were added, and how many recovery codes are left.
    func list(of account: UUID) async throws -> (factors: [Factor], recoveryCodesLeft: Int) {
        let results = try await database.pipeline([
            "SELECT data_key, master_key_id FROM accounts WHERE id = \(account)",
            """
            SELECT id, kind, name, created_at, last_used_at FROM factors WHERE account_id = \(account)
            ORDER BY created_at, id
            """,
            "SELECT count(*) AS count FROM recovery_codes WHERE account_id = \(account) AND used_at IS NULL",
        ])
        guard let row = results[0].first else { return ([], 0) }
        let key = try AccountEncryption.key(in: row, of: account, masterKeys)
        return (try results[1].map { try factor($0, key) }, try results[2][0]["count"])
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

    /// The kinds of factors of an account, each once.
    func kinds(of account: UUID, in connection: PostgresConnection) async throws -> [FactorKind] {
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
            SELECT username, password_hash, locked_until, data_key, master_key_id FROM accounts
            WHERE id = \(account) FOR UPDATE
            """
        )
        guard let row = rows.first else { return nil }
        let credentials = Credentials(
            account: account,
            username: try row["username"],
            passwordHash: try PasswordHash(stored: try row["password_hash"]),
            lockedUntil: try row["locked_until"],
            hasFactors: true,
            // Nobody signs in, and so adds factors, before that.
            isUnverified: false
        )
        return LockedAccount(
            credentials: credentials,
            key: try AccountEncryption.key(in: row, of: account, masterKeys)
        )
    }

    // MARK: Changing

    /// Adds a factor in the transaction of its first right answer.
    /// - Returns: The factor, and recovery codes when it is the account's first.
    func add(
        _ kind: FactorKind,
        named name: String,
        secret: [UInt8]? = nil,
        step: Int64? = nil,
        passkey: Passkey? = nil,
        of account: LockedAccount,
        by caller: CallerSession,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> (factor: Factor, recoveryCodes: [RecoveryCode]) {
        let id = UUID()
        let isFirst = try await kinds(of: caller.account, in: connection).isEmpty
        let sealedName = try account.key.seal(name, context: AccountEncryption.factorName)
        var statements: [Statement] = [
            """
            INSERT INTO factors (account_id, id, kind, name, secret, last_step, created_at)
            VALUES (\(caller.account), \(id), \(kind.rawValue), \(sealedName), \(secret), \(step), \(time))
            """
        ]
        if let passkey {
            statements.append(
                """
                INSERT INTO passkeys (account_id, factor_id, credential_id, algorithm, public_key, signature_count)
                VALUES (
                    \(caller.account), \(id), \(passkey.credential), \(passkey.key.algorithm.rawValue),
                    \(passkey.key.bytes), \(Int64(passkey.signatureCount))
                )
                """
            )
        }
        statements += [
            AuditLog.record(.factorAdded, account: caller.account, session: caller.id, at: time),
            AccountMail.insertion(.factorAdded, subject: kind.rawValue, to: caller.account, at: time),
        ]
        let codes = isFirst ? newCodes() : []
        statements += replacement(codes, of: caller.account, at: time)
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
    func remove(
        _ id: UUID,
        by caller: CallerSession,
        at time: Date,
        in connection: PostgresConnection
    ) async throws {
        _ = try await lock(caller.account, in: connection)
        let rows = try await connection.query(
            "DELETE FROM factors WHERE account_id = \(caller.account) AND id = \(id) RETURNING kind"
        )
        guard let kind: String = try rows.first?["kind"] else { return }
        try await connection.pipeline([
            """
            DELETE FROM recovery_codes WHERE account_id = \(caller.account)
                AND NOT EXISTS (SELECT 1 FROM factors WHERE account_id = \(caller.account))
            """,
            AuditLog.record(.factorRemoved, account: caller.account, session: caller.id, at: time),
            AccountMail.insertion(.factorRemoved, subject: kind, to: caller.account, at: time),
        ])
    }

    /// Makes new recovery codes in place of the former ones.
    func replaceRecoveryCodes(
        by caller: CallerSession,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> [RecoveryCode] {
        let codes = newCodes()
        try await connection.pipeline(
            ["DELETE FROM recovery_codes WHERE account_id = \(caller.account)"]
                + replacement(codes, of: caller.account, at: time) + [
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
