package import AuthMessages
package import Foundation
package import JWTKit

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
        issuedAt: Date,
        lifetime: TimeInterval
    ) {
        subject = SubjectClaim(value: accountID)
        self.username = username
        self.session = session
        self.consents = consents.map(\.rawValue)
        issuer = IssuerClaim(value: AccessToken.issuer)
        self.issuedAt = IssuedAtClaim(value: issuedAt)
        expiration = ExpirationClaim(value: issuedAt.addingTimeInterval(lifetime))
    }

    /// Checks what is independent of time; expiry is judged against the verifier's clock.
    package func verify(using algorithm: some JWTAlgorithm) throws {
        guard issuer.value == AccessToken.issuer, !subject.value.isEmpty else {
            throw JWTError.claimVerificationFailure(failedClaim: issuer, reason: "another issuer")
        }
    }
}
