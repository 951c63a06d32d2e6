import AuthMessages
import Foundation
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Refreshing a session", .timeLimit(.minutes(5)))
struct RefreshTests {
    private func withSession(_ body: (AuthTestEnvironment, AuthComponents, Auth.SessionTokens) async throws -> Void)
        async throws
    {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            try await body(environment, parts, try await parts.signIn())
        }
    }

    private func expectEnded(_ parts: AuthComponents, _ token: String, at location: SourceLocation = #_sourceLocation)
        async
    {
        let refusal = await status({ try await parts.refresh(token) }, at: location)
        #expect(refusal?.code == .unauthenticated, sourceLocation: location)
        #expect(refusal?.reason == "SESSION_ENDED", sourceLocation: location)
    }

    @Test("rejects malformed and unknown tokens")
    func garbage() async throws {
        try await withSession { environment, parts, tokens in
            let altered = (tokens.refreshToken.first == "A" ? "B" : "A") + tokens.refreshToken.dropFirst()
            for token in ["", "x", tokens.accessToken, tokens.refreshToken + "=", altered, RefreshToken().text] {
                await expectEnded(parts, token)
            }
            try await parts.refresh(tokens.refreshToken)
        }
    }

    @Test("is rejected once the token has expired, which each use postpones")
    func expiry() async throws {
        try await withSession { environment, parts, tokens in
            environment.clock.advance(by: 30 * 86_400 - 1)
            let renewed = try await parts.refresh(tokens.refreshToken)
            environment.clock.advance(by: 30 * 86_400 - 1)
            let again = try await parts.refresh(renewed.refreshToken)
            environment.clock.advance(by: 30 * 86_400)
            await expectEnded(parts, again.refreshToken)
        }
    }

    @Test("with a used token ends the session, and with it the latest token")
    func reuse() async throws {
        try await withSession { environment, parts, tokens in
            let other = try await parts.signIn()
            let renewed = try await parts.refresh(tokens.refreshToken)
            await expectEnded(parts, tokens.refreshToken)
            await expectEnded(parts, renewed.refreshToken)
            #expect(try await environment.auditedActions().last == "token_reused")
            try await parts.refresh(other.refreshToken)
        }
    }

    @Test("with one token many times at once succeeds once and ends the session")
    func concurrent() async throws {
        try await withSession { environment, parts, tokens in
            let instances = [parts, environment.parts()]
            let renewed = await withTaskGroup(of: String?.self) { group in
                for index in 0..<12 {
                    group.addTask { try? await instances[index % 2].refresh(tokens.refreshToken).refreshToken }
                }
                return await group.reduce(into: [String]()) { if let token = $1 { $0.append(token) } }
            }
            #expect(renewed.count == 1)
            await expectEnded(parts, try #require(renewed.first))
            #expect(try await environment.auditedActions().count { $0 == "token_reused" } == 1)
        }
    }

    @Test(
        "repeated with another idempotency key, or too late, ends the session",
        arguments: ["key-number-2", "key-number-1"]
    )
    func falseRetry(key: String) async throws {
        try await withSession { environment, parts, tokens in
            let renewed = try await parts.refresh(tokens.refreshToken, key: "key-number-1")
            if key == "key-number-1" { environment.clock.advance(by: 86_401) }
            let refusal = await status { try await parts.refresh(tokens.refreshToken, key: key) }
            #expect(refusal?.reason == "SESSION_ENDED")
            await expectEnded(parts, renewed.refreshToken)
        }
    }

    @Test("repeated with the same key ends the session once the new token was used")
    func retryAfterUse() async throws {
        try await withSession { _, parts, tokens in
            let renewed = try await parts.refresh(tokens.refreshToken, key: "key-number-1")
            let newest = try await parts.refresh(renewed.refreshToken, key: "key-number-2")
            let refusal = await status { try await parts.refresh(tokens.refreshToken, key: "key-number-1") }
            #expect(refusal?.reason == "SESSION_ENDED")
            await expectEnded(parts, newest.refreshToken)
        }
    }

    @Test("repeated with the same key returns the same response when the first one was lost")
    func retry() async throws {
        try await withSession { environment, parts, tokens in
            let first = try await parts.refresh(tokens.refreshToken, key: "key-number-1")
            environment.clock.advance(by: 30)
            #expect(try await environment.parts().refresh(tokens.refreshToken, key: "key-number-1") == first)
            let next = try await parts.refresh(first.refreshToken)
            #expect(next.refreshToken != first.refreshToken)
            #expect(
                try await environment.pool.query("SELECT 1 FROM refresh_tokens WHERE retry_answer IS NOT NULL").isEmpty
            )
        }
    }

    @Test("repeated with the same key within a day, as without a network, returns the same session with a good token")
    func lateRetry() async throws {
        try await withSession { environment, parts, tokens in
            let lost = try await parts.refresh(tokens.refreshToken, key: "key-number-1")
            environment.clock.advance(by: 86_400)
            let repeated = try await environment.parts().refresh(tokens.refreshToken, key: "key-number-1")
            #expect(repeated.refreshToken == lost.refreshToken)
            #expect(repeated.accessToken != lost.accessToken)
            #expect(repeated.accessTokenExpiresAt?.date == environment.clock.now + 600)
            try await parts.refresh(repeated.refreshToken)
        }
    }

    @Test("is rejected after signing out, which is idempotent and reveals nothing")
    func signOut() async throws {
        try await withSession { environment, parts, tokens in
            let other = try await parts.signIn()
            let renewed = try await parts.refresh(tokens.refreshToken)
            for token in [renewed.refreshToken, renewed.refreshToken, "garbage", RefreshToken().text] {
                try await parts.signOut(token)
            }
            await expectEnded(parts, renewed.refreshToken)
            await expectEnded(parts, tokens.refreshToken)
            try await parts.refresh(other.refreshToken)
            #expect(try await environment.auditedActions().filter { $0 == "signed_out" }.count == 1)
        }
    }

    @Test("survives a restart; sessions that ended long ago are deleted")
    func expired() async throws {
        try await withSession { environment, parts, tokens in
            let renewed = try await environment.parts().refresh(tokens.refreshToken)
            environment.clock.advance(by: 1)
            try await parts.deleteExpired()
            #expect(try await environment.count("refresh_tokens") == 2)
            environment.clock.advance(by: 30 * 86_400)
            try await parts.deleteExpired()
            #expect(try await environment.count("refresh_tokens") == 0)
            #expect(try await environment.count("sessions") == 0)
            await expectEnded(parts, renewed.refreshToken)
        }
    }
}
