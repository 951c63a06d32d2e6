import AuthMessages
import CommonMessages
import ConcurrencyTestSupport
import Foundation
import FoundationsTestSupport
import NotificationsMessages
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Closing and reopening an account", .timeLimit(.minutes(5)))
struct ClosingTests {
    /// Auth with a user who is signed in on a phone.
    private func withSession(
        _ body: (AuthTestEnvironment, AuthComponents, SignedIn) async throws -> Void
    ) async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            try await body(environment, parts, try await environment.signedIn(parts, device: "phone"))
        }
    }

    private func isClosed(_ environment: AuthTestEnvironment) async throws -> Bool {
        try await environment.pool.query("SELECT 1 FROM accounts WHERE closed_at IS NOT NULL").count > 0
    }

    @Test("names every invalid field, and closes nothing")
    func invalid() async throws {
        try await withSession { environment, parts, anna async throws in
            let both = await status { try await parts.close("", username: "", by: anna) }
            #expect(both?.code == .invalidArgument)
            #expect(both?.fieldViolations.map(\.field) == ["current_password", "username"])
            let other = await status { try await parts.close(username: "Berta8", by: anna) }
            #expect(other?.fieldViolations.map(\.field) == ["username"])
            let wrong = await status { try await parts.close("wrong-horse-7", by: anna) }
            #expect(wrong?.reason == .wrongPassword && wrong?.code == .invalidArgument)
            #expect(
                try await environment.auditedActions() == [
                    "registered", "email_verified", "signed_in", "sign_in_failed",
                ]
            )
            for _ in 1...6 { _ = await status { try await parts.close("wrong-horse-7", by: anna) } }
            let locked = await status { try await parts.close(by: anna) }
            #expect(locked?.code == .failedPrecondition && locked?.reason == .accountLocked)
            #expect(try await !isClosed(environment))
            try await parts.refresh(anna.tokens.refreshToken)
        }
    }

    @Test("ends all sessions at once, and says that it is closed to nobody but who has the password")
    func closed() async throws {
        try await withSession { environment, parts, anna in
            let tablet = try await environment.signedIn(parts, device: "tablet")
            let end = try await parts.close(username: "anna7", by: anna)
            #expect(abs(end.timeIntervalSince(AccountClosure.end(after: environment.clock.now))) < 0.001)
            // Whoever did not get the answer asks again.
            #expect(try await abs(parts.close(by: anna).timeIntervalSince(end)) < 0.001)
            for session in [anna, tablet] {
                let refusal = await status { try await parts.refresh(session.tokens.refreshToken) }
                #expect(refusal?.reason == .sessionEnded)
            }
            #expect(try await environment.count("revocations") == 2)
            let refusal = await status { try await parts.signIn() }
            #expect(refusal?.code == .failedPrecondition && refusal?.reason == .accountClosed)
            #expect(await status { try await parts.signIn("Anna7", "wrong-horse-7") }?.reason == .wrongCredentials)
            let actions = try await environment.auditedActions()
            #expect(actions.suffix(4) == ["closed", "session_ended", "session_ended", "sign_in_failed"])
            // Nobody else takes the name meanwhile.
            let taken = await status { try await parts.register(.test(email: "other@example.org")) }
            #expect(taken?.code == .alreadyExists)
        }
    }

    @Test("is confirmed by a mail, in the language of the owner", arguments: ["en", "fr"])
    func mail(language: String) async throws {
        try await withAuth { environment in
            let mails = Recorder<Notifications.SendMailRequest>()
            let parts = environment.parts { mail in
                mails.record(mail)
                return .init(sentAt: .init(seconds: 1))
            }
            try await parts.register()
            let tokens = try await parts.sessions.signIn(
                .init(name: "Anna7", password: "correct-horse-7"),
                context: .test(language: language)
            )
            let verifier = TokenVerifier(clock: environment.clock) { try await parts.keys.store.verificationKeys() }
            let anna = SignedIn(tokens: tokens, user: try await verifier.verify(tokens.accessToken))
            try await parts.close(by: anna)
            #expect(try await parts.mailer.worker.runOnce() >= 1)
            let content = Notifications.SendMailRequest.Content.accountClosed(.init(username: "Anna7", months: 6))
            let mail = try #require(mails.values.last { $0.content == content })
            #expect(mail.language == language && mail.address == "anna@example.org")
        }
    }

    @Test("can be undone until six months less a day are over, by the password alone")
    func reopened() async throws {
        try await withSession { environment, parts, anna in
            let end = try await parts.close(by: anna)
            environment.clock.advance(by: end.timeIntervalSince(environment.clock.now) - 86_400)
            #expect(try await parts.eraser.store.beginDue(at: environment.clock.now) == 0)
            let refusal = await status { try await parts.reopen("Anna7", "wrong-horse-7") }
            #expect(refusal?.reason == .wrongCredentials)
            try await parts.reopen("anna@example.org")
            try await parts.reopen()
            try await parts.signIn()
            #expect(try await environment.auditedActions().filter { $0 == "reopened" }.count == 1)
            environment.clock.advance(by: 400 * 86_400)
            #expect(try await parts.eraser.store.beginDue(at: environment.clock.now) == 0)
        }
    }

    @Test("is undone with the second factor where there is one, which counts as in signing in")
    func reopenedWithFactor() async throws {
        try await withSession { environment, parts, anna in
            let (app, codes) = try await parts.addApp(environment, by: anna)
            try await parts.close(by: anna)
            let plain = await status { try await parts.reopen(acceptsChallenge: false) }
            #expect(plain?.code == .unauthenticated && plain?.reason == .secondFactorRequired)
            let challenge = try #require(try await parts.reopen())
            #expect(challenge.kinds == [.authenticatorApp, .recoveryCode])
            #expect(try await isClosed(environment))
            // It opens no session, and a sign-in's does not reopen.
            let signIn = await status { try await parts.complete(challenge, .code(app.code(environment))) }
            #expect(signIn?.reason == .challengeExpired)
            let wrong = await status { try await parts.completeReopening(challenge, "000000") }
            #expect(wrong?.code == .unauthenticated && wrong?.reason == .wrongFactor)
            #expect(try await isClosed(environment))
            try await parts.completeReopening(challenge, app.code(environment))
            #expect(try await !isClosed(environment))
            let again = await status { try await parts.completeReopening(challenge, codes[0]) }
            #expect(again?.reason == .challengeExpired)
            // An open one stays so.
            #expect(try await parts.reopen() == nil)
        }
    }

    @Test("ends with the six months also between the two steps")
    func reopeningTooLate() async throws {
        try await withSession { environment, parts, anna in
            let (app, _) = try await parts.addApp(environment, by: anna)
            let end = try await parts.close(by: anna)
            environment.clock.advance(by: end.timeIntervalSince(environment.clock.now) - 60)
            let challenge = try #require(try await parts.reopen())
            environment.clock.advance(by: 61)
            let late = await status { try await parts.completeReopening(challenge, app.code(environment)) }
            #expect(late?.reason == .challengeExpired)
            #expect(try await isClosed(environment))
        }
    }

    @Test("is guarded against guessed codes")
    func reopeningGuessed() async throws {
        try await withSession { environment, parts, anna in
            try await parts.addApp(environment, by: anna)
            try await parts.close(by: anna)
            for number in 1...7 {
                let challenge = try #require(try await parts.reopen())
                let refused = await status { try await parts.completeReopening(challenge, "000000") }
                #expect(refused?.reason == (number < 7 ? .wrongFactor : .accountLocked))
            }
            #expect(await status { try await parts.reopen() }?.reason == .accountLocked)
            #expect(try await isClosed(environment))
        }
    }

    @Test("is told to the owner when it is undone, with a link that secures the account")
    func reopenedMail() async throws {
        try await MailedAuth.with { auth in
            try await auth.parts.register()
            try await auth.parts.close(by: try await auth.environment.signedIn(auth.parts))
            try await auth.parts.reopen()
            let token = try await auth.deliver(.accountReopened)
            let (content, mail) = try auth.last { if case .accountReopened(let sent) = $0 { sent } else { nil } }
            #expect(content == .init(username: "Anna7", token: token, hours: 168))
            #expect(mail.address == "anna@example.org")
            #expect(try await auth.confirm(token).purpose == .securing)
            #expect(await status { try await auth.parts.signIn() }?.reason == "WRONG_CREDENTIALS")
        }
    }

    @Test("takes the second factor where there is one")
    func closingWithFactor() async throws {
        try await withSession { environment, parts, anna in
            try await parts.addApp(environment, by: anna)
            environment.clock.advance(by: 300)
            let refused = await status { try await parts.close(by: anna) }
            #expect(refused?.code == .failedPrecondition && refused?.reason == .stepUpRequired)
            #expect(try await !isClosed(environment))
        }
    }

    @Test("can't be undone once six months are over")
    func tooLate() async throws {
        try await withSession { environment, parts, anna in
            let end = try await parts.close(by: anna)
            environment.clock.advance(by: end.timeIntervalSince(environment.clock.now) + 1)
            #expect(await status { try await parts.reopen() }?.reason == .wrongCredentials)
            #expect(await status { try await parts.signIn() }?.reason == .wrongCredentials)
            #expect(try await parts.eraser.store.beginDue(at: environment.clock.now) == 1)
            #expect(try await parts.eraser.store.beginDue(at: environment.clock.now) == 0)
        }
    }

    @Test("locks after seven wrong passwords for reopening, as for signing in")
    func guessed() async throws {
        try await withSession { _, parts, anna in
            try await parts.close(by: anna)
            for _ in 1...6 { _ = await status { try await parts.reopen("Anna7", "wrong-horse-7") } }
            let locked = await status { try await parts.reopen("Anna7", "wrong-horse-7") }
            #expect(locked?.reason == .accountLocked)
            #expect(await status { try await parts.reopen() }?.reason == .accountLocked)
            #expect(await status { try await parts.reopen("Nobody") }?.reason == .wrongCredentials)
        }
    }

    @Test(
        "ends after six months of the calendar",
        arguments: [
            ("2026-01-15T12:00:00Z", "2026-07-15T12:00:00Z"), ("2026-08-31T23:59:59Z", "2027-02-28T23:59:59Z"),
            ("2027-08-31T00:00:00Z", "2028-02-29T00:00:00Z"),
        ]
    )
    func months(closed: String, end: String) throws {
        let time = try Date(closed, strategy: .iso8601)
        #expect(AccountClosure.end(after: time) == (try Date(end, strategy: .iso8601)))
    }
}

extension AuthComponents {
    /// Closes the account of a session.
    /// - Returns: Until when it can be reopened.
    @discardableResult
    func close(
        _ password: String = "correct-horse-7",
        username: String = "Anna7",
        by caller: SignedIn
    ) async throws -> Date {
        let request = Auth.CloseAccountRequest(currentPassword: password, username: username)
        let response = try await closing.closeAccount(request, context: caller.context())
        return try #require(response.reopenableUntil?.date)
    }

    @discardableResult
    func reopen(
        _ name: String = "Anna7",
        _ password: String = "correct-horse-7",
        acceptsChallenge: Bool = true
    ) async throws -> Auth.FactorChallenge? {
        let request = Auth.ReopenAccountRequest(name: name, password: password, acceptsChallenge: acceptsChallenge)
        return try await closing.reopenAccount(request, context: .test()).challenge
    }

    func completeReopening(_ challenge: Auth.FactorChallenge, _ code: String) async throws {
        let request = Auth.CompleteReopeningRequest(token: challenge.token, answer: .init(answer: .code(code)))
        _ = try await closing.completeReopening(request, context: .test())
    }
}
