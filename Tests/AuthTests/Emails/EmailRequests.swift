import AuthMessages
import CommonMessages
import ConcurrencyTestSupport
import Foundation
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

/// Auth, and the mails that it has sent.
struct MailedAuth {
    let environment: AuthTestEnvironment
    let parts: AuthComponents
    let mails: Recorder<Notifications.SendMailRequest>
    /// The failure of the next mails, the last one counts; nil for none.
    let failures: Recorder<Status?>

    /// When mails are taken.
    static let sentAt: Int64 = 1_700_000_123

    /// Runs a test with nobody registered.
    static func with(
        relyingParty: RelyingParty? = nil,
        _ body: (MailedAuth) async throws -> Void
    ) async throws {
        try await withAuth { environment in
            let (mails, failures) = (Recorder<Notifications.SendMailRequest>(), Recorder<Status?>())
            let parts = environment.parts(relyingParty: relyingParty) { mail in
                if let failure = failures.values.last ?? nil { throw failure }
                mails.record(mail)
                return .init(sentAt: .init(seconds: sentAt))
            }
            try await body(MailedAuth(environment: environment, parts: parts, mails: mails, failures: failures))
        }
    }

    /// Registers without confirming the address.
    @discardableResult
    func register(_ request: Auth.RegisterRequest = .test(), language: String = "en") async throws -> Auth.Account {
        try await parts.accounts.register(request, context: .test(language: language))
    }

    /// Sends what is due and returns the token of the last mail.
    func deliver() async throws -> String {
        _ = try await parts.mailer.worker.runOnce()
        switch try #require(mails.values.last).content {
        case .verifyEmail(let mail): return mail.token
        case .confirmEmail(let mail): return mail.token
        case .emailChanged(let mail): return mail.token
        case .passwordReset(let mail): return mail.token
        default: throw Status.invalid([])
        }
    }

    @discardableResult
    func confirm(
        _ token: String,
        key: String? = nil,
        password: String = "correct-horse-7",
        registration: String = ""
    ) async throws -> Auth.ConfirmEmailResponse {
        let request = Auth.ConfirmEmailRequest(token: token, password: password, registrationToken: registration)
        return try await parts.emails.confirmEmail(request, context: .test(key: key))
    }

    @discardableResult
    func confirmOwn(_ token: String, by caller: SignedIn, key: String? = nil) async throws -> Auth.ConfirmEmailResponse
    {
        try await parts.emails.confirmOwnEmail(.init(token: token), context: caller.context(key: key))
    }

    /// Sends what is due and returns the token of the last mail of a kind.
    func deliver(_ kind: AccountMail.Kind) async throws -> String {
        _ = try await parts.mailer.worker.runOnce()
        let rows = try await environment.pool.query(
            """
            SELECT id FROM account_mails WHERE kind = \(kind.rawValue)
            ORDER BY used_at IS NULL DESC, requested_at DESC LIMIT 1
            """
        )
        let id: UUID = try #require(rows.first)["id"]
        return MailToken(of: id, environment.masterKeys).text
    }

    /// The mail of a kind that was sent last. Which of several that are due is sent first is not said.
    /// - Parameter content: What is of the kind; nil for others.
    func last<Content>(
        _ content: (Notifications.SendMailRequest.Content?) -> Content?
    ) throws -> (content: Content, mail: Notifications.SendMailRequest) {
        let found = mails.values.reversed().compactMap { mail in content(mail.content).map { ($0, mail) } }
        return try #require(found.first)
    }

    /// The addresses to which mails of a kind have been sent, in order.
    func addresses(_ isOfKind: (Notifications.SendMailRequest.Content?) -> Bool) -> [String] {
        mails.values.filter { isOfKind($0.content) }.map(\.address)
    }

    func resend(_ name: String, language: String = "en") async throws {
        _ = try await parts.emails.resendVerification(.init(name: name), context: .test(language: language))
    }

    func state(of account: Auth.Account) async throws -> Auth.Verification {
        try await parts.emails.getVerification(.init(accountID: account.id), context: .test())
    }

    func change(
        to email: String,
        by caller: SignedIn,
        password: String = "correct-horse-7"
    ) async throws {
        let request = Auth.ChangeEmailRequest(currentPassword: password, newEmail: email)
        _ = try await parts.emails.changeEmail(request, context: caller.context())
    }

    func account(of caller: SignedIn) async throws -> Auth.Account {
        try await parts.accounts.getAccount(.init(), context: caller.context())
    }
}
