import CoreMetrics
import Foundation
import Postgres
import ServiceKit

/// The permanent audit log of accounts.
///
/// A record is written in the transaction of the action, so that neither exists without the other.
enum AuditLog {
    enum Action: String, Sendable, CaseIterable {
        case registered
        /// By a passkey in place of the mailed link.
        case registrationCompleted = "registration_completed"
        case signedIn = "signed_in"
        case signInFailed = "sign_in_failed"
        case locked
        case signedOut = "signed_out"
        case tokenReused = "token_reused"
        case consentGiven = "consent_given"
        case consentWithdrawn = "consent_withdrawn"
        /// The user has ended a session from this device or another one.
        case sessionEnded = "session_ended"
        case passwordChanged = "password_changed"
        case passwordReset = "password_reset"
        case termsAccepted = "terms_accepted"
        case roleGranted = "role_granted"
        case roleWithdrawn = "role_withdrawn"
        case planChanged = "plan_changed"
        /// The owner has closed the account, and can reopen it.
        case closed
        case reopened
        /// Everything that was stored of the person is erased.
        case erased
        /// The owner has got a copy of everything that is stored of them.
        case exported
        /// The address is confirmed, which completes the registration.
        case emailVerified = "email_verified"
        case emailChangeRequested = "email_change_requested"
        case emailChanged = "email_changed"
        /// The former address is the account's again.
        case emailRestored = "email_restored"
        /// The owner has shut out whoever has made a change.
        case secured
        /// The account is erased, as its registration was not completed in time.
        case registrationExpired = "registration_expired"
        case factorAdded = "factor_added"
        case factorRemoved = "factor_removed"
        case factorRenamed = "factor_renamed"
        case recoveryCodesReplaced = "recovery_codes_replaced"
        case recoveryCodeUsed = "recovery_code_used"
        /// The owner has proven who they are, for sensitive changes.
        case identityProven = "identity_proven"
        /// A passkey's signature counter went back: there is a copy of it.
        case passkeyRefused = "passkey_refused"
        /// An operator has made a new signing key, or has revoked the former ones with it, which is the subject.
        case signingKeyRotated = "signing_key_rotated"
        /// An operator has wrapped keys under the current master key.
        case keysRewrapped = "keys_rewrapped"
    }

    /// What alerts about suspicious behaviour are computed from.
    static let metrics = [
        "larder.accounts.actions": MetricDescription(
            "Records for the audit log of accounts, by action, counted as they are written: also those of transactions that are undone."
        )
    ]

    private static let counters = Dictionary(
        uniqueKeysWithValues: Action.allCases.map {
            ($0, Counter(label: "larder.accounts.actions", dimensions: [("action", $0.rawValue)]))
        }
    )

    /// The statement that adds a record.
    static func record(_ action: Action, account: UUID, session: UUID? = nil, at time: Date) -> Statement {
        counters[action]?.increment()
        return """
            INSERT INTO audit_records (account_id, occurred_at, action, session_id)
            VALUES (\(account), \(time), \(action.rawValue), \(session))
            """
    }

    /// The statement that adds a record of what somebody else has done to an account.
    /// - Parameters:
    ///   - actor: Who has; nil for a command on the host.
    ///   - subject: What it was about, such as a role.
    static func record(
        _ action: Action,
        account: UUID,
        by actor: UUID?,
        subject: String?,
        at time: Date
    ) -> Statement {
        counters[action]?.increment()
        return """
            INSERT INTO audit_records (account_id, occurred_at, action, actor_id, subject)
            VALUES (\(account), \(time), \(action.rawValue), \(actor), \(subject))
            """
    }

    /// The statement that adds a record for each of several sessions.
    static func record(_ action: Action, account: UUID, sessions: [UUID], at time: Date) -> Statement {
        counters[action]?.increment(by: sessions.count)
        return """
            INSERT INTO audit_records (account_id, occurred_at, action, session_id)
            SELECT \(account), \(time), \(action.rawValue), session FROM unnest(\(sessions)) AS session
            """
    }
}
