import CommonMessages
import ConcurrencyTestSupport
import Foundation
import Foundations
import FoundationsTestSupport
import Mail
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing
import Texts

@testable import larder_notifications

@Suite("Sending mails for other services", .timeLimit(.minutes(5)))
struct MailerTests {
    /// Takes mails, or fails as a test says.
    private struct Transport: MailTransport {
        let taken = Recorder<MailMessage>()
        var failure: MailFailure?

        func send(_ message: MailMessage) async throws {
            if let failure { throw failure }
            taken.record(message)
        }
    }

    private static let token = "Zm9vYmFy"

    private func request(
        _ content: Notifications.SendMailRequest.Content? = .passwordReset(
            .init(username: "Anna7", token: token, minutes: 60)
        ),
        language: String = "en"
    ) -> Notifications.SendMailRequest {
        .init(
            mailID: UUID().canonical,
            userID: UUID().canonical,
            address: "anna@example.org",
            language: language,
            content: content
        )
    }

    private func with(
        _ transport: Transport?,
        _ body: (MailerService, ManualWallClock) async throws -> Void
    ) async throws {
        let migrations = try #require(NotificationsProgram.migrations)
        try await TestDatabase.withService("notifications", migrations: migrations, size: 4) { pool, _ in
            let clock = ManualWallClock()
            let settings = MailSettings(
                sender: MailSender(address: "larder@example.org", name: "Larder"),
                webAddress: "https://larder.example.org",
                transport: transport
            )
            try await body(
                MailerService(pool: pool, settings: settings, log: TestDatabase.quietLogger, clock: clock),
                clock
            )
        }
    }

    @discardableResult
    private func send(
        _ mailer: MailerService,
        _ request: Notifications.SendMailRequest
    ) async throws -> Notifications.SendMailResponse {
        try await mailer.sendMail(
            request,
            context: CallContext(method: "test", peerService: "auth", trace: TraceContext())
        )
    }

    @Test("hands each mail over once, and keeps when")
    func once() async throws {
        let transport = Transport()
        try await with(transport) { mailer, clock in
            let request = request()
            let first = try await send(mailer, request)
            clock.advance(by: 60)
            #expect(try await send(mailer, request) == first)
            #expect(first.sentAt?.seconds == 1_700_000_000)
            #expect(transport.taken.count == 1)
            let rows = try await mailer.pool.query("SELECT row_to_json(s)::text AS row FROM sent_mails s")
            let stored: String = try #require(rows.first)["row"]
            #expect(rows.count == 1 && stored.contains("password_reset"))
            #expect(!stored.contains("anna") && !stored.contains(Self.token))
        }
    }

    @Test("forgets mails once their links have ended, and no sooner, however many there are")
    func forgotten() async throws {
        try await with(Transport()) { mailer, clock in
            for _ in 0..<5 { try await send(mailer, request()) }
            clock.advance(by: 1)
            let kept = request()
            try await send(mailer, kept)
            clock.advance(by: StopToken.lifetime - 2)
            try await mailer.eraseOld(batch: 2)
            #expect(try await mailer.pool.query("SELECT 1 FROM sent_mails").count == 6)
            clock.advance(by: 1)
            try await mailer.eraseOld(batch: 2)
            let left = try await mailer.pool.query("SELECT id FROM sent_mails")
            #expect(try left.map { (try $0["id"] as UUID).canonical } == [kept.mailID])
        }
    }

