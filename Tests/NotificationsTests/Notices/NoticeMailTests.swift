import AuthMessages
import ConcurrencyTestSupport
import EventsMessages
import Foundation
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

    private func mailer(
        _ environment: NotificationsTestEnvironment,
        _ transport: Transport,
        address: String? = "anna@example.org",
        language: Language = .english
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
            contact: { _ in address.map { ($0, language) } }
        )
    }

    private func send(_ environment: NotificationsTestEnvironment, _ mailer: NoticeMailer) async throws {
        while try await environment.courier([.email: mailer]).runOnce() > 0 {}
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

    @Test("stop by their link without signing in, come again only by their reader's choice, and nothing else changes")
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
            #expect(await failure { try await set(token, isOn: true) }?.fieldViolations.map(\.field) == ["is_on"])
            try await environment.deliver(.purchase(for: user))
            try await send(environment, mailer(environment, transport))
            #expect(transport.taken.count == 1)
            _ = try await environment.prefer(user, "receipt_ready", .email, isOn: true)
            try await environment.deliver(.purchase(for: user))
            try await send(environment, mailer(environment, transport))
            #expect(transport.taken.count == 2)
        }
    }

    @Test(
        "cannot be stopped by their link half a year later, nor once their reader's data are erased",
        arguments: [true, false]
    )
    func expiry(isFormer: Bool) async throws {
        try await NotificationsTestEnvironment.with { environment in
            let nobody = CallContext(method: "test", peerService: "gateway", trace: TraceContext())
            /// A link as this release sends it, or the one before did.
            func token(_ user: User) async throws -> String {
                let token = try await environment.stopToken(of: user, kind: "receipt_ready")
                let id = try #require(UUID(uuidString: user.id))
                return isFormer
                    ? StopToken(user: id, mail: nil, kind: "receipt_ready").text(environment.masterKeys) : token
            }
            /// - Returns: Why it was refused; nil when it was not.
            func stop(_ token: String) async throws -> StatusReason? {
                do {
                    _ = try await environment.preferences.switchMail(.init(token: token, isOn: false), context: nobody)
                    return nil
                } catch let status as Status {
                    return status.reason
                }
            }
            let (late, erased) = (User(), User())
            let tokens = (late: try await token(late), erased: try await token(erased))
            environment.clock.advance(by: StopToken.lifetime - 1)
            #expect(try await stop(tokens.late) == nil)
            environment.clock.advance(by: 1)
            #expect(try await stop(tokens.late) == "LINK_EXPIRED")

            let next = try await token(erased)
            #expect(try await stop(next) == nil)
            try await PersonalTables.notifications(environment.keys).erase(
                try #require(UUID(uuidString: erased.id)),
                in: environment.pool
            )
            #expect(try await stop(next) == "LINK_EXPIRED")
            #expect(try await stop(tokens.erased) == "LINK_EXPIRED")
            let left = try await environment.pool.query(
                "SELECT 1 FROM notice_preferences WHERE user_id = \(UUID(uuidString: erased.id))"
            )
            #expect(left.isEmpty)
        }
    }

    @Test(
        "that cannot be sent wait or are given up, as the mail server says",
        arguments: [
            (MailFailure.rejected(reply: "554"), true), (.postponed(reason: "busy"), false),
            (.misconfigured(reason: "no"), false),
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

    @Test(
        "are nothing for operators where there is no address, or one that does not work",
        arguments: [nil, "anna@example.org"] as [String?]
    )
    func noAddress(address: String?) async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, transport) = (User(), Transport(failure: .badAddress(reply: "550")))
            _ = try await environment.prefer(user, "receipt_ready", .email, isOn: true)
            try await environment.deliver(.purchase(for: user))
            try await send(environment, mailer(environment, transport, address: address))
            #expect(transport.taken.count == 0)
            #expect(try await environment.deliveries.queue.backlog(limit: 10).parked == 0)
            let rows = try await environment.pool.query(
                "SELECT settled_at IS NOT NULL AND NOT is_delivered AS is_settled FROM notice_deliveries"
            )
            #expect(try rows.map { try $0["is_settled"] as Bool } == [true])
        }
    }
}
