import AuthMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// The service by which people get back into their accounts.
struct RecoveryService: Auth.RecoveryProvider {
    let signIns: SignInStore
    let store: RecoveryStore
    let hasher: PasswordHasher
    let policy: PasswordPolicy
    let clock: any WallClock

    func requestPasswordReset(
        _ request: Auth.RequestPasswordResetRequest,
        context: CallContext
    ) async throws -> Auth.RequestPasswordResetResponse {
        if let violation = SignInAttempt.Name.violation(of: request.name) { throw Status.invalid([violation]) }
        let account = try await signIns.accountOrNobody(request.name, at: clock.now)
        try await store.requestReset(of: account, language: context.language, at: clock.now)
        return Auth.RequestPasswordResetResponse()
    }

    func resetPassword(
        _ request: Auth.ResetPasswordRequest,
        context: CallContext
    ) async throws -> Auth.ResetPasswordResponse {
        let key = try IdempotencyKey(context, operation: "reset password")
        guard let token = MailToken(request.token, signIns.masterKeys),
            let link = try await store.link(of: token.id), link.expiresAt > clock.now
        else { throw LinkRejection.invalid }
        let network = context.clientNetwork
        if link.isUsed {
            // Whoever did not get the response asks again. Nobody else learns which password is the right one, and neither do
            // they once it is another one.
            guard let key, link.usedWith == key.hash, link.isLatestChange,
                try await hasher.verify(request.newPassword, against: link.passwordHash, for: network)
            else { throw LinkRejection.invalid }
            return Auth.ResetPasswordResponse()
        }
        if let violation = policy.violation(of: request.newPassword, in: "new_password") {
            throw Status.invalid([violation])
        }
        let hash = try await hasher.hash(request.newPassword, for: network)
        guard try await store.reset(link, to: hash, with: key, at: clock.now) else { throw LinkRejection.invalid }
        return Auth.ResetPasswordResponse()
    }
}

extension StatusReason {
    /// A mailed link was used already, is too old, or never was one.
    static let linkInvalid: StatusReason = "LINK_INVALID"
}
