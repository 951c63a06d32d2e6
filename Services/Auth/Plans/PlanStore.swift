import AuthMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// The store of accounts' plans.
struct PlanStore: Sendable {
    let database: PostgresPool
    let revocations: RevocationLog
    let clock: any WallClock

    /// The plan of an account now.
    func plan(of account: UUID) async throws -> Auth.PlanState {
        let rows = try await database.query(Self.selection(account))
        return try Auth.PlanState(rows.first, at: clock.now)
    }

    /// Sets a plan; access tokens that say otherwise are renewed. The plan that an account has already stays.
    /// - Parameters:
    ///   - expiry: Nil for no end.
    ///   - actor: Who does it.
    /// - Throws: NOT_FOUND for an unknown name.
    func set(_ plan: Auth.Plan, of username: String, until expiry: Date?, by actor: UUID) async throws -> Auth.PlanState
    {
        try await database.transaction { connection in
            let account = try await AccountName.account(username, in: connection)
            let time = try await TokenClaims.beginChange(of: account, by: clock, in: connection)
            let changed = try await connection.query(
                """
                INSERT INTO account_plans AS known (account_id, plan, started_at, expires_at)
                VALUES (\(account), \(plan.name), \(time), \(expiry))
                ON CONFLICT (account_id) DO UPDATE SET
                    plan = EXCLUDED.plan,
                    started_at = CASE
                        WHEN known.plan = EXCLUDED.plan AND coalesce(known.expires_at > \(time), true)
                        THEN known.started_at ELSE EXCLUDED.started_at
                    END,
                    expires_at = EXCLUDED.expires_at
                WHERE known.plan <> EXCLUDED.plan OR known.expires_at IS DISTINCT FROM EXCLUDED.expires_at
                RETURNING plan
                """
            )
            if !changed.isEmpty {
                try await connection.pipeline([
                    AuditLog.record(.planChanged, account: account, by: actor, subject: plan.name, at: time),
                    revocations.revocation(of: account, at: time),
                ])
            }
            return try Auth.PlanState(try await connection.query(Self.selection(account)).first, at: time)
        }
    }

    private static func selection(_ account: UUID) -> Statement {
        "SELECT plan, started_at, expires_at FROM account_plans WHERE account_id = \(account)"
    }
}

extension Auth.PlanState {
    /// What a row says at a time; Basic without one, and Basic since the end of what has expired.
    init(_ row: Row?, at time: Date) throws {
        guard let row else {
            self.init(plan: .basic)
            return
        }
        let plan = Auth.Plan(name: try row["plan"]) ?? .basic
        let expiry: Date? = try row["expires_at"]
        if let expiry, expiry <= time {
            self.init(plan: .basic, startedAt: Common.Timestamp(expiry))
        } else {
            self.init(
                plan: plan,
                startedAt: Common.Timestamp(try row["started_at"]),
                expiresAt: expiry.map { Common.Timestamp($0) }
            )
        }
    }
}
