import AuthMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// The store of accounts' roles.
struct RoleStore: Sendable {
    let database: PostgresPool
    let revocations: RevocationLog
    let clock: any WallClock

    /// The accounts that have a role, by user name.
    func holders(_ page: Page<RoleHolderKey>) async throws -> ([Auth.RoleHolder], next: String?) {
        let rows = try await database.query(
            """
            SELECT a.username, array_agg(r.role ORDER BY r.role) AS roles
            FROM account_roles r JOIN accounts a ON a.id = r.account_id
            WHERE lower(a.username) > \(page.after?.username ?? "")
            GROUP BY a.username ORDER BY lower(a.username) LIMIT \(page.rowLimit)
            """
        )
        return try page.entries(in: rows, key: { RoleHolderKey(try $0["username"]) }) { try Auth.RoleHolder($0) }
    }

    /// Gives or takes a role; access tokens that say otherwise are renewed.
    /// - Parameter caller: Who does it; nil for a command on the host.
    /// - Throws: NOT_FOUND for an unknown name; FAILED_PRECONDITION for the last administrator, for an account without a factor that
    ///   a role needs, and when nothing has proven a short while ago who does it.
    func set(
        _ role: Auth.Role,
        of username: String,
        granted: Bool,
        by caller: CallerSession?
    ) async throws -> Auth.RoleHolder {
        try await database.transaction { connection in
            if let caller { try await StepUp.require(caller, at: clock.now, in: connection) }
            let account = try await AccountName.account(username, in: connection)
            try await connection.execute(Self.oneAfterTheOther)
            // The account before its claims, so that nobody takes its factors and roles away meanwhile.
            try await connection.execute(AccountStore.locking(account))
            let time = try await TokenClaims.beginChange(of: account, by: clock, in: connection)
            let changed =
                granted
                ? try await grant(role, to: account, at: time, in: connection)
                : try await withdraw(role, from: account, in: connection)
            if changed {
                let action: AuditLog.Action = granted ? .roleGranted : .roleWithdrawn
                try await connection.pipeline([
                    AuditLog.record(action, account: account, by: caller?.account, subject: role.name, at: time),
                    revocations.revocation(of: account, at: time),
                ])
            }
            return try await holder(account, in: connection)
        }
    }

    /// Rejects what would leave an account with a role and without a factor that proves who has it: whoever got its password could
    /// add one, and work for all.
    /// - Throws: FAILED_PRECONDITION with reason ROLE\_NEEDS\_FACTOR when the account has a role.
    static func requireNone(of account: UUID, in connection: PostgresConnection) async throws {
        guard try await !hasRole(account, in: connection) else {
            throw Status(.failedPrecondition, .auth.factorOfRole, reason: .roleNeedsFactor)
        }
    }

    /// Whether an account has any role.
    static func hasRole(_ account: UUID, in connection: PostgresConnection) async throws -> Bool {
        try await !connection.query("SELECT 1 FROM account_roles WHERE account_id = \(account) LIMIT 1").isEmpty
    }

    private func grant(
        _ role: Auth.Role,
        to account: UUID,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Bool {
        let kinds = FactorKind.allCases.filter(\.isPossession).map(\.rawValue)
        let factors = try await connection.query(
            "SELECT 1 FROM factors WHERE account_id = \(account) AND kind = ANY(\(kinds)) LIMIT 1"
        )
        guard !factors.isEmpty else {
            throw Status(.failedPrecondition, .auth.roleNeedsFactor, reason: .roleNeedsFactor)
        }
        return try await !connection.query(
            """
            INSERT INTO account_roles (account_id, role, granted_at) VALUES (\(account), \(role.name), \(time))
            ON CONFLICT DO NOTHING RETURNING role
            """
        ).isEmpty
    }

    private func withdraw(_ role: Auth.Role, from account: UUID, in connection: PostgresConnection) async throws -> Bool
    {
        let withdrawn = try await connection.query(
            "DELETE FROM account_roles WHERE account_id = \(account) AND role = \(role.name) RETURNING role"
        )
        guard !withdrawn.isEmpty else { return false }
        if role == .administrator { try await Self.requireAdministrator(besides: account, in: connection) }
        return true
    }

    /// Rejects what would leave nobody who can grant roles, until the transaction has ended.
    /// - Throws: FAILED\_PRECONDITION with reason LAST\_ADMINISTRATOR when no other account is an administrator.
    private static func requireAdministrator(besides account: UUID, in connection: PostgresConnection) async throws {
        let others = try await connection.query(
            """
            SELECT 1 FROM account_roles WHERE role = \(Auth.Role.administrator.name) AND account_id <> \(account) LIMIT 1
            """
        )
        guard !others.isEmpty else {
            throw Status(.failedPrecondition, .auth.lastAdministrator, reason: .lastAdministrator)
        }
    }

    /// Rejects the closing of an account, the first of its transaction, without which nobody could grant roles.
    /// - Throws: As ``requireAdministrator(besides:in:)``.
    static func allowClosing(of account: UUID, in connection: PostgresConnection) async throws {
        let administrator: Statement = """
            SELECT 1 FROM account_roles WHERE account_id = \(account) AND role = \(Auth.Role.administrator.name)
            """
        guard try await !connection.query(administrator).isEmpty else { return }
        try await connection.execute(oneAfterTheOther)
        try await requireAdministrator(besides: account, in: connection)
    }

    /// Two administrators who withdraw each other's role, or leave, at the same time must not leave none.
    private static let oneAfterTheOther: Statement =
        .turn("administrators")

    /// Takes all roles of an account.
    static func withdrawAll(of account: UUID, at time: Date, in connection: PostgresConnection) async throws {
        let roles: [String] = try await connection.query(
            "DELETE FROM account_roles WHERE account_id = \(account) RETURNING role"
        ).map { try $0["role"] }
        guard !roles.isEmpty else { return }
        try await connection.pipeline(
            roles.sorted().map { AuditLog.record(.roleWithdrawn, account: account, by: nil, subject: $0, at: time) }
        )
    }

    private func holder(_ account: UUID, in connection: PostgresConnection) async throws -> Auth.RoleHolder {
        let rows = try await connection.query(
            """
            SELECT a.username, array_remove(array_agg(r.role ORDER BY r.role), NULL) AS roles
            FROM accounts a LEFT JOIN account_roles r ON r.account_id = a.id
            WHERE a.id = \(account) GROUP BY a.username
            """
        )
        return try Auth.RoleHolder(rows[0])
    }
}

extension Auth.RoleHolder {
    fileprivate init(_ row: Row) throws {
        let roles: [String] = try row["roles"]
        self.init(username: try row["username"], roles: roles.compactMap(Auth.Role.init(name:)))
    }
}

extension StatusReason {
    /// Without this account nobody could grant roles.
    static let lastAdministrator: StatusReason = "LAST_ADMINISTRATOR"
    /// Accounts with a role have an authenticator app or a passkey.
    static let roleNeedsFactor: StatusReason = "ROLE_NEEDS_FACTOR"
}
