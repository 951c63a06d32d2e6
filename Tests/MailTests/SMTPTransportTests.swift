import Foundation
import Mail
import RPCTestSupport
import TLS
import Testing

@Suite("Mails by SMTP", .timeLimit(.minutes(5)), .serialized)
struct SMTPTransportTests {
    private static let sender = MailSender(address: "larder@example.org", name: "Larder – à table")

    private static let message = MailMessage(
        to: "zoe@example.org",
        subject: "Votre mot de passe : à choisir aujourd’hui, avant que ce lien très long ne soit plus valable",
        text: "Bonjour,\n\n.\n.. une ligne avec un point\n\(String(repeating: "é", count: 3_000))\n",
        html: "<p>Bonjour &amp; bienvenue</p>",
        language: "fr",
        id: "0b54c9a6-0000-4000-8000-000000000001",
        date: Date(timeIntervalSince1970: 1_790_000_000)
    )

    private func server(_ behaviour: String, certificate: Bool = true) throws -> SMTPServer? {
        let identity = TestCertificates.identity("gateway")
        do {
            return try SMTPServer(
                behaviour,
                certificate: certificate ? (identity.certificateChain, identity.privateKey) : nil
            )
        } catch is SMTPServer.Unavailable {
            print("skipped: an SMTP server cannot be fetched from the Python package index")
            return nil
        }
    }

    private func transport(
        to server: SMTPServer,
        security: SMTPTransport.Security = .startTLS,
        password: String? = nil,
        trusting authorities: String? = TestCertificates.authority,
        limits: SMTPTransport.Limits = .init()
    ) -> SMTPTransport {
        SMTPTransport(
            .init(
                host: "localhost",
                port: server.port,
                security: security,
                credentials: password.map { .init(username: "larder", password: $0) },
                authorities: authorities
            ),
            sender: Self.sender,
            limits: limits
        )
    }

    private func failure(_ transport: SMTPTransport, _ message: MailMessage = message) async -> MailFailure? {
        do {
            try await transport.send(message)
            return nil
        } catch {
            return error as? MailFailure
        }
    }

    @Test("arrive over STARTTLS as they were written, in another's reading")
    func taken() async throws {
        guard let server = try server("take") else { return }
        let message = Self.message
        try await transport(to: server).send(message)
        let mail = try server.nextMail()
        #expect(mail.from == "larder@example.org" && mail.to == ["zoe@example.org"] && mail.isEncrypted)
        #expect(mail.headers["subject"] == message.subject)
        #expect(mail.headers["from"] == "Larder – à table <larder@example.org>")
        #expect(mail.headers["date"] == "Mon, 21 Sep 2026 14:13:20 +0000")
        #expect(mail.headers["message-id"] == "<\(message.id)@example.org>")
        #expect(mail.headers["auto-submitted"] == "auto-generated" && mail.headers["content-language"] == "fr")
        #expect(mail.parts["text/plain"]?.replacing("\r\n", with: "\n") == message.text)
        #expect(mail.parts["text/html"]?.replacing("\r\n", with: "\n") == message.html)
        #expect(mail.defects == [])
    }

    @Test("arrive through OpenSMTPD as they were written, and to nobody whom it does not know")
    func openSMTPD() async throws {
        let server: SMTPServer
        do { server = try .openSMTPD() } catch is SMTPServer.Unavailable { return }
        let transport = SMTPTransport(
            .init(host: "127.0.0.1", port: server.port, security: .none),
            sender: Self.sender
        )
        var message = Self.message
        message.stopAddress = "https://larder.example.org/stop?t=" + String(repeating: "a-b_9", count: 20)
        try await transport.send(message)
        let mail = try server.nextMail()
        #expect(mail.from == "larder@example.org" && mail.to == ["zoe@example.org"])
        #expect(mail.headers["received"]?.contains("OpenSMTPD") == true)
        #expect(mail.headers["subject"] == message.subject)
        #expect(mail.headers["from"] == "Larder – à table <larder@example.org>")
        // As it was, not the server's own for mails that have none.
        #expect(mail.headers["message-id"] == "<\(message.id)@example.org>")
        #expect(mail.headers["date"] == "Mon, 21 Sep 2026 14:13:20 +0000")
        #expect(mail.headers["list-unsubscribe"] == message.stopAddress.map { "<\($0)>" })
        #expect(mail.parts["text/plain"]?.replacing("\r\n", with: "\n") == message.text)
        #expect(mail.parts["text/html"]?.replacing("\r\n", with: "\n") == message.html)
        #expect(mail.defects == [])
        message.recipient = "nobody@example.org"
        #expect(await failure(transport, message) == .rejected(reply: "524 5.2.4"))
    }

