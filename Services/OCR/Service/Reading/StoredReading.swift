import Foundation
import Foundations
import MessageCoding
import NIOCore
import OCRMessages
import Postgres
import ServiceKit

/// What a receipt says as it is stored: encrypted under its owner's key, and by former versions as it was.
struct StoredReading: Sendable {
    let user: UUID
    let receipt: UUID

    /// What a query selects for ``reading(in:with:)``.
    static var selection: Statement { OCRColumns.reading.selection() }

    /// The primary key of the receipt's row, as text.
    private var row: [String] { [user.canonical, receipt.canonical] }

    /// The reading in a row of a result; nil for none.
    func reading(in result: Row, with key: DataKey?) throws -> OCR.Reading? {
        try packed(in: result, with: key).map { try OCR.Reading(decoding: ByteBuffer(bytes: $0)) }
    }

    /// The packed reading in a row of a result, as ``reading(in:with:)``.
    func packed(in result: Row, with key: DataKey?) throws -> [UInt8]? {
        try OCRColumns.reading.bytes(in: result, row: row, with: key)
    }

    /// The text in a row of a result with the columns of `OCRColumns.rawText`; empty for none.
    func text(in result: Row, with key: DataKey?) throws -> String {
        try OCRColumns.rawText.text(in: result, row: row, with: key) ?? ""
    }

    /// The recognized words in a row of a result with the columns of `OCRColumns.page`; nil for none.
    func page(in result: Row, with key: DataKey?) throws -> [UInt8]? {
        try OCRColumns.page.bytes(in: result, row: row, with: key)
    }

    /// Stores the recognized words.
    func storing(page: [UInt8], with key: DataKey) throws -> Statement {
        """
        INSERT INTO receipt_pages (user_id, receipt_id, page_sealed)
        VALUES (\(user), \(receipt), \(try OCRColumns.page.seal(page, row: row, with: key)))
        ON CONFLICT (user_id, receipt_id) DO UPDATE SET page = NULL, page_sealed = EXCLUDED.page_sealed
        """
    }

    /// Stores a packed reading with its text.
    func storing(_ packed: [UInt8], rawText: String, currency: String?, with key: DataKey) throws -> Statement {
        let text = rawText.isEmpty ? nil : try OCRColumns.rawText.seal(rawText, row: row, with: key)
        return """
            INSERT INTO receipt_readings (user_id, receipt_id, reading_sealed, raw_text_sealed, currency)
            VALUES (
                \(user), \(receipt), \(try OCRColumns.reading.seal(packed, row: row, with: key)), \(text), \(currency)
            )
            ON CONFLICT (user_id, receipt_id) DO UPDATE SET
                reading = NULL, reading_sealed = EXCLUDED.reading_sealed,
                raw_text = NULL, raw_text_sealed = EXCLUDED.raw_text_sealed, currency = EXCLUDED.currency
            """
    }

    /// Removes the text, in a reading and beside it. What else the reading says is kept.
    func removingText(from reading: OCR.Reading, with key: DataKey) throws -> Statement {
        var reading = reading
        reading.rawText = ""
        let packed = Array(try reading.encoded().readableBytesView)
        return """
            UPDATE receipt_readings SET
                reading = NULL, reading_sealed = \(try OCRColumns.reading.seal(packed, row: row, with: key)),
                raw_text = NULL, raw_text_sealed = NULL
            WHERE user_id = \(user) AND receipt_id = \(receipt)
            """
    }

    /// The key with which the reading is stored anew; nil when nothing is stored of it.
    func key(from keys: PersonKeys, in pool: PostgresPool) async throws -> DataKey? {
        if let key = try await keys.existingKey(of: user) { return key }
        // One that a former version has stored.
        let stored = try await pool.query(
            "SELECT 1 FROM receipt_readings WHERE user_id = \(user) AND receipt_id = \(receipt)"
        )
        return stored.isEmpty ? nil : try await keys.key(of: user)
    }
}
