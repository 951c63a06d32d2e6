import Foundation
import OCRMessages
import Postgres
import RPC
import ServiceKit

/// A full-text search in a user's receipts.
struct ReceiptSearch: Sendable {
    /// The words or prefixes to search for, in lower case.
    let words: [String]

    /// Validates a request.
    /// - Throws: INVALID_ARGUMENT when it contains no word.
    init(validating request: OCR.SearchReceiptsRequest) throws(Status) {
        var validator = FieldValidator()
        let text = validator.text(request.text, "text", length: 1...100)
        // Splits as PostgreSQL's parser does; characters that join digits are kept.
        words = text.lowercased().split { !$0.isLetter && !$0.isNumber && !".,-".contains($0) }
            .map { $0.trimmingCharacters(in: .punctuationCharacters) }.filter { !$0.isEmpty }
        if words.isEmpty, !text.isEmpty { validator.reject("text", .ocr.ruleWords) }
        try validator.finish()
    }

    /// The query in PostgreSQL's syntax: all words, each as a prefix.
    var query: String { words.map { "'\($0)':*" }.joined(separator: " & ") }

    /// The printed rows that contain one of the words.
    func rows(of text: String) -> [String] {
        Array(
            text.split(separator: "\n").lazy
                .filter { row in
                    let row = row.lowercased()
                    return words.contains { row.contains($0) }
                }
                .prefix(3).map { $0.trimmingCharacters(in: .whitespaces) }
        )
    }
}

extension ReceiptStore {
    /// A user's receipts that match a search, newest first.
    /// - Returns: a page with the matching rows, and the token of the next page; nil at the end.
    func receipts(
        with search: ReceiptSearch,
        of user: UUID,
        _ page: Page<ReceiptKey>
    ) async throws -> ([(ReceiptRecord, rows: [String])], next: String?) {
        let rows = try await pool.query(
            """
            SELECT \(ReceiptRecord.columns), receipt_readings.raw_text FROM receipts
            JOIN receipt_readings
                ON receipt_readings.user_id = receipts.user_id AND receipt_readings.receipt_id = receipts.id
            WHERE receipts.user_id = \(user) AND receipt_readings.user_id = \(user)
                AND receipt_readings.words @@ to_tsquery('simple', \(search.query))
                AND queue_number < \(page.after?.number ?? .max)
            ORDER BY queue_number DESC LIMIT \(page.rowLimit)
            """
        )
        return try page.entries(in: rows, key: { ReceiptKey(try $0["queue_number"]) }) { row in
            (try ReceiptRecord(row), rows: search.rows(of: try row["raw_text"]))
        }
    }
}
