import AuthMessages
import Crypto
import Foundation
import Foundations
import FoundationsTestSupport
import JWTKit
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("An access token, over RPC", .timeLimit(.minutes(5)))
struct ForgedTokenTests {
    private func withTokens(
        _ body: (AuthTestEnvironment, AuthComponents, Auth.SessionTokens, Auth.AccountsClient) async throws -> Void
    ) async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            let tokens = try await parts.signIn()
            try await withServer(environment, parts) { channel in
                try await body(environment, parts, tokens, Auth.AccountsClient(channel: channel))
            }
        }
    }

    private func expectRefused(
        _ client: Auth.AccountsClient,
        _ token: String?,
        reason: StatusReason = "SIGN_IN_REQUIRED",
        at location: SourceLocation = #_sourceLocation
    ) async {
        let refusal = await status(
            {
                try await client.getAccount(.init(), options: CallOptions(timeout: .seconds(30), accessToken: token))
            },
            at: location
        )
        #expect(refusal?.code == .unauthenticated, sourceLocation: location)
        #expect(refusal?.reason == reason, sourceLocation: location)
    }

    private func encoded(_ json: String) -> String {
        Data(json.utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    @Test("that is missing, malformed, truncated or changed is rejected")
    func tampered() async throws {
        try await withTokens { _, _, tokens, client in
            let parts = tokens.accessToken.split(separator: ".").map(String.init)
            let other = encoded(
                #"{"sub":"00000000-0000-0000-0000-000000000000","name":"x","sid":"s","iss":"larder","iat":1,"exp":9999999999}"#
            )
            let flipped = (parts[2].first == "A" ? "B" : "A") + parts[2].dropFirst()
            for token in [
                nil, "", "garbage", "a.b.c", "\(parts[0]).\(parts[1])", "\(parts[0]).\(parts[1]).",
                "\(parts[0]).\(other).\(parts[2])", "\(parts[0]).\(parts[1]).\(flipped)", tokens.refreshToken,
            ] {
                await expectRefused(client, token)
            }
        }
    }

    @Test("without a signature, or with the attacker's choice of algorithm, is rejected")
    func algorithms() async throws {
        try await withTokens { environment, parts, tokens, client in
            let kid = try await parts.keys.store.current().id
            let payload = String(tokens.accessToken.split(separator: ".")[1])
            for algorithm in ["none", "None", "HS256", "RS256", "EdDSA"] {
                let header = encoded(#"{"alg":"\#(algorithm)","typ":"JWT","kid":"\#(kid)"}"#)
                await expectRefused(client, "\(header).\(payload).")
                // The public key as if it were a shared secret.
                let key = SymmetricKey(data: try await parts.keys.store.verificationKeys()[0].publicKey)
                let code = HMAC<SHA256>.authenticationCode(for: Data("\(header).\(payload)".utf8), using: key)
                let signature = Data(code).base64EncodedString()
                    .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
                await expectRefused(client, "\(header).\(payload).\(signature)")
            }
        }
    }

    @Test("signed with another key is rejected, whether it claims the known key or an unknown one")
    func otherKey() async throws {
        try await withTokens { environment, parts, _, client in
            let known = try await parts.keys.store.current().id
            for (kid, reason) in [(known, "SIGN_IN_REQUIRED"), ("unknown", "TOKEN_EXPIRED")] as [(String, StatusReason)]
            {
                let keys = JWTKeyCollection()
                let identifier = JWKIdentifier(string: kid)
                await keys.add(eddsa: try EdDSA.PrivateKey(), kid: identifier)
                let content = AccessToken(
                    accountID: UUID().canonical,
                    username: "Anna7",
                    session: "s",
                    issuedAt: environment.clock.now,
                    lifetime: 600
                )
                await expectRefused(client, try await keys.sign(content, kid: identifier), reason: reason)
            }
        }
    }

    @Test("is valid for ten minutes and no longer")
    func expiry() async throws {
        try await withTokens { environment, _, tokens, client in
            let options = CallOptions(timeout: .seconds(30), accessToken: tokens.accessToken)
            environment.clock.advance(by: 599)
            let account = try await client.getAccount(.init(), options: options)
            #expect(account.id == tokens.accountID)
            environment.clock.advance(by: 1)
            await expectRefused(client, tokens.accessToken, reason: "TOKEN_EXPIRED")
        }
    }

    @Test("gives access to its owner's account only")
    func own() async throws {
        try await withTokens { _, parts, tokens, client in
            try await parts.register(.test(username: "Ben", email: "ben@example.org"))
            let ben = try await parts.signIn("Ben")
            for (token, email) in [(tokens, "anna@example.org"), (ben, "ben@example.org")] {
                let options = CallOptions(timeout: .seconds(30), accessToken: token.accessToken)
                let account = try await client.getAccount(.init(), options: options)
                #expect(account.email == email)
                #expect(account.id == token.accountID)
            }
        }
    }
}
