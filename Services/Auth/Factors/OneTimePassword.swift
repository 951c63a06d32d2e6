import Crypto
import Foundation

/// The shared secret of an authenticator app, and the codes that follow from it (RFC 4226 and 6238: SHA-1, 30 seconds).
struct AuthenticatorKey: Sendable, Equatable {
    /// How long a code is shown, in seconds.
    static let period: TimeInterval = 30
    /// How many steps a clock may be ahead or behind.
    static let tolerance: Int64 = 1

    let bytes: [UInt8]

    /// A new secret of 160 random bits.
    init() { bytes = SymmetricKey(size: .init(bitCount: 160)).withUnsafeBytes { Array($0) } }

    /// A stored secret.
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The number of the step in which a time falls.
    static func step(at time: Date) -> Int64 { Int64((time.timeIntervalSince1970 / period).rounded(.down)) }

    /// The code of a step.
    /// - Parameter digits: How many it has, 6 to 8.
    func code(step: Int64, digits: Int = 6) -> String {
        let counter = withUnsafeBytes(of: step.bigEndian) { Data($0) }
        let hash = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: bytes)))
        let offset = Int(hash[19] & 0x0F)
        let number = hash[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let limit = (0..<digits).reduce(UInt32(1)) { product, _ in product * 10 }
        let text = String(number % limit)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// The step of a code that is right at a time, of those after one that was taken; nil for a wrong code.
    func step(of code: String, at time: Date, after taken: Int64?) -> Int64? {
        let present = AuthenticatorKey.step(at: time)
        let given = SymmetricKey(data: Data(code.utf8))
        // Compared as keys are: in a time that says nothing of where they differ.
        return (present - Self.tolerance...present + Self.tolerance).first { step in
            step > (taken ?? -1) && SymmetricKey(data: Data(self.code(step: step).utf8)) == given
        }
    }

    /// Base32 (RFC 4648) without padding, as apps take it.
    var text: String { Base32.rfc4648.encode(bytes) }

    /// The address that apps read from a QR code.
    func uri(username: String) -> String {
        "otpauth://totp/Larder:\(username)?secret=\(text)&issuer=Larder&algorithm=SHA1&digits=6&period=30"
    }
}

/// Five bits a character.
struct Base32: Sendable {
    private let alphabet: [UInt8]

    /// The alphabet of RFC 4648.
    static let rfc4648 = Base32("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    /// Crockford's alphabet, whose characters are not mistaken for one another.
    static let crockford = Base32("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    private init(_ alphabet: String) { self.alphabet = Array(alphabet.utf8) }

    /// Bytes as text; the last character is filled up with zero bits.
    func encode(_ bytes: [UInt8]) -> String {
        var (text, buffer, bits) = ([UInt8](), UInt16(0), 0)
        for byte in bytes {
            buffer = buffer << 8 | UInt16(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[Int(buffer >> UInt16(bits)) & 31])
            }
            buffer &= (1 << UInt16(bits)) - 1
        }
        if bits > 0 { text.append(alphabet[Int(buffer << UInt16(5 - bits)) & 31]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether a text has characters of the alphabet alone.
    func allows(_ text: String) -> Bool { text.utf8.allSatisfy(alphabet.contains) }
}
