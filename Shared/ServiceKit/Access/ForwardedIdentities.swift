import AuthMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import RPC
import Synchronization
import Wire

/// Reads the users' identities that the gateway sends instead of the tokens that it has verified.
///
/// One that was read is remembered until it expires, so that repeated calls cost a look-up.
final class ForwardedIdentities: Sendable {
    private let validity: IdentityCheck
    private let known: Mutex<ExpiringCache<[UInt8], VerifiedUser>>

    /// Remembers nothing yet.
    /// - Parameter capacity: The most identities that are remembered.
    init(validity: IdentityCheck, capacity: Int = 10_000) {
        self.validity = validity
        known = Mutex(ExpiringCache(capacity: capacity))
    }

    /// The user of an identity that was read before; nil when it was not.
    /// - Throws: UNAUTHENTICATED when it has expired or was revoked.
    func knownUser(of identity: [UInt8]) throws(Status) -> VerifiedUser? {
        guard let user = known.withLock({ $0[identity] }) else { return nil }
        try validity.check(user)
        return user
    }

    /// The user of an identity.
    /// - Throws: UNAUTHENTICATED when it has expired or was revoked, INTERNAL when it is malformed, UNAVAILABLE when the
    ///   revocations can't be had.
    func user(of identity: [UInt8]) async throws -> VerifiedUser {
        guard let message = try? Auth.UserIdentity(decoding: ByteBuffer(bytes: identity)),
            let user = VerifiedUser(message)
        else { throw Self.malformed }
        try await validity.checkFirst(user)
        known.withLock { $0.insert(user, for: identity, until: user.tokenExpiry, now: validity.clock.now) }
        return user
    }

    /// The client can do nothing about it, and must not sign out for it.
    private static let malformed = Status(
        .internalError,
        .services.identityUnreadable,
        reason: "MALFORMED_IDENTITY"
    )
}
