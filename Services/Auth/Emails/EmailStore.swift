import AuthMessages
import Foundation
import Postgres
import ServiceKit
import Texts

/// Mailed links that confirm addresses, and what they do, in the database.
struct EmailStore: Sendable {
    /// An account may ask for so many links to new addresses in an hour.
    static let changesPerHour = 5

    let accounts: AccountStore
    let signIns: SignInStore
    let sessions: SessionStore
    let factors: FactorStore

    var database: PostgresPool { accounts.database }

    /// A mailed link that was presented.
    struct Link: Sendable {
        let account: UUID
        let username: String
        let mail: UUID
        let kind: AccountMail.Kind
        let expiresAt: Date
        /// Nil while it has not been used.
        let usedAt: Date?
        /// The key with which it was used.
        let usedWith: [UInt8]?

        var purpose: Auth.EmailPurpose {
            switch kind {
            case .emailChange: .change
            case .emailChanged: .restoration
            case .emailVerification: .registration
            default: .securing
            }
        }
    }

    private static let linkKinds: [AccountMail.Kind] = [.emailVerification, .emailChange] + AccountMail.Kind.securing

    /// The link of a mail; nil when it has none, or neither the mail nor its account is there any more.
    func link(of mail: UUID) async throws -> Link? {
        let rows = try await database.query(
            """
            SELECT m.account_id, a.username, m.kind, m.expires_at, m.used_at, m.used_with
            FROM account_mails m JOIN accounts a ON a.id = m.account_id
            WHERE m.id = \(mail) AND m.kind = ANY(\(Self.linkKinds.map(\.rawValue)))
            """
        )
        guard let row = rows.first, let kind = AccountMail.Kind(rawValue: try row["kind"]) else { return nil }
        return Link(
            account: try row["account_id"],
            username: try row["username"],
            mail: mail,
            kind: kind,
            expiresAt: try row["expires_at"],
            usedAt: try row["used_at"],
            usedWith: try row["used_with"]
        )
    }

    /// Uses a link up, and with it all others of some kinds.
    /// - Throws: INVALID_ARGUMENT when it was used meanwhile.
    func use(
        _ link: Link,
        with key: IdempotencyKey?,
        voiding kinds: [AccountMail.Kind],
        at time: Date,
        in connection: PostgresConnection
    ) async throws {
        let used = try await connection.query(
            """
            UPDATE account_mails SET used_at = \(time), used_with = CASE WHEN id = \(link.mail) THEN \(key?.hash) END
            WHERE account_id = \(link.account) AND used_at IS NULL
                AND (id = \(link.mail) OR kind = ANY(\(kinds.map(\.rawValue))))
            RETURNING id
            """
        )
        guard try used.contains(where: { try $0["id"] as UUID == link.mail }) else { throw LinkRejection.invalid }
    }
}

// MARK: - New accounts

extension EmailStore {
    /// How far the confirmation of a new account's address is.
    struct Verification: Sendable {
        /// When the latest mail was sent; nil until one is.
        let sentAt: Date?
        /// Whether the latest mail was given up.
        let isUndeliverable: Bool
        /// Until when the registration can be completed; nil once it is.
        let expiresAt: Date?
    }

    /// How far the confirmation of an account's address is; nil when there is none, or its time is over.
    func verification(of account: UUID, at time: Date) async throws -> Verification? {
        let rows = try await database.query(
            """
            SELECT a.unverified_until, m.sent_at, m.parked_at FROM accounts a
            LEFT JOIN LATERAL (
                SELECT sent_at, parked_at FROM account_mails
                WHERE account_id = a.id AND kind = 'email_verification' ORDER BY requested_at DESC LIMIT 1
            ) m ON true
            WHERE a.id = \(account) AND (a.unverified_until IS NULL OR a.unverified_until > \(time))
            """
        )
        return try rows.first.map { row in
            Verification(
                sentAt: try row["sent_at"],
                isUndeliverable: try row["parked_at"] as Date? != nil,
                expiresAt: try row["unverified_until"]
            )
        }
    }

    /// Whether an account's registration is still to be completed.
    func isIncomplete(_ account: UUID) async throws -> Bool {
        try await !database.query(
            "SELECT 1 FROM accounts WHERE id = \(account) AND unverified_until IS NOT NULL"
        ).isEmpty
    }

    /// Makes a mail with another link due. Whether it is worth sending turns out when it is sent.
    func requestVerification(of account: UUID, language: Language, at time: Date) async throws {
        try await database.pipeline(AccountMail.request(.emailVerification, to: account, language: language, at: time))
    }

    /// Confirms an account's first address by its link, which completes the registration where nothing else has. The first of
    /// several accounts that claim an address holds it.
    /// - Throws: INVALID_ARGUMENT when it was confirmed or the time is over meanwhile; `PostgresError.Code.uniqueViolation` when
    ///   another account has the address.
    func complete(_ link: Link, with key: IdempotencyKey?, at time: Date) async throws {
        try await database.transaction { connection in
            let account = try await factors.lock(link.account, in: connection)
            guard let account, !account.isEmailConfirmed, account.unverifiedUntil ?? .distantFuture > time,
                let email = EmailAddress(account.email)
            else { throw LinkRejection.invalid }
            try await use(link, with: key, voiding: [.emailVerification], at: time, in: connection)
            try await connection.pipeline(
                confirmation(of: email, for: link.account) + [
                    "UPDATE accounts SET unverified_until = NULL WHERE id = \(link.account)",
                    AuditLog.record(.emailVerified, account: link.account, at: time),
                ]
            )
        }
    }

    /// The statements that make a confirmed address that of an account.
    /// - Throws: At their execution, `PostgresError.Code.uniqueViolation` when another account has it.
    func confirmation(of email: EmailAddress, for account: UUID) -> [Statement] {
        [
            "DELETE FROM email_lookups WHERE account_id = \(account)",
            "UPDATE accounts SET email_claim = NULL WHERE id = \(account)",
        ] + accounts.lookups(of: email, for: account)
    }
}
