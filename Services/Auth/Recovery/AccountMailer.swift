import CommonMessages
import Foundation
import Foundations
import Logging
import NotificationsMessages
import Postgres
import RPC
import ServiceKit

/// Sends the mails that accounts are due, through notifications.
struct AccountMailer: Sendable {
    /// The pauses of a mail after attempts that failed.
    private static let backoff = Backoff.doubling(from: .seconds(1), to: .seconds(300))

    /// How long a mail of a kind that is not known here is left to others.
    private static let pauseForOthers = Duration.seconds(30)

    /// Sends a mail; returns when the mail server has taken it.
    typealias Send = @Sendable (Notifications.SendMailRequest) async throws -> Notifications.SendMailResponse

    let accounts: AccountStore
    let sendMail: Send
    let queue: LeaseQueue<AccountMail>
    let clock: any WallClock
    let log: Logger

    /// Sends through notifications, which may take as long as a mail server does.
    static func through(_ channel: RPCChannel) -> Send {
        let mailer = Notifications.MailerClient(channel: channel)
        return { try await mailer.sendMail($0, options: CallOptions(timeout: .seconds(90))) }
    }

    /// Sends what is due.
    var worker: LeaseWorker<AccountMail> {
        var configuration = LeaseWorker<AccountMail>.Configuration()
        configuration.concurrency = 4
        configuration.backoff = Self.backoff
        configuration.outageBackoff = .doubling(from: .milliseconds(500), to: .seconds(30))
        return LeaseWorker(
            AccountMail.queueName,
            queue: queue,
            configuration: configuration,
            wokenBy: WakeUp(AccountMail.queueName),
            clock: clock,
            log: log,
            judge: { mail, error in (error as? Status).map { outcome($0, mail) } },
            perform: send
        )
    }

    private func send(_ mail: Lease<AccountMail>) async throws -> WorkOutcome {
        guard mail.expiresAt > clock.now else { return .finished }
        // Of a newer version, an instance of which sends it.
        guard let kind = mail.kind else { return .postponed(Self.pauseForOthers, isCounted: false) }
        guard let account = try await accounts.find(mail.account) else {
            // Nobody's stays for as long as another one, so that asking twice tells nothing either.
            return try await settle(mail, at: clock.now)
        }
        guard kind.isDue(isConfirmed: account.isEmailConfirmed) else {
            return try await settle(mail, at: clock.now)
        }
        let request = Notifications.SendMailRequest(
            mailID: mail.id.canonical,
            userID: mail.account.canonical,
            address: try await accounts.address(of: mail.work) ?? account.email,
            language: mail.language.rawValue,
            content: content(kind, mail.work, account)
        )
        let response = try await sendMail(request)
        return try await settle(mail, at: response.sentAt?.date ?? clock.now)
    }

    /// Notes that nothing is left to be sent.
    private func settle(_ mail: Lease<AccountMail>, at time: Date) async throws -> WorkOutcome {
        let count = try await queue.pool.execute(
            """
            UPDATE account_mails SET sent_at = \(time), claim = NULL, claimed_until = NULL
            WHERE \(mail.work.identity) AND claim = \(mail.token)
            """
        )
        return count == 1 ? .settled : .lost
    }

    private func content(
        _ kind: AccountMail.Kind,
        _ mail: AccountMail,
        _ account: Account
    ) -> Notifications.SendMailRequest.Content {
        let token = MailToken(of: mail.id, accounts.masterKeys).text
        let seconds = mail.expiresAt.timeIntervalSince(clock.now)
        let minutes = Int32(max(1, (seconds / 60).rounded(.down)))
        let hours = Int32(max(1, (seconds / 3_600).rounded()))
        switch kind {
        case .passwordReset:
            return .passwordReset(.init(username: account.username, token: token, minutes: minutes))
        case .accountLocked:
            return .accountLocked(.init(username: account.username, token: token, minutes: minutes))
        case .passwordChanged: return .passwordChanged(.init(username: account.username))
        case .accountClosed:
            return .accountClosed(.init(username: account.username, months: Int32(AccountPeriods.reopeningMonths)))
        case .emailVerification:
            return .verifyEmail(.init(username: account.username, token: token, hours: hours))
        case .emailChange: return .confirmEmail(.init(username: account.username, token: token, hours: hours))
        case .emailChangeRequested:
            return .emailChangeRequested(.init(username: account.username, token: token, hours: hours))
        case .emailChanged: return .emailChanged(.init(username: account.username, token: token, hours: hours))
        case .accountReopened:
            return .accountReopened(.init(username: account.username, token: token, hours: hours))
        case .signInCode:
            let code = MailCode.code(of: mail.id, accounts.masterKeys)
            return .signInCode(.init(username: account.username, code: code, minutes: minutes))
        case .factorAdded, .factorRemoved:
            return .factorsChanged(
                .init(
                    username: account.username,
                    kind: mail.subject,
                    isRemoved: kind == .factorRemoved,
                    token: token,
                    hours: hours
                )
            )
        }
    }

    private func outcome(_ status: Status, _ mail: Lease<AccountMail>) -> WorkOutcome {
        let reason = "\(status.code) \(status.reason.rawValue)"
        // Of a notifications of a former release, which does not know the kind yet.
        if status.fieldViolations.contains(where: { $0.field == "content" }) {
            return .postponed(Self.pauseForOthers, isCounted: false, reason: reason)
        }
        if status.code == .failedPrecondition || status.code == .invalidArgument { return .parked(reason: reason) }
        return .postponed(Self.backoff.delay(afterFailures: mail.attempt), reason: reason)
    }
}
