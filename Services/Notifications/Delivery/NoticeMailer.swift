import AuthMessages
import Foundation
import Foundations
import Logging
import Mail
import Postgres
import RPC
import ServiceKit
import Texts

/// Sends notices by mail: one that comes at once by itself, others together.
struct NoticeMailer: OutsideChannel {
    /// How many notices a mail names.
    static let limit = 50

    /// How a user is written to; nil for one without an address that may be used.
    typealias Contact = @Sendable (UUID) async throws -> (address: String, language: Language)?

    let mailer: MailerService
    let kinds: NoticeKinds
    let masterKeys: MasterKeys
    let contact: Contact

    /// Asks auth, which alone knows addresses.
    static func contacts(_ auth: RPCChannel) -> Contact {
        let accounts = Auth.AccountsClient(channel: auth)
        return { user in
            do {
                let contact = try await accounts.getContact(
                    .init(userID: user.canonical),
                    options: CallOptions(timeout: .seconds(10))
                )
                guard !contact.email.isEmpty else { return nil }
                return (contact.email, Language(rawValue: contact.language) ?? .english)
            } catch let status as Status where status.code == .notFound {
                return nil
            }
        }
    }

    func send(_ notices: [OutsideNotice], _ lease: Lease<NoticeDelivery>) async throws -> Bool {
        let user = lease.work.user
        guard let (address, language) = try await contact(user) else { return false }
        do {
            let content = content(notices, for: user, mail: lease.work.id)
            _ = try await mailer.send(content, id: lease.work.id, to: user, address: address, language: language)
        } catch let failure as MailFailure {
            switch failure {
            case .badAddress(let reply):
                // Mailboxes vanish every day, which is nothing for operators to mend.
                mailer.log.notice("notices have an address that does not work", metadata: ["reply": "\(reply)"])
                return false
            case .rejected(let reply): throw ChannelFailure.permanent(reason: "the mail is rejected: \(reply)")
            case .postponed(let reason), .misconfigured(let reason): throw ChannelFailure.passing(reason: reason)
            }
        }
        return true
    }

    private func content(_ notices: [OutsideNotice], for user: UUID, mail: UUID) -> MailContent {
        let kinds = Set(notices.map(\.kind))
        let token = StopToken(user: user, mail: mail, kind: kinds.count == 1 ? kinds.first : nil).text(masterKeys)
        let stop = "/stop?t=\(token)"
        guard notices.count > 1 else {
            return MailContent(
                kind: "notice",
                subject: notices[0].title,
                before: [notices[0].message],
                path: notices[0].path,
                label: .notifications.mailShow,
                after: [],
                stopPath: stop
            )
        }
        let shown = notices.prefix(NoticeMailer.limit)
        let rest = notices.count - shown.count
        return MailContent(
            kind: "notice_digest",
            subject: .notifications.mailDigest(count: notices.count),
            before: shown.map { .joined([$0.title, $0.message], separator: ": ") }
                + (rest > 0 ? [.notifications.mailMore(count: rest)] : []),
            path: "/inbox",
            label: .notifications.mailInbox,
            after: [],
            stopPath: stop
        )
    }
}
