import Crypto
import Foundation
import Foundations
import Postgres
import ServiceKit

/// A key that signs access tokens.
struct SigningKey: Sendable {
    let id: String
    let privateKey: Curve25519.Signing.PrivateKey
}

/// The Ed25519 signing keys shared by all instances. The first instance creates the first key.
///
/// A new key is published before it signs, so that programs know it when the first of its tokens comes; the former ones
/// are accepted until the last token that they signed has expired.
final class SigningKeyStore: Sendable {
    /// How long a new key is published before it signs, in seconds; programs ask for the keys far more often.
    static let publicationTime: TimeInterval = 300
    /// How long an instance signs with a key after another instance has made a new one, in seconds.
    static let cacheLifetime: TimeInterval = 10
    /// How long keys that have retired are kept, in seconds.
    private static let retention: TimeInterval = 86_400
    /// "LARDERSK" in ASCII: instances that start at once create one key.
    private static let creationLock: Int64 = 0x4c41_5244_4552_534b

    private let database: PostgresPool
    private let masterKeys: MasterKeys
    private let tokenLifetime: TimeInterval
    private let clock: any WallClock
    private let signing = RefreshedValue<SigningKey>(lifetime: SigningKeyStore.cacheLifetime)

    /// - Parameter tokenLifetime: The lifetime of access tokens, in seconds.
    init(database: PostgresPool, masterKeys: MasterKeys, tokenLifetime: TimeInterval, clock: any WallClock) {
        self.database = database
        self.masterKeys = masterKeys
        self.tokenLifetime = tokenLifetime
        self.clock = clock
    }

    /// The key in force that signs.
    func current() async throws -> SigningKey {
        let time = clock.now
        return try await signing.value(at: time) { try await loadOrCreate(at: time) }
    }

    /// The public keys in force, latest first.
    func verificationKeys() async throws -> [VerificationKey] {
        try await database.query(Self.inForce(at: clock.now)).map {
            VerificationKey(id: try $0["id"], publicKey: try $0["public_key"])
        }
    }

    /// The keys in force, latest first.
    func states() async throws -> [SigningKeyState] {
        let time = clock.now
        let keys = try await database.query(Self.inForce(at: time)).map(StoredSigningKey.init)
        let signing = Self.signing(of: keys, at: time)?.id
        return keys.map {
            SigningKeyState(id: $0.id, createdAt: $0.createdAt, retiresAt: $0.retiresAt, signs: $0.id == signing)
        }
    }

    /// Makes a new key when the latest one has reached an age, in seconds.
    /// - Returns: Whether it did.
    func rotate(olderThan age: TimeInterval) async throws -> Bool {
        try await rotate(revokingFormer: false) { keys, time in
            keys.first.map { time.timeIntervalSince($0.createdAt) >= age } ?? true
        }
    }

    /// Makes a new key.
    /// - Parameter revokingFormer: Whether signatures of the former keys are rejected from now on. The new key then signs
    ///   at once; other instances follow within ``cacheLifetime``.
    /// - Parameter record: The statement that records who did it, in the same transaction.
    func rotate(revokingFormer: Bool, recording record: Statement? = nil) async throws {
        _ = try await rotate(revokingFormer: revokingFormer, recording: record) { _, _ in true }
    }

    /// Deletes keys that have long retired.
    func deleteRetired() async throws {
        let date = clock.now - Self.retention
        try await database.execute("DELETE FROM signing_keys WHERE retired_at < \(date)")
    }

