import EventsMessages
import Foundation
import Postgres
import ServiceKit
import Texts

/// Mailed links and what they do, in the database.
struct RecoveryStore: Sendable {
    let database: PostgresPool
    let sessions: SessionStore

    /// A mailed link that was presented.
    struct Link: Sendable {
        let account: UUID
        let mail: UUID
        let passwordHash: PasswordHash
        let expiresAt: Date
        /// Whether it was used, or voided.
        let isUsed: Bool
        /// The key with which it was used.
        let usedWith: [UInt8]?
        /// Whether the password is the one that it was used for.
        let isLatestChange: Bool
    }

    /// Makes a mail due with a link for choosing a password.
    func requestReset(of account: UUID, language: Language, at time: Date) async throws {
        try await database.pipeline(AccountMail.request(.passwordReset, to: account, language: language, at: time))
    }

    /// The link of a mail; nil when it has none or is not known.
    func link(of mail: UUID) async throws -> Link? {
        let rows = try await database.query(
            """
            SELECT m.account_id, m.expires_at, m.used_at, m.used_with, a.password_hash,
                m.used_at IS NOT DISTINCT FROM a.password_changed_at AS is_latest
            FROM account_mails m JOIN accounts a ON a.id = m.account_id
            WHERE m.id = \(mail) AND m.kind IN ('password_reset', 'account_locked')
            """
        )
        return try rows.first.map { row in
            Link(
                account: try row["account_id"],
                mail: mail,
                passwordHash: try PasswordHash(stored: try row["password_hash"]),
                expiresAt: try row["expires_at"],
                isUsed: try row["used_at"] as Date? != nil,
                usedWith: try row["used_with"],
                isLatestChange: try row["is_latest"]
            )
        }
    }

    /// Sets the password of a link's account, lifts its lock, ends its sessions and notifies its owner.
    /// - Parameter key: By which the request can be repeated; nil when it cannot.
    /// - Returns: False when the link was used meanwhile.
    func reset(
        _ link: Link,
        to hash: PasswordHash,
        with key: IdempotencyKey?,
        at time: Date
    ) async throws -> Bool {
        try await database.transaction { connection in
            // The account first, as whoever else voids its links does.
            try await connection.execute(AccountStore.locking(link.account))
            // All links of the account: whoever has one of them would have the account again.
            let used = try await connection.query(AccountMail.voidingLinks(of: link.account, at: time))
            guard try used.contains(where: { try $0["id"] as UUID == link.mail }) else { return false }
            try await connection.pipeline([
                """
                UPDATE accounts SET password_hash = \(hash.description), password_changed_at = \(time),
                    password_change_hash = NULL, failed_sign_ins = 0, locked_until = NULL
                WHERE id = \(link.account)
                """,
                """
                UPDATE account_mails SET used_with = \(key?.hash)
                WHERE account_id = \(link.account) AND id = \(link.mail)
                """,
                AuditLog.record(.passwordReset, account: link.account, at: time),
                AccountMail.insertion(.passwordChanged, to: link.account, at: time),
            ])
            try await AccountNotice.write(.passwordReset, to: link.account, at: time, in: connection)
            try await sessions.endAll(of: link.account, at: time, in: connection)
            return true
        }
    }

    /// Deletes mails whose time is over.
    func deleteExpired(before time: Date) async throws {
        try await database.execute("DELETE FROM account_mails WHERE expires_at < \(time)")
    }
}
