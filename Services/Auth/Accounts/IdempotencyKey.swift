import Crypto
import Foundation
import RPC

/// A key by which a client marks a change that it may send again. Stored as a hash, since whoever knows it could get the
/// answer.
struct IdempotencyKey: Sendable {
    /// SHA-256, 32 bytes.
    let hash: [UInt8]

    /// The key of a call for one of its operations; nil when it has none.
    /// - Throws: INVALID_ARGUMENT when it is too short to be unique or too long.
    init?(_ context: CallContext, operation: String) throws {
        guard let text = context.idempotencyKey else { return nil }
        // Stricter than elsewhere: callers are not signed in here, so that a key is all that tells them apart.
        guard IdempotencyKeyRule.admits(text), text.utf8.count >= 8 else {
            throw Status.invalid([
                .init(
                    "idempotency-key",
                    "An idempotency key has 8 to 128 visible ASCII characters here, such as a UUID."
                )
            ])
        }
        hash = Array(SHA256.hash(data: Data("\(operation)\n\(text)".utf8)))
    }
}
