import AuthMessages
import CommonMessages
import EventsMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// The store of consents. Every statement names the account.
struct ConsentStore: Sendable {
    let database: PostgresPool
    let revocations: RevocationLog
    let clock: any WallClock

    /// The services that collect data under a consent, and delete it after a withdrawal.
    private static let collectors: [Auth.ConsentKind: [String]] = [
        .learningFromPhotos: ["ocr"], .communityMappings: ["catalog"], .personalSuggestions: ["budget"],
        .location: ["budget", "notifications"],
    ]

    /// What is deleted by the withdrawal of the consent under which it was stored.
    private static let storedUnder: [Auth.ConsentKind: AccountPart] = [.location: .home, .healthData: .body]

    /// Checks that a consent is given, which cannot be withdrawn until the transaction has ended.
    /// - Throws: PERMISSION_DENIED when it is not.
    static func require(_ kind: Auth.ConsentKind, of account: UUID, in connection: PostgresConnection) async throws {
        try await TokenClaims.keep(of: account, in: connection)
        let given = try await connection.query(
            "SELECT 1 FROM consents WHERE account_id = \(account) AND kind = \(kind.name) AND is_given"
        )
        guard !given.isEmpty else { throw UserGate.lacks(kind) }
    }

    /// A user's answers to each kind.
    func consents(of account: UUID) async throws -> [Auth.Consent] {
        let rows = try await database.query(
            "SELECT kind, is_given, changed_at FROM consents WHERE account_id = \(account)"
        )
        let known = try Dictionary(
            rows.map { (try $0["kind"] as String, (try $0["is_given"] as Bool, try $0["changed_at"] as Date)) }
        ) { first, _ in first }
        return Auth.ConsentKind.all.map { kind in
            let said = kind.name.flatMap { known[$0] }
            return Auth.Consent(
                kind: kind,
                given: said?.0 ?? false,
                changedAt: said.map { Common.Timestamp($0.1) }
            )
        }
    }

    /// The time since which a consent is given; nil when it is not given now, or the account is closed.
    func given(_ kind: Auth.ConsentKind, by account: UUID) async throws -> Date? {
        try await database.query(
            """
            SELECT changed_at FROM consents JOIN accounts ON accounts.id = account_id
            WHERE account_id = \(account) AND kind = \(kind.name) AND is_given AND closed_at IS NULL
            """
        ).first?["changed_at"]
    }

    /// Gives or withdraws a consent; repeating an answer changes nothing.
    ///
    /// Access tokens name the consents. A withdrawal revokes the account's tokens, and its clients get new ones; a consent
    /// that is given is named by the tokens that are issued from then on. Services that collected data under a withdrawn
    /// consent are notified in the same transaction.
    func set(_ kind: Auth.ConsentKind, of account: UUID, given: Bool) async throws -> Auth.Consent {
        try await database.transaction { connection in
            // Concurrent answers of one user are serialized, so that the last one wins.
            let time = try await TokenClaims.beginChange(of: account, by: clock, in: connection)
            let changed = try await connection.query(
                """
                INSERT INTO consents AS known (account_id, kind, is_given, changed_at)
                VALUES (\(account), \(kind.name), \(given), \(time))
                ON CONFLICT (account_id, kind)
                DO UPDATE SET is_given = EXCLUDED.is_given, changed_at = EXCLUDED.changed_at
                WHERE known.is_given <> EXCLUDED.is_given
                RETURNING changed_at
                """
            )
            if changed.isEmpty {
                let since: Date = try await connection.query(
                    "SELECT changed_at FROM consents WHERE account_id = \(account) AND kind = \(kind.name)"
                )[0]["changed_at"]
                return Auth.Consent(kind: kind, given: given, changedAt: Common.Timestamp(since))
            }
            try await connection.execute(
                AuditLog.record(given ? .consentGiven : .consentWithdrawn, account: account, at: time)
            )
            if !given {
                if let part = Self.storedUnder[kind] { try await connection.execute(part.deletion(account)) }
                for collector in Self.collectors[kind] ?? [] {
                    try await EventOutbox.write(
                        .consentWithdrawn(.init(userID: account.canonical, kind: kind)),
                        key: account.canonical,
                        to: collector,
                        occurredAt: time,
                        in: connection
                    )
                }
                try await connection.execute(revocations.revocation(of: account, at: time))
            }
            return Auth.Consent(kind: kind, given: given, changedAt: Common.Timestamp(time))
        }
    }
}

extension ConsentStore {
    /// The statement that notes a consent of a new account.
    static func insertion(of kind: Auth.ConsentKind, by account: UUID, at time: Date) -> Statement {
        """
        INSERT INTO consents (account_id, kind, is_given, changed_at)
        VALUES (\(account), \(kind.name), true, \(time))
        """
    }
}
