import Foundation
import Foundations
import JWTKit
import ServiceKit

/// Signs access tokens.
struct TokenIssuer: Sendable {
    let keys: SigningKeyStore
    /// The lifetime of a token, in seconds.
    let lifetime: TimeInterval

    /// A signer with the current key; obtained before a transaction begins, since it may query the database.
    func signer() async throws -> TokenSigner {
        let key = try await keys.current()
        let collection = JWTKeyCollection()
        let kid = JWKIdentifier(string: key.id)
        await collection.add(eddsa: EdDSA.PrivateKey(backing: key.privateKey), kid: kid)
        return TokenSigner(collection: collection, kid: kid, lifetime: lifetime)
    }
}

/// Signs access tokens with one key.
struct TokenSigner: Sendable {
    fileprivate let collection: JWTKeyCollection
    fileprivate let kid: JWKIdentifier
    fileprivate let lifetime: TimeInterval

    /// A session's token and its expiry.
    func sign(
        account: UUID,
        username: String,
        session: UUID,
        claims: TokenClaims
    ) async throws -> (String, expiry: Date) {
        let content = AccessToken(
            accountID: account.canonical,
            username: username,
            session: session.canonical,
            consents: claims.consents,
            roles: claims.roles,
            plan: claims.plan,
            isTermsPending: claims.isTermsPending,
            language: claims.language,
            timeZone: claims.timeZone,
            hasSecondFactor: claims.hasSecondFactor,
            issuedAt: claims.issuedAt,
            lifetime: lifetime
        )
        return (try await collection.sign(content, kid: kid), content.expiration.value)
    }
}
