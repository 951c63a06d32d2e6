import Foundation
import Foundations
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
        /// To the present address when another one is asked for, with the link that stops it.
        case emailChangeRequested = "email_change_requested"
        /// To the former address, with the link that brings it back.
        case emailChanged = "email_changed"
        case accountReopened = "account_reopened"
        case signInCode = "sign_in_code"
        /// Of the kind of factor that is its subject.
        case factorAdded = "factor_added"
        case factorRemoved = "factor_removed"

        /// For how long it is worth sending, and its link works.
        var lifetime: TimeInterval {
            switch self {
            case .passwordReset, .accountLocked: 3_600
            case .emailChange: 86_400
            case .emailVerification: TimeInterval(AccountPeriods.confirmationHours * 3_600)
            case .passwordChanged, .accountClosed: 7 * 86_400
            case .emailChanged, .emailChangeRequested, .accountReopened, .factorAdded, .factorRemoved:
                Kind.securingLifetime
            case .signInCode: MailCode.lifetime
            }
        }

        /// An account gets no other one of the kind within this time, in seconds, however often it is asked for.
        var pause: TimeInterval {
            switch self {
            case .passwordReset: 300
            case .accountLocked: 3_600
            case .emailVerification: 60
            case .passwordChanged, .emailChange, .emailChangeRequested, .emailChanged, .accountClosed, .accountReopened,
                .factorAdded, .factorRemoved:
                0
            case .signInCode: Challenges.mailPause
            }
        }

        /// The kinds whose link secures the account.
        static let securing: [Kind] = [
            .emailChangeRequested, .emailChanged, .accountReopened, .factorAdded, .factorRemoved,
        ]

        /// For how long the owner can secure the account after a change, in seconds.
        static let securingLifetime: TimeInterval = 7 * 86_400

        /// Whether a mail of the kind goes to an account's address.
        /// - Parameter isConfirmed: Whether it is known whose the address is. Until then it gets nothing but the link that proves it.
        func isDue(isConfirmed: Bool) -> Bool {
            switch self {
            case .emailVerification: !isConfirmed
            // To another address, which it proves.
            case .emailChange: true
            default: isConfirmed
            }
        }
    }

    /// An account gets no more links to complete its registration than this: the address is not known to be its owner's yet, and anybody
    /// may ask for them.
    private static let limit = 10
    /// An address gets no more of those that are asked for in an hour, however many accounts claim it. Those of registrations are none
    /// of them: otherwise whoever registers often with somebody's address would keep them out.
    private static let hourlyLimit = 10
    /// An address gets no more of those of registrations in a day: otherwise whoever registers often would flood it. A registration
    /// beyond it is one like others, and its owner can ask for the mail.
    private static let dailyRegistrations = 30

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
    ///
    /// The pause holds against transactions at the same time only where something has them follow one another, such as a lock on the
    /// account's row.
    /// - Parameters:
    ///   - subject: What it is about, where the kind does not say it all.
    ///   - language: Nil for the one in which the person is written to.
    ///   - address: An address in place of the account's, encrypted.
    ///   - isAllowed: A further condition.
    static func insertion(
        _ kind: Kind,
        id: UUID = UUID(),
        subject: String? = nil,
        to account: UUID,
        language: Language? = nil,
        address: [UInt8]? = nil,
        if isAllowed: Statement = "true",
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
            ) AND \(isAllowed)
            """
    }
}

// MARK: - Mails that anybody may ask for

extension AccountMail {
    /// The statements that make a link due which somebody has asked for, within the limits of its kind.
    ///
    /// They are alike for an account that nobody has, so that their time does not tell whether there is one.
    static func request(_ kind: Kind, to account: UUID, language: Language, at time: Date) -> [Statement] {
        let isLimited = kind == .emailVerification
        return [turn(of: account, kind)] + (isLimited ? [addressTurn(of: account)] : []) + [
            insertion(
                kind,
                to: account,
                language: language,
                if: isLimited ? verificationLimits(of: account, at: time) : "true",
                at: time
            )
        ]
    }

    /// The statements that make the link due which completes a registration, unless its address has got many of others.
    static func registration(of account: UUID, language: Language, at time: Date) -> [Statement] {
        let day = time.addingTimeInterval(-86_400)
        let earlier = verifications(toAddressOf: account, areRegistrations: true, since: day)
        return [
            addressTurn(of: account),
            insertion(
                .emailVerification,
                to: account,
                language: language,
                if: "(\(earlier)) < \(dailyRegistrations)",
                at: time
            ),
        ]
    }

    /// Has requests for mails of a kind to an account follow one another, each of which sees the mails of those before. It is a
    /// statement of its own, as a statement sees what there was when it began.
    private static func turn(of account: UUID, _ kind: Kind) -> Statement {
        .turn("account mails \(kind.rawValue) \(account.canonical)")
    }

    /// Has mails to the address that an account claims follow one another, whichever account they are of.
    private static func addressTurn(of account: UUID) -> Statement {
        """
        SELECT pg_advisory_xact_lock(hashtextextended('account mails to ' || coalesce(
            (SELECT encode(email_claim, 'hex') FROM accounts WHERE id = \(account)), \(account.canonical)
        ), 0))
        """
    }

    private static func verificationLimits(of account: UUID, at time: Date) -> Statement {
        let hour = time.addingTimeInterval(-3_600)
        let earlier = verifications(toAddressOf: account, areRegistrations: false, since: hour)
        return """
            (
                SELECT count(*) FROM account_mails WHERE account_id = \(account) AND kind = 'email_verification'
                    AND requested_at > \(time.addingTimeInterval(-2 * 86_400))
            ) < \(limit) AND (\(earlier)) < \(hourlyLimit)
            """
    }

    /// The query of how many links have been due to an address, of all accounts that claim it.
    /// - Parameter areRegistrations: Whether those of registrations are counted, which have the time of their account; or else those
    ///   that were asked for.
    private static func verifications(
        toAddressOf account: UUID,
        areRegistrations: Bool,
        since time: Date
    ) -> Statement {
        """
        SELECT count(*) FROM accounts a JOIN account_mails m ON m.account_id = a.id
        WHERE a.email_claim = (SELECT email_claim FROM accounts WHERE id = \(account))
            AND m.kind = 'email_verification' AND m.requested_at > \(time)
            AND (m.requested_at = a.created_at) = \(areRegistrations)
        """
    }
}

extension LockedAccount {
    /// The statements that mail the owner a link that secures the account; none while it is not known whose the address is.
    ///
    /// It goes to the present address, whatever that is when it is sent, and brings it back.
    func securingMail(_ kind: AccountMail.Kind, subject: String? = nil, at time: Date) throws -> [Statement] {
        guard isEmailConfirmed else { return [] }
        let address = try key.seal(email, context: AccountEncryption.mailAddress)
        let account = credentials.account
        return [AccountMail.insertion(kind, subject: subject, to: account, address: address, at: time)]
    }
}
