package import AuthMessages
package import Foundation
package import JWTKit
package import Texts

/// What an access token says: a JWT signed with Ed25519 by auth, verified by every service.
package struct AccessToken: JWTPayload, Equatable {
    /// The issuer of all tokens.
    package static let issuer = "larder"

    /// Account id.
    package var subject: SubjectClaim
    /// User name at the time of signing in.
    package var username: String
    /// The session that the token belongs to.
    package var session: String
    /// The numbers of the consents that are given, see `Auth.ConsentKind`; nil in tokens of former releases.
    package var consents: [Int32]?
    /// The numbers of the roles beside that of a user, see `Auth.Role`; nil for none.
    package var roles: [Int32]?
    /// The number of the plan, see `Auth.Plan`; nil for Basic.
    package var plan: Int32?
    /// From then on the plan is Basic; nil for no end.
    package var planExpiry: Date?
    /// Whether the terms of use in force are still to be accepted; nil when they are accepted.
    package var isTermsPending: Bool?
    /// The language in which the user is written to; nil in tokens of former releases.
    package var language: String?
    /// IANA name of the time zone that the user has chosen; nil for none.
    package var timeZone: String?
    /// How the session was signed in, by the names of RFC 8176: `mfa` with a second factor; nil with a password alone.
    package var authenticationMethods: [String]?
    /// Who signed it, which is always the same.
    package var issuer: IssuerClaim
    /// The time of signing.
    package var issuedAt: IssuedAtClaim
    /// The time from which it is no longer accepted.
    package var expiration: ExpirationClaim

    private enum CodingKeys: String, CodingKey {
        case subject = "sub"
        case username = "name"
        case session = "sid"
        case consents = "cns"
        case roles = "rol"
        case plan = "pln"
        case planExpiry = "pex"
        case isTermsPending = "trm"
        case language = "lng"
        case timeZone = "tzn"
        case authenticationMethods = "amr"
        case issuer = "iss"
        case issuedAt = "iat"
        case expiration = "exp"
    }

    /// Makes the content of a token.
    package init(
        accountID: String,
        username: String,
        session: String,
        consents: [Auth.ConsentKind] = [],
        roles: [Auth.Role] = [],
        plan: GrantedPlan = .basic,
        isTermsPending: Bool = false,
        language: Language? = nil,
        timeZone: String? = nil,
        hasSecondFactor: Bool = false,
        issuedAt: Date,
        lifetime: TimeInterval
    ) {
        subject = SubjectClaim(value: accountID)
        self.username = username
        self.session = session
        self.consents = consents.map(\.rawValue)
        self.roles = roles.isEmpty ? nil : roles.map(\.rawValue)
        let planNow = plan.plan(at: issuedAt)
        self.plan = planNow == .basic ? nil : planNow.rawValue
        planExpiry = planNow == .basic ? nil : plan.expiry
        self.isTermsPending = isTermsPending ? true : nil
        self.language = language?.rawValue
        self.timeZone = timeZone
        authenticationMethods = hasSecondFactor ? [Self.secondFactor] : nil
        issuer = IssuerClaim(value: AccessToken.issuer)
        self.issuedAt = IssuedAtClaim(value: issuedAt)
        expiration = ExpirationClaim(value: issuedAt.addingTimeInterval(lifetime))
    }

    private static let secondFactor = "mfa"

    /// Whether the session was signed in with a second factor.
    var hasSecondFactor: Bool { authenticationMethods?.contains(Self.secondFactor) ?? false }

    /// What it says of the plan.
    var grantedPlan: GrantedPlan {
        plan.map { GrantedPlan(Auth.Plan(rawValue: $0), until: planExpiry) } ?? .basic
    }

    /// Checks what is independent of time; expiry is judged against the verifier's clock.
    package func verify(using algorithm: some JWTAlgorithm) throws {
        guard issuer.value == AccessToken.issuer, !subject.value.isEmpty else {
            throw JWTError.claimVerificationFailure(failedClaim: issuer, reason: "another issuer")
        }
    }
}
