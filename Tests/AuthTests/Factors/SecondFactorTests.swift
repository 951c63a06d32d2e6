import AuthMessages
import CommonMessages
import ConcurrencyTestSupport
import Foundation
import FoundationsTestSupport
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import Testing

@testable import larder_auth

@Suite("Signing in with a second factor", .timeLimit(.minutes(5)))
struct SecondFactorTests {
    /// Auth with an account that has an authenticator app.
    private func withApp(
        _ body: (AuthTestEnvironment, AuthComponents, SignedIn, AuthenticatorApp, [String]) async throws -> Void
    ) async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            let caller = try await environment.signedIn(parts)
            let (app, codes) = try await parts.addApp(environment, by: caller)
            try await body(environment, parts, caller, app, codes)
        }
    }

    @Test("takes the code after the password, each once, and opens a session that counts as proven")
    func signIn() async throws {
        try await withApp { environment, parts, caller, app, _ in
            let challenge = try await parts.challenge()
            #expect(challenge.kinds == [.authenticatorApp, .recoveryCode])
            #expect(challenge.expiresAt?.seconds == Int64(environment.clock.now.timeIntervalSince1970) + 900)
            let code = app.code(environment)
            let tokens = try await parts.complete(challenge, .code(code))
            #expect(tokens.accountID == caller.tokens.accountID && tokens.username == "Anna7")
            #expect(try await parts.list(by: caller).sessions.map(\.device).contains("new"))
            // The challenge is used up, and so is the code.
            let again = await parts.refusal(of: .code(app.code(environment, steps: 1)), to: challenge)
            #expect(again?.code == .unauthenticated && again?.reason == .challengeExpired)
            let next = try await parts.challenge()
            #expect(await parts.refusal(of: .code(code), to: next)?.reason == .wrongFactor)
            environment.clock.advance(by: 30)
            try await parts.complete(next, .code(app.code(environment)))
            #expect(try await environment.auditedActions().filter { $0 == "signed_in" }.count == 3)
            #expect(try await parts.list(of: caller).factors.map { $0.lastUsedAt != nil } == [true])
        }
    }

    @Test("gives no challenge and no hint of it without the password, or to a client that takes none")
    func withoutPassword() async throws {
        try await withApp { _, parts, _, _, _ in
            let wrong = await status { try await parts.challenge("Anna7", "Wrong-horse-7") }
            #expect(wrong?.reason == .wrongCredentials)
            #expect(await status { try await parts.challenge("Nobody") } == wrong)
            #expect(await status { try await parts.signIn("Anna7", "Wrong-horse-7") } == wrong)
            let old = await status { try await parts.signIn() }
            #expect(old?.code == .unauthenticated && old?.reason == .secondFactorRequired)
        }
    }

    @Test("counts wrong codes with wrong passwords, and locks at the seventh, not the sixth")
    func lock() async throws {
        try await withApp { environment, parts, _, app, codes in
            for number in 1...6 {
                // The right password in between doesn't reset the count.
                let challenge = try await parts.challenge()
                if number == 3 {
                    let wrong = await status { try await parts.challenge("Anna7", "Wrong-horse-7") }
                    #expect(wrong?.reason == .wrongCredentials)
                } else {
                    let wrong = await parts.refusal(of: .code("000000"), to: challenge)
                    #expect(wrong?.reason == .wrongFactor)
                }
            }
            let last = try await parts.challenge()
            let locked = await parts.refusal(of: .code("AAAA-AAAA-AAAA-AAAA"), to: last)
            #expect(locked?.code == .unauthenticated && locked?.reason == .accountLocked)
            #expect(locked?.retryDelay == .seconds(900))
            for answer in [app.code(environment), codes[0]] {
                #expect(await parts.refusal(of: .code(answer), to: last)?.reason == .accountLocked)
            }
            #expect(await status { try await parts.challenge() }?.reason == .accountLocked)
            let mails = try await environment.pool.query("SELECT 1 FROM account_mails WHERE kind = 'account_locked'")
            #expect(mails.count == 1)
            environment.clock.advance(by: 901)
            try await parts.complete(try await parts.challenge(), .code(app.code(environment)))
        }
    }

    @Test("tries at most seven codes before the lock, however many come at once")
    func flood() async throws {
        try await withApp { environment, parts, _, _, _ in
            var challenges: [Auth.FactorChallenge] = []
            for _ in 0..<4 { challenges.append(try await parts.challenge()) }
            let reasons = await withTaskGroup(of: StatusReason?.self) { group in
                for number in 0..<24 {
                    let challenge = challenges[number % 4]
                    group.addTask {
                        do {
                            try await parts.complete(challenge, .code("00000\(number % 10)"))
                            return nil
                        } catch { return (error as? Status)?.reason }
                    }
                }
                return await group.reduce(into: [StatusReason?]()) { $0.append($1) }
            }
            #expect(!reasons.contains(nil))
            #expect(reasons.filter { $0 == .wrongFactor }.count == 6)
            #expect(try await environment.auditedActions().filter { $0 == "sign_in_failed" }.count == 7)
        }
    }

    @Test("refuses what is no answer, a challenge of five wrong answers, one that is too old, and no challenge")
    func rejected() async throws {
        try await withApp { environment, parts, caller, app, _ in
            let challenge = try await parts.challenge()
            let answers: [Auth.FactorAnswer.Answer?] = [
                nil, .code(""), .code("12345"), .code(String(repeating: "7", count: 10_000)), .passkey(.init()),
            ]
            for answer in answers {
                #expect(await parts.refusal(of: answer, to: challenge)?.reason == .wrongFactor)
            }
            let right = await parts.refusal(of: .code(app.code(environment)), to: challenge)
            #expect(right?.reason == .challengeExpired)
            let other = try await parts.challenge()
            environment.clock.advance(by: 900)
            let late = await parts.refusal(of: .code(app.code(environment)), to: other)
            #expect(late == right)
            for token in ["", "x", caller.tokens.refreshToken] {
                let unknown = await parts.refusal(of: .code("123456"), to: .init(token: token))
                #expect(unknown == right)
            }
            let proof = try await parts.factors.beginProof(.init(), context: caller.context())
            #expect(await parts.refusal(of: .code(app.code(environment)), to: proof) == right)
            try await parts.deleteExpired()
            environment.clock.advance(by: 901)
            try await parts.deleteExpired()
            #expect(try await environment.count("challenges") == 0)
        }
    }

    @Test("is over once the password is replaced, and a reset by mail leaves the factors")
    func passwordReplaced() async throws {
        try await withApp { environment, parts, caller, app, _ in
            let challenge = try await parts.challenge()
            try await parts.changePassword(by: caller)
            let over = await parts.refusal(of: .code(app.code(environment)), to: challenge)
            #expect(over?.reason == .challengeExpired)
            let next = try await parts.challenge("Anna7", "Better-horse-8")
            try await parts.complete(next, .code(app.code(environment)))
        }
    }

    @Test("takes a recovery code once, and none of another account or from before they were replaced")
    func recoveryCodes() async throws {
        try await withApp { environment, parts, caller, _, codes in
            #expect(Set(codes).count == 10 && codes.allSatisfy { $0.count == 19 })
            let typed = codes[0].lowercased().replacing("-", with: "")
            try await parts.complete(try await parts.challenge(), .code(typed))
            #expect(try await parts.list(of: caller).recoveryCodesLeft == 9)
            let challenge = try await parts.challenge()
            #expect(await parts.refusal(of: .code(codes[0]), to: challenge)?.reason == .wrongFactor)
            try await parts.register(.test(username: "Bob", email: "bob@example.org"))
            let bob = try await environment.signedIn(parts, "Bob")
            let (_, others) = try await parts.addApp(environment, by: bob)
            #expect(await parts.refusal(of: .code(others[0]), to: challenge)?.reason == .wrongFactor)
            let new = try await parts.factors.replaceRecoveryCodes(.init(), context: caller.context()).codes
            #expect(Set(new).isDisjoint(with: codes) && new.count == 10)
            #expect(await parts.refusal(of: .code(codes[1]), to: challenge)?.reason == .wrongFactor)
            try await parts.complete(challenge, .code(new[1]))
            let actions = try await environment.auditedActions()
            #expect(actions.filter { $0 == "recovery_code_used" }.count == 2)
            #expect(actions.contains("recovery_codes_replaced"))
        }
    }
}
