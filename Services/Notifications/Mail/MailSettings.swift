import Foundation
import Mail
import ServiceKit

/// How mails are sent.
struct MailSettings: Sendable {
    static let keys = [
        "mail.sender", "mail.senderName", "mail.webAddress", "mail.folder", "mail.host", "mail.port", "mail.security",
        "mail.username", "mail.passwordFile", "mail.authorities",
    ]

    /// Whom they come from.
    let sender: MailSender
    /// Where readers find the app, without a slash at the end, such as `https://larder.example.org`.
    let webAddress: String
    /// Hands them over; nil when neither a folder nor a server is configured.
    let transport: (any MailTransport)?

    /// Where the app is when Larder runs on this host alone.
    private static let local = "http://localhost:7450"

    /// Settings that are known.
    init(sender: MailSender, webAddress: String, transport: (any MailTransport)?) {
        self.sender = sender
        self.webAddress = webAddress
        self.transport = transport
    }

    /// Reads the configuration.
    /// - Throws: ``ConfigurationError`` with a sentence for the operator.
    init(_ configuration: ServiceConfiguration) throws {
        sender = MailSender(
            address: configuration.text("mail.sender") ?? "larder@localhost",
            name: configuration.text("mail.senderName") ?? "Larder"
        )
        guard sender.address.contains("@"), !sender.address.contains(where: { $0.isWhitespace || "<>".contains($0) })
        else {
            throw ConfigurationError("mail.sender must be an address such as larder@example.org.")
        }
        let address = configuration.text("mail.webAddress")
        guard let web = address ?? (configuration.text("mail.host") == nil ? MailSettings.local : nil) else {
            throw ConfigurationError.missing("mail.webAddress")
        }
        guard let url = URL(string: web), ["http", "https"].contains(url.scheme), url.host() != nil else {
            throw ConfigurationError("mail.webAddress must be the app's address, such as https://larder.example.org.")
        }
        webAddress = web.hasSuffix("/") ? String(web.dropLast()) : web
        let (folder, host) = (configuration.text("mail.folder"), configuration.text("mail.host"))
        switch (folder, host) {
        case (nil, nil): transport = nil
        case (let folder?, nil): transport = Maildir(URL(filePath: folder), sender: sender)
        case (nil, let host?): transport = SMTPTransport(try MailSettings.server(host, configuration), sender: sender)
        case (_?, _?): throw ConfigurationError("Only one of mail.folder and mail.host can be set.")
        }
    }

    private static func server(_ host: String, _ configuration: ServiceConfiguration) throws -> SMTPTransport.Server {
        let names = SMTPTransport.Security.allCases.map(\.rawValue).joined(separator: ", ")
        let name = configuration.text("mail.security") ?? SMTPTransport.Security.startTLS.rawValue
        guard let security = SMTPTransport.Security(rawValue: name) else {
            throw ConfigurationError("mail.security must be one of \(names).")
        }
        guard security != .none || ["localhost", "127.0.0.1", "::1"].contains(host) else {
            throw ConfigurationError("mail.security can be none only for a mail server on this host.")
        }
        return SMTPTransport.Server(
            host: host,
            port: try configuration.number("mail.port", default: security == .tls ? 465 : 587, in: 1...65_535),
            security: security,
            credentials: try credentials(configuration.text("mail.username"), configuration.text("mail.passwordFile")),
            authorities: configuration.text("mail.authorities")
        )
    }

    private static func credentials(_ username: String?, _ file: String?) throws -> SMTPTransport.Credentials? {
        guard let username else { return nil }
        guard let file, let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw ConfigurationError("mail.passwordFile must be the file with the password of mail.username.")
        }
        return .init(username: username, password: text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
