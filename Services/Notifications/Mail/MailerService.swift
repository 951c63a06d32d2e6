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

/// The service that sends mails for other services, and keeps proof of it for as long as their links work.
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
        do {
            let time = try await send(
                mail.content,
                id: mail.id,
                to: mail.user,
                address: mail.address,
                language: mail.language
            )
            return .init(sentAt: Common.Timestamp(time))
        } catch let failure as MailFailure {
            throw status(of: failure, mail)
        }
    }

    /// Hands a mail over and keeps proof of it; one whose id was sent before is not sent again.
    /// - Returns: When it was sent.
    /// - Throws: `MailFailure`.
    func send(
        _ content: MailContent,
        id: UUID,
        to user: UUID,
        address: String,
        language: Language
    ) async throws -> Date {
        let known = try await pool.query("SELECT sent_at FROM sent_mails WHERE user_id = \(user) AND id = \(id)")
        if let row = known.first { return try row["sent_at"] }
        guard let transport = settings.transport else {
            throw MailFailure.misconfigured(reason: "neither mail.folder nor mail.host is configured")
        }
        try await transport.send(content.message(to: address, in: language, id: id.canonical, settings, at: clock.now))
        let time = clock.now
        try await pool.execute(
            """
            INSERT INTO sent_mails (user_id, id, kind, sent_at)
            VALUES (\(user), \(id), \(content.kind), \(time)) ON CONFLICT DO NOTHING
            """
        )
        return time
    }

    /// Deletes proofs that nothing needs any more.
    var erasure: ScheduledJob {
        ScheduledJob("forget sent mails", .every(.seconds(3_600))) { _ in try await eraseOld() }
    }

    /// Deletes the proofs of mails whose links have ended, of all users.
    /// - Parameter batch: How many are deleted at a time, so that mails that are being sent don't wait for long.
    func eraseOld(batch: Int = 1_000) async throws {
        let time = clock.now - StopToken.lifetime
        while try await pool.execute(
            """
            DELETE FROM sent_mails WHERE (user_id, id) IN (
                SELECT user_id, id FROM sent_mails WHERE sent_at <= \(time) ORDER BY sent_at LIMIT \(Int64(batch))
            )
            """
        ) == batch { try Task.checkCancellation() }
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
    let address: String
    let language: Language

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
}

extension StatusReason {
    /// A mail's address does not work.
    static let badAddress: StatusReason = "BAD_ADDRESS"
    /// The mail server will never take a mail.
    static let mailRejected: StatusReason = "MAIL_REJECTED"
    /// The mail server cannot be used now.
    static let mailUnavailable: StatusReason = "MAIL_UNAVAILABLE"
}
