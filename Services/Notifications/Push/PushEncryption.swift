import Crypto
import Foundation

/// Encrypts a message for one browser (RFC 8291, with the content coding aes128gcm of RFC 8188): its push service can't read it.
struct PushEncryption {
    /// The sizes to which messages are padded, so that their length says little of them; the last is the largest that push services
    /// have to take (4,096 bytes with header and tag).
    private static let sizes = [1_024, 2_048, 3_993]
    /// The largest message, in bytes.
    static let limit = 3_993
    private static let recordSize: UInt32 = 4_096

    /// The browser's key p256dh.
    let browserKey: P256.KeyAgreement.PublicKey
    /// The browser's secret auth, 16 bytes.
    let secret: [UInt8]

    /// Encrypts with a new key and salt.
    /// - Precondition: `message` has at most ``limit`` bytes.
    func seal(_ message: [UInt8]) throws -> [UInt8] {
        let size = PushEncryption.sizes.first { message.count <= $0 } ?? PushEncryption.limit
        return try seal(
            message,
            padding: size - message.count,
            key: P256.KeyAgreement.PrivateKey(),
            salt: SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        )
    }

    /// Encrypts with a key and a salt, neither of which may be used again.
    func seal(_ message: [UInt8], padding: Int, key: P256.KeyAgreement.PrivateKey, salt: [UInt8]) throws -> [UInt8] {
        let ownKey = key.publicKey.x963Representation
        let shared = try key.sharedSecretFromKeyAgreement(with: browserKey)
        let input = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self,
            salt: secret,
            sharedInfo: Data("WebPush: info\0".utf8) + browserKey.x963Representation + ownKey,
            outputByteCount: 32
        )
        func derived(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: input,
                salt: salt,
                info: Data("Content-Encoding: \(info)\0".utf8),
                outputByteCount: count
            )
        }
        let nonce = try AES.GCM.Nonce(data: derived("nonce", 12).withUnsafeBytes { Data($0) })
        // The delimiter of the last record, and the padding behind it.
        let record = message + [2] + [UInt8](repeating: 0, count: padding)
        let box = try AES.GCM.seal(record, using: derived("aes128gcm", 16), nonce: nonce)
        let size = withUnsafeBytes(of: PushEncryption.recordSize.bigEndian) { Array($0) }
        return salt + size + [UInt8(ownKey.count)] + ownKey + box.ciphertext + box.tag
    }
}
