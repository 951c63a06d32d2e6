import AuthMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// The service by which people prove that addresses are theirs, and replace them.
struct EmailAddressesService: Auth.EmailAddressesProvider {
    let store: EmailStore
    let signIns: SignInStore
    let passwords: PasswordCheck
    let clock: any WallClock

    func confirmEmail(
        _ request: Auth.ConfirmEmailRequest,
        context: CallContext
    ) async throws -> Auth.ConfirmEmailResponse {
        let key = try IdempotencyKey(context, operation: "confirm e-mail")
        return try await use(request.token, with: key) { link in
            guard link.purpose == .registration || link.purpose == .change else { return }
            if link.purpose == .registration,
                let token = RegistrationToken(request.registrationToken, signIns.masterKeys),
                token.id == link.account, try await store.isIncomplete(link.account)
            {
                return
            }
            guard PasswordRule.isPossible(request.password) else { throw LinkRejection.passwordRequired }
            try await passwords.verify(request.password, of: link.account, in: "password", from: context.clientNetwork)
        }
    }

    func confirmOwnEmail(
        _ request: Auth.ConfirmOwnEmailRequest,
        context: CallContext
    ) async throws -> Auth.ConfirmEmailResponse {
        let caller = try context.session
        let key = try IdempotencyKey(context, of: caller.account, operation: "confirm e-mail")
        return try await use(request.token, with: key) { link in
            guard link.account == caller.account else { throw LinkRejection.passwordRequired }
            try await store.sessions.requireActive(caller)
        }
    }

    func resendVerification(
        _ request: Auth.ResendVerificationRequest,
        context: CallContext
    ) async throws -> Auth.ResendVerificationResponse {
        if let violation = SignInAttempt.Name.violation(of: request.name) { throw Status.invalid([violation]) }
        let time = clock.now
        let account = try await signIns.accountOrNobody(request.name, at: time)
        try await store.requestVerification(of: account, language: context.language, at: time)
        return .init()
    }

    func getVerification(
        _ request: Auth.GetVerificationRequest,
        context: CallContext
    ) async throws -> Auth.Verification {
        var fields = FieldValidator()
        let account = fields.uuid(request.accountID, "account_id")
        try fields.finish()
        guard let found = try await store.verification(of: account, at: clock.now) else {
            throw Status.notFound(.services.nounAccount)
        }
        return found.message
    }

    func changeEmail(_ request: Auth.ChangeEmailRequest, context: CallContext) async throws -> Auth.ChangeEmailResponse
    {
        let change = try EmailChange(validating: request)
        let caller = try context.session
        while true {
            let credentials = try await passwords.credentials(
                of: caller,
                with: change.currentPassword,
                from: context.clientNetwork
            )
            let time = clock.now
            switch try await store.requestChange(to: change.newEmail, of: credentials, by: caller, at: time) {
            case .accepted: return .init()
            // Once more: the password was replaced while it was checked.
            case .replaced: continue
            case .locked(let end): throw PasswordRejection.locked(until: end, now: time)
            case .taken: throw EmailChange.taken
            case .limited(let end): throw EmailChange.tooMany(until: end, now: time)
            }
        }
    }

    /// Does what a link is for.
    /// - Parameter check: Throws unless it is the account's owner who uses it. Nothing that it finds is told of a link that does
    ///   nothing any more.
    private func use(
        _ text: String,
        with key: IdempotencyKey?,
        check: (EmailStore.Link) async throws -> Void
    ) async throws -> Auth.ConfirmEmailResponse {
        guard let token = MailToken(text, signIns.masterKeys) else { throw LinkRejection.invalid }
        // One that was made here, but is known no more, is an old one.
        guard let link = try await store.link(of: token.id) else { throw LinkRejection.expired }
        let response = Auth.ConfirmEmailResponse(username: link.username, purpose: link.purpose)
        if link.usedAt != nil {
            // Whoever did not get the response asks again.
            guard let key, link.usedWith == key.hash else { throw LinkRejection.invalid }
            return response
        }
        guard link.expiresAt > clock.now else { throw LinkRejection.expired }
        try await check(link)
        try await use(link, with: key, at: clock.now)
        return response
    }

    private func use(_ link: EmailStore.Link, with key: IdempotencyKey?, at time: Date) async throws {
        do {
            switch link.purpose {
            case .registration: try await store.complete(link, with: key, at: time)
            case .change: try await store.change(link, with: key, at: time)
            default: try await store.secure(link, with: key, at: time)
            }
        } catch let error as PostgresError where error.code == .uniqueViolation {
            throw UniqueField.taken([.email])
        }
    }
}

extension EmailStore.Verification {
    fileprivate var message: Auth.Verification {
        let state: Auth.VerificationState =
            if expiresAt == nil { .verified } else if sentAt != nil { .sent } else if isUndeliverable {
                .undeliverable
            } else { .pending }
        return Auth.Verification(
            state: state,
            sentAt: expiresAt == nil ? nil : sentAt.map { Common.Timestamp($0) },
            expiresAt: expiresAt.map { Common.Timestamp($0) }
        )
    }
}

/// The reasons for rejecting a mailed link.
enum LinkRejection {
    /// The same for every link that does nothing.
    static let invalid = rejection(.auth.linkInvalid, .linkInvalid)
    /// It did something once.
    static let expired = rejection(.auth.linkExpired, .linkExpired)

    /// It works, but not for whoever reads the mail alone.
    static let passwordRequired = Status(
        .invalidArgument,
        .auth.confirmationPassword,
        fieldViolations: [.init("password", .auth.confirmationPassword)],
        reason: .passwordRequired
    )

    private static func rejection(_ text: LocalizedText, _ reason: StatusReason) -> Status {
        Status(.invalidArgument, text, fieldViolations: [.init("token", text)], reason: reason)
    }
}

extension StatusReason {
    /// The password of the account is needed, too.
    static let passwordRequired: StatusReason = "PASSWORD_REQUIRED"
    /// A mailed link is too old.
    static let linkExpired: StatusReason = "LINK_EXPIRED"
    /// An account has asked for too many mails.
    static let tooManyMails: StatusReason = "TOO_MANY_MAILS"
}
