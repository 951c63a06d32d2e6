import AuthMessages
import ConcurrencyTestSupport
import Foundation
import Foundations
import FoundationsTestSupport
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Another e-mail address", .timeLimit(.minutes(5)))
struct EmailChangeTests {
    /// Runs a test with a registered user, who is signed in.
    private func with(_ body: (MailedAuth, SignedIn) async throws -> Void) async throws {
        try await MailedAuth.with { auth in
            try await auth.parts.register()
            try await body(auth, try await auth.environment.signedIn(auth.parts))
        }
    }

    @Test("is refused with a wrong password, which counts as a failed sign-in, and in a wrong form")
    func refused() async throws {
        try await with { auth, anna in
            for number in 1...7 {
                let refusal = await status {
                    try await auth.change(to: "new@example.org", by: anna, password: "wrong-horse-7")
                }
                #expect(refusal?.reason == (number < 7 ? "WRONG_PASSWORD" : "ACCOUNT_LOCKED"))
            }
            #expect(await status { try await auth.change(to: "new@example.org", by: anna) }?.reason == "ACCOUNT_LOCKED")
            let invalid = await status { try await auth.change(to: "nonsense", by: anna, password: "") }
            #expect(invalid?.fieldViolations.map(\.field) == ["current_password", "new_email"])
            let nobody = await status {
                try await auth.parts.emails.changeEmail(
                    .init(currentPassword: "correct-horse-7", newEmail: "new@example.org"),
                    context: .test()
                )
            }
            #expect(nobody?.code == .unauthenticated)
            let mails = try await auth.environment.pool.query("SELECT 1 FROM account_mails WHERE kind = 'email_change'")
            #expect(mails.isEmpty)
        }
    }

    @Test("of another account is a conflict, when it is asked for and when it is confirmed")
    func taken() async throws {
        try await with { auth, anna in
            try await auth.parts.register(.test(username: "Ben", email: "ben@example.org"))
            let refusal = await status { try await auth.change(to: "BEN@example.org", by: anna) }
            #expect(refusal?.code == .alreadyExists && refusal?.reason == "TAKEN")
            #expect(refusal?.fieldViolations.map(\.field) == ["new_email"])
            try await auth.change(to: "new@example.org", by: anna)
            let token = try await auth.deliver(.emailChange)
            try await auth.parts.register(.test(username: "Eve", email: "new@example.org"))
            let late = await status { try await auth.confirm(token) }
            #expect(late?.code == .alreadyExists && late?.reason == "TAKEN")
            #expect(try await auth.account(of: anna).email == "anna@example.org")
            try await auth.parts.signIn("anna@example.org")
        }
    }

    @Test("leaves the present one until it is confirmed; a link of yesterday does nothing")
    func unconfirmed() async throws {
        try await with { auth, anna in
            try await auth.change(to: "new@example.org", by: anna)
            let token = try await auth.deliver(.emailChange)
            let account = try await auth.account(of: anna)
            #expect(account.email == "anna@example.org" && account.newEmail == "new@example.org")
            #expect(await status { try await auth.parts.signIn("new@example.org") }?.reason == "WRONG_CREDENTIALS")
            auth.environment.clock.advance(by: 86_401)
            #expect(await status { try await auth.confirm(token) }?.reason == "LINK_EXPIRED")
            #expect(try await auth.account(of: anna).newEmail.isEmpty)
            try await auth.parts.signIn("anna@example.org")
        }
    }

    @Test("is effective at once when it is confirmed, and told to the former one")
    func confirmed() async throws {
        try await with { auth, anna in
            try await auth.change(to: "New@example.org", by: anna)
            let token = try await auth.deliver(.emailChange)
            let confirmations = auth.addresses { if case .confirmEmail = $0 { true } else { false } }
            #expect(confirmations == ["New@example.org"])
            let response = try await auth.confirm(token, key: "key-number-1")
            #expect(response == .init(username: "Anna7", purpose: .change))
            #expect(try await auth.account(of: anna).email == "New@example.org")
            try await auth.parts.signIn("new@example.org")
            #expect(await status { try await auth.parts.signIn("anna@example.org") }?.reason == "WRONG_CREDENTIALS")
            #expect(try await auth.confirm(token, key: "key-number-1") == response)
            #expect(await status { try await auth.confirm(token) }?.reason == "LINK_INVALID")
            _ = try await auth.deliver(.emailChanged)
            let (content, mail) = try auth.last { if case .emailChanged(let sent) = $0 { sent } else { nil } }
            #expect(mail.address == "anna@example.org" && content.hours == 7 * 24)
            #expect(try await auth.environment.auditedActions().contains("email_changed"))
            // The former address is free.
            try await auth.parts.register(.test(username: "Ben", email: "anna@example.org"))
        }
    }

