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

@Suite("An address that nobody has confirmed", .timeLimit(.minutes(5)))
struct ClaimTests {
    /// A stranger's registration with Anna's address.
    private static let strangers = Auth.RegisterRequest.test(username: "Eve", password: "stranger-horse-7")

    @Test("is not confirmed by whoever reads the mail: it takes the password, or who has registered")
    func oneClick() async throws {
        try await MailedAuth.with { auth in
            let eve = try await auth.register(Self.strangers)
            let link = try await auth.deliver(.emailVerification)
            let other = try await auth.register(.test(username: "Ben", email: "ben@example.org"))
            let click = await status { try await auth.confirm(link, password: "") }
            #expect(click?.code == .invalidArgument && click?.reason == "PASSWORD_REQUIRED")
            #expect(click?.fieldViolations.map(\.field) == ["password"])
            // Neither another registration nor a link is a registration's token, nor the id.
            for token in [other.registrationToken, link, eve.id, "x"] {
                let refused = await status { try await auth.confirm(link, password: "", registration: token) }
                #expect(refused == click)
            }
            #expect(try await auth.state(of: eve).state == .sent)
            #expect(try await auth.environment.count("email_lookups") == 0)
            try await auth.confirm(link, password: "", registration: eve.registrationToken)
            #expect(try await auth.state(of: eve).state == .verified)
        }
    }

    @Test("gives no password to whoever has the link: wrong ones count, and the seventh locks the account")
    func guessed() async throws {
        try await MailedAuth.with { auth in
            try await auth.register(Self.strangers)
            let link = try await auth.deliver(.emailVerification)
            for number in 1...7 {
                let refused = await status { try await auth.confirm(link) }
                #expect(refused?.reason == (number < 7 ? "WRONG_PASSWORD" : "ACCOUNT_LOCKED"))
            }
            let locked = await status { try await auth.confirm(link, password: "stranger-horse-7") }
            #expect(locked?.reason == "ACCOUNT_LOCKED")
            auth.environment.clock.advance(by: 901)
            try await auth.confirm(link, password: "stranger-horse-7")
        }
    }

    @Test("is claimed by any number of registrations, and held by the first that confirms it")
    func claims() async throws {
        try await MailedAuth.with { auth in
            try await auth.register(Self.strangers)
            let eves = try await auth.deliver(.emailVerification)
            auth.environment.clock.advance(by: 1)
            let anna = try await auth.register(.test(email: "ANNA@example.org"))
            let annas = try await auth.deliver(.emailVerification)
            #expect(eves != annas)
            try await auth.confirm(annas, password: "", registration: anna.registrationToken)
            let late = await status { try await auth.confirm(eves, password: "stranger-horse-7") }
            #expect(late?.code == .alreadyExists && late?.reason == "TAKEN")
            #expect(late?.fieldViolations.map(\.field) == ["email"])
            try await auth.parts.signIn("anna@example.org")
            let third = await status { try await auth.register(.test(username: "Third")) }
            #expect(third?.code == .alreadyExists && third?.fieldViolations.map(\.field) == ["email"])
            auth.environment.clock.advance(by: 2 * 86_400)
            #expect(try await auth.parts.registrations.eraseExpired() == 1)
            try await auth.parts.signIn("anna@example.org")
        }
    }

    @Test("is confirmed for one of several that do so at once")
    func concurrent() async throws {
        try await MailedAuth.with { auth in
            var links: [(String, String)] = []
            for number in 0..<6 {
                let account = try await auth.register(.test(username: "User\(number)"))
                links.append(
                    (try #require(try await auth.parts.verificationToken(of: account)), account.registrationToken)
                )
            }
            let reasons = await withTaskGroup(of: StatusReason?.self) { group in
                for (link, token) in links {
                    group.addTask {
                        do {
                            try await auth.confirm(link, password: "", registration: token)
                            return nil
                        } catch { return (error as? Status)?.reason ?? "OTHER" }
                    }
                }
                return await group.reduce(into: [StatusReason?]()) { $0.append($1) }
            }
            #expect(reasons.count { $0 == nil } == 1)
            #expect(reasons.count { $0 == "TAKEN" } == 5)
            #expect(try await auth.environment.count("email_lookups") == 1)
        }
    }

    @Test("names the account that signs in, unconfirmed as it is, but holds nothing")
    func signIn() async throws {
        try await MailedAuth.with { auth in
            try await auth.register()
            let refused = await status { try await auth.parts.signIn("anna@example.org") }
            #expect(refused?.reason == "EMAIL_UNVERIFIED")
            #expect(
                await status { try await auth.parts.signIn("anna@example.org", "wrong-horse-7") }?.reason
                    == "WRONG_CREDENTIALS"
            )
            auth.environment.clock.advance(by: 2 * 86_400)
            #expect(await status { try await auth.parts.signIn("anna@example.org") }?.reason == "WRONG_CREDENTIALS")
        }
    }