    private func rotate(
        revokingFormer: Bool,
        recording record: Statement? = nil,
        when isDue: @Sendable ([StoredSigningKey], Date) -> Bool
    ) async throws -> Bool {
        let time = clock.now
        let rotated = try await database.transaction { connection in
            try await connection.execute("SELECT pg_advisory_xact_lock(\(Self.creationLock))")
            let former = try await connection.query(Self.inForce(at: time)).map(StoredSigningKey.init)
            guard isDue(former, time) else { return false }
            // A token is signed for the last time when the new key has been published and every instance has noticed.
            let end = revokingFormer ? time : time + Self.publicationTime + Self.cacheLifetime + tokenLifetime
            try await connection.execute(
                "UPDATE signing_keys SET retired_at = \(end) WHERE retired_at IS NULL OR retired_at > \(end)"
            )
            _ = try await create(at: time, connection)
            if let record { try await connection.execute(record) }
            return true
        }
        if rotated { signing.discard() }
        return rotated
    }

    private func loadOrCreate(at time: Date) async throws -> SigningKey {
        let keys = try await database.query(Self.inForce(at: time)).map(StoredSigningKey.init)
        if let key = Self.signing(of: keys, at: time) { return try unwrap(key) }
        return try await database.transaction { connection in
            try await connection.execute("SELECT pg_advisory_xact_lock(\(Self.creationLock))")
            let keys = try await connection.query(Self.inForce(at: time)).map(StoredSigningKey.init)
            if let key = Self.signing(of: keys, at: time) { return try unwrap(key) }
            return try await create(at: time, connection)
        }
    }

    private func create(at time: Date, _ connection: PostgresConnection) async throws -> SigningKey {
        let key = SigningKey(id: Self.newID(), privateKey: Curve25519.Signing.PrivateKey())
        let wrapped = try masterKeys.wrap(Array(key.privateKey.rawRepresentation), for: Self.subject(key.id))
        try await connection.execute(
            """
            INSERT INTO signing_keys (id, public_key, private_key, master_key_id, created_at)
            VALUES (
                \(key.id), \(Array(key.privateKey.publicKey.rawRepresentation)), \(wrapped.bytes),
                \(wrapped.masterKeyID), \(time)
            )
            """
        )
        return key
    }

    /// The latest key that has been published long enough. When there is none, nobody waits: the oldest one.
    private static func signing(of keys: [StoredSigningKey], at time: Date) -> StoredSigningKey? {
        keys.first { time.timeIntervalSince($0.createdAt) >= publicationTime } ?? keys.last
    }

    /// The keys in force, latest first.
    private static func inForce(at time: Date) -> Statement {
        """
        SELECT id, public_key, private_key, master_key_id, created_at, retired_at FROM signing_keys
        WHERE \(isInForce(at: time)) ORDER BY created_at DESC, id
        """
    }

    /// Whether a row's signatures are accepted.
    static func isInForce(at time: Date) -> Statement { "(retired_at IS NULL OR retired_at > \(time))" }

    private func unwrap(_ key: StoredSigningKey) throws -> SigningKey {
        let secret = try masterKeys.unwrap(key.wrapped, for: Self.subject(key.id))
        return SigningKey(id: key.id, privateKey: try Curve25519.Signing.PrivateKey(rawRepresentation: secret))
    }

    /// What a signing key is wrapped for.
    static func subject(_ id: String) -> String { "signing key \(id)" }

    private static func newID() -> String {
        SymmetricKey(size: .bits128).withUnsafeBytes { bytes in
            bytes.prefix(8).map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
        }
    }
}

/// What operators see of a signing key.
struct SigningKeyState: Sendable, Hashable {
    let id: String
    let createdAt: Date
    /// From then on its signatures are rejected; nil while that is not decided.
    let retiresAt: Date?
    /// Whether it signs new tokens.
    let signs: Bool
}

/// A row of signing_keys.
private struct StoredSigningKey {
    let id: String
    let publicKey: [UInt8]
    let wrapped: WrappedSecret
    let createdAt: Date
    let retiresAt: Date?

    init(_ row: Row) throws {
        id = try row["id"]
        publicKey = try row["public_key"]
        wrapped = WrappedSecret(masterKeyID: try row["master_key_id"], bytes: try row["private_key"])
        createdAt = try row["created_at"]
        retiresAt = try row["retired_at"]
    }
}
