import Crypto
import Foundation
import FoundationsTestSupport
import JWTKit
import RPC
import ServiceKit
import Testing

/// Claims as somebody else might sign them.
private struct Claims: JWTPayload {
    var sub: String?
    var name: String? = "ann"
    var sid: String? = "s-1"
    var iss: String? = AccessToken.issuer
    var iat: Double? = 1_800_000_000
    var exp: Double? = 1_800_000_600

    func verify(using algorithm: some JWTAlgorithm) throws {}
}

@Suite("The claims of an access token", .timeLimit(.minutes(5)))
struct AccessTokenTests {
    private let key = Curve25519.Signing.PrivateKey()
    private let time = Date(timeIntervalSince1970: 1_800_000_000)

    /// What a verifier says of claims that the right key has signed.
    private func verified(_ claims: Claims) async throws -> Result<VerifiedUser, any Error> {
        let keys = JWTKeyCollection()
        await keys.add(eddsa: EdDSA.PrivateKey(backing: key), kid: "k")
        let token = try await keys.sign(claims, kid: "k")
        let verifier = TokenVerifier(clock: ManualWallClock(now: time)) {
            [VerificationKey(id: "k", publicKey: Array(key.publicKey.rawRepresentation))]
        }
        do { return .success(try await verifier.verify(token)) } catch { return .failure(error) }
    }

    @Test("name the user when they are complete")
    func complete() async throws {
        let user = try await verified(Claims(sub: "u-1")).get()
        #expect(user.id == "u-1")
        #expect(user.username == "ann")
    }

    @Test("must not lack one, though the signature is right")
    func missing() async throws {
        var incomplete: [Claims] = [Claims(sub: nil), Claims(sub: "")]
        incomplete.append(Claims(sub: "u-1", name: nil))
        incomplete.append(Claims(sub: "u-1", sid: nil))
        incomplete.append(Claims(sub: "u-1", iss: nil))
        incomplete.append(Claims(sub: "u-1", iat: nil))
        incomplete.append(Claims(sub: "u-1", exp: nil))
        for claims in incomplete {
            #expect(try await verified(claims).refusal?.reason == "SIGN_IN_REQUIRED", "\(claims)")
        }
    }

    @Test("must be of our issuer", arguments: ["", "Larder", "larder ", "somebody"])
    func issuer(name: String) async throws {
        #expect(try await verified(Claims(sub: "u-1", iss: name)).refusal?.reason == "SIGN_IN_REQUIRED")
    }

    @Test("hold until the very second of their end")
    func expiry() async throws {
        let seconds = time.timeIntervalSince1970
        #expect(try await verified(Claims(sub: "u-1", exp: seconds)).refusal?.reason == "TOKEN_EXPIRED")
        #expect(try await verified(Claims(sub: "u-1", exp: seconds - 1)).refusal?.reason == "TOKEN_EXPIRED")
        #expect(try await verified(Claims(sub: "u-1", exp: seconds + 1)).refusal == nil)
    }

    @Test("come back as they were signed")
    func roundTrip() async throws {
        let keys = JWTKeyCollection()
        await keys.add(eddsa: EdDSA.PrivateKey(backing: key), kid: "k")
        let token = AccessToken(accountID: "u-1", username: "日本 \"x\"", session: "s", issuedAt: time, lifetime: 600)
        let back = try await keys.verify(try await keys.sign(token, kid: "k"), as: AccessToken.self)
        #expect(back == token)
        #expect(back.expiration.value == time + 600)
    }
}
