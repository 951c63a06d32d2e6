import AuthMessages
import Foundation
import Postgres
import ServiceKit

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

    /// Makes mails due with a link to a new address, and to the present one with a link that stops it.
    /// - Throws: FAILED_PRECONDITION with reason STEP_UP_REQUIRED without a proof with the account's second factor.
    func requestChange(
        to email: EmailAddress,
        of credentials: Credentials,
        by caller: CallerSession,
        at time: Date
    ) async throws -> Request {
        let account = credentials.account
        return try await database.transaction { connection in
            try await StepUp.requireFactor(caller, at: time, in: connection)
            // From here on nobody else changes the account.
            switch try await signIns.recordSuccess(credentials, at: time, in: connection) {
            case .recorded: break
            case .replaced: return .replaced
            case .locked(let end): return .locked(until: end)
            }
            let earlier = try await connection.query(
                """
                SELECT requested_at, address, used_at FROM account_mails
                WHERE account_id = \(account) AND kind = 'email_change'
                    AND requested_at > \(time.addingTimeInterval(-3_600))
                ORDER BY requested_at
                """
            )
            guard let locked = try await factors.lock(account, in: connection) else {
                throw SessionsService.sessionEnded
            }
            let key = locked.key
            if let last = earlier.last, try last["used_at"] as Date? == nil,
                try last["requested_at"] as Date > time.addingTimeInterval(-60),
                try key.openText(try last["address"], context: AccountEncryption.mailAddress) == email.text
            {
                return .accepted
            }
            if earlier.count >= EmailStore.changesPerHour {
                return .limited(until: (try earlier[0]["requested_at"] as Date).addingTimeInterval(3_600))
            }
            let mail = UUID()
            let insertion = AccountMail.insertion(
                .emailChange,
                id: mail,
                to: account,
                address: try key.seal(email.text, context: AccountEncryption.mailAddress),
                at: time
            )
            if try await isTaken(email, byOthersThan: account, in: connection) {
                // It counts, without being sent: nobody asks of any number of addresses whether they have an account.
                try await connection.pipeline([
                    insertion,
                    "UPDATE account_mails SET used_at = \(time) WHERE account_id = \(account) AND id = \(mail)",
                ])
                return .taken
            }
            let statements: [Statement] = [
                """
                UPDATE account_mails SET used_at = \(time)
                WHERE account_id = \(account) AND kind = 'email_change' AND used_at IS NULL
                """,
                insertion,
                AuditLog.record(.emailChangeRequested, account: account, session: caller.id, at: time),
            ]
            try await connection.pipeline(statements + (try locked.securingMail(.emailChangeRequested, at: time)))
            return .accepted
        }
    }

    /// The address that is to replace an account's once it is confirmed; nil for none.
    func pendingChange(of account: UUID, at time: Date) async throws -> EmailAddress? {
        let rows = try await database.query(
            """
            SELECT m.address, \(AccountEncryption.keyColumns(of: "a"))
            FROM account_mails m JOIN accounts a ON a.id = m.account_id
            WHERE m.account_id = \(account) AND m.kind = 'email_change' AND m.used_at IS NULL AND m.expires_at > \(time)
            ORDER BY m.requested_at DESC LIMIT 1
            """
        )
        guard let row = rows.first else { return nil }
        let text = try accounts.dataKey(row, of: account)
            .openText(try row["address"], context: AccountEncryption.mailAddress)
        return EmailAddress(text)
    }

    /// Replaces an account's address by that of a link, and notifies the former one. Links that were mailed to it stop working, but
    /// for those that secure the account.
    /// - Throws: INVALID_ARGUMENT when the link was used meanwhile; `PostgresError.Code.uniqueViolation` when another account has
    ///   the address.
    func change(_ link: Link, with key: IdempotencyKey?, at time: Date) async throws {
        try await database.transaction { connection in
            guard let account = try await factors.lock(link.account, in: connection),
                let email = try await address(of: link, account, in: connection)
            else { throw LinkRejection.invalid }
            let kinds: [AccountMail.Kind] = [.emailVerification, .emailChange, .passwordReset, .accountLocked]
            try await use(link, with: key, voiding: kinds, at: time, in: connection)
            try await connection.pipeline(
                try replacement(by: email, of: account)
                    + [AuditLog.record(.emailChanged, account: link.account, at: time)]
                    + account.securingMail(.emailChanged, at: time)
            )
        }
    }

    /// The address that a link was mailed with; nil when that was the account's.
    func address(
        of link: Link,
        _ account: LockedAccount,
        in connection: PostgresConnection
    ) async throws -> EmailAddress? {
        let rows = try await connection.query(
            "SELECT address FROM account_mails WHERE account_id = \(link.account) AND id = \(link.mail)"
        )
        guard let sealed: [UInt8] = try rows.first?["address"] else { return nil }
        return EmailAddress(try account.key.openText(sealed, context: AccountEncryption.mailAddress))
    }

    /// The statements that replace the address of an account by another one, which is confirmed.
    func replacement(by email: EmailAddress, of account: LockedAccount) throws -> [Statement] {
        let id = account.credentials.account
        let sealed = try account.key.seal(email.text, context: AccountEncryption.email)
        return confirmation(of: email, for: id) + ["UPDATE accounts SET email = \(sealed) WHERE id = \(id)"]
    }

    private func isTaken(
        _ email: EmailAddress,
        byOthersThan account: UUID,
        in connection: PostgresConnection
    ) async throws -> Bool {
        let isOne = Statement.any(of: accounts.hashes(of: email), in: "hash")
        return try await !connection.query(
            "SELECT 1 FROM email_lookups WHERE account_id <> \(account) AND (\(isOne))"
        ).isEmpty
    }
}
