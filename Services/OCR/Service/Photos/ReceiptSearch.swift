import Foundation
import Messages
import Postgres
import RPC
import ServiceKit

/// What somebody looks for in the texts of receipts.
struct ReceiptSearch: Sendable {
    /// Words or their beginnings, in lower case.
    let words: [String]

    /// Looks a request over.
    /// - Throws: INVALID_ARGUMENT when there is nothing to look for.
    init(validating request: OCR.SearchReceiptsRequest) throws(Status) {
        var validator = FieldValidator()
        let text = validator.text(request.text, "text", length: 1...100)
        // As PostgreSQL's parser takes texts apart; what joins figures stays.
        words = text.lowercased().split { !$0.isLetter && !$0.isNumber && !".,-".contains($0) }
            .map { $0.trimmingCharacters(in: .punctuationCharacters) }.filter { !$0.isEmpty }
        if words.isEmpty, !text.isEmpty { validator.reject("text", "must have a word or a number") }
        try validator.finish()
    }

    /// The query in PostgreSQL's language: all words, each the beginning of one on the receipt.
    var query: String { words.map { "'\($0)':*" }.joined(separator: " & ") }

    /// The printed rows that have one of the words.
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
    /// A user's receipts whose text has what is looked for, newest first.
    /// - Returns: A page of them with the rows where it stands, and the token of the next page; nil at the end.
    func receipts(
        with search: ReceiptSearch,
        of user: UUID,
        _ page: Page<ReceiptKey>
    ) async throws -> ([(ReceiptRecord, rows: [String])], next: String?) {
        let found = try await pool.query(
            """
            SELECT \(ReceiptRecord.columns), receipt_readings.raw_text FROM receipts
            JOIN receipt_readings
                ON receipt_readings.user_id = receipts.user_id AND receipt_readings.receipt_id = receipts.id
            WHERE receipts.user_id = \(user) AND receipt_readings.user_id = \(user)
                AND receipt_readings.words @@ to_tsquery('simple', \(search.query))
                AND queue_number < \(page.after?.queueNumber ?? .max)
            ORDER BY queue_number DESC LIMIT \(page.limit + 1)
            """
        )
        let matches = try found.prefix(page.limit).map { row in
            (try ReceiptRecord(row), rows: search.rows(of: try row["raw_text"]))
        }
        guard found.count > page.limit, let last = matches.last else { return (matches, nil) }
        return (matches, Page.token(after: ReceiptKey(queueNumber: last.0.queueNumber)))
    }
}
