import Crypto
import Foundation

/// A secret encrypted under a master key, as it is stored.
package struct WrappedSecret: Sendable, Hashable {
    /// Which master key, as the file names it.
    package var masterKeyID: String
    /// The encrypted secret.
    package var bytes: [UInt8]

    /// A stored secret.
    package init(masterKeyID: String, bytes: [UInt8]) {
        self.masterKeyID = masterKeyID
        self.bytes = bytes
    }
}

/// The keys that protect all others of a service (envelope encryption): they wrap the key of each person and of each
/// signature, and let encrypted values be found by a keyed hash.
///
/// To rotate, add a new key as the second line for all instances, then make it the first, then rewrap what names the
/// old one, then remove the old line. Hashes are made under every key of the file, so values are found, and kept
/// unique, all the way.
package struct MasterKeys: Sendable {
    private struct Key {
        let id: String
        let key: SymmetricKey
    }

    private let keys: [Key]

    /// The key that wraps what is new.
    package var currentID: String { keys[0].id }
    /// All keys, the current one first.
    package var ids: [String] { keys.map(\.id) }

    /// Checks that the file has all keys that stored data need.
    /// - Throws: ``ConfigurationError`` when some are missing.
    package func require(_ used: some Sequence<String>) throws {
        let missing = Set(used).subtracting(ids).sorted()
        guard missing.isEmpty else {
            throw ConfigurationError(
                "The file of master keys lacks \(missing.joined(separator: ", ")), with which stored data are encrypted."
            )
        }
    }

    /// Reads a file of lines `id:key`, the current key first. An id has 1 to 32 of `A-Z`, `a-z`, `0-9`, `-` and `_`; a key
    /// is 32 random bytes in Base64. Only the file's owner may have rights to it.
    /// - Throws: ``ConfigurationError`` with a sentence for the operator.
    package init(contentsOf path: String) throws {
        let file = URL(filePath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file),
            attributes[.type] as? FileAttributeType == .typeRegular
        else { throw ConfigurationError("There is no file of master keys at \(path).") }
        let rights = (attributes[.posixPermissions] as? Int) ?? 0o777
        guard rights & 0o077 == 0 else {
            throw ConfigurationError(
                "The master keys in \(path) can be read by others than their owner; run: chmod 600 \(path)"
            )
        }
        guard let data = FileManager.default.contents(atPath: file), let text = String(data: data, encoding: .utf8)
        else { throw ConfigurationError("The file of master keys \(path) cannot be read.") }
        try self.init(parsing: text, source: path)
    }

    /// Reads the text of a file of master keys.
    /// - Throws: ``ConfigurationError`` that names the line and never quotes it.
    package init(parsing text: String, source: String = "the file of master keys") throws {
        var keys: [Key] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.isEmpty || line.hasPrefix("#") { continue }
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2, MasterKeys.isID(parts[0]), let key = Data(base64Encoded: parts[1]), key.count == 32
            else {
                throw ConfigurationError(
                    "Line \(index + 1) of \(source) must be an id, a colon, and 32 random bytes in Base64."
                )
            }
            guard !keys.contains(where: { $0.id == parts[0] }) else {
                throw ConfigurationError("Line \(index + 1) of \(source) has an id that was used before.")
            }
            keys.append(Key(id: parts[0], key: SymmetricKey(data: key)))
        }
        guard !keys.isEmpty else { throw ConfigurationError("There is no key in \(source).") }
        self.keys = keys
    }

    private static func isID(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

// MARK: - Wrapping

extension MasterKeys {
    /// Makes a new key for a subject.
    /// - Parameter subject: Whose data it will encrypt; unwrapping needs the same.
    package func makeDataKey(for subject: String) throws -> (key: DataKey, wrapped: WrappedSecret) {
        let key = DataKey()
        let wrapped = try wrap(key.key.withUnsafeBytes { Array($0) }, for: subject)
        return (key, wrapped)
    }

    /// The key of a subject.
    /// - Throws: ``EncryptionError``.
    package func dataKey(_ wrapped: WrappedSecret, for subject: String) throws(EncryptionError) -> DataKey {
        DataKey(SymmetricKey(data: try unwrap(wrapped, for: subject)))
    }

    /// Encrypts a secret under the current master key.
    /// - Parameter subject: What the secret belongs to; unwrapping needs the same.
    package func wrap(_ secret: [UInt8], for subject: String) throws -> WrappedSecret {
        WrappedSecret(
            masterKeyID: currentID,
            bytes: try MasterKeys.wrappingKey(keys[0]).seal(secret, context: subject)
        )
    }

    /// Decrypts a secret.
    /// - Throws: ``EncryptionError``.
    package func unwrap(_ wrapped: WrappedSecret, for subject: String) throws(EncryptionError) -> [UInt8] {
        guard let master = keys.first(where: { $0.id == wrapped.masterKeyID }) else {
            throw .unknownMasterKey(id: wrapped.masterKeyID)
        }
        return try MasterKeys.wrappingKey(master).open(wrapped.bytes, context: subject)
    }

    private static func wrappingKey(_ master: Key) -> DataKey {
        DataKey(MasterKeys.derived(master, purpose: "larder wrapping v1"))
    }

    private static func derived(_ master: Key, purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: master.key, info: Data(purpose.utf8), outputByteCount: 32)
    }
}

// MARK: - Look-up

extension MasterKeys {
    /// Keyed hashes (HMAC-SHA-256) by which an encrypted value is found: one for each master key, the current one first.
    /// - Parameters:
    ///   - value: The value in its normal form.
    ///   - purpose: What kind of value it is; a hash for one purpose reveals nothing about those for others.
    /// - Returns: 32 bytes each.
    package func lookupHashes(of value: String, purpose: String) -> [[UInt8]] {
        keys.map { master in
            let key = MasterKeys.derived(master, purpose: "larder look-up v1 \(purpose)")
            return Array(HMAC<SHA256>.authenticationCode(for: Data(value.utf8), using: key))
        }
    }
}
