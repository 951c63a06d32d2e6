import Crypto
import Foundation
import Foundations
import JWTKit
import Postgres
import ServiceKit

/// The key pair by which push services know this installation (RFC 8292), shared by all instances. The first one creates it; browsers'
/// subscriptions are bound to it, so it stays.
final class PushKeyStore: Sendable {
    /// "LARDERPK" in ASCII: instances that start at once create one key.
    private static let creationLock: Int64 = 0x4c41_5244_4552_504b
    private static let subject = "push key"
    /// For how long a signature is valid, in seconds; push services take a day at most.
    private static let lifetime: TimeInterval = 12 * 3_600

    private let pool: PostgresPool
    private let masterKeys: MasterKeys
    private let clock: any WallClock

    init(pool: PostgresPool, masterKeys: MasterKeys, clock: any WallClock = SystemWallClock()) {
        self.pool = pool
        self.masterKeys = masterKeys
        self.clock = clock
    }

    private struct Claims: JWTPayload {
        let aud: AudienceClaim
        let exp: ExpirationClaim
        let sub: SubjectClaim

        func verify(using algorithm: some JWTAlgorithm) async throws {}
    }

    /// The public key, as browsers take it: 65 bytes.
    func publicKey() async throws -> [UInt8] {
        Array(try await key().publicKey.x963Representation)
    }

    /// The field by which a push service knows that a message is from this installation.
    /// - Parameters:
    ///   - origin: Of the push service.
    ///   - contact: How the service reaches who runs the installation: an address with `mailto:` or `https:`.
    func authorization(for origin: String, contact: String) async throws -> String {
        let key = try await key()
        let collection = JWTKeyCollection()
        await collection.add(ecdsa: try ES256PrivateKey(pem: key.pemRepresentation))
        let claims = Claims(
            aud: AudienceClaim(value: [origin]),
            exp: ExpirationClaim(value: clock.now + PushKeyStore.lifetime),
            sub: SubjectClaim(value: contact)
        )
        let token = try await collection.sign(claims)
        return "vapid t=\(token), k=\(key.publicKey.x963Representation.base64URL)"
    }

    /// Encrypts the key anew when another master key encrypts it than the one in force; there may be none yet.
    func rewrap() async throws {
        _ = try await pool.withConnection { try await self.load(in: $0) }
    }

    private func key() async throws -> P256.Signing.PrivateKey {
        if let key = try await pool.withConnection({ try await self.load(in: $0) }) { return key }
        return try await pool.transaction { connection in
            try await connection.execute("SELECT pg_advisory_xact_lock(\(PushKeyStore.creationLock))")
            if let key = try await self.load(in: connection) { return key }
            let key = P256.Signing.PrivateKey()
            let wrapped = try self.masterKeys.wrap(Array(key.rawRepresentation), for: PushKeyStore.subject)
            try await connection.execute(
                """
                INSERT INTO push_keys (public_key, private_key, master_key_id, created_at)
                VALUES (
                    \(Array(key.publicKey.x963Representation)), \(wrapped.bytes), \(wrapped.masterKeyID), \(self.clock.now)
                )
                """
            )
            return key
        }
    }

    private func load(in connection: PostgresConnection) async throws -> P256.Signing.PrivateKey? {
        let rows = try await connection.query("SELECT private_key, master_key_id FROM push_keys")
        guard let row = rows.first else { return nil }
        let wrapped = WrappedSecret(masterKeyID: try row["master_key_id"], bytes: try row["private_key"])
        let secret = try masterKeys.unwrap(wrapped, for: PushKeyStore.subject)
        if wrapped.masterKeyID != masterKeys.currentID {
            let anew = try masterKeys.wrap(secret, for: PushKeyStore.subject)
            try await connection.execute(
                "UPDATE push_keys SET private_key = \(anew.bytes), master_key_id = \(anew.masterKeyID)"
            )
        }
        return try P256.Signing.PrivateKey(rawRepresentation: secret)
    }
}
