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

    private var database: PostgresPool { accounts.database }

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
            default: .registration
            }
        }
    }

    /// The link of a mail; nil when it has none, or neither the mail nor its account is there any more.
    func link(of mail: UUID) async throws -> Link? {
        let rows = try await database.query(
            """
            SELECT m.account_id, a.username, m.kind, m.expires_at, m.used_at, m.used_with
            FROM account_mails m JOIN accounts a ON a.id = m.account_id
            WHERE m.id = \(mail) AND m.kind IN ('email_verification', 'email_change', 'email_changed')
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
    private func use(
        _ link: Link,
        with key: IdempotencyKey?,
        voiding kinds: [AccountMail.Kind],
        at time: Date,
        in connection: PostgresConnection
    ) async throws {
        let used = try await connection.query(
            """
            UPDATE account_mails SET used_at = \(time), used_with = \(key?.hash)
            WHERE account_id = \(link.account) AND used_at IS NULL AND kind = ANY(\(kinds.map(\.rawValue)))
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

    /// Makes a mail with another link due. Whether it is worth sending turns out when it is sent.
    func requestVerification(of account: UUID, language: Language, at time: Date) async throws {
        try await database.execute(
            AccountMail.insertion(.emailVerification, to: account, language: language, at: time)
        )
    }

    /// Completes a registration by its link.
    /// - Throws: INVALID_ARGUMENT when it was completed or has expired meanwhile.
    func complete(_ link: Link, with key: IdempotencyKey?, at time: Date) async throws {
        try await database.transaction { connection in
            let count = try await connection.execute(
                """
                UPDATE accounts SET unverified_until = NULL WHERE id = \(link.account) AND unverified_until > \(time)
                """
            )
            guard count == 1 else { throw LinkRejection.invalid }
            try await use(link, with: key, voiding: [.emailVerification], at: time, in: connection)
            try await connection.execute(AuditLog.record(.emailVerified, account: link.account, at: time))
        }
    }
}

// MARK: - New addresses

extension EmailStore {
    /// What became of a request for a new address.
    enum Request: Sendable, Equatable {
        case accepted
        /// The password was replaced while it was checked; nothing is stored.
        case replaced
        case locked(until: Date)
        /// Another account has the address.
        case taken
        /// The account has asked for too many; it may do so again then.
        case limited(until: Date)
    }

    /// Makes a mail due with a link to a new address.
    func requestChange(to email: EmailAddress, of credentials: Credentials, at time: Date) async throws -> Request {
        let account = credentials.account
        return try await database.transaction { connection in
            // From here on nobody else changes the account.
            switch try await signIns.recordSuccess(credentials, at: time, in: connection) {
            case .recorded: break
            case .replaced: return .replaced
            case .locked(let end): return .locked(until: end)
            }
            guard try await !isTaken(email, byOthersThan: account, in: connection) else { return .taken }
            let earlier = try await connection.query(
                """
                SELECT requested_at, address, used_at FROM account_mails
                WHERE account_id = \(account) AND kind = 'email_change'
                    AND requested_at > \(time.addingTimeInterval(-3_600))
                ORDER BY requested_at
                """
            )
            let key = try await dataKey(of: account, in: connection)
            if let last = earlier.last, try last["used_at"] as Date? == nil,
                try last["requested_at"] as Date > time.addingTimeInterval(-60),
                try key.openText(try last["address"], context: AccountEncryption.mailAddress) == email.text
            {
                return .accepted
            }
            if earlier.count >= EmailStore.changesPerHour {
                return .limited(until: (try earlier[0]["requested_at"] as Date).addingTimeInterval(3_600))
            }
            try await connection.pipeline([
                """
                UPDATE account_mails SET used_at = \(time)
                WHERE account_id = \(account) AND kind = 'email_change' AND used_at IS NULL
                """,
                AccountMail.insertion(
                    .emailChange,
                    to: account,
                    address: try key.seal(email.text, context: AccountEncryption.mailAddress),
                    at: time
                ),
            ])
            return .accepted
        }
    }

    /// The address that is to replace an account's once it is confirmed; nil for none.
    func pendingChange(of account: UUID, at time: Date) async throws -> EmailAddress? {
        let rows = try await database.query(
            """
            SELECT m.address, a.data_key, a.master_key_id FROM account_mails m JOIN accounts a ON a.id = m.account_id
            WHERE m.account_id = \(account) AND m.kind = 'email_change' AND m.used_at IS NULL AND m.expires_at > \(time)
            ORDER BY m.requested_at DESC LIMIT 1
            """
        )
        guard let row = rows.first else { return nil }
        let text = try accounts.dataKey(row, of: account)
            .openText(try row["address"], context: AccountEncryption.mailAddress)
        return EmailAddress(text)
    }

    /// Replaces an account's address by that of a link, and notifies the former one. Links that were mailed to it stop working.
    ///
    /// When it brings a former address back, the present one may be that of a thief: it gets nothing, all sessions end, the
    /// password opens nothing until its owner sets another one by mail, and second factors of the last week go, since they may be the
    /// thief's.
    /// - Throws: INVALID_ARGUMENT when the link was used meanwhile; `PostgresError.Code.uniqueViolation` when another account has
    ///   the address.
    func change(_ link: Link, with key: IdempotencyKey?, at time: Date) async throws {
        let account = link.account
        let isRestoration = link.purpose == .restoration
        try await database.transaction { connection in
            let rows = try await connection.query(
                "SELECT data_key, master_key_id, email FROM accounts WHERE id = \(account) FOR UPDATE"
            )
            guard let row = rows.first else { throw LinkRejection.invalid }
            let dataKey = try accounts.dataKey(row, of: account)
            let former = try dataKey.openText(try row["email"], context: AccountEncryption.email)
            let mails = try await connection.query(
                "SELECT address FROM account_mails WHERE account_id = \(account) AND id = \(link.mail)"
            )
            guard let mail = mails.first,
                let email = EmailAddress(
                    try dataKey.openText(try mail["address"], context: AccountEncryption.mailAddress)
                )
            else { throw LinkRejection.invalid }
            var kinds: [AccountMail.Kind] = [.emailChange, .passwordReset, .accountLocked]
            // A thief who changes it again does not take the link of its owner away.
            if isRestoration { kinds.append(.emailChanged) }
            try await use(link, with: key, voiding: kinds, at: time, in: connection)
            var statements: [Statement] = ["DELETE FROM email_lookups WHERE account_id = \(account)"]
            statements += accounts.lookups(of: email, for: account)
            statements += [
                """
                UPDATE accounts SET email = \(try dataKey.seal(email.text, context: AccountEncryption.email))
                WHERE id = \(account)
                """,
                AuditLog.record(isRestoration ? .emailRestored : .emailChanged, account: account, at: time),
            ]
            if !isRestoration {
                let address = try dataKey.seal(former, context: AccountEncryption.mailAddress)
                statements.append(AccountMail.insertion(.emailChanged, to: account, address: address, at: time))
            }
            if isRestoration { statements += Self.lockingOut(of: account, at: time) }
            try await connection.pipeline(statements)
            if isRestoration { try await sessions.endAll(of: account, at: time, in: connection) }
        }
    }

    /// The statements that leave whoever has changed an address without what they may know or have added.
    private static func lockingOut(of account: UUID, at time: Date) -> [Statement] {
        let since = time.addingTimeInterval(-AccountMail.Kind.emailChanged.lifetime)
        return [
            """
            UPDATE accounts SET password_hash = \(PasswordHash(decoyOf: .standard).description), password_changed_at = \(time),
                password_change_hash = NULL
            WHERE id = \(account)
            """,
            "DELETE FROM factors WHERE account_id = \(account) AND created_at >= \(since)",
            """
            DELETE FROM recovery_codes WHERE account_id = \(account) AND (
                created_at >= \(since) OR NOT EXISTS (SELECT 1 FROM factors WHERE account_id = \(account))
            )
            """,
        ]
    }

    private func isTaken(
        _ email: EmailAddress,
        byOthersThan account: UUID,
        in connection: PostgresConnection
    ) async throws -> Bool {
        let isOne = AccountStore.anyOf(accounts.hashes(of: email))
        return try await !connection.query(
            "SELECT 1 FROM email_lookups WHERE account_id <> \(account) AND (\(isOne))"
        ).isEmpty
    }

    private func dataKey(of account: UUID, in connection: PostgresConnection) async throws -> DataKey {
        let rows = try await connection.query("SELECT data_key, master_key_id FROM accounts WHERE id = \(account)")
        guard let row = rows.first else { throw SessionsService.sessionEnded }
        return try accounts.dataKey(row, of: account)
    }
}
