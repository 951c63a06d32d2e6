import AuthMessages
import CommonMessages
import ConcurrencyTestSupport
import Foundation
import Foundations
import FoundationsTestSupport
import Logging
import NIOCore
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Completing a registration", .timeLimit(.minutes(5)))
struct VerificationTests {
    @Test("by an unknown, changed or used link is refused, and the account stays as it is")
    func invalid() async throws {
        try await MailedAuth.with { auth in
            let account = try await auth.register()
            let token = try await auth.deliver()
            for invalid in ["", "nonsense", changed(token), String(repeating: "A", count: 64)] {
                let refusal = await status { try await auth.confirm(invalid) }
                #expect(refusal?.reason == "LINK_INVALID" && refusal?.code == .invalidArgument, "\(invalid)")
                #expect(refusal?.fieldViolations.map(\.field) == ["token"])
            }
            #expect(try await auth.state(of: account).state == .sent)
            try await auth.confirm(token, key: "key-number-1")
            // The response was lost.
            try await auth.confirm(token, key: "key-number-1")
            #expect(await status { try await auth.confirm(token) }?.reason == "LINK_INVALID")
            #expect(await status { try await auth.confirm(token, key: "key-number-2") }?.reason == "LINK_INVALID")
            #expect(try await auth.environment.auditedActions() == ["registered", "email_verified"])
        }
    }

    @Test("is required before signing in, which is said only with the right password")
    func unverified() async throws {
        try await MailedAuth.with { auth in
            let account = try await auth.register()
            #expect(!account.emailVerified)
            #expect(await status { try await auth.parts.signIn() }?.reason == "EMAIL_UNVERIFIED")
            let wrong = await status { try await auth.parts.signIn("Anna7", "wrong-horse-7") }
            #expect(wrong == SignInRejection.wrongCredentials)
            #expect(try await auth.environment.count("sessions") == 0)
            let response = try await auth.confirm(try await auth.deliver())
            #expect(response == .init(username: "Anna7", purpose: .registration))
            let anna = try await auth.environment.signedIn(auth.parts)
            #expect(try await auth.account(of: anna).emailVerified)
        }
    }

    @Test("is asked for by a mail in the language of the registration, whose time of sending is kept")
    func mail() async throws {
        try await MailedAuth.with { auth in
            let account = try await auth.register(language: "fr")
            #expect(try await auth.state(of: account).state == .pending)
            auth.failures.record(Status(.unavailable, "not now"))
            _ = try await auth.parts.mailer.worker.runOnce()
            #expect(try await auth.state(of: account).state == .pending)
            auth.environment.clock.advance(by: 60)
            auth.failures.record(nil)
            _ = try await auth.deliver()
            let mail = try #require(auth.mails.values.last)
            #expect(mail.language == "fr" && mail.address == "anna@example.org" && mail.userID == account.id)
            guard case .verifyEmail(let content) = mail.content else { throw Status.invalid([]) }
            #expect(content.username == "Anna7" && content.hours == 48)
            let state = try await auth.state(of: account)
            #expect(state.state == .sent && state.sentAt?.seconds == MailedAuth.sentAt)
            #expect(state.expiresAt?.seconds == 1_700_172_800)
            try await auth.confirm(content.token)
            #expect(try await auth.state(of: account) == .init(state: .verified))
        }
    }

    @Test("cannot go on with an address that does not work, which is said")
    func undeliverable() async throws {
        try await MailedAuth.with { auth in
            let account = try await auth.register()
            auth.failures.record(Status(.failedPrecondition, "no such address"))
            _ = try await auth.parts.mailer.worker.runOnce()
            #expect(try await auth.state(of: account).state == .undeliverable)
            let unknown = await status {
                try await auth.parts.emails.getVerification(.init(accountID: UUID().canonical), context: .test())
            }
            #expect(unknown?.code == .notFound)
        }
    }

    @Test("gets another link once a minute, the same answer being given where there is nothing to confirm")
    func resend() async throws {
        try await MailedAuth.with { auth in
            try await auth.register()
            let first = try await auth.deliver()
            for name in ["Anna7", "anna@example.org", "Nobody", "nobody@example.org"] { try await auth.resend(name) }
            // The account's has come a moment ago; nobody's are of no use.
            _ = try await auth.parts.mailer.worker.runOnce()
            #expect(auth.mails.count == 1)
            auth.environment.clock.advance(by: 61)
            for _ in 0..<3 { try await auth.resend("anna@example.org", language: "fr") }
            let second = try await auth.deliver()
            #expect(auth.mails.count == 2 && second != first && auth.mails.values[1].language == "fr")
            try await auth.confirm(second)
            #expect(await status { try await auth.confirm(first) }?.reason == "LINK_INVALID")
            auth.environment.clock.advance(by: 61)
            try await auth.resend("Anna7")
            _ = try await auth.parts.mailer.worker.runOnce()
            #expect(auth.mails.count == 2)
            #expect(await status { try await auth.resend("") }?.fieldViolations.map(\.field) == ["name"])
        }
    }