    @Test("gets the first link of each account, and ten further ones in an hour, however many claim it")
    func mails() async throws {
        try await MailedAuth.with { auth in
            func sent() async throws -> Int {
                while try await auth.parts.mailer.worker.runOnce() > 0 {}
                return auth.mails.count
            }
            for number in 0..<15 { try await auth.register(.test(username: "User\(number)")) }
            #expect(try await sent() == 15)
            auth.environment.clock.advance(by: 61)
            for number in 0..<15 { try await auth.resend("User\(number)") }
            #expect(try await sent() == 25)
            // Neither another address, nor who registers with this one now.
            try await auth.register(.test(username: "Ben", email: "ben@example.org"))
            try await auth.register(.test(username: "Anna"))
            #expect(try await sent() == 27)
            auth.environment.clock.advance(by: 3_601)
            try await auth.resend("User14")
            #expect(try await sent() == 28)
        }
    }

    @Test("gets thirty links of registrations in a day, and apart from those what its owner asks for")
    func flood() async throws {
        try await MailedAuth.with { auth in
            func sent() async throws -> Int {
                while try await auth.parts.mailer.worker.runOnce() > 0 {}
                return auth.mails.count
            }
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<34 {
                    group.addTask { _ = try? await auth.register(.test(username: "Eve\(number)")) }
                }
            }
            #expect(try await auth.environment.count("accounts") == 34)
            #expect(try await sent() == 30)
            // The registration is one like others, but for the mail, for which its owner asks.
            let anna = try await auth.register()
            #expect(try await sent() == 30)
            #expect(try await auth.state(of: anna).state == .pending)
            auth.environment.clock.advance(by: 1)
            try await auth.resend("Anna7")
            let link = try await auth.deliver()
            #expect(auth.mails.count == 31)
            for number in 0..<12 { try await auth.resend("Eve\(number)") }
            auth.environment.clock.advance(by: 61)
            for number in 0..<12 { try await auth.resend("Eve\(number)") }
            #expect(try await sent() == 40)
            try await auth.register(.test(username: "Ben", email: "ben@example.org"))
            #expect(try await sent() == 41)
            auth.environment.clock.advance(by: 86_400)
            try await auth.register(.test(username: "Cleo"))
            #expect(try await sent() == 42)
            try await auth.confirm(link, password: "", registration: anna.registrationToken)
            #expect(try await auth.state(of: anna).state == .verified)
        }
    }

    @Test("gets no more when links are asked for at once: one of an account, and ten of all that claim it")
    func atOnce() async throws {
        try await MailedAuth.with { auth in
            func mails() async throws -> Int { try await auth.environment.count("account_mails") }
            func resend(_ names: [String]) async throws {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for name in names { group.addTask { try await auth.resend(name) } }
                    try await group.waitForAll()
                }
            }
            for number in 0..<15 { try await auth.register(.test(username: "User\(number)")) }
            try await auth.register(.test(username: "Ben", email: "ben@example.org"))
            auth.environment.clock.advance(by: 61)
            try await resend((0..<15).map { "User\($0)" })
            #expect(try await mails() == 16 + 10)
            try await resend(Array(repeating: "Ben", count: 10))
            #expect(try await mails() == 16 + 11)
            try await resend(Array(repeating: "nobody@example.org", count: 10))
            #expect(try await mails() == 16 + 12)
        }
    }

    @Test("that is to replace another one is not confirmed by one click either, but by the session or the password")
    func change() async throws {
        try await MailedAuth.with { auth in
            try await auth.parts.register(Self.strangers)
            try await auth.parts.register(.test(username: "Ben", email: "ben@example.org"))
            let ben = try await auth.environment.signedIn(auth.parts, "Ben")
            try await auth.change(to: "victim@example.org", by: ben)
            let link = try await auth.deliver(.emailChange)
            #expect(await status { try await auth.confirm(link, password: "") }?.reason == "PASSWORD_REQUIRED")
            #expect(
                await status { try await auth.confirm(link, password: "wrong-horse-7") }?.reason == "WRONG_PASSWORD"
            )
            try await auth.parts.register(.test(username: "Cleo", email: "cleo@example.org"))
            let cleo = try await auth.environment.signedIn(auth.parts, "Cleo")
            let other = await status { try await auth.confirmOwn(link, by: cleo) }
            #expect(other?.code == .invalidArgument && other?.reason == "PASSWORD_REQUIRED")
            // Nor by a session that has ended.
            let ended = try await auth.environment.signedIn(auth.parts, "Ben")
            try await auth.parts.signOut(ended.tokens.refreshToken)
            #expect(await status { try await auth.confirmOwn(link, by: ended) }?.code == .unauthenticated)
            #expect(try await auth.account(of: ben).email == "ben@example.org")
            #expect(try await auth.confirmOwn(link, by: ben).purpose == .change)
            #expect(try await auth.account(of: ben).email == "victim@example.org")
        }
    }

    @Test("stays a claim when the master key is replaced, which then confirms as ever")
    func rotation() async throws {
        try await MailedAuth.with { auth in
            let anna = try await auth.register()
            let link = try await auth.deliver(.emailVerification)
            let rotated = auth.environment.parts(masterKeys: try TestKeys.masterKeys("2", "1"))
            _ = try await rotated.keyOperations.rewrapKeys(.init(), context: .test(user: UUID().canonical))
            #expect(try await auth.environment.count("email_lookups") == 0)
            #expect(await status { try await rotated.signIn("anna@example.org") }?.reason == "EMAIL_UNVERIFIED")
            _ = try await rotated.emails.confirmEmail(
                .init(token: link, registrationToken: anna.registrationToken),
                context: .test()
            )
            try await rotated.signIn("anna@example.org")
        }
    }
}
