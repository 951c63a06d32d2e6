import COpenSSL
import CSodium
import Crypto
import Foundation

/// A salted, slow password hash: by Argon2id, or by scrypt where it was made by a former release.
///
/// Written as `$argon2id$v=19$m=47104,t=2,p=1$<salt>$<hash>` or `$scrypt$ln=15,r=8,p=3$<salt>$<hash>` with Base64 without
/// padding, so that hashes of different cost can be in use at the same time.
struct PasswordHash: Sendable, Equatable, CustomStringConvertible {
    let cost: PasswordCost
    private let salt: [UInt8]
    private let key: SymmetricKey

    /// Hashes a password with a new salt. Slow; see ``PasswordHasher``.
    init(of password: String, cost: PasswordCost = .standard) throws {
        self.cost = cost
        salt = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        key = try Self.derive(password, salt, cost)
    }

    /// A hash that matches no password but takes as long to check as any other.
    init(decoyOf cost: PasswordCost) {
        self.cost = cost
        salt = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        key = SymmetricKey(size: .bits256)
    }

    /// Parses a stored hash; nil for an unknown form.
    init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 5, parts[0].isEmpty,
            let cost = PasswordCost(text: parts[1..<(parts.count - 2)].joined(separator: "$")),
            let salt = Data(unpaddedBase64: parts[parts.count - 2]), salt.count == 16,
            let key = Data(unpaddedBase64: parts[parts.count - 1]), key.count == 32
        else { return nil }
        self.cost = cost
        self.salt = Array(salt)
        self.key = SymmetricKey(data: key)
    }

    var description: String {
        let key = key.withUnsafeBytes { Data($0) }
        return "$\(cost.text)$\(Data(salt).unpaddedBase64)$\(key.unpaddedBase64)"
    }

    /// Whether this is the hash of a password, compared in constant time. Slow; see ``PasswordHasher``.
    func matches(_ password: String) throws -> Bool {
        try Self.derive(password, salt, cost) == key
    }

    private static func derive(_ password: String, _ salt: [UInt8], _ cost: PasswordCost) throws -> SymmetricKey {
        // Keyboards may produce the same character as different code points.
        let text = Array(password.precomposedStringWithCanonicalMapping.utf8CString)
        var key = [UInt8](repeating: 0, count: 32)
        defer { OPENSSL_cleanse(&key, key.count) }
        let isDerived =
            switch cost {
            case .argon2id(let memory, let passes): argon2id(text, salt, memory, passes, &key)
            case .scrypt(let logN, let blockSize, let parallelism):
                scrypt(text, salt, logN, blockSize, parallelism, &key)
            }
        guard isDerived else { throw HashingFailure() }
        return SymmetricKey(data: key)
    }

    /// - Parameter password: With a NUL at the end, which does not count.
    private static func argon2id(
        _ password: [CChar],
        _ salt: [UInt8],
        _ memory: Int,
        _ passes: Int,
        _ key: inout [UInt8]
    ) -> Bool {
        guard isSodiumReady else { return false }
        return crypto_pwhash(
            &key,
            UInt64(key.count),
            password,
            UInt64(password.count - 1),
            salt,
            UInt64(passes),
            memory << 10,
            crypto_pwhash_ALG_ARGON2ID13
        ) == 0
    }

    /// The library finds out what the processor can, once.
    private static let isSodiumReady = sodium_init() >= 0

    /// - Parameter password: With a NUL at the end, which does not count.
    private static func scrypt(
        _ password: [CChar],
        _ salt: [UInt8],
        _ logN: Int,
        _ blockSize: Int,
        _ parallelism: Int,
        _ key: inout [UInt8]
    ) -> Bool {
        EVP_PBE_scrypt(
            password,
            password.count - 1,
            salt,
            salt.count,
            1 << UInt64(logN),
            UInt64(blockSize),
            UInt64(parallelism),
            maximumMemory,
            &key,
            key.count
        ) == 1
    }

    /// What OpenSSL may take for a hash, in bytes: more than the largest allowed cost needs.
    private static let maximumMemory: UInt64 = 320 << 20

    /// There is no memory for a hash.
    private struct HashingFailure: Error {}
}

extension Data {
    fileprivate var unpaddedBase64: String { base64EncodedString().replacing("=", with: "") }

    fileprivate init?(unpaddedBase64 text: String) {
        self.init(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
    }
}
