import Foundation
import Glibc
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
        // Characters that join digits are kept.
        words = text.lowercased().split { !$0.isLetter && !$0.isNumber && !".,-".contains($0) }
            .map { $0.trimmingCharacters(in: .punctuationCharacters) }.filter { !$0.isEmpty }
        if words.isEmpty, !text.isEmpty { validator.reject("text", .ocr.ruleWords) }
        try validator.finish()
    }

    /// Whether a text has all words, each at the beginning of one of its words.
    func matches(_ text: String) -> Bool {
        var text = text.lowercased()
        return text.withUTF8 { text in words.allSatisfy { Self.isBeginning($0, in: text) } }
    }

    private static func isBeginning(_ word: String, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var word = word
        return word.withUTF8 { word in
            guard let start = text.baseAddress, let wanted = word.baseAddress else { return false }
            var place = 0
            while place + word.count <= text.count,
                let found = memchr(start + place, Int32(word[0]), text.count - word.count + 1 - place)
            {
                place = UnsafeRawPointer(found) - UnsafeRawPointer(start)
                if memcmp(found, wanted, word.count) == 0, isBoundary(text[..<place], before: word[0]) { return true }
                place += 1
            }
            return false
        }
    }

    /// Whether a word can begin after a text: not within a word, nor after the point of a number.
    private static func isBoundary(_ text: Slice<UnsafeBufferPointer<UInt8>>, before next: UInt8) -> Bool {
        // A scalar has four bytes at most; what is left of the one before is skipped.
        let end = String(decoding: text.suffix(8), as: UTF8.self).unicodeScalars
        guard let last = end.last else { return true }
        if last.properties.isAlphabetic || last.properties.numericType != nil { return false }
        guard last == "." || last == ",", (0x30...0x39).contains(next) else { return true }
        return end.dropLast().last?.properties.numericType == nil
    }

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
    /// The texts that are read, decrypted and compared at a time.
    private static let searchedAtATime = 50
    /// The texts that one call reads at most.
    static let mostSearched = 1_000
    /// Users' turns to have texts read: few are in memory at once, and nobody waits for all of another's.
    private static let searches = FairTurns<UUID>(2)

    /// A receipt whose text matches a search.
    private struct Match: Sendable {
        let receipt: UUID
        let number: Int64
        /// The matching rows of the text.
        let rows: [String]
    }

    /// A user's receipts that match a search, newest first.
    /// - Parameter cap: The texts that are read at most.
    /// - Returns: a page with the matching rows, and the token of the next page; nil at the end. Where there are more texts than are
    ///   read, the page may have fewer receipts than its limit, and none.
    func receipts(
        with search: ReceiptSearch,
        of user: UUID,
        _ page: Page<ReceiptKey>,
        readingAtMost cap: Int = mostSearched
    ) async throws -> ([(ReceiptRecord, rows: [String])], next: String?) {
        let (all, unread) = try await matches(search, of: user, page, cap)
        let matches = all.prefix(page.limit)
        let found = try await pool.query(
            "SELECT \(ReceiptRecord.columns) FROM receipts WHERE user_id = \(user) AND id = ANY(\(matches.map(\.receipt)))"
        ).map(ReceiptRecord.init)
        let records = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
        let last = all.count > matches.count ? matches.last?.number : unread
        return (
            // One may have been erased meanwhile.
            matches.compactMap { match in records[match.receipt].map { ($0, rows: match.rows) } },
            next: last.map { Page<ReceiptKey>.token(after: ReceiptKey($0)) }
        )
    }

    /// The newest receipts of a page that match.
    /// - Returns: One more than the page's limit where there are as many, and the number in the queue of the last receipt that was
    ///   read; nil when there are no others.
    private func matches(
        _ search: ReceiptSearch,
        of user: UUID,
        _ page: Page<ReceiptKey>,
        _ cap: Int
    ) async throws -> ([Match], last: Int64?) {
        var (matches, last): ([Match], Int64?) = ([], page.after?.number ?? .max)
        var count = 0
        while let before = last, matches.count <= page.limit, count < cap {
            let next = try await Self.searches.withTurn(of: user) {
                try await self.matches(search, of: user, before: before)
            }
            matches += next.matches
            last = next.last
            count += Self.searchedAtATime
        }
        return (matches, last)
    }

    private func matches(
        _ search: ReceiptSearch,
        of user: UUID,
        before number: Int64
    ) async throws -> (matches: [Match], last: Int64?) {
        let rows = try await pool.query(
            """
            SELECT receipts.id, receipts.queue_number, \(OCRColumns.rawText.selection()) FROM receipts
            JOIN receipt_readings
                ON receipt_readings.user_id = receipts.user_id AND receipt_readings.receipt_id = receipts.id
            WHERE receipts.user_id = \(user) AND receipt_readings.user_id = \(user)
                AND (raw_text <> '' OR raw_text_sealed IS NOT NULL) AND queue_number < \(number)
            ORDER BY queue_number DESC LIMIT \(Int64(Self.searchedAtATime))
            """
        )
        guard !rows.isEmpty else { return ([], nil) }
        // After the rows: the first of them may just have been written, with a new key.
        let key = try await sealing.keys.existingKey(of: user)
        let matches = try await offLoop(for: user) {
            try rows.compactMap { row in
                let receipt: UUID = try row["id"]
                let text = try StoredReading(user: user, receipt: receipt).text(in: row, with: key)
                guard search.matches(text) else { return Match?.none }
                return Match(receipt: receipt, number: try row["queue_number"], rows: search.rows(of: text))
            }
        }
        return (matches, rows.count == Self.searchedAtATime ? try rows.last?["queue_number"] : nil)
    }
}
