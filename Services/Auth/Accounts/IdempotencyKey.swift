import Crypto
import Foundation
import Foundations
import RPC
import ServiceKit

/// A client's key for a change that it may send again.
///
/// Stored as a hash, since anyone who knows the key could obtain the response.
struct IdempotencyKey: Sendable {
    /// The SHA-256 hash, 32 bytes.
    let hash: [UInt8]

    /// The key of a call for one of its operations; nil when it has none.
    /// - Throws: INVALID_ARGUMENT when it is too short to be unique or too long.
    init?(_ context: CallContext, operation: String) throws {
        guard let text = context.idempotencyKey else { return nil }
        // Stricter than elsewhere: callers are not signed in, so the key alone distinguishes them.
        guard IdempotencyKeyRule.admits(text), text.utf8.count >= 8 else {
            throw Status.invalid([
                .init("idempotency-key", .auth.keyRule)
            ])
        }
        hash = Self.hash(operation, text)
    }

    /// The key of a user's call for one of its operations; nil when it has none.
    /// - Throws: INVALID_ARGUMENT for a key that can't be kept.
    init?(_ context: CallContext, of account: UUID, operation: String) throws {
        guard let text = try context.validatedIdempotencyKey else { return nil }
        hash = Self.hash("\(operation) \(account.canonical)", text)
    }

    private static func hash(_ operation: String, _ text: String) -> [UInt8] {
        Array(SHA256.hash(data: Data("\(operation)\n\(text)".utf8)))
    }
}
