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
        if let violation = policy.violation(of: request.newPassword, in: "new_password") {
            throw Status.invalid([violation])
        }
        guard let token = MailToken(request.token, signIns.masterKeys),
            let link = try await store.link(of: token.mail), link.expiresAt > clock.now
        else { throw LinkRejection.invalid }
        let network = context.clientNetwork
        if link.usedAt != nil {
            // Whoever did not get the response asks again.
            guard try await hasher.verify(request.newPassword, against: link.passwordHash, for: network) else {
                throw LinkRejection.invalid
            }
            return Auth.ResetPasswordResponse()
        }
        let hash = try await hasher.hash(request.newPassword, for: network)
        guard try await store.reset(link, to: hash, at: clock.now) else { throw LinkRejection.invalid }
        return Auth.ResetPasswordResponse()
    }
}

extension StatusReason {
    /// A mailed link was used already, is too old, or never was one.
    static let linkInvalid: StatusReason = "LINK_INVALID"
}
