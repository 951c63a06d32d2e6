import AuthMessages
import Foundation
import Postgres
import ServiceKit

// MARK: - Securing accounts

extension EmailStore {
    /// Secures an account by a link of a mail about a change, as that was not its owner's.
    ///
    /// The address that the mail went to is the account's again, since the present one may be a thief's, and gets nothing. All
    /// sessions end, the password opens nothing until the owner sets another one by mail, what waits is dropped, and second factors
    /// of the last week go.
    /// - Throws: INVALID_ARGUMENT when the link was used meanwhile; `PostgresError.Code.uniqueViolation` when another account has
    ///   got the address.
    func secure(_ link: Link, with key: IdempotencyKey?, at time: Date) async throws {
        try await database.transaction { connection in
            guard let account = try await factors.lock(link.account, in: connection) else {
                throw LinkRejection.invalid
            }
            let email = try await address(of: link, account, in: connection)
            let kinds: [AccountMail.Kind] = [.emailChange, .passwordReset, .accountLocked]
            try await use(link, with: key, voiding: kinds, at: time, in: connection)
            let isRestoration = link.purpose == .restoration
            var statements = [
                Self.voidingLater(than: link, at: time),
                AuditLog.record(isRestoration ? .emailRestored : .secured, account: link.account, at: time),
            ]
            if let email, email.text != account.email {
                statements += try replacement(by: email, of: account)
            }
            try await connection.pipeline(statements + Self.lockingOut(of: link.account, at: time))
            // Whoever reads the owner's mails must not become staff by a reset and a factor of their own.
            try await RoleStore.withdrawAll(of: link.account, at: time, in: connection)
            try await sessions.endAll(of: link.account, at: time, in: connection)
        }
    }

    /// The statement that voids such links of later mails, which a thief may have got. Those of earlier ones are the owner's: a thief
    /// who has made several changes does not take them away by the link of one.
    private static func voidingLater(than link: Link, at time: Date) -> Statement {
        """
        UPDATE account_mails SET used_at = \(time)
        WHERE account_id = \(link.account) AND used_at IS NULL AND kind = ANY(\(AccountMail.Kind.securing.map(\.rawValue)))
            AND requested_at >= (
                SELECT requested_at FROM account_mails WHERE account_id = \(link.account) AND id = \(link.mail)
            )
        """
    }

    /// The statements that leave whoever has made a change without what they may know or have added.
    private static func lockingOut(of account: UUID, at time: Date) -> [Statement] {
        let since = time.addingTimeInterval(-AccountMail.Kind.securingLifetime)
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
}
