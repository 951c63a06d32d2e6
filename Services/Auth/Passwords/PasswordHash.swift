import COpenSSL
import Crypto
import Foundation

/// A salted, slow password hash by scrypt (RFC 7914).
///
/// Written as `$scrypt$ln=15,r=8,p=1$<salt>$<hash>` with Base64 without padding, so that hashes of different cost can
/// be in use at the same time.
struct PasswordHash: Sendable, Equatable, CustomStringConvertible {
    /// The cost of a hash: 128 · 2^logN · r bytes of memory, and time proportional to 2^logN · r · p.
    struct Cost: Sendable, Hashable {
        var logN: Int
        var blockSize: Int
        var parallelism: Int

        /// The default, 32 MiB three times: OWASP's "Password Storage Cheat Sheet" recommendation for scrypt with this
        /// much memory.
        static let standard = Cost(logN: 15, blockSize: 8, parallelism: 3)

        /// Whether the cost is within this program's limits: up to 256 MiB.
        var isAllowed: Bool {
            (4...18).contains(logN) && (1...16).contains(blockSize) && (1...8).contains(parallelism)
                && (blockSize << logN) <= (8 << 18)
        }
    }

    let cost: Cost
    private let salt: [UInt8]
    private let key: SymmetricKey

    /// Hashes a password with a new salt. Slow; see ``PasswordHasher``.
    init(of password: String, cost: Cost = .standard) throws {
        self.cost = cost
        salt = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        key = try Self.derive(password, salt, cost)
    }

    /// A hash that matches no password but takes as long to check as any other.
    init(decoyOf cost: Cost) {
        self.cost = cost
        salt = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        key = SymmetricKey(size: .bits256)
    }

    /// Parses a stored hash; nil for an unknown form.
    init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
            let cost = Cost(text: parts[2]), cost.isAllowed,
            let salt = Data(unpaddedBase64: parts[3]), salt.count == 16,
            let key = Data(unpaddedBase64: parts[4]), key.count == 32
        else { return nil }
        self.cost = cost
        self.salt = Array(salt)
        self.key = SymmetricKey(data: key)
    }

    var description: String {
        let key = key.withUnsafeBytes { Data($0) }
        return "$scrypt$\(cost.text)$\(Data(salt).unpaddedBase64)$\(key.unpaddedBase64)"
    }

    /// Whether this is the hash of a password, compared in constant time. Slow; see ``PasswordHasher``.
    func matches(_ password: String) throws -> Bool {
        try Self.derive(password, salt, cost) == key
    }

    private static func derive(_ password: String, _ salt: [UInt8], _ cost: Cost) throws -> SymmetricKey {
        // Keyboards may produce the same character as different code points.
        let bytes = Array(password.precomposedStringWithCanonicalMapping.utf8)
        var key = [UInt8](repeating: 0, count: 32)
        defer { OPENSSL_cleanse(&key, key.count) }
        let isDerived = bytes.withUnsafeBytes { password in
            EVP_PBE_scrypt(
                password.baseAddress?.assumingMemoryBound(to: CChar.self),
                password.count,
                salt,
                salt.count,
                1 << UInt64(cost.logN),
                UInt64(cost.blockSize),
                UInt64(cost.parallelism),
                maximumMemory,
                &key,
                key.count
            )
        }
        guard isDerived == 1 else { throw HashingFailure() }
        return SymmetricKey(data: key)
    }

    /// What OpenSSL may take for a hash, in bytes: more than the largest allowed cost needs.
    private static let maximumMemory: UInt64 = 320 << 20

    /// There is no memory for a hash.
    private struct HashingFailure: Error {}
}

extension PasswordHash.Cost {
    fileprivate var text: String { "ln=\(logN),r=\(blockSize),p=\(parallelism)" }

    fileprivate init?(text: String) {
        let fields = text.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
        guard fields.count == 3, fields.allSatisfy({ $0.count == 2 }), fields.map({ $0[0] }) == ["ln", "r", "p"],
            let logN = Int(fields[0][1]), let blockSize = Int(fields[1][1]), let parallelism = Int(fields[2][1])
        else { return nil }
        self.init(logN: logN, blockSize: blockSize, parallelism: parallelism)
    }
}

extension Data {
    fileprivate var unpaddedBase64: String { base64EncodedString().replacing("=", with: "") }

    fileprivate init?(unpaddedBase64 text: String) {
        self.init(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
    }
}
