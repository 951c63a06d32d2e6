import Foundation
import Foundations
import Logging
import Postgres
import ServiceKit

/// Encrypts stored photos under their owners' keys, and decrypts them.
///
/// Photos are stored as they were sent and encrypted by a job, once nobody reads them any more: a former version, which may
/// run beside while it is replaced, cannot decrypt. A photo is bound to its owner, receipt and place.
struct PhotoSealing: Sendable {
    /// The photos that are looked up at a time.
    private static let batch = 20

    let pool: PostgresPool
    let keys: PersonKeys
    let log: Logger

    /// Encrypts the photos of receipts that are read, and could be while a former version ran: some time after a program has
    /// started first.
    var job: ScheduledJob {
        ScheduledJob("encrypt photos", .every(.seconds(1_800))) { _ in
            let count = try await sealAll()
            if count > 0 { log.notice("photos are encrypted", metadata: ["photos": "\(count)"]) }
        }
    }

    /// Wraps the keys under the current master key, once that is another one.
    var rewrapping: ScheduledJob {
        ScheduledJob("rewrap person keys", .every(.seconds(3_600))) { _ in try await keys.rewrap() }
    }

    /// Encrypts all photos of receipts that are not being read, each in a transaction of its own.
    /// - Returns: How many.
    @discardableResult
    func sealAll() async throws -> Int {
        var (count, last): (Int, Row?) = (0, nil)
        repeat {
            let after: Statement =
                try last.map { row in
                    """
                    AND (image.user_id, image.receipt_id, image.number)
                        > (\(try row["user_id"] as UUID), \(try row["receipt_id"] as UUID), \(try row["number"] as Int32))
                    """
                } ?? ""
            let rows = try await pool.query(
                """
                SELECT image.user_id, image.receipt_id, image.number FROM receipt_images AS image
                JOIN receipts ON receipts.user_id = image.user_id AND receipts.id = image.receipt_id
                WHERE NOT image.is_sealed AND receipts.state IN ('done', 'failed') \(after)
                ORDER BY image.user_id, image.receipt_id, image.number LIMIT \(Int64(Self.batch))
                """
            )
            for row in rows where try await seal(row["number"], of: row["receipt_id"], row["user_id"]) { count += 1 }
            last = rows.count == Self.batch ? rows.last : nil
            try Task.checkCancellation()
        } while last != nil
        return count
    }

    /// - Returns: False when it was removed or encrypted meanwhile.
    private func seal(_ number: Int32, of receipt: UUID, _ user: UUID) async throws -> Bool {
        let key = try await keys.key(of: user)
        return try await pool.transaction { connection in
            let rows = try await connection.query(
                """
                SELECT bytes FROM receipt_images
                WHERE user_id = \(user) AND receipt_id = \(receipt) AND number = \(number) AND NOT is_sealed FOR UPDATE
                """
            )
            guard let bytes: [UInt8] = try rows.first?["bytes"] else { return false }
            let context = Self.context(user, receipt, number)
            let sealed = try await offLoop { try key.seal(bytes, context: context) }
            return try await connection.execute(
                """
                UPDATE receipt_images SET bytes = \(sealed), is_sealed = true
                WHERE user_id = \(user) AND receipt_id = \(receipt) AND number = \(number)
                """
            ) == 1
        }
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
        PersonalFile(columns: ["is_sealed", "receipt_id", "number"]) { row, user in
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
