import AuthMessages
import Crypto
import Foundation
import JWTKit
import ServiceKit

/// Signs access tokens as auth does.
struct TokenMint {
    let keyID: String
    private let key = Curve25519.Signing.PrivateKey()

    init(_ keyID: String = "key-1") { self.keyID = keyID }

    var verificationKey: VerificationKey {
        VerificationKey(id: keyID, publicKey: Array(key.publicKey.rawRepresentation))
    }

    func token(
        _ user: String = "u-1",
        session: String = "s-1",
        consents: [Auth.ConsentKind] = [],
        roles: [Auth.Role] = [],
        plan: GrantedPlan = .basic,
        isTermsPending: Bool = false,
        hasSecondFactor: Bool = false,
        issuedAt: Date = .now,
        lifetime: TimeInterval = 600
    ) async throws -> String {
        let keys = JWTKeyCollection()
        await keys.add(eddsa: EdDSA.PrivateKey(backing: key), kid: JWKIdentifier(string: keyID))
        return try await keys.sign(
            AccessToken(
                accountID: user,
                username: user,
                session: session,
                consents: consents,
                roles: roles,
                plan: plan,
                isTermsPending: isTermsPending,
                hasSecondFactor: hasSecondFactor,
                issuedAt: issuedAt,
                lifetime: lifetime
            ),
            kid: JWKIdentifier(string: keyID)
        )
    }

    /// A token that claims another method of signing, or nothing of the key.
    func forged(header: String) throws -> String {
        let body = try JSONSerialization.data(withJSONObject: [
            "sub": "u-1", "name": "u-1", "sid": "s-1", "iss": AccessToken.issuer, "iat": 1, "exp": 99_999_999_999,
        ])
        let signed = "\(TokenMint.base64(Data(header.utf8))).\(TokenMint.base64(body))"
        return "\(signed).\(TokenMint.base64(try key.signature(for: Data(signed.utf8))))"
    }

    /// A token with an HMAC under the public key, which a verifier that trusts the header would accept.
    func confused() async throws -> String {
        let keys = JWTKeyCollection()
        await keys.add(
            hmac: HMACKey(from: Data(verificationKey.publicKey)),
            digestAlgorithm: .sha256,
            kid: JWKIdentifier(string: keyID)
        )
        return try await keys.sign(
            AccessToken(accountID: "u-1", username: "u-1", session: "s-1", issuedAt: .now, lifetime: 600),
            kid: JWKIdentifier(string: keyID)
        )
    }

    private static func base64(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
