import Foundations
import RPC

/// Decides whether what a token said of its user still holds.
struct IdentityCheck: Sendable {
    /// Decides about expiry.
    let clock: any WallClock
    /// What is refused although it has not expired; nil for nothing.
    let revocations: Revocations?

    /// Checks a user who was met before.
    /// - Throws: UNAUTHENTICATED when the token has expired or was revoked.
    func check(_ user: VerifiedUser) throws(Status) {
        guard user.tokenExpiry > clock.now else { throw Self.expired }
        if let refusal = revocations?.refusal(of: user) { throw refusal }
    }

    /// Checks a user who was not met before, once all revocations in force are known.
    /// - Throws: UNAUTHENTICATED as ``check(_:)``; UNAVAILABLE when the revocations can't be had.
    func checkFirst(_ user: VerifiedUser) async throws {
        guard user.tokenExpiry > clock.now else { throw Self.expired }
        try await revocations?.waitUntilComplete()
        try check(user)
    }

    static let expired = Status(
        .unauthenticated,
        .services.signInExpired,
        reason: .tokenExpired
    )
}
