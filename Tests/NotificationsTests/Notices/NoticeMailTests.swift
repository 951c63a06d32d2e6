import AuthMessages
import ConcurrencyTestSupport
import EventsMessages
import Foundation
import Mail
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing
import Texts

@testable import larder_notifications

@Suite("Notices by mail", .timeLimit(.minutes(5)))
struct NoticeMailTests {
    private struct Transport: MailTransport {
        let taken = Recorder<MailMessage>()
        var failure: MailFailure?

        func send(_ message: MailMessage) async throws {
            if let failure { throw failure }
            taken.record(message)
        }
    }

    private struct Answers: Consents {
        var isGiven = false

        func consent(_ kind: Auth.ConsentKind, of user: UUID) async throws -> Date? {
            isGiven && kind == .promotionalMail ? Date(timeIntervalSince1970: 0) : nil
        }
    }

    private func mailer(
        _ environment: NotificationsTestEnvironment,
        _ transport: Transport,
        address: String? = "anna@example.org",
        language: Language = .english,
        consents: Answers = Answers()
    ) -> NoticeMailer {
        let settings = MailSettings(
            sender: MailSender(address: "larder@example.org", name: "Larder"),
            webAddress: "https://larder.example.org",
            transport: transport
        )
        return NoticeMailer(
            mailer: MailerService(
                pool: environment.pool,
                settings: settings,
                log: TestDatabase.quietLogger,
                clock: environment.clock
            ),
            kinds: environment.deliveries.preferences.kinds,
            masterKeys: environment.masterKeys,
            contact: { _ in address.map { ($0, language) } },
            consents: consents
        )
    }

    private func send(_ environment: NotificationsTestEnvironment, _ mailer: NoticeMailer) async throws {
        while try await environment.courier([.email: mailer]).worker.runOnce() > 0 {}
    }

    /// The token in the link of a mail.
    private func token(_ mail: MailMessage) throws -> String {
        String(try #require(mail.stopAddress).split(separator: "=").last ?? "")
    }

    @Test(
        "say what happened in the reader's language, with a link to it and one that stops them",
        arguments: Language.allCases
    )
    func content(language: Language) async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, transport) = (User(), Transport())
            _ = try await environment.prefer(user, "receipt_ready", .email, isOn: true)
            try await environment.deliver(.purchase(for: user))
            try await send(environment, mailer(environment, transport, language: language))
            let mail = try #require(transport.taken.values.first)
            #expect(mail.subject == NoticeKinds.all["receipt_ready"]?.title.rendered(in: language))
            #expect(mail.text.contains("Juniper Street Market"))
            #expect(mail.text.contains("https://larder.example.org/purchases/7d0c1a52-5a0e-4d0a-9d5b-0a4c0d3a9e01"))
            let stop = try #require(mail.stopAddress)
            #expect(stop.hasPrefix("https://larder.example.org/stop?t="))
            #expect(mail.text.contains(stop) && mail.html.contains(stop))
            let head = String(
                decoding: mail.bytes(from: .init(address: "larder@example.org", name: "L")),
                as: UTF8.self
            )
            #expect(head.contains("\r\nList-Unsubscribe: <\(stop)>\r\n"))
            #expect(head.contains("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"))
            let proof = try await environment.pool.query("SELECT kind FROM sent_mails")
            #expect(try proof.map { try $0["kind"] as String } == ["notice"])
        }
    }

    @Test("stop by their link without signing in, come again by the same, and nothing else changes")
    func stop() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, transport) = (User(), Transport())
            for kind in ["receipt_ready", "receipt_failed"] {
                _ = try await environment.prefer(user, kind, .email, isOn: true)
            }
            try await environment.deliver(.purchase(for: user))
            try await send(environment, mailer(environment, transport))
            let token = try token(try #require(transport.taken.values.first))
            let nobody = CallContext(method: "test", peerService: "gateway", trace: TraceContext())
            func set(_ token: String, isOn: Bool) async throws -> Notifications.SwitchMailResponse {
                try await environment.preferences.switchMail(.init(token: token, isOn: isOn), context: nobody)
            }
            for wrong in [
                "", ".", "x", token + "x", String(token.dropFirst()),
                token.replacing("receipt_ready", with: "receipt_failed"),
            ] {
                #expect(await failure { try await set(wrong, isOn: false) }?.fieldViolations.map(\.field) == ["token"])
            }
            #expect(try await set(token, isOn: false) == .init(title: "Receipt ready", isOn: false))
            let choices = try await environment.deliveries.preferences.choices(
                of: try #require(UUID(uuidString: user.id))
            )
            #expect(choices.channels.filter(\.value).map(\.key.kind) == ["receipt_failed"])
            try await environment.deliver(.purchase(for: user))
            try await send(environment, mailer(environment, transport))
            #expect(transport.taken.count == 1)
            _ = try await set(token, isOn: true)
            try await environment.deliver(.purchase(for: user))
            try await send(environment, mailer(environment, transport))
            #expect(transport.taken.count == 2)
        }
    }

    @Test("go to nobody who has not consented where a kind needs it, whatever they were when they were planned")
    func consent() async throws {
        let kinds = NoticeKinds(kinds: [
            NoticeKind(
                name: "receipt_ready",
                title: .notifications.titleReceiptReady,
                offAtFirst: [],
                mailConsent: .promotionalMail
            )
        ])
        try await NotificationsTestEnvironment.with(kinds: kinds) { environment in
            let (user, transport) = (User(), Transport())
            try await environment.deliver(.purchase(for: user))
            try await send(environment, mailer(environment, transport))
            #expect(transport.taken.count == 0)
            try await environment.deliver(.purchase(for: user))
            try await send(environment, mailer(environment, transport, consents: Answers(isGiven: true)))
            #expect(transport.taken.values.compactMap(\.stopAddress).count == 1)
        }
    }

    @Test(
        "that cannot be sent wait or are given up, as the mail server says",
        arguments: [
            (MailFailure.badAddress(reply: "550"), true), (.rejected(reply: "554"), true),
            (.postponed(reason: "busy"), false), (.misconfigured(reason: "no"), false),
        ]
    )
    func failures(cause: MailFailure, isPermanent: Bool) async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            _ = try await environment.prefer(user, "receipt_ready", .email, isOn: true)
            try await environment.deliver(.purchase(for: user))
            try await send(environment, mailer(environment, Transport(failure: cause)))
            #expect(try await environment.deliveries.queue.backlog(limit: 10).parked == (isPermanent ? 1 : 0))
        }
    }

    @Test("go to no account without an address")
    func noAddress() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, transport) = (User(), Transport())
            _ = try await environment.prefer(user, "receipt_ready", .email, isOn: true)
            try await environment.deliver(.purchase(for: user))
            try await send(environment, mailer(environment, transport, address: nil))
            #expect(transport.taken.count == 0)
            #expect(try await environment.deliveries.queue.backlog(limit: 10).parked == 1)
        }
    }
}
