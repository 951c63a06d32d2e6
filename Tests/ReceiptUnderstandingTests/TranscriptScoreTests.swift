import Foundation
import ReceiptUnderstanding
import Testing

/// Scores the interpretation alone on transcripts of real receipts.
///
/// The development set is stored beside the repository; without it the suite is skipped.
@Suite(
    "Real receipts, from their transcripts",
    .enabled(if: DevelopmentSet.exists, "the development set of receipts is not there")
)
struct TranscriptScoreTests {
    @Test("dates, totals and items are at least as accurate as before")
    func floors() throws {
        var dates = 0
        var totals = 0
        var currencies = 0
        let names = try DevelopmentSet.names()
        var items = (right: 0, found: 0, labelled: 0)
        for name in names {
            let draft = ReceiptInterpreter().draft(from: RecognizedPage(text: try DevelopmentSet.transcript(name)))
            let key = try DevelopmentSet.key(name)
            if draft.date?.value == key.date { dates += 1 }
            if draft.total?.value == key.total { totals += 1 }
            if draft.currency?.value == "MYR" { currencies += 1 }
            guard let labels = try DevelopmentSet.amounts(name) else { continue }
            var left = labels
            let amounts = draft.items.filter { $0.kind == .purchase && $0.amount != 0 }.map(\.amount)
            for amount in amounts {
                if let index = left.firstIndex(of: amount) {
                    left.remove(at: index)
                    items.right += 1
                }
            }
            items.found += amounts.count
            items.labelled += labels.count
        }
        #expect(names.count >= 100)
        #expect(currencies * 100 >= names.count * 99)
        #expect(dates * 100 >= names.count * 98)
        #expect(totals * 100 >= names.count * 96)
        #expect(items.right * 100 >= items.found * 95)
        #expect(items.right * 100 >= items.labelled * 95)
    }
}

enum DevelopmentSet {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared/receipts")
        .standardized

    static var exists: Bool { FileManager.default.fileExists(atPath: folder.appending(path: "transcripts").path) }

    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "transcripts").path)
            .filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
    }

    static func transcript(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: "transcripts/\(name).txt"), encoding: .utf8)
    }

    /// The printed date, read day first, and the total in cents.
    static func key(_ name: String) throws -> (date: String?, total: Int64?) {
        let data = try Data(contentsOf: folder.appending(path: "key/\(name).json"))
        let fields = try JSONDecoder().decode([String: String].self, from: data)
        let date = fields["date"].flatMap { text in
            ReceiptInterpreter(hints: ReceiptHints(currency: "MYR")).draft(from: RecognizedPage(text: text + "\nRM"))
                .date?.value
        }
        return (date, fields["total"].flatMap(cents))
    }

    static func amounts(_ name: String) throws -> [Int64]? {
        struct Labels: Decodable {
            struct Item: Decodable { var amount: String }
            var items: [Item]
        }
        let file = folder.appending(path: "items/\(name).json")
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try JSONDecoder().decode(Labels.self, from: Data(contentsOf: file)).items.compactMap { cents($0.amount) }
            .filter { $0 != 0 }
    }

    private static func cents(_ text: String) -> Int64? {
        let plain = text.filter { "0123456789.-".contains($0) }
        let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count <= 2 else { return nil }
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        return Int64(whole + fraction + String(repeating: "0", count: max(0, 2 - fraction.count)))
    }
}
