import Crypto
import Foundation

/// A key that encrypts the data of one subject, such as a person, with AES-256-GCM (NIST SP 800-38D).
///
/// Every encryption draws a nonce of 96 random bits, so one key may encrypt up to 2³² values.
package struct DataKey: Sendable {
    /// First byte of everything that is encrypted, so that another method can follow this one.
    private static let format: UInt8 = 1

    let key: SymmetricKey

    /// A new random key.
    init() { key = SymmetricKey(size: .bits256) }

    init(_ key: SymmetricKey) { self.key = key }

    /// The key that follows from a secret for a purpose, by HKDF-SHA-256 (RFC 5869).
    /// - Parameters:
    ///   - secret: At least 32 bytes that nobody can guess.
    ///   - purpose: A key for one purpose reveals nothing about those for others.
    package init(derivedFrom secret: [UInt8], purpose: String) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret),
            info: Data(purpose.utf8),
            outputByteCount: 32
        )
    }

    /// Encrypts bytes.
    /// - Parameter context: What the bytes are, such as table and column; decryption needs the same.
    /// - Returns: Format byte, nonce, encrypted bytes, tag: 29 bytes more than were given.
    package func seal(_ bytes: [UInt8], context: String) throws -> [UInt8] {
        let box = try AES.GCM.seal(bytes, using: key, authenticating: Data(context.utf8))
        return [Self.format] + box.nonce + box.ciphertext + box.tag
    }

    /// Decrypts bytes.
    /// - Throws: ``EncryptionError/unreadable`` unless they are just what was made with this key for this context.
    package func open(_ bytes: [UInt8], context: String) throws(EncryptionError) -> [UInt8] {
        guard bytes.first == Self.format else { throw .unreadable }
        do {
            let box = try AES.GCM.SealedBox(combined: bytes.dropFirst())
            return Array(try AES.GCM.open(box, using: key, authenticating: Data(context.utf8)))
        } catch {
            throw .unreadable
        }
    }

    /// Encrypts text as UTF-8.
    package func seal(_ text: String, context: String) throws -> [UInt8] {
        try seal(Array(text.utf8), context: context)
    }

    /// Decrypts text.
    /// - Throws: ``EncryptionError/unreadable`` unless it is just what was made with this key for this context.
    package func openText(_ bytes: [UInt8], context: String) throws(EncryptionError) -> String {
        guard let text = String(validating: try open(bytes, context: context), as: UTF8.self) else {
            throw .unreadable
        }
        return text
    }

    /// A hash by which encrypted text is found: HMAC-SHA-256 under a key that follows from this one.
    /// - Parameter purpose: A hash for one purpose reveals nothing about those for others.
    /// - Returns: 32 bytes.
    package func lookupHash(of text: String, purpose: String) -> [UInt8] {
        lookupHash(of: Array(text.utf8), purpose: purpose)
    }

    /// A hash by which encrypted bytes are found, as of text.
    package func lookupHash(of bytes: [UInt8], purpose: String) -> [UInt8] {
        let derived = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key,
            info: Data("larder person look-up v1 \(purpose)".utf8),
            outputByteCount: 32
        )
        return Array(HMAC<SHA256>.authenticationCode(for: bytes, using: derived))
    }

    /// A hash in place of text that says too much for an id, see ``lookupHash(of:purpose:)``.
    /// - Returns: 64 lower-case hexadecimal digits.
    package func lookupID(of text: String, purpose: String) -> String {
        lookupHash(of: text, purpose: purpose).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
