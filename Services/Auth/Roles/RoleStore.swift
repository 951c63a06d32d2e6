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
    /// - Parameter actor: Who does it; nil for a command on the host.
    /// - Throws: NOT_FOUND for an unknown name; FAILED_PRECONDITION for the last administrator.
    func set(_ role: Auth.Role, of username: String, granted: Bool, by actor: UUID?) async throws -> Auth.RoleHolder {
        try await database.transaction { connection in
            let account = try await AccountName.account(username, in: connection)
            // Two administrators who withdraw each other's role at the same time must not leave none.
            try await connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('administrators', 0))")
            let time = try await TokenClaims.beginChange(of: account, by: clock, in: connection)
            let changed =
                granted
                ? try await grant(role, to: account, at: time, in: connection)
                : try await withdraw(role, from: account, in: connection)
            if changed {
                let action: AuditLog.Action = granted ? .roleGranted : .roleWithdrawn
                try await connection.pipeline([
                    AuditLog.record(action, account: account, by: actor, subject: role.name, at: time),
                    revocations.revocation(of: account, at: time),
                ])
            }
            return try await holder(account, in: connection)
        }
    }

    private func grant(
        _ role: Auth.Role,
        to account: UUID,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Bool {
        try await !connection.query(
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
        guard role == .administrator else { return true }
        let others = try await connection.query("SELECT 1 FROM account_roles WHERE role = \(role.name) LIMIT 1")
        guard !others.isEmpty else {
            throw Status(.failedPrecondition, .auth.lastAdministrator, reason: .lastAdministrator)
        }
        return true
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
}