    @Test("say how they are stopped with one click, as far as they can be")
    func stop() async throws {
        guard let server = try server("take") else { return }
        var message = Self.message
        try await transport(to: server).send(message)
        #expect(try server.nextMail().headers.keys.allSatisfy { !$0.hasPrefix("list-") })
        let address = "https://larder.example.org/stop?t=" + String(repeating: "a-b_9", count: 20)
        message.stopAddress = address
        try await transport(to: server).send(message)
        let mail = try server.nextMail()
        #expect(mail.headers["list-unsubscribe"] == "<\(address)>")
        #expect(mail.headers["list-unsubscribe-post"] == "List-Unsubscribe=One-Click")
        #expect(mail.headers["subject"] == message.subject && mail.defects == [])
    }

    @Test("prove who sends them by name and password")
    func password() async throws {
        guard let server = try server("password") else { return }
        let message = Self.message
        try await transport(to: server, password: "secret").send(message)
        #expect(try server.nextMail().user == "larder")
        guard case .misconfigured = await failure(transport(to: server, password: "wrong")) else {
            Issue.record("a wrong password is the operator's to put right")
            return
        }
    }

    @Test(
        "fail as the server says",
        arguments: [
            ("unknown", MailFailure.badAddress(reply: "550 5.1.1")), ("unknown-plainly", .badAddress(reply: "550")),
            ("forbidden", .rejected(reply: "550 5.7.1")), ("refuse", .rejected(reply: "554 5.7.1")),
        ]
    )
    func refused(behaviour: String, expected: MailFailure) async throws {
        guard let server = try server(behaviour) else { return }
        #expect(await failure(transport(to: server)) == expected)
    }

    @Test("wait while the server is busy, hangs, breaks off or is away", arguments: ["busy", "hang", "drop", "away"])
    func postponed(behaviour: String) async throws {
        guard let server = try server(behaviour == "away" ? "take" : behaviour) else { return }
        var limits = SMTPTransport.Limits()
        limits.whole = 2_000
        var transport = transport(to: server, limits: limits)
        if behaviour == "away" {
            transport = SMTPTransport(
                .init(host: "127.0.0.1", port: 1, security: .none),
                sender: Self.sender,
                limits: limits
            )
        }
        guard case .postponed = await failure(transport) else {
            Issue.record("another try may succeed")
            return
        }
    }

    @Test("go to no server that proves itself wrongly, or that offers no encryption")
    func untrusted() async throws {
        guard let encrypted = try server("take"), let plain = try server("take", certificate: false) else { return }
        for transport in [transport(to: encrypted, trusting: nil), transport(to: plain)] {
            guard case .misconfigured = await failure(transport) else {
                Issue.record("the operator has to put it right")
                continue
            }
        }
        try await transport(to: plain, security: .none).send(Self.message)
        #expect(try !plain.nextMail().isEncrypted)
    }

    @Test("contain no header that a name or a subject brings with it")
    func injection() throws {
        var message = Self.message
        message.subject = "Hello\r\nBcc: everybody@example.org"
        let text = String(decoding: message.bytes(from: Self.sender), as: UTF8.self)
        #expect(!text.contains("\r\nBcc:"))
        #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 998 })
    }
}
