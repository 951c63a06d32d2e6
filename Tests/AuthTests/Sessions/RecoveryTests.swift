import AuthMessages
import CommonMessages
import ConcurrencyTestSupport
import Foundation
import FoundationsTestSupport
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Getting back into an account", .timeLimit(.minutes(5)))
struct RecoveryTests {
    private static let newPassword = "battery-staple-8"

    /// Auth, and the mails that it has sent.
    private func withMails(
        _ body: (AuthTestEnvironment, AuthComponents, Recorder<Notifications.SendMailRequest>) async throws -> Void
    ) async throws {
        try await withAuth { environment in
            let mails = Recorder<Notifications.SendMailRequest>()
            let parts = environment.parts { mail in
                mails.record(mail)
                return .init(sentAt: .init(seconds: 1_700_000_123))
            }
            try await parts.register()
            try await body(environment, parts, mails)
        }
    }

    private func request(_ parts: AuthComponents, _ name: String, language: String = "en") async throws {
        _ = try await parts.recovery.requestPasswordReset(.init(name: name), context: .test(language: language))
    }

    /// Asks for a link and has it sent.
    private func link(_ parts: AuthComponents, _ mails: Recorder<Notifications.SendMailRequest>) async throws -> String
    {
        try await request(parts, "Anna7")
        _ = try await parts.mailer.worker.runOnce()
        // Others may go out with it.
        let tokens = mails.values.compactMap { mail in
            if case .passwordReset(let content) = mail.content { content.token } else { nil }
        }
        return try #require(tokens.last)
    }

    private func reset(
        _ parts: AuthComponents,
        _ token: String,
        _ password: String = newPassword,
        key: String? = nil
    ) async throws {
        let request = Auth.ResetPasswordRequest(token: token, newPassword: password)
        _ = try await parts.recovery.resetPassword(request, context: .test(key: key))
    }

    @Test("says nothing of the present password by a link that does nothing any more")
    func oracle() async throws {
        try await withMails { environment, parts, mails in
            let anna = try await environment.signedIn(parts)
            let voided = try await link(parts, mails)
            try await parts.changePassword(by: anna)
            environment.clock.advance(by: 301)
            let used = try await link(parts, mails)
            try await reset(parts, used, "owner-staple-8", key: "key-number-1")
            environment.clock.advance(by: 301)
            let other = try await link(parts, mails)
            try await reset(parts, other, "other-staple-9", key: "key-number-2")
            // The right one, a wrong one, one of before and one that no account can have.
            for token in [voided, used, other] {
                for key in [nil, "key-number-1", "key-number-3"] {
                    var answers: [Status?] = []
                    for password in ["other-staple-9", "owner-staple-8", "Better-horse-8", "wrong-staple-7", "short"] {
                        answers.append(await status { try await reset(parts, token, password, key: key) })
                    }
                    #expect(answers.allSatisfy { $0 == answers[0] } && answers[0]?.reason == "LINK_INVALID")
                }
            }
            #expect(!(try await environment.auditedActions()).contains("sign_in_failed"))
        }
    }

    @Test(
        "mails a link that sets a new password once, ends all sessions, and is told of",
        arguments: ["anna7", "Anna@Example.org"]
    )
    func reset(name: String) async throws {
        try await withMails { environment, parts, mails in
            let session = try await parts.signIn()
            try await request(parts, name)
            #expect(try await parts.mailer.worker.runOnce() == 1)
            let mail = try #require(mails.values.last)
            #expect(mail.address == "anna@example.org" && mail.userID == session.accountID && mail.language == "en")
            guard case .passwordReset(let content) = mail.content else { throw Status.invalid([]) }
            #expect(content.username == "Anna7" && content.minutes == 60)
            try await reset(parts, content.token)
            #expect(await status { try await parts.signIn() }?.reason == .wrongCredentials)
            try await parts.signIn("Anna7", Self.newPassword)
            #expect(await status { try await parts.refresh(session.refreshToken) }?.reason == .sessionEnded)
            #expect(try await environment.auditedActions().contains("password_reset"))
            #expect(try await environment.count("revocations") == 1)
            _ = try await parts.mailer.worker.runOnce()
            guard case .passwordChanged = mails.values.last?.content else {
                Issue.record("the owner is not told")
                return
            }
        }
    }

