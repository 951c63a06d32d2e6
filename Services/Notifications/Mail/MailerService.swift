import CommonMessages
import Foundation
import Foundations
import Logging
import Mail
import NotificationsMessages
import Postgres
import RPC
import ServiceKit
import Texts

/// The service that sends mails for other services, and keeps proof of it.
struct MailerService: Notifications.MailerProvider {
    let pool: PostgresPool
    let settings: MailSettings
    let log: Logger
    var clock: any WallClock = SystemWallClock()

    func sendMail(
        _ request: Notifications.SendMailRequest,
        context: CallContext
    ) async throws -> Notifications.SendMailResponse {
        let mail = try OutgoingMail(validating: request)
        if let time = try await sentAt(mail) { return .init(sentAt: Common.Timestamp(time)) }
        guard let transport = settings.transport else {
            log.error("mails cannot be sent: neither mail.folder nor mail.host is configured")
            throw MailerService.unavailable
        }
        do {
            try await transport.send(mail.message(settings, at: clock.now))
        } catch let failure as MailFailure {
            throw status(of: failure, mail)
        }
        return .init(sentAt: Common.Timestamp(try await record(mail)))
    }

    private func sentAt(_ mail: OutgoingMail) async throws -> Date? {
        let rows = try await pool.query(
            "SELECT sent_at FROM sent_mails WHERE user_id = \(mail.user) AND id = \(mail.id)"
        )
        return try rows.first?["sent_at"]
    }

    private func record(_ mail: OutgoingMail) async throws -> Date {
        let time = clock.now
        try await pool.execute(
            """
            INSERT INTO sent_mails (user_id, id, kind, sent_at)
            VALUES (\(mail.user), \(mail.id), \(mail.content.kind), \(time)) ON CONFLICT DO NOTHING
            """
        )
        return time
    }

    private func status(of failure: MailFailure, _ mail: OutgoingMail) -> Status {
        let metadata: Logger.Metadata = ["mail": "\(mail.id.canonical)", "kind": "\(mail.content.kind)"]
        switch failure {
        case .badAddress(let reply):
            log.notice("a mail's address does not work", metadata: metadata.merging(["reply": "\(reply)"]) { $1 })
            return Status(.failedPrecondition, .notifications.mailBadAddress, reason: .badAddress)
        case .rejected(let reply):
            log.warning("a mail is rejected", metadata: metadata.merging(["reply": "\(reply)"]) { $1 })
            return Status(.failedPrecondition, .notifications.mailRejected, reason: .mailRejected)
        case .postponed(let reason):
            log.notice("a mail has to wait", metadata: metadata.merging(["reason": "\(reason)"]) { $1 })
            return MailerService.unavailable
        case .misconfigured(let reason):
            log.error("mails cannot be sent", metadata: metadata.merging(["reason": "\(reason)"]) { $1 })
            return MailerService.unavailable
        }
    }

    private static let unavailable = Status(
        .unavailable,
        .notifications.mailUnavailable,
        retryDelay: .seconds(30),
        reason: .mailUnavailable
    )
}

/// A validated request for a mail.
struct OutgoingMail: Sendable {
    let id: UUID
    let user: UUID
    let content: MailContent
    private let address: String
    private let language: Language

    /// - Throws: INVALID_ARGUMENT with every invalid field.
    init(validating request: Notifications.SendMailRequest) throws {
        var validator = FieldValidator()
        id = validator.uuid(request.mailID, "mail_id")
        user = validator.uuid(request.userID, "user_id")
        address = validator.text(request.address, "address", length: 3...254)
        // It becomes a header and a command of SMTP.
        if address.unicodeScalars.contains(where: { $0.properties.isWhitespace || "<>".unicodeScalars.contains($0) })
            || !address.contains("@")
        {
            validator.reject("address", .notifications.mailBadAddress)
        }
        language = Language(rawValue: request.language) ?? .english
        if Language(rawValue: request.language) == nil {
            validator.reject("language", .notifications.ruleMailLanguage)
        }
        let content = MailContent(request.content)
        if content == nil { validator.reject("content", .notifications.ruleMailContent) }
        try validator.finish()
        guard let content else { throw Status.invalid([]) }
        self.content = content
    }

    /// The mail as it is sent.
    func message(_ settings: MailSettings, at time: Date) -> MailMessage {
        MailMessage(
            to: address,
            subject: content.subject.rendered(in: language),
            text: content.text(in: language, webAddress: settings.webAddress),
            html: content.html(in: language, webAddress: settings.webAddress),
            language: language.rawValue,
            id: id.canonical,
            date: time
        )
    }
}

extension StatusReason {
    /// A mail's address does not work.
    static let badAddress: StatusReason = "BAD_ADDRESS"
    /// The mail server will never take a mail.
    static let mailRejected: StatusReason = "MAIL_REJECTED"
    /// The mail server cannot be used now.
    static let mailUnavailable: StatusReason = "MAIL_UNAVAILABLE"
}
