import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import RPC

/// Reads accounts from QIF, the format of Quicken: of banks, cards, cash and other accounts that are not of investments.
///
/// A record is a line a field, whose first character says what it is, up to a line with `^`. One with several splits becomes a
/// purchase whose items they are.
struct QIFReader {
    /// Sections of transactions.
    private static let accounts: Set<String> = ["bank", "ccard", "cash", "oth a", "oth l"]

    let mapping: FileMapping
    /// The ISO 4217 code; the format has none.
    let currency: String

    /// A record as it is in the file.
    private struct Record {
        let line: Int
        var date = ""
        var amount = ""
        var payee = ""
        var memo = ""
        var category = ""
        private(set) var splits: [Split] = []

        /// Beyond the limit the purchase is rejected.
        mutating func split(_ category: String) {
            if splits.count <= PurchaseLimits.items { splits.append(Split(category: category)) }
        }

        mutating func changeLastSplit(_ change: (inout Split) -> Void) {
            if !splits.isEmpty { change(&splits[splits.count - 1]) }
        }
    }

    private struct Split {
        let category: String
        var memo = ""
        var amount = ""
    }

    /// How many dates and amounts are looked at to find out how they are written.
    private static let sampleSize = 500

    /// Whether a file's beginning is that of a QIF document.
    static func recognises(_ bytes: [UInt8]) -> Bool {
        let start = String(decoding: bytes.prefix(200), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            .lowercased()
        return start.hasPrefix("!type:") || start.hasPrefix("!account") || start.hasPrefix("!option:")
    }

    /// How a document is read, by its first dates and amounts.
    /// - Parameter dayIsFirst: Whether the day is likelier ahead of the month where both may be.
    static func proposal(_ bytes: [UInt8], dayIsFirst: Bool) -> FileMapping {
        var (dates, amounts) = ([String](), [String]())
        for line in ByteLines(bytes) where dates.count < sampleSize && amounts.count < sampleSize {
            let value = {
                String(decoding: line.dropFirst().prefix { $0 != UInt8(ascii: "\r") }.prefix(40), as: UTF8.self)
            }
            if line.first == UInt8(ascii: "D") { dates.append(value()) }
            if line.first == UInt8(ascii: "T") { amounts.append(value()) }
        }
        return FileMapping(
            dateOrder: .detected(in: dates, dayIsFirst: dayIsFirst),
            hasDecimalComma: WrittenAmount.hasDecimalComma(in: amounts)
        )
    }

    /// Takes the transactions of a document.
    /// - Throws: `FileProblem` for more than a file may have.
    func read(_ bytes: [UInt8], into gathering: inout FileGathering) throws(FileProblem) {
        var (number, isRead, record) = (0, true, nil as Record?)
        for part in ByteLines(bytes) {
            number += 1
            let line = String(decoding: part.prefix(ImportLimits.valueBytes), as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            guard let code = line.first else { continue }
            let value = String(line.dropFirst()).trimmingCharacters(in: .whitespaces)
            if code == "!" {
                let section = value.lowercased()
                isRead = section.hasPrefix("type:") && Self.accounts.contains(String(section.dropFirst(5)))
                record = nil
                if section == "type:invst" {
                    try gathering.take(line: number) { _ throws(RowProblem) in
                        throw RowProblem(.budget.importInvestments)
                    }
                }
            } else if isRead, code == "^" {
                if let record { try take(record, into: &gathering) }
                record = nil
            } else if isRead {
                Self.add(code, value, to: &record, at: number)
            }
        }
        if let record { try take(record, into: &gathering) }
    }

    /// Adds a field in place, so that no line copies what the record has.
    private static func add(_ code: Character, _ value: String, to record: inout Record?, at line: Int) {
        if record == nil { record = Record(line: line) }
        switch code {
        case "D": record?.date = value
        case "T": record?.amount = value
        case "U" where record?.amount.isEmpty == true: record?.amount = value
        case "P": record?.payee = value
        case "M": record?.memo = value
        case "L": record?.category = value
        // Beyond the limit the purchase is rejected.
        case "S": record?.split(value)
        case "E": record?.changeLastSplit { $0.memo = value }
        case "$": record?.changeLastSplit { $0.amount = value }
        default: break
        }
    }

    private func take(_ record: Record, into gathering: inout FileGathering) throws(FileProblem) {
        try gathering.take(line: record.line) { gathering throws(RowProblem) in
            let date = try gathering.date(record.date, mapping.dateOrder)
            guard !record.amount.isEmpty else { throw RowProblem(.budget.importAmountMissing) }
            let spent = -(try decimal(record.amount))
            guard record.splits.count > 1, spent > 0, !currency.isEmpty else {
                return try gathering.entry(
                    FileTransaction(
                        line: record.line,
                        day: date.day,
                        name: record.payee,
                        spent: spent,
                        currency: currency,
                        category: record.category,
                        note: record.memo
                    )
                )
            }
            return try purchase(record, date.day, spent, &gathering)
        }
    }

    private func purchase(
        _ record: Record,
        _ day: CalendarDay,
        _ spent: ExactDecimal,
        _ gathering: inout FileGathering
    ) throws(RowProblem) -> ReadEntry {
        var items: [Budget.PurchaseItem] = []
        for split in record.splits {
            let category = gathering.category(split.category)
            items.append(
                Budget.PurchaseItem(
                    productName: split.memo.isEmpty ? split.category : split.memo,
                    categorySymbol: category.symbol,
                    quantityThousandths: 1_000,
                    unit: "each",
                    amount: try money(-(try decimal(split.amount))),
                    category: category.slug
                )
            )
        }
        let purchase = Budget.Purchase(
            storeName: record.payee,
            purchasedAt: .init(date: day.text),
            currency: currency,
            items: items,
            total: try money(spent),
            kind: .purchase,
            note: record.memo
        )
        do throws(Status) {
            return ReadEntry(line: record.line, purchase: try NewPurchase(importing: purchase, of: gathering.user))
        } catch {
            throw RowProblem(error)
        }
    }

    private func decimal(_ text: String) throws(RowProblem) -> ExactDecimal {
        guard let decimal = WrittenAmount.decimal(text, hasDecimalComma: mapping.hasDecimalComma) else {
            throw RowProblem(.budget.importAmountWrong(value: String(text.prefix(40))))
        }
        return decimal
    }

    private func money(_ amount: ExactDecimal) throws(RowProblem) -> Common.Money {
        guard let known = Currency(code: currency), let money = try? Money(exactly: amount, currency: known) else {
            throw RowProblem(.budget.importAmountDigits(amount: amount.description, currency: currency))
        }
        return Common.Money(minorUnits: money.minorUnits, currency: currency)
    }
}

/// The lines of a text, one after the other: a file may consist of their ends.
private struct ByteLines: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>?

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func next() -> ArraySlice<UInt8>? {
        guard let text = rest else { return nil }
        guard let end = text.firstIndex(of: UInt8(ascii: "\n")) else {
            rest = nil
            return text
        }
        rest = text[(end + 1)...]
        return text[..<end]
    }
}
