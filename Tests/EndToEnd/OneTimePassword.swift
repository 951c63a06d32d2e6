import Crypto
import Foundation

/// The codes of an authenticator app (RFC 6238), as any app computes them.
enum OneTimePassword {
    /// The code of a secret in Base32 at a time.
    static func code(of secret: String, at time: Date) -> String {
        let step = UInt64(time.timeIntervalSince1970 / 30)
        let counter = withUnsafeBytes(of: step.bigEndian) { Data($0) }
        let key = SymmetricKey(data: bytes(ofBase32: secret))
        let hash = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: key))
        let offset = Int(hash[19] & 0x0F)
        let number = hash[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        return String(String(1_000_000 + number % 1_000_000).dropFirst())
    }

    private static func bytes(ofBase32 text: String) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = text.compactMap { alphabet.firstIndex(of: $0) }.flatMap { value in
            (0..<5).map { value >> (4 - $0) & 1 }
        }
        return stride(from: 0, to: bits.count - bits.count % 8, by: 8).map { start in
            bits[start..<(start + 8)].reduce(UInt8(0)) { $0 << 1 | UInt8($1) }
        }
    }
}
