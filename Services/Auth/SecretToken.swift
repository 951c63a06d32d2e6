import Crypto
import Foundation
import Foundations

/// A secret of 32 random bytes that a client holds. Only its hash is stored.
struct SecretToken: Sendable, Equatable {
    let bytes: [UInt8]

    /// A new token.
    init() { bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) } }

    /// Parses a token; nil for an invalid form.
    init?(_ text: String) {
        guard let data = Data(base64URL: text, count: 32) else { return nil }
        bytes = Array(data)
    }

    /// Base64url without padding (RFC 4648), 43 characters.
    var text: String { Data(bytes).base64URL }

    /// SHA-256. No salt is needed: the token cannot be guessed.
    var hash: [UInt8] { Array(SHA256.hash(data: bytes)) }
}

/// What is exchanged once for new tokens.
typealias RefreshToken = SecretToken
