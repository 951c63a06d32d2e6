import Foundation
import Foundations
import ReceiptUnderstanding
import Testing

/// Scores the interpretation alone on typed receipts of 200 shops of many kinds and countries (`Tests/Receipts/Typed`).
@Suite("Typed receipts of many shops")
struct TypedReceiptTests {
    @Test("are read as before: exactly the listed fields are wrong")
    func failures() throws {
        let receipts = try TypedReceipt.all()
        #expect(receipts.count == 200)
        var wrong: [String: [String]] = [:]
        for receipt in receipts {
            for field in receipt.wrongFields() { wrong[field, default: []].append(receipt.name) }
        }
        let known = try TypedReceipt.knownFailures()
        #expect(Set(wrong.keys) == Set(known.keys))
        for (field, names) in wrong {
            let (now, before) = (Set(names), Set(known[field, default: []]))
            #expect(now.subtracting(before).sorted() == [], "\(field): newly wrong")
            #expect(before.subtracting(now).sorted() == [], "\(field): right now; remove these from failures.json")
        }
    }
}

/// A receipt as a person would type it from paper, with its content.
private struct TypedReceipt {
    struct Truth: Decodable {
        struct Item: Decodable { var amount: String }
        var store: String
        var address: String
        var date: String
        var total: String
        var currency: String
        var items: [Item]
        var discounts: [String]
    }

    let name: String
    let truth: Truth
    private let draft: ReceiptDraft

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Receipts/Typed").standardized

    static func all() throws -> [TypedReceipt] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".txt") }.sorted()
            .map { try TypedReceipt(String($0.dropLast(4))) }
    }

    /// By field, the receipts whose field is known to be read wrong.
    static func knownFailures() throws -> [String: [String]] {
        let data = try Data(contentsOf: folder.appending(path: "failures.json"))
        return try JSONDecoder().decode([String: [String]].self, from: data)
    }

    private init(_ name: String) throws {
        self.name = name
        let data = try Data(contentsOf: Self.folder.appending(path: "\(name).json"))
        truth = try JSONDecoder().decode(Truth.self, from: data)
        let text = try String(contentsOf: Self.folder.appending(path: "\(name).txt"), encoding: .utf8)
        draft = ReceiptInterpreter().draft(from: RecognizedPage(text: text))
    }

    /// The fields that are wrong; names and addresses are compared by letters and digits.
    func wrongFields() -> [String] {
        let fields = [
            ("store", Self.plain(draft.storeName?.value) == Self.plain(truth.store)),
            ("address", Self.plain(draft.storeAddress?.value) == Self.plain(truth.address)),
            ("date", draft.date?.value == truth.date),
            ("currency", draft.currency?.value == truth.currency),
            ("total", draft.total?.value == minor(truth.total)),
            ("amounts", amounts.sorted() == truth.items.compactMap { minor($0.amount) }.filter { $0 != 0 }.sorted()),
        ]
        return fields.filter { !$0.1 }.map(\.0)
    }

    /// The amounts of items; a discount counts neither way.
    private var amounts: [Int64] {
        let discounts = Set(truth.discounts.compactMap(minor).map(abs))
        return draft.items.filter { $0.amount != 0 && !($0.amount < 0 && discounts.contains(abs($0.amount))) }
            .map(\.amount)
    }

    private func minor(_ text: String) -> Int64? {
        let digits = Currency(code: truth.currency)?.minorDigits ?? 2
        guard let number = ExactDecimal(text),
            let rounded = try? number.rounded(toScale: digits, .toNearestOrAwayFromZero)
        else { return nil }
        return Int64(exactly: rounded.coefficient)
    }

    private static func plain(_ text: String?) -> String {
        (text ?? "").lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
