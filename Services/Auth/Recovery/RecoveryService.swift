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
    let clock: any WallClock

    func requestPasswordReset(
        _ request: Auth.RequestPasswordResetRequest,
        context: CallContext
    ) async throws -> Auth.RequestPasswordResetResponse {
        if let violation = SignInAttempt.Name.violation(of: request.name) { throw Status.invalid([violation]) }
        let account = try await signIns.credentials(for: SignInAttempt.Name(request.name))?.account
        try await store.requestReset(of: account ?? nobody(request.name), language: context.language, at: clock.now)
        return Auth.RequestPasswordResetResponse()
    }

    /// An account that nobody has, the same for each name: for it all is done as for somebody's, so that neither the response nor
    /// its time reveals whether there is one.
    private func nobody(_ name: String) -> UUID {
        let hash = signIns.masterKeys.lookupHashes(of: name.lowercased(), purpose: "auth.nobody")[0]
        return hash.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    func resetPassword(
        _ request: Auth.ResetPasswordRequest,
        context: CallContext
    ) async throws -> Auth.ResetPasswordResponse {
        guard PasswordRule.allows(request.newPassword) else {
            throw Status.invalid([.init("new_password", PasswordRule.text)])
        }
        guard let token = MailToken(request.token, signIns.masterKeys),
            let link = try await store.link(of: token.mail), link.expiresAt > clock.now
        else { throw RecoveryService.linkInvalid }
        let network = context.clientNetwork
        if link.usedAt != nil {
            // Whoever did not get the response asks again.
            guard try await hasher.verify(request.newPassword, against: link.passwordHash, for: network) else {
                throw RecoveryService.linkInvalid
            }
            return Auth.ResetPasswordResponse()
        }
        let hash = try await hasher.hash(request.newPassword, for: network)
        guard try await store.reset(link, to: hash, at: clock.now) else { throw RecoveryService.linkInvalid }
        return Auth.ResetPasswordResponse()
    }

    /// The same for every link that does nothing.
    private static let linkInvalid = Status(
        .invalidArgument,
        .auth.linkInvalid,
        fieldViolations: [.init("token", .auth.linkInvalid)],
        reason: .linkInvalid
    )
}

extension StatusReason {
    /// A mailed link was used already, is too old, or never was one.
    static let linkInvalid: StatusReason = "LINK_INVALID"
}
