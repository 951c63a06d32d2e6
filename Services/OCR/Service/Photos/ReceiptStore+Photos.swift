import Foundation
import OCRMessages
import Postgres
import RPC
import ServiceKit

extension ReceiptStore {
    /// A receipt's photo; nil when it is not kept.
    /// - Parameter number: the index among several, from 0.
    /// - Throws: NOT_FOUND when the user has no such receipt.
    func photo(_ id: UUID, number: Int32 = 0, of user: UUID) async throws -> KeptPhoto? {
        let rows = try await pool.query(
            """
            SELECT receipt_images.bytes, \(PhotoSealing.isSealed), \(StoredReading.selection) FROM receipts
            LEFT JOIN receipt_images
                ON receipt_images.user_id = receipts.user_id AND receipt_images.receipt_id = receipts.id
                AND receipt_images.number = \(number)
            LEFT JOIN receipt_readings
                ON receipt_readings.user_id = receipts.user_id AND receipt_readings.receipt_id = receipts.id
            WHERE receipts.user_id = \(user) AND receipts.id = \(id)
            """
        )
        guard let row = rows.first else { throw Status.notFound(.services.nounReceipt) }
        guard let stored: [UInt8] = try row["bytes"] else { return nil }
        let bytes = try await sealing.open(stored, isSealed: row["is_sealed"], number: number, of: id, user)
        let reading = try StoredReading(user: user, receipt: id)
            .reading(in: row, with: try await sealing.keys.existingKey(of: user))
        return KeptPhoto(bytes: bytes, quarterTurns: Int(reading?.quarterTurns ?? 0) & 3)
    }

    /// Removes the photo and the recognized text; the extracted fields are kept.
    /// - Throws: NOT_FOUND; FAILED_PRECONDITION while the receipt is being processed.
    func removePhoto(_ id: UUID, of user: UUID) async throws {
        let key = try await readingKey(id, of: user)
        try await pool.transaction { connection in
            let rows = try await connection.query(
                "SELECT state FROM receipts WHERE user_id = \(user) AND id = \(id) FOR UPDATE"
            )
            guard let row = rows.first else { throw Status.notFound(.services.nounReceipt) }
            guard (try row["state"] as ReceiptState).isFinal else {
                throw Status(
                    .failedPrecondition,
                    .ocr.receiptInWork,
                    reason: .receiptInWork
                )
            }
            try await ReceiptStore.remove(id, user, with: key, in: connection)
        }
    }

    /// The key with which a receipt's reading is stored once its text goes.
    func readingKey(_ id: UUID, of user: UUID) async throws -> DataKey? {
        try await StoredReading(user: user, receipt: id).key(from: sealing.keys, in: pool)
    }

    /// The purchase that a receipt became is settled: the photo goes, unless its owner wanted to keep it for longer.
    /// - Parameter key: ``readingKey(_:of:)``.
    func settle(_ id: UUID, of user: UUID, with key: DataKey?, in connection: PostgresConnection) async throws {
        let rows = try await connection.query(
            """
            UPDATE receipts SET keeps_photo = false
            WHERE user_id = \(user) AND id = \(id) AND NOT (\(ReceiptStore.isKeptForGood)) RETURNING state
            """
        )
        // One that is still being saved loses its photo when that is done; one that was typed in, at once.
        guard let row = rows.first, (try row["state"] as ReceiptState).isFinal else { return }
        try await ReceiptStore.remove(id, user, with: key, in: connection)
    }

    /// Whether only its owner removes the photo.
    static let isKeptForGood: Statement = "keeps_photo AND NOT removes_photo_when_settled"

    /// Removes the photo of a receipt that cannot be read, if its owner chose that.
    static func removeUselessPhoto(
        _ id: UUID,
        _ user: UUID,
        with key: DataKey?,
        in connection: PostgresConnection
    ) async throws {
        let rows = try await connection.query(
            "SELECT removes_photo_when_failed FROM receipts WHERE user_id = \(user) AND id = \(id)"
        )
        guard try rows.first?["removes_photo_when_failed"] ?? false else { return }
        try await remove(id, user, with: key, in: connection)
    }

    static func remove(
        _ id: UUID,
        _ user: UUID,
        with key: DataKey?,
        in connection: PostgresConnection
    ) async throws {
        let stored = StoredReading(user: user, receipt: id)
        let reading = try await connection.query(
            "SELECT \(StoredReading.selection) FROM receipt_readings WHERE user_id = \(user) AND receipt_id = \(id)"
        ).first.flatMap { try stored.reading(in: $0, with: key) }
        try await connection.pipeline(try removal(id, user, reading: reading, with: key))
    }

    /// The changes that remove a photo and its text.
    static func removal(_ id: UUID, _ user: UUID, reading: OCR.Reading?, with key: DataKey?) throws -> [Statement] {
        var statements: [Statement] = [
            "DELETE FROM receipt_images WHERE user_id = \(user) AND receipt_id = \(id)",
            "DELETE FROM receipt_pages WHERE user_id = \(user) AND receipt_id = \(id)",
        ]
        if let reading {
            // Its owner was erased meanwhile.
            guard let key else { throw EncryptionError.unreadable }
            statements.append(try StoredReading(user: user, receipt: id).removingText(from: reading, with: key))
        }
        return statements
    }
}

extension StatusReason {
    /// The receipt is being read, so that its photo cannot be removed.
    static let receiptInWork: StatusReason = "RECEIPT_IN_WORK"
}
