import AuthMessages
import Foundation
import FoundationsTestSupport
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("What a session says of how it was signed in", .timeLimit(.minutes(5)))
struct StrongSessionTests {
    /// Whether tokens say that their session was signed in with a second factor.
    private func isStrong(
        _ tokens: Auth.SessionTokens,
        _ parts: AuthComponents,
        _ environment: AuthTestEnvironment
    ) async throws -> Bool {
        try await environment.signedIn(parts, with: tokens).user.hasSecondFactor
    }

    @Test("is nothing with a password alone, also once a factor is added, and the factor when it was used")
    func signIn() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            let caller = try await environment.signedIn(parts)
            #expect(!caller.user.hasSecondFactor)
            let (app, codes) = try await parts.addApp(environment, by: caller)
            // Whoever holds a session, and perhaps not the password, could have added it.
            let weak = try await parts.refresh(caller.tokens.refreshToken)
            #expect(try await !isStrong(weak, parts, environment))
            let strong = try await parts.complete(try await parts.challenge(), .code(app.code(environment)))
            #expect(try await isStrong(strong, parts, environment))
            environment.clock.advance(by: 3_600)
            let renewed = try await parts.refresh(strong.refreshToken)
            #expect(try await isStrong(renewed, parts, environment))
            let recovered = try await parts.complete(try await parts.challenge(), .code(codes[0]))
            #expect(try await isStrong(recovered, parts, environment))
        }
    }

    /// Auth, somebody with a passkey, and how it answers a challenge to sign in with it alone.
    private func withPasskey(
        _ body: (
            AuthTestEnvironment, AuthComponents, SignedIn,
            _ answer: () async throws -> (Auth.FactorChallenge, Auth.PasskeyAssertion)
        ) async throws -> Void
    ) async throws {
        try await withAuth { environment in
            let parts = environment.parts(
                relyingParty: try RelyingParty(id: "localhost", origins: ["http://localhost:7450"])
            )
            try await parts.register()
            let caller = try await environment.signedIn(parts)
            let authenticator = try SoftwareAuthenticator()
            let setup = try await parts.begin(.passkey, by: caller)
            let (credential, registration) = try authenticator.create(try #require(setup.passkey))
            try await parts.add(setup, .passkey(registration), by: caller)
            try await body(environment, parts, caller) {
                let challenge = try await parts.sessions.beginPasskeySignIn(.init(), context: .test())
                return (challenge, try authenticator.sign(try #require(challenge.passkey), with: credential))
            }
        }
    }

    @Test("is a second factor after signing in with a passkey alone, whose device verifies its user")
    func passkey() async throws {
        try await withPasskey { environment, parts, _, answer in
            let (challenge, assertion) = try await answer()
            let tokens = try await parts.complete(challenge, .passkey(assertion))
            #expect(try await isStrong(tokens, parts, environment))
        }
    }

    @Test("is none of a closed account, which a passkey is told like a password")
    func closed() async throws {
        try await withPasskey { _, parts, caller, answer in
            try await parts.close(by: caller)
            let (challenge, assertion) = try await answer()
            let refused = await parts.refusal(of: .passkey(assertion), to: challenge)
            #expect(refused?.code == .failedPrecondition && refused?.reason == .accountClosed)
        }
    }

    @Test("is not proven by a factor in a session that began without one")
    func proof() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            let caller = try await environment.signedIn(parts)
            let (app, _) = try await parts.addApp(environment, by: caller)
            let challenge = try await parts.factors.beginProof(.init(), context: caller.context())
            let answer = Auth.FactorAnswer(answer: .code(app.code(environment)))
            let request = Auth.ProveRequest(token: challenge.token, proof: .answer(answer))
            try await parts.prove(request, by: caller)
            let renewed = try await parts.refresh(caller.tokens.refreshToken)
            #expect(try await !isStrong(renewed, parts, environment))
        }
    }

    @Test("is no second factor after signing in with a code by e-mail, also where there is another factor")
    func mailedCode() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            let caller = try await environment.signedIn(parts)
            try await parts.addApp(environment, by: caller)
            try await parts.addMailCode(environment, by: caller)
            environment.clock.advance(by: Challenges.mailPause)
            let challenge = try await parts.challenge()
            let code = try await parts.mailedCode(environment, for: challenge)
            let tokens = try await parts.complete(challenge, .code(code))
            #expect(try await !isStrong(tokens, parts, environment))
            // It signs in, and proves what a user may do with their own.
            _ = try await parts.begin(.authenticatorApp, by: try await environment.signedIn(parts, with: tokens))
        }
    }

    @Test(
        "is nothing any more once a factor is removed by another session or is the last, and former tokens are outdated"
    )
    func removed() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            let first = try await environment.signedIn(parts)
            let (app, _) = try await parts.addApp(environment, by: first)
            let (other, _) = try await parts.addApp(environment, by: first)
            let tokens = try await parts.complete(try await parts.challenge(), .code(app.code(environment)))
            let caller = try await environment.signedIn(parts, with: tokens)
            environment.clock.advance(by: AuthenticatorKey.period)
            let elsewhere = try await parts.complete(try await parts.challenge(), .code(app.code(environment)))
            try await parts.remove(app.id, by: caller)
            #expect(try await environment.count("revocations") == 1)
            let kept = try await parts.refresh(tokens.refreshToken)
            #expect(try await isStrong(kept, parts, environment), "another factor is left to who has removed one")
            let doubtful = try await parts.refresh(elsewhere.refreshToken)
            #expect(try await !isStrong(doubtful, parts, environment), "it may be signed in with the one that is gone")
            try await parts.remove(other.id, by: caller)
            #expect(try await environment.count("revocations") == 2)
            let renewed = try await parts.refresh(kept.refreshToken)
            #expect(try await !isStrong(renewed, parts, environment))
            let rows = try await environment.pool.query("SELECT reason, session_id FROM revocations")
            #expect(try rows[0]["reason"] as String == "outdated")
            // One that there is not removes nothing.
            try await parts.remove(other.id, by: caller)
            #expect(try await environment.count("revocations") == 2)
        }
    }

    @Test("does not deadlock when the last factor is removed while sessions are opened and renewed and roles are given")
    func concurrent() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            let (first, second) = (try await environment.signedIn(parts), try await environment.signedIn(parts))
            let (app, codes) = try await parts.addApp(environment, by: first)
            var challenges: [Auth.FactorChallenge] = []
            for _ in 0..<4 { challenges.append(try await parts.challenge()) }
            let outcomes = await withTaskGroup(of: (any Error)?.self) { group in
                for number in 0..<4 {
                    let challenge = challenges[number]
                    group.addTask {
                        await Self.failure { try await parts.complete(challenge, .code(codes[number])) }
                    }
                    group.addTask {
                        await Self.failure {
                            try await parts.roles.set(
                                .moderator,
                                of: "Anna7",
                                granted: number % 2 == 0,
                                by: nil
                            )
                        }
                    }
                }
                group.addTask { await Self.failure { try await parts.refresh(first.tokens.refreshToken) } }
                group.addTask { await Self.failure { try await parts.refresh(second.tokens.refreshToken) } }
                group.addTask { await Self.failure { try await parts.remove(app.id, by: first) } }
                return await group.reduce(into: [(any Error)?]()) { $0.append($1) }
            }
            for case let error? in outcomes {
                // A code or a role that came behind the removal, or a removal behind a role, is no failure of the database.
                let reason = (error as? Status)?.reason
                #expect(reason == .wrongFactor || reason == .roleNeedsFactor, "\(error)")
            }
        }
    }

    private static func failure(_ work: () async throws -> some Any) async -> (any Error)? {
        do {
            _ = try await work()
            return nil
        } catch { return error }
    }
}
