package import AuthMessages
import CommonMessages
package import Foundation
package import RPC

/// Tokens that are refused although they have not expired.
package struct Revocation: Sendable, Hashable {
    /// Why tokens are refused, which decides what the client does.
    package enum Reason: String, Sendable, Hashable {
        /// The session has ended: its user has to sign in again.
        case sessionEnded = "session_ended"
        /// What the token says is no longer so: a refreshed one is good.
        case outdated
    }

    /// The account whose tokens are refused.
    package var account: String
    /// The only session whose tokens are refused; nil for all of the account that were issued until ``time``.
    package var session: String?
    /// Why they are refused.
    package var reason: Reason
    /// When access ended.
    package var time: Date
    /// From then on no such token can be valid.
    package var expiry: Date

    /// Describes a revocation.
    package init(account: String, session: String?, reason: Reason, time: Date, expiry: Date) {
        self.account = account
        self.session = session
        self.reason = reason
        self.time = time
        self.expiry = expiry
    }

    /// The status with which a call with such a token is refused.
    var status: Status {
        switch reason {
        case .sessionEnded:
            Status(.unauthenticated, .services.sessionEnded, reason: .sessionEnded)
        case .outdated:
            Status(.unauthenticated, .services.rightsChanged, reason: .tokenExpired)
        }
    }
}

/// Revocations as they are sent to those who follow them.
package struct RevocationUpdate: Sendable, Hashable {
    /// Those in force, or new ones.
    package var revocations: [Revocation]
    /// Whether all that were in force at first have been sent.
    package var isComplete: Bool

    /// Describes an update.
    package init(revocations: [Revocation], isComplete: Bool) {
        self.revocations = revocations
        self.isComplete = isComplete
    }
}

/// Sends revocations until it fails; an update every second at least.
package typealias RevocationSource =
    @Sendable (_ receive: @escaping @Sendable (RevocationUpdate) -> Void) async throws
    -> Void

extension StatusReason {
    /// The session was ended, by its user or because a token was used twice.
    package static let sessionEnded: StatusReason = "SESSION_ENDED"
}

// MARK: - Messages

extension RevocationUpdate {
    /// Reads a message.
    init(_ message: Auth.RevocationUpdate) {
        self.init(revocations: message.revocations.map(Revocation.init), isComplete: message.isComplete)
    }
}

extension Revocation {
    fileprivate init(_ message: Auth.Revocation) {
        self.init(
            account: message.accountID,
            session: message.sessionID.isEmpty ? nil : message.sessionID,
            // A reason of a later release: signing in again is right in any case.
            reason: message.reason == .outdated ? .outdated : .sessionEnded,
            time: message.revokedAt?.date ?? .distantFuture,
            expiry: message.expiresAt?.date ?? .distantFuture
        )
    }
}

extension Auth.RevocationUpdate {
    /// Makes a message.
    package init(_ update: RevocationUpdate) {
        self.init(
            revocations: update.revocations.map { revocation in
                Auth.Revocation(
                    accountID: revocation.account,
                    sessionID: revocation.session ?? "",
                    revokedAt: Common.Timestamp(revocation.time),
                    expiresAt: Common.Timestamp(revocation.expiry),
                    reason: revocation.reason == .outdated ? .outdated : .sessionEnded
                )
            },
            isComplete: update.isComplete
        )
    }
}
