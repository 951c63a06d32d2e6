package import AuthMessages
package import Foundation
package import RPC
package import Texts
package import Wire

/// A user whose access token was verified, here or by the gateway.
package final class VerifiedUser: CallerIdentity, Hashable {
    /// Permanent account id, a UUID in lower case.
    package let id: String
    /// The name at the time of signing in.
    package let username: String
    /// The session that the token belongs to; nil where that is not known.
    package let session: String?
    /// When the token was issued, in whole seconds.
    package let tokenTime: Date
    /// From then on the token is rejected.
    package let tokenExpiry: Date
    /// What the user consented to when the token was issued.
    package let consents: Set<Auth.ConsentKind>
    /// The roles that the user had, beside that of a user.
    package let roles: Set<Auth.Role>
    /// Whether the terms of use in force were still to be accepted.
    package let isTermsPending: Bool
    /// The language in which the user is written to; nil where that is not known. A call's own is in its context.
    package let language: Language?
    /// IANA name of the time zone that the user has chosen; nil for none.
    package let timeZone: String?
    /// Whether the session was signed in with a second factor.
    package let hasSecondFactor: Bool
    private let grantedPlan: GrantedPlan
    /// The metadata that names the user to services, encoded once; empty for a user whom the gateway has named.
    package let forwarded: Metadata

    /// Describes a verified user.
    package init(
        id: String,
        username: String,
        session: String? = nil,
        tokenTime: Date = .distantPast,
        tokenExpiry: Date = .distantFuture,
        consents: Set<Auth.ConsentKind> = [],
        roles: Set<Auth.Role> = [],
        plan: GrantedPlan = .basic,
        isTermsPending: Bool = false,
        language: Language? = nil,
        timeZone: String? = nil,
        hasSecondFactor: Bool = false,
        forwarded: Metadata = Metadata()
    ) {
        self.id = id
        self.username = username
        self.session = session
        self.tokenTime = tokenTime
        self.tokenExpiry = tokenExpiry
        self.consents = consents
        self.roles = roles
        grantedPlan = plan
        self.isTermsPending = isTermsPending
        self.language = language
        self.timeZone = timeZone
        self.hasSecondFactor = hasSecondFactor
        self.forwarded = forwarded
    }

    /// The plan at a time.
    package func plan(at time: Date) -> Auth.Plan { grantedPlan.plan(at: time) }

    package static func == (left: VerifiedUser, right: VerifiedUser) -> Bool {
        left.id == right.id && left.username == right.username
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension IncomingCall {
    /// The user on whose behalf the call is, once verified.
    package var verifiedUser: VerifiedUser? { identity as? VerifiedUser }
}

extension CallContext {
    /// The user on whose behalf the call is, once verified.
    package var verifiedUser: VerifiedUser? {
        get { identity as? VerifiedUser }
        set { identity = newValue }
    }

    /// The verified user.
    /// - Throws: UNAUTHENTICATED when there is none, which the access rule of a method normally has excluded.
    package var user: VerifiedUser {
        get throws {
            guard let verifiedUser else { throw AccessControl.signIn }
            return verifiedUser
        }
    }
}
