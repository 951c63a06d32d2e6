import Foundation
import Postgres
import ServiceKit
import Texts

/// A mail that an account is due.
struct AccountMail: QueuedWork {
    /// What the mail is about.
    enum Kind: String, Sendable {
        case passwordReset = "password_reset"
        case accountLocked = "account_locked"
        case passwordChanged = "password_changed"
        case accountClosed = "account_closed"
        /// With the link that completes a registration.
        case emailVerification = "email_verification"
        /// To a new address, with the link that confirms it.
        case emailChange = "email_change"
        /// To the former address, with the link that brings it back.
        case emailChanged = "email_changed"
        case signInCode = "sign_in_code"
        /// Of the kind of factor that is its subject.
        case factorAdded = "factor_added"
        case factorRemoved = "factor_removed"

        /// For how long it is worth sending, and its link works.
        var lifetime: TimeInterval {
            switch self {
            case .passwordReset, .accountLocked: 3_600
            case .emailChange: 86_400
            case .emailVerification: 2 * 86_400
            case .passwordChanged, .emailChanged, .accountClosed, .factorAdded, .factorRemoved: 7 * 86_400
            case .signInCode: MailCode.lifetime
            }
        }

        /// An account gets no other one of the kind within this time, in seconds, however often it is asked for.
        var pause: TimeInterval {
            switch self {
            case .passwordReset: 300
            case .accountLocked: 3_600
            case .emailVerification: 60
            case .passwordChanged, .emailChange, .emailChanged, .accountClosed, .factorAdded, .factorRemoved: 0
            case .signInCode: Challenges.mailPause
            }
        }
    }

    /// An account gets no more links to complete its registration than this: the address is not known to be its owner's yet, and anybody
    /// may ask for them.
    private static let limit = 10

    let account: UUID
    let id: UUID
    /// Nil for a kind of a newer version.
    let kind: Kind?
    /// What it is about beside its kind; empty for most kinds.
    let subject: String
    let language: Language
    let expiresAt: Date
    /// Another address than the account's, encrypted; mostly nil.
    let address: [UInt8]?

    static let columns: Statement = """
        work.account_id, work.id, work.kind, work.subject, work.language, work.expires_at, work.address
        """

    init(_ row: Row) throws {
        account = try row["account_id"]
        id = try row["id"]
        kind = Kind(rawValue: try row["kind"])
        subject = try row.decode("subject", as: String?.self) ?? ""
        language = Language(rawValue: try row["language"]) ?? .english
        expiresAt = try row["expires_at"]
        address = try row["address"]
    }

    var identity: Statement { "account_id = \(account) AND id = \(id)" }

    /// The queue's name in log, metrics, health and notifications.
    static let queueName = "account_mails"

    /// The mails that have to be sent, shared by all instances.
    static func queue(in pool: PostgresPool, time: QueueTime) -> LeaseQueue<AccountMail> {
        let table = LeaseTable(
            name: "account_mails",
            key: ["account_id", "id"],
            since: "requested_at",
            deadLetters: LeaseTable.DeadLetters(),
            // Nobody needs a link that was used, be it that of another mail.
            filter: "work.sent_at IS NULL AND work.used_at IS NULL",
            order: "work.due_at"
        )
        return LeaseQueue(pool: pool, table: table, time: time)
    }

    /// The statement that makes links useless which were mailed before an account was secured, and would undo that: those for
    /// another password, and for another address.
    static func voidingLinks(of account: UUID, at time: Date) -> Statement {
        """
        UPDATE account_mails SET used_at = \(time) WHERE account_id = \(account) AND used_at IS NULL
            AND kind IN ('password_reset', 'account_locked', 'email_change') RETURNING id
        """
    }

    /// The statement that makes a mail due, unless the account has had one of the kind a short while ago.
    /// - Parameters:
    ///   - subject: What it is about, where the kind does not say it all.
    ///   - language: Nil for the one in which the person is written to.
    ///   - address: An address in place of the account's, encrypted.
    static func insertion(
        _ kind: Kind,
        id: UUID = UUID(),
        subject: String? = nil,
        to account: UUID,
        language: Language? = nil,
        address: [UInt8]? = nil,
        at time: Date
    ) -> Statement {
        let end = time.addingTimeInterval(kind.lifetime)
        // Another link does not give more time for a registration.
        let expiry: Statement =
            kind == .emailVerification
            ? "coalesce((SELECT unverified_until FROM accounts WHERE id = \(account)), \(end))" : "\(end)"
        return """
            INSERT INTO account_mails (account_id, id, kind, subject, language, address, requested_at, expires_at)
            SELECT
                \(account), \(id), \(kind.rawValue), \(subject),
                coalesce(\(language?.rawValue), (SELECT language FROM accounts WHERE id = \(account)), 'en'),
                \(address), \(time), \(expiry)
            WHERE NOT EXISTS (
                SELECT 1 FROM account_mails WHERE account_id = \(account) AND kind = \(kind.rawValue)
                    AND requested_at > \(time.addingTimeInterval(-kind.pause))
            ) AND (
                SELECT count(*) FROM account_mails WHERE account_id = \(account) AND kind = \(kind.rawValue)
                    AND requested_at > \(time.addingTimeInterval(-2 * 86_400))
            ) < \(kind == .emailVerification ? limit : Int.max)
            """
    }
}