    @Test("comes before recovery: an address that is not confirmed gets no link to a new password")
    func recovery() async throws {
        try await MailedAuth.with { auth in
            try await auth.register()
            _ = try await auth.deliver()
            _ = try await auth.parts.recovery.requestPasswordReset(.init(name: "Anna7"), context: .test())
            _ = try await auth.parts.mailer.worker.runOnce()
            #expect(auth.mails.count == 1)
        }
    }

    @Test("by two links at once succeeds for one of them")
    func concurrent() async throws {
        try await MailedAuth.with { auth in
            try await auth.register()
            let token = try await auth.deliver()
            let outcomes = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<6 { group.addTask { (try? await auth.confirm(token)) != nil } }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(outcomes == 1)
            #expect(try await auth.environment.auditedActions().count { $0 == "email_verified" } == 1)
        }
    }

    @Test("takes a name of any script, and the consents that are given")
    func nameAndConsents() async throws {
        try await MailedAuth.with { auth in
            var request = Auth.RegisterRequest.test()
            request.displayName = " Zoë O\u{2019}Neill-Дарья 李 "
            request.consents = [.location]
            let account = try await auth.register(request)
            #expect(account.displayName == "Zoë O\u{2019}Neill-Дарья 李")
            try await auth.confirm(try await auth.deliver())
            let anna = try await auth.environment.signedIn(auth.parts)
            #expect(try await auth.account(of: anna).displayName == account.displayName)
            let consents = try await auth.parts.consents.listConsents(.init(), context: anna.context()).consents
            #expect(consents.filter(\.given).map(\.kind) == [.location])
            #expect(anna.user.consents.count == 1)
            for name in ["Anna7", "a@b", "-", "  '", "Anna\n", String(repeating: "a", count: 101), "Anna\u{202E}"] {
                request.displayName = name
                #expect(
                    await status { try await auth.register(request) }?.fieldViolations.map(\.field) == ["display_name"]
                )
            }
            request.displayName = ""
            request.consents = [.unspecified]
            #expect(await status { try await auth.register(request) }?.fieldViolations.map(\.field) == ["consents"])
        }
    }
}

@Suite("A registration that is not completed", .timeLimit(.minutes(5)))
struct RegistrationExpiryTests {
    private static let lifetime: TimeInterval = 2 * 86_400

    @Test("cannot be completed after 48 hours, neither before nor after it is erased")
    func late() async throws {
        try await MailedAuth.with { auth in
            let account = try await auth.register()
            let token = try await auth.deliver()
            auth.environment.clock.advance(by: 86_400)
            try await auth.resend("Anna7")
            let other = try await auth.deliver()
            auth.environment.clock.advance(by: Self.lifetime - 86_400)
            for token in [token, other] {
                #expect(await status { try await auth.confirm(token) }?.reason == "LINK_EXPIRED")
            }
            #expect(await status { try await auth.parts.signIn() }?.reason == "WRONG_CREDENTIALS")
            #expect(await status { try await auth.state(of: account) }?.code == .notFound)
            #expect(try await auth.parts.registrations.eraseExpired() == 1)
            #expect(await status { try await auth.confirm(token) }?.reason == "LINK_EXPIRED")
        }
    }

    @Test("gets ten links at most, however often they are asked for")
    func links() async throws {
        try await MailedAuth.with { auth in
            try await auth.register()
            for _ in 0..<20 {
                auth.environment.clock.advance(by: 61)
                try await auth.resend("Anna7")
            }
            #expect(try await auth.environment.count("account_mails") == 10)
        }
    }

    @Test("can be completed until then")
    func inTime() async throws {
        try await MailedAuth.with { auth in
            try await auth.register()
            let token = try await auth.deliver()
            auth.environment.clock.advance(by: Self.lifetime - 1)
            #expect(try await auth.parts.registrations.eraseExpired() == 0)
            try await auth.confirm(token)
            auth.environment.clock.advance(by: 400 * 86_400)
            #expect(try await auth.parts.registrations.eraseExpired() == 0)
            try await auth.parts.signIn()
        }
    }

