import AuthMessages
import ConcurrencyTestSupport
import Dispatch
import Foundation
import FoundationsTestSupport
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Guesses before the lock", .timeLimit(.minutes(5)))
struct GuessBudgetTests {
    private func withApp(
        _ body: (AuthTestEnvironment, AuthComponents, SignedIn, AuthenticatorApp) async throws -> Void
    ) async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            let caller = try await environment.signedIn(parts)
            let (app, _) = try await parts.addApp(environment, by: caller)
            try await body(environment, parts, caller, app)
        }
    }

    /// Makes the failures of a lock happen while a right password is checked.
    private func lockWhileChecking(
        _ environment: AuthTestEnvironment,
        _ body: @escaping @Sendable (AuthComponents) async throws -> Status?
    ) async throws -> Status? {
        let (checking, locked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let hasher = PasswordHasher(cost: AuthTestEnvironment.cost) { _ in
            checking.signal()
            locked.wait()
        }
        let slow = environment.parts(hasher: hasher)
        let outcome = Task { try await body(slow) }
        await Task.detached { Self.wait(checking) }.value
        let fast = environment.parts()
        for _ in 0..<7 { _ = await status { try await fast.signIn("Anna7", "wrong-horse-7") } }
        locked.signal()
        return try await outcome.value
    }

    private static func wait(_ semaphore: DispatchSemaphore) { semaphore.wait() }

    @Test("of a password: what is right is not revealed once the account is locked, also with a second factor")
    func lockedMeanwhile() async throws {
        try await withApp { environment, _, _, _ in
            let refusal = try await lockWhileChecking(environment) { parts in
                await status { try await parts.challenge() }
            }
            #expect(refusal?.code == .unauthenticated && refusal?.reason == .accountLocked)
            #expect(try await environment.count("challenges") == 0)
        }
    }

    @Test("of a password in a session: it proves nothing once the account is locked")
    func lockedInSession() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            let caller = try await environment.signedIn(parts)
            let refusal = try await lockWhileChecking(environment) { parts in
                await parts.refusal(of: .init(proof: .password("correct-horse-7")), by: caller)
            }
            #expect(refusal?.code == .failedPrecondition && refusal?.reason == .accountLocked)
            #expect(try await !environment.auditedActions().contains("identity_proven"))
        }
    }

    @Test("of a closed account: the closing is not revealed once it is locked")
    func lockedClosed() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            let caller = try await environment.signedIn(parts)
            _ = try await parts.closing.closeAccount(
                .init(currentPassword: "correct-horse-7", username: "Anna7"),
                context: caller.context()
            )
            let refusal = try await lockWhileChecking(environment) { parts in
                await status { try await parts.signIn() }
            }
            #expect(refusal?.reason == .accountLocked)
        }
    }

    @Test("that come at once are answered as right or wrong seven times at most, with a second factor, too")
    func flood() async throws {
        try await withApp { environment, first, _, _ in
            let instances = [first, environment.parts()]
            let answers = await withTaskGroup(of: StatusReason?.self) { group in
                for number in 0..<40 {
                    let password = number == 33 ? "correct-horse-7" : "wrong-horse-\(number)"
                    group.addTask {
                        do {
                            let request = Auth.SignInRequest(
                                name: "Anna7",
                                password: password,
                                acceptsChallenge: true
                            )
                            _ = try await instances[number % 2].sessions.signIn(request, context: .test())
                            return nil
                        } catch { return (error as? Status)?.reason }
                    }
                }
                return await group.reduce(into: [StatusReason?]()) { $0.append($1) }
            }
            #expect(answers.count == 40)
            #expect(answers.count { $0 == .wrongCredentials } == 6)
            #expect(answers.count { $0 != .accountLocked } <= 7)
            let actions = try await environment.auditedActions()
            #expect(actions.filter { $0 == "sign_in_failed" }.count == 7)
        }
    }

    @Test("of codes are not more after a password was reset by mail")
    func reset() async throws {
        try await withApp { environment, parts, _, app in
            for _ in 0..<6 {
                let wrong = await parts.refusal(of: .code("000000"), to: try await parts.challenge())
                #expect(wrong?.reason == .wrongFactor)
            }
            _ = try await parts.recovery.requestPasswordReset(.init(name: "Anna7"), context: .test())
            let mails = try await environment.pool.query(
                "SELECT id FROM account_mails WHERE kind = 'password_reset'"
            )
            let token = MailToken(of: try mails[0]["id"], environment.masterKeys).text
            let reset = Auth.ResetPasswordRequest(token: token, newPassword: "battery-staple-8")
            _ = try await parts.recovery.resetPassword(reset, context: .test())
            let last = try await parts.challenge("Anna7", "battery-staple-8")
            let seventh = await parts.refusal(of: .code("000000"), to: last)
            #expect(seventh?.reason == .accountLocked && seventh?.retryDelay == .seconds(900))
            // The right one is not taken either, nor with another challenge.
            for challenge in [last, try await parts.challenge("Anna7", "battery-staple-8")] {
                let right = await parts.refusal(of: .code(app.code(environment)), to: challenge)
                #expect(right?.reason == .accountLocked)
            }
            environment.clock.advance(by: 901)
            let next = try await parts.challenge("Anna7", "battery-staple-8")
            try await parts.complete(next, .code(app.code(environment)))
            let rows = try await environment.pool.query("SELECT failed_codes, codes_locked_until FROM accounts")
            #expect(try rows[0]["failed_codes"] as Int32 == 0)
            #expect(try rows[0]["codes_locked_until"] as Date? == nil)
        }
    }

    @Test("of codes begin anew after a right one, and not after a right password in a session")
    func renewed() async throws {
        try await withApp { environment, parts, caller, app in
            for _ in 0..<6 { _ = await parts.refusal(of: .code("000000"), to: try await parts.challenge()) }
            try await parts.changePassword(by: caller)
            let challenge = try await parts.challenge("Anna7", "Better-horse-8")
            try await parts.complete(challenge, .code(app.code(environment)))
            environment.clock.advance(by: 30)
            for _ in 0..<6 {
                let next = try await parts.challenge("Anna7", "Better-horse-8")
                #expect(await parts.refusal(of: .code("000000"), to: next)?.reason == .wrongFactor)
            }
            try await parts.changePassword("Better-horse-8", to: "Best-horse-9", by: caller)
            let last = try await parts.challenge("Anna7", "Best-horse-9")
            #expect(await parts.refusal(of: .code("000000"), to: last)?.reason == .accountLocked)
        }
    }
}