    @Test(
        "writes in the language of the reader, with the link once and nothing from elsewhere",
        arguments: Language.allCases
    )
    func content(language: Language) async throws {
        let transport = Transport()
        try await with(transport) { mailer, _ in
            let contents: [Notifications.SendMailRequest.Content] = [
                .passwordReset(.init(username: "Anna7", token: Self.token, minutes: 60)),
                .accountLocked(.init(username: "Anna7", token: Self.token, minutes: 1)),
                .passwordChanged(.init(username: "<Anna7>")),
                .verifyEmail(.init(username: "Anna7", token: Self.token, hours: 48)),
                .confirmEmail(.init(username: "Anna7", token: Self.token, hours: 1)),
                .emailChanged(.init(username: "Anna7", token: Self.token, hours: 168)),
                .signInCode(.init(username: "Anna7", code: "012345", minutes: 10)),
                .factorsChanged(.init(username: "Anna7", kind: "passkey")),
                .factorsChanged(.init(username: "Anna7", kind: "email_code", isRemoved: true)),
            ]
            // With a link that secures the account.
            let securing: [Notifications.SendMailRequest.Content] = [
                .emailChanged(.init(username: "Anna7", token: Self.token, hours: 168)),
                .emailChangeRequested(.init(username: "Anna7", token: Self.token, hours: 168)),
                .accountReopened(.init(username: "Anna7", token: Self.token, hours: 168)),
                .factorsChanged(.init(username: "Anna7", kind: "passkey", token: Self.token, hours: 168)),
                .factorsChanged(
                    .init(username: "Anna7", kind: "email_code", isRemoved: true, token: Self.token, hours: 168)
                ),
            ]
            for content in securing { try await send(mailer, request(content, language: language.rawValue)) }
            let secured = transport.taken.values
            #expect(Set(secured.map(\.subject)).count == securing.count)
            for mail in secured {
                let link = "https://larder.example.org/secure#\(Self.token)"
                #expect(mail.text.components(separatedBy: link).count == 2 && mail.text.contains("168"))
                #expect(mail.html.components(separatedBy: link).count == 2 && mail.text.contains("Anna7"))
            }
            for content in contents { try await send(mailer, request(content, language: language.rawValue)) }
            let mails = Array(transport.taken.values.dropFirst(securing.count))
            #expect(
                Set(mails.map(\.subject)).count == contents.count
                    && mails.allSatisfy { $0.language == language.rawValue }
            )
            #expect(mails[0].subject.contains(language == .french ? "Choisissez" : "Choose"))
            for mail in mails.prefix(2) {
                let link = "https://larder.example.org/reset#\(Self.token)"
                #expect(mail.text.components(separatedBy: link).count == 2)
                #expect(mail.html.components(separatedBy: link).count == 2)
                #expect(mail.text.contains("Anna7"))
            }
            for mail in mails[3...4] {
                let link = "https://larder.example.org/verify#\(Self.token)"
                #expect(mail.text.components(separatedBy: link).count == 2)
                #expect(mail.html.components(separatedBy: link).count == 2)
            }
            #expect(mails[3].text.contains("48") && mails[5].text.contains("168"))
            #expect(mails[2].text.contains("/recover") && mails[2].html.contains("&lt;Anna7&gt;"))
            #expect(mails[6].text.contains("012345") && !mails[6].subject.contains("012345"))
            for mail in mails { #expect(!mail.html.contains("src=") && !mail.html.contains("<link")) }
        }
    }

    @Test(
        "says why a mail was not taken",
        arguments: [
            (MailFailure.badAddress(reply: "550"), "BAD_ADDRESS"), (.rejected(reply: "554"), "MAIL_REJECTED"),
            (.postponed(reason: "busy"), "MAIL_UNAVAILABLE"), (.misconfigured(reason: "no"), "MAIL_UNAVAILABLE"),
        ]
    )
    func failures(cause: MailFailure, reason: String) async throws {
        try await with(Transport(failure: cause)) { mailer, _ in
            let status = await failure { try await send(mailer, request()) }
            #expect(status?.reason.rawValue == reason)
            #expect(status?.code == (reason == "MAIL_UNAVAILABLE" ? .unavailable : .failedPrecondition))
            let sent = try await mailer.pool.query("SELECT 1 FROM sent_mails")
            #expect(sent.isEmpty)
        }
    }

    @Test("is unavailable where nothing is configured")
    func unconfigured() async throws {
        try await with(nil) { mailer, _ in
            #expect(await failure { try await send(mailer, request()) }?.code == .unavailable)
        }
    }

    @Test("names what is wrong with a request")
    func invalid() async throws {
        try await with(Transport()) { mailer, _ in
            let request = Notifications.SendMailRequest(
                mailID: "1",
                userID: "2",
                address: "anna@example.org>\r\nDATA",
                language: "de"
            )
            let status = await failure { try await send(mailer, request) }
            let fields = status?.fieldViolations.map(\.field)
            #expect(fields == ["mail_id", "user_id", "address", "language", "content"])
        }
    }
}
