import AuthMessages
import CommonMessages
import ConcurrencyTestSupport
import Foundation
import NotificationsMessages
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
    static func with(_ body: (MailedAuth) async throws -> Void) async throws {
        try await withAuth { environment in
            let (mails, failures) = (Recorder<Notifications.SendMailRequest>(), Recorder<Status?>())
            let parts = environment.parts { mail in
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
    func confirm(_ token: String, key: String? = nil) async throws -> Auth.ConfirmEmailResponse {
        try await parts.emails.confirmEmail(.init(token: token), context: .test(key: key))
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