    @Test("mails one link when it is asked for ten times at once, also of a name that nobody has")
    func atOnce() async throws {
        try await withMails { environment, parts, mails in
            for (number, name) in ["Anna7", "nobody@example.org"].enumerated() {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<10 { group.addTask { try await request(parts, name) } }
                    try await group.waitForAll()
                }
                let rows = try await environment.pool.query(
                    "SELECT 1 FROM account_mails WHERE kind = 'password_reset'"
                )
                #expect(rows.count == number + 1, "\(name)")
            }
        }
    }

    @Test("answers alike where there is no account, and sends nothing")
    func unknown() async throws {
        try await withMails { environment, parts, mails in
            for name in ["Nobody", "nobody@example.org", "' OR true --", "nobody"] { try await request(parts, name) }
            #expect(try await environment.count("account_mails") == 4)
            #expect(try await parts.mailer.worker.runOnce() == 3)
            #expect(mails.count == 0)
            // Asked for again, and once its time is over.
            try await request(parts, "Nobody")
            #expect(try await environment.count("account_mails") == 4)
            environment.clock.advance(by: 2 * 86_400 + 1)
            try await parts.deleteExpired()
            #expect(try await environment.count("account_mails") == 0)
            let long = await status { try await request(parts, String(repeating: "x", count: 255)) }
            #expect(long?.fieldViolations.map(\.field) == ["name"])
            #expect(await status { try await request(parts, "") }?.fieldViolations.map(\.field) == ["name"])
        }
    }

    @Test("is refused with a link that was used, is too old, was changed or is no link")
    func linkInvalid() async throws {
        try await withMails { environment, parts, mails in
            let token = try await link(parts, mails)
            environment.clock.advance(by: 400)
            let other = try await link(parts, mails)
            #expect(other != token)
            // With one of them both are used.
            try await reset(parts, token, key: "key-number-1")
            for invalid in [other, "", "nonsense", changed(token), String(repeating: "A", count: 64)] {
                let refusal = await status { try await reset(parts, invalid, "yet-another-9") }
                #expect(refusal?.reason == "LINK_INVALID" && refusal?.code == .invalidArgument, "\(invalid)")
                #expect(refusal?.fieldViolations.map(\.field) == ["token"])
            }
            // The response was lost; with another password it is another request.
            try await reset(parts, token, key: "key-number-1")
            for (password, key) in [("yet-another-9", "key-number-1"), (Self.newPassword, "key-number-2")] {
                #expect(await status { try await reset(parts, token, password, key: key) }?.reason == "LINK_INVALID")
            }
            #expect(await status { try await reset(parts, token) }?.reason == "LINK_INVALID")
            environment.clock.advance(by: 400)
            let late = try await link(parts, mails)
            environment.clock.advance(by: 3_601)
            #expect(await status { try await reset(parts, late) }?.reason == "LINK_INVALID")
            try await parts.signIn("Anna7", Self.newPassword)
        }
    }

    @Test("names what is wrong with a password, and the link can be used again")
    func weakPassword() async throws {
        try await withMails { _, parts, mails in
            let token = try await link(parts, mails)
            let refusal = await status { try await reset(parts, token, "short") }
            #expect(refusal?.fieldViolations.map(\.field) == ["new_password"])
            try await reset(parts, token)
        }
    }

    @Test("by two at once succeeds for one of them")
    func concurrent() async throws {
        try await withMails { environment, parts, mails in
            let token = try await link(parts, mails)
            let outcomes = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<6 {
                    group.addTask { (try? await reset(parts, token, "battery-staple-\(number)")) != nil }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(outcomes == 1)
            #expect(try await environment.auditedActions().filter { $0 == "password_reset" }.count == 1)
        }
    }

    @Test("is offered by mail when an account is locked, in the language of its last sign-in, and lifts the lock")
    func locked() async throws {
        try await withMails { environment, parts, mails in
            let signIn = Auth.SignInRequest(name: "Anna7", password: "correct-horse-7")
            _ = try await parts.sessions.signIn(signIn, context: .test(language: "fr"))
            for _ in 0..<7 { _ = await status { try await parts.signIn("Anna7", "wrong-horse-7") } }
            #expect(await status { try await parts.signIn() }?.reason == "ACCOUNT_LOCKED")
            _ = try await parts.mailer.worker.runOnce()
            let mail = try #require(mails.values.last)
            guard case .accountLocked(let content) = mail.content else { throw Status.invalid([]) }
            #expect(mail.language == "fr" && content.username == "Anna7")
            try await reset(parts, content.token)
            try await parts.signIn("Anna7", Self.newPassword)
            #expect(mails.count == 1)
        }
    }

    @Test("gets one mail in five minutes, however often it is asked for")
    func pause() async throws {
        try await withMails { environment, parts, mails in
            for _ in 0..<5 { try await request(parts, "Anna7") }
            _ = try await parts.mailer.worker.runOnce()
            #expect(mails.count == 1)
            environment.clock.advance(by: 301)
            try await request(parts, "Anna7", language: "fr")
            _ = try await parts.mailer.worker.runOnce()
            #expect(mails.values.map(\.language) == ["en", "fr"])
        }
    }

    @Test(
        "is tried again while mails cannot be sent, with the same link, and given up for an address that does not work"
    )
    func unavailable() async throws {
        try await withAuth { environment in
            let (mails, outcomes) = (Recorder<Notifications.SendMailRequest>(), Recorder<Status?>())
            let parts = environment.parts { mail in
                mails.record(mail)
                if let failure = outcomes.values.last ?? nil { throw failure }
                return .init(sentAt: .init(seconds: 1_700_000_123))
            }
            try await parts.register()
            try await request(parts, "Anna7")
            outcomes.record(Status(.unavailable, "not now"))
            _ = try await parts.mailer.worker.runOnce()
            environment.clock.advance(by: 60)
            outcomes.record(nil)
            _ = try await parts.mailer.worker.runOnce()
            #expect(mails.count == 2 && mails.values[0].mailID == mails.values[1].mailID)
            guard case .passwordReset(let first) = mails.values[0].content,
                case .passwordReset(let second) = mails.values[1].content
            else { throw Status.invalid([]) }
            #expect(first.token == second.token)
            let sent = try await environment.pool.query("SELECT sent_at FROM account_mails WHERE sent_at IS NOT NULL")
            #expect(try sent.map { try $0["sent_at"] as Date } == [Date(timeIntervalSince1970: 1_700_000_123)])
            environment.clock.advance(by: 301)
            try await request(parts, "Anna7")
            outcomes.record(Status(.failedPrecondition, "no such address"))
            _ = try await parts.mailer.worker.runOnce()
            environment.clock.advance(by: 86_400)
            #expect(try await parts.mailer.worker.runOnce() == 0)
            #expect(mails.count == 3)
        }
    }

    @Test("leaves no secret in the database")
    func secrets() async throws {
        try await withMails { environment, parts, mails in
            let token = try await link(parts, mails)
            let rows = try await environment.pool.query("SELECT row_to_json(m)::text AS row FROM account_mails m")
            let dump = try rows.map { try $0["row"] as String }.joined()
            let hash = Data(base64Encoded: token.replacing("-", with: "+").replacing("_", with: "/"))!.suffix(32)
            let hex = hash.map { String(format: "%02x", $0) }.joined()
            #expect(!dump.isEmpty && !dump.contains(hex) && !dump.contains(hash.base64EncodedString()))
            #expect(!dump.contains("anna@example.org"))
        }
    }
}