    @Test("can be taken back from the former one within a week, which ends all sessions")
    func restored() async throws {
        try await with { auth, anna in
            try await auth.change(to: "thief@example.org", by: anna)
            try await auth.confirm(try await auth.deliver(.emailChange))
            let restoring = try await auth.deliver(.emailChanged)
            auth.environment.clock.advance(by: 3_601)
            // A thief who goes on does not stop it.
            try await auth.change(to: "thief2@example.org", by: try await auth.environment.signedIn(auth.parts))
            let going = try await auth.deliver(.emailChange)
            #expect(try await auth.confirm(restoring).purpose == .restoration)
            #expect(try await auth.account(of: anna).email == "anna@example.org")
            #expect(await status { try await auth.parts.refresh(anna.tokens.refreshToken) }?.reason == "SESSION_ENDED")
            #expect(await status { try await auth.confirm(going) }?.reason == "LINK_INVALID")
            let count = auth.mails.count
            _ = try await auth.parts.mailer.worker.runOnce()
            #expect(auth.mails.count == count)
            #expect(try await auth.environment.auditedActions().contains("email_restored"))
            // The thief knows the password, and its owner sets another one by mail.
            #expect(await status { try await auth.parts.signIn() }?.reason == "WRONG_CREDENTIALS")
        }
    }

    @Test("is not made any more by a link from before the password was changed or the account closed")
    func voided() async throws {
        try await with { auth, anna in
            try await auth.change(to: "thief@example.org", by: anna)
            let before = try await auth.deliver(.emailChange)
            try await auth.parts.changePassword(by: anna)
            #expect(await status { try await auth.confirm(before) }?.reason == "LINK_INVALID")
            #expect(try await auth.account(of: anna).email == "anna@example.org")
        }
    }

    @Test("makes links to a new password that were mailed to the former one useless")
    func resetLinks() async throws {
        try await with { auth, anna in
            _ = try await auth.parts.recovery.requestPasswordReset(.init(name: "Anna7"), context: .test())
            let reset = try await auth.deliver(.passwordReset)
            try await auth.change(to: "new@example.org", by: anna)
            try await auth.confirm(try await auth.deliver(.emailChange))
            let refusal = await status {
                try await auth.parts.recovery.resetPassword(
                    .init(token: reset, newPassword: "battery-staple-8"),
                    context: .test()
                )
            }
            #expect(refusal?.reason == "LINK_INVALID")
        }
    }

    @Test("gets one mail for the same request, and five in an hour for others, of which the last link works")
    func limited() async throws {
        try await with { auth, anna in
            for _ in 0..<3 { try await auth.change(to: "new0@example.org", by: anna) }
            let first = try await auth.deliver(.emailChange)
            #expect(auth.mails.count == 2)
            for number in 1..<5 { try await auth.change(to: "new\(number)@example.org", by: anna) }
            let last = try await auth.deliver(.emailChange)
            let refusal = await status { try await auth.change(to: "new5@example.org", by: anna) }
            #expect(refusal?.code == .resourceExhausted && refusal?.reason == "TOO_MANY_MAILS")
            #expect(refusal?.retryDelay == .seconds(3_600))
            #expect(await status { try await auth.confirm(first) }?.reason == "LINK_INVALID")
            try await auth.confirm(last)
            #expect(try await auth.account(of: anna).email == "new4@example.org")
            auth.environment.clock.advance(by: 3_601)
            try await auth.change(to: "new5@example.org", by: anna)
        }
    }

    @Test("of others count among the five in an hour, so that nobody finds out who has an account; they send nothing")
    func probing() async throws {
        try await with { auth, anna in
            for number in 0..<6 {
                try await auth.parts.register(.test(username: "Ben\(number)", email: "ben\(number)@example.org"))
            }
            try await auth.change(to: "new@example.org", by: anna)
            for number in 0..<4 {
                let refusal = await status { try await auth.change(to: "ben\(number)@example.org", by: anna) }
                #expect(refusal?.reason == "TAKEN")
            }
            for address in ["ben5@example.org", "free@example.org"] {
                let refusal = await status { try await auth.change(to: address, by: anna) }
                #expect(refusal?.reason == "TOO_MANY_MAILS", "the answer says nothing of the address")
            }
            #expect(try await auth.account(of: anna).newEmail == "new@example.org")
            try await auth.confirm(try await auth.deliver(.emailChange))
            #expect(try await auth.account(of: anna).email == "new@example.org")
        }
    }

    @Test("is not readable in the database before it is confirmed")
    func encrypted() async throws {
        try await with { auth, anna in
            try await auth.change(to: "seeded-new@example.org", by: anna)
            for table in ["account_mails", "accounts", "email_lookups"] {
                let rows = try await auth.environment.pool.query(
                    "SELECT row_to_json(t)::text AS row FROM \(identifier: table) t"
                )
                let dump = try rows.map { try $0["row"] as String }.joined()
                #expect(!dump.contains("seeded-new"))
                #expect(!dump.contains("seeded-new".utf8.map { String(format: "%02x", $0) }.joined()))
            }
        }
    }
}
