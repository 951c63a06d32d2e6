import Foundation
import Foundations
import Logging
import Postgres
import ServiceKit

/// Encrypts photos under their owners' keys, and decrypts them. A photo is bound to its owner, receipt and place.
///
/// A job encrypts those that former versions have stored as they were sent.
struct PhotoSealing: Sendable {
    /// The photos that former versions have stored as they were sent.
    static let former = FormerValues("receipt_images", "bytes", where: "NOT is_sealed")
    /// Whether a photo of `receipt_images` has to be decrypted: it is encrypted, or should be.
    static let isSealed: Statement = "(is_sealed OR \(former.isSealed)) AS is_sealed"

    let pool: PostgresPool
    let keys: PersonKeys
    let log: Logger

    /// Encrypts what former versions have stored, some time after a program has started first.
    var job: ScheduledJob {
        ScheduledJob("encrypt photos", .every(.seconds(1_800))) { _ in
            let count = try await sealAll()
            if count > 0 { log.notice("photos are encrypted", metadata: ["photos": "\(count)"]) }
        }
    }

    /// Encrypts all photos that are not encrypted yet, and records when none is left.
    /// - Returns: How many.
    /// - Throws: `SealingFailure` at the end, when photos can't be encrypted.
    @discardableResult
    func sealAll() async throws -> Int {
        try await RowSealing.sealAll([Self.former], in: pool) { _ in [rows] }
    }

    /// One photo a transaction, since they are large.
    private var rows: RowSealing {
        RowSealing("receipt_images", keys: keys, in: pool, batchSize: 1) { last, limit in
            let after: Statement =
                try last.map { row in
                    """
                    AND (user_id, receipt_id, number)
                        > (\(try row["person_id"] as UUID), \(try row["receipt_id"] as UUID), \(try row["number"] as Int32))
                    """
                } ?? ""
            return """
                SELECT user_id AS person_id, receipt_id, number, bytes FROM receipt_images WHERE NOT is_sealed \(after)
                ORDER BY user_id, receipt_id, number LIMIT \(limit) FOR UPDATE SKIP LOCKED
                """
        } changes: { row, key in
            let (user, receipt, number): (UUID, UUID, Int32) = (
                try row["person_id"], try row["receipt_id"], try row["number"]
            )
            let bytes: [UInt8] = try row["bytes"]
            let sealed = try await seal(bytes, number: number, of: receipt, user, with: key)
            return [
                """
                UPDATE receipt_images SET bytes = \(sealed), is_sealed = true
                WHERE user_id = \(user) AND receipt_id = \(receipt) AND number = \(number)
                """
            ]
        }
    }

    /// A photo as it is stored.
    func seal(
        _ bytes: [UInt8],
        number: Int32,
        of receipt: UUID,
        _ user: UUID,
        with key: DataKey
    ) async throws -> [UInt8] {
        let context = Self.context(user, receipt, number)
        return try await offLoop { try key.seal(bytes, context: context) }
    }

    /// A stored photo as it was sent.
    /// - Throws: `EncryptionError`, also when the owner's key was destroyed.
    func open(_ bytes: [UInt8], isSealed: Bool, number: Int32, of receipt: UUID, _ user: UUID) async throws -> [UInt8] {
        guard isSealed else { return bytes }
        guard let key = try await keys.existingKey(of: user) else { throw EncryptionError.unreadable }
        let context = Self.context(user, receipt, number)
        return try await offLoop { try key.open(bytes, context: context) }
    }

    /// How an export reads photos.
    var export: PersonalFile {
        PersonalFile(columns: [Self.isSealed, "t.receipt_id", "t.number"]) { row, user in
            guard let bytes: [UInt8] = try row["bytes"] else { return nil }
            return try await open(
                bytes,
                isSealed: row["is_sealed"],
                number: row["number"],
                of: row["receipt_id"],
                user
            )
        }
    }

    /// What a photo is bound to.
    static func context(_ user: UUID, _ receipt: UUID, _ number: Int32) -> String {
        "ocr.receipt_images.bytes \(user.canonical) \(receipt.canonical) \(number)"
    }
}