    @Test("leaves nothing of the person but audit records without personal data, and frees name and address at once")
    func erased() async throws {
        try await MailedAuth.with { auth in
            var request = Auth.RegisterRequest.test()
            (request.displayName, request.consents) = ("Anna", [.location])
            let account = try await auth.register(request)
            try await auth.register(.test(username: "Ben", email: "ben@example.org"))
            auth.environment.clock.advance(by: Self.lifetime)
            // Before the next run, too, which erases what else is due.
            try await auth.register(request)
            #expect(try await auth.environment.count("accounts") == 2)
            #expect(try await auth.environment.count("person_keys") == 2)
            auth.environment.clock.advance(by: Self.lifetime)
            #expect(try await auth.parts.registrations.eraseExpired() == 2)
            let tables = try await auth.environment.owner.query(
                """
                SELECT table_name AS name FROM information_schema.columns
                WHERE table_schema = \(auth.environment.schema) AND column_name = 'account_id'
                """
            )
            #expect(tables.count > 5)
            let kept: Set = ["audit_records", "erasures", "erasure_tasks"]
            for table in try tables.map({ try $0["name"] as String }) where !kept.contains(table) {
                let rows = try await auth.environment.owner.query(
                    "SELECT 1 FROM \(identifier: table) WHERE account_id = \(UUID(uuidString: account.id) ?? UUID())"
                )
                #expect(rows.isEmpty, "\(table)")
            }
            #expect(try await auth.environment.count("accounts") == 0)
            #expect(try await auth.environment.auditedActions().count { $0 == "registration_expired" } == 3)
            // Other services have to erase what they have, too.
            while try await auth.parts.eraser.worker.runOnce() > 0 {}
            let unfinished = "SELECT 1 FROM erasures WHERE finished_at IS NULL"
            #expect(try await auth.environment.count("erasures") == 3)
            #expect(try await auth.environment.owner.query("\(unsafe: unfinished)").isEmpty)
        }
    }

    @Test("is erased among many, in batches, by several instances at once")
    func many() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            for index in 0..<7 {
                let request = Auth.RegisterRequest.test(username: "user\(index)", email: "user\(index)@example.org")
                _ = try await parts.accounts.register(request, context: .test())
            }
            try await parts.register()
            environment.clock.advance(by: Self.lifetime)
            let (pool, clock) = (environment.pool, environment.clock)
            let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        var expiry = RegistrationExpiry(
                            database: pool,
                            erasures: ErasureStore(database: pool, services: ["notifications"]),
                            log: TestDatabase.quietLogger,
                            clock: clock
                        )
                        expiry.batchSize = 2
                        return try await expiry.eraseExpired()
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(counts == 7)
            #expect(try await environment.count("accounts") == 1)
        }
    }
}

@Suite("A registration that cannot be stored", .timeLimit(.minutes(5)))
struct RegistrationFailureTests {
    @Test(
        "is reported at once with a reference, and leaves no half account",
        arguments: ["account_mails", "terms_acceptances", "email_lookups"]
    )
    func reported(table: String) async throws {
        try await withAuth { environment in
            let metrics = PrometheusRegistry()
            let lines = Recorder<String>()
            let parts = environment.parts(log: .capturing(in: lines), metrics: metrics)
            try await environment.owner.execute("ALTER TABLE \(identifier: table) RENAME TO broken")
            let context = CallContext.test()
            let refusal = await status { try await parts.accounts.register(.test(), context: context) }
            #expect(refusal?.code == .internalError && refusal?.reason == "REGISTRATION_FAILED")
            let reference = context.trace.traceID.prefix(16)
            #expect(refusal?.message.contains(reference) == true)
            #expect(lines.values.contains { $0.contains("could not be stored") && $0.contains(reference) })
            #expect(!lines.values.joined().contains("anna@example.org"))
            #expect(String(buffer: metrics.text()).contains("larder_registrations_failed_total 1"))
            try await environment.owner.execute("ALTER TABLE broken RENAME TO \(identifier: table)")
            for table in ["accounts", "email_lookups", "account_mails", "audit_records"] {
                #expect(try await environment.count(table) == 0, "\(table)")
            }
            try await parts.register()
        }
    }

    @Test("is UNAVAILABLE with a time to return while the database is away")
    func outage() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            await environment.pool.close()
            let refusal = await status { try await parts.accounts.register(.test(), context: .test()) }
            #expect(refusal?.code == .unavailable && refusal?.retryDelay != nil)
            #expect(refusal?.reason == "REGISTRATION_FAILED")
        }
    }

    @Test("is not what a wrong field or a taken name is")
    func ordinary() async throws {
        try await withAuth { environment in
            let metrics = PrometheusRegistry()
            let parts = environment.parts(metrics: metrics)
            try await parts.register()
            #expect(await status { try await parts.register() }?.reason == "TAKEN")
            #expect(await status { try await parts.register(.test(password: "x")) }?.code == .invalidArgument)
            #expect(!String(buffer: metrics.text()).contains("larder_registrations_failed_total 1"))
        }
    }
}
