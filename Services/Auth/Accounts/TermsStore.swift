import Foundation
import Foundations
import Postgres
import ServiceKit

/// The store of accepted terms of use.
struct TermsStore: Sendable {
    let database: PostgresPool
    let revocations: RevocationLog
    let clock: any WallClock

    /// Records that a version was accepted; access tokens that say otherwise are renewed. Accepting again changes nothing.
    func accept(_ version: String, by account: UUID) async throws {
        try await database.transaction { connection in
            let time = try await TokenClaims.beginChange(of: account, by: clock, in: connection)
            let accepted = try await connection.query(
                """
                INSERT INTO terms_acceptances (account_id, version, accepted_at)
                VALUES (\(account), \(version), \(time)) ON CONFLICT DO NOTHING RETURNING version
                """
            )
            guard !accepted.isEmpty else { return }
            try await connection.pipeline([
                AuditLog.record(.termsAccepted, account: account, by: account, subject: version, at: time),
                revocations.revocation(of: account, at: time),
            ])
        }
    }
}
