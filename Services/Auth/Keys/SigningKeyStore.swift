import Crypto
import Foundation
import Foundations
import Postgres
import ServiceKit
import Synchronization

/// A key that signs access tokens.
struct SigningKey: Sendable {
    let id: String
    let privateKey: Curve25519.Signing.PrivateKey
}

/// The Ed25519 signing keys shared by all instances. The first instance creates the first key.
final class SigningKeyStore: Sendable {
    /// The maximum time for which a withdrawn key is still used for signing, in seconds.
    private static let cacheLifetime: TimeInterval = 60
    /// "LARDERSK" in ASCII: instances that start at once create one key.
    private static let creationLock: Int64 = 0x4c41_5244_4552_534b

    private let database: PostgresPool
    private let masterKeys: MasterKeys
    private let clock: any WallClock
    private let cached = Mutex<(key: SigningKey, loadedAt: Date)?>(nil)

    init(database: PostgresPool, masterKeys: MasterKeys, clock: any WallClock) {
        self.database = database
        self.masterKeys = masterKeys
        self.clock = clock
    }

    /// The latest key in force, used for signing.
    func current() async throws -> SigningKey {
        let time = clock.now
        if let known = cached.withLock({ $0 }), abs(time.timeIntervalSince(known.loadedAt)) < Self.cacheLifetime {
            return known.key
        }
        let key = try await loadOrCreate(at: time)
        cached.withLock { $0 = (key, time) }
        return key
    }

    /// The public keys in force, latest first.
    func verificationKeys() async throws -> [VerificationKey] {
        try await database.query(
            "SELECT id, public_key FROM signing_keys WHERE retired_at IS NULL ORDER BY created_at DESC, id"
        ).map { VerificationKey(id: try $0["id"], publicKey: try $0["public_key"]) }
    }

    private func loadOrCreate(at time: Date) async throws -> SigningKey {
        if let key = try await newest(database.query(Self.newestInForce)) { return key }
        return try await database.transaction { connection in
            try await connection.execute("SELECT pg_advisory_xact_lock(\(Self.creationLock))")
            if let key = try newest(try await connection.query(Self.newestInForce)) { return key }
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
    }

    private static let newestInForce: Statement = """
        SELECT id, private_key, master_key_id FROM signing_keys WHERE retired_at IS NULL
        ORDER BY created_at DESC, id LIMIT 1
        """

    private func newest(_ rows: [Row]) throws -> SigningKey? {
        guard let row = rows.first else { return nil }
        let id: String = try row["id"]
        let wrapped = WrappedSecret(masterKeyID: try row["master_key_id"], bytes: try row["private_key"])
        let secret = try masterKeys.unwrap(wrapped, for: Self.subject(id))
        return SigningKey(id: id, privateKey: try Curve25519.Signing.PrivateKey(rawRepresentation: secret))
    }

    private static func subject(_ id: String) -> String { "signing key \(id)" }

    private static func newID() -> String {
        SymmetricKey(size: .bits128).withUnsafeBytes { bytes in
            bytes.prefix(8).map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
        }
    }
}
