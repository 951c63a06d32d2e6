import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import Texts

/// Larder's own table: a row an item or tax, of which those with the same entry follow each other.
enum LedgerTable {
    /// The columns in the order in which they are written. Others are not read, and the order doesn't matter.
    enum Column: String, CaseIterable {
        case entry, part, kind, date, time
        case timeZone = "time_zone"
        case store, address, currency, name, printed, quantity, unit
        case unitPrice = "unit_price"
        case amount, discount, category
        case categorySymbol = "category_symbol"
        case charge, subtotal, total, note
        case duplicateOf = "duplicate_of"
    }

    /// What a row is of its entry.
    enum Part: String {
        case item, tax
        /// Of an entry that has neither items nor taxes.
        case total
    }

    static let header = CSVText.row(Column.allCases.map(\.rawValue))

    /// Whether a row of names is that of this table.
    static func recognises(_ names: [String]) -> Bool {
        Set(names).isSuperset(of: [Column.entry, .part, .kind, .currency, .amount].map(\.rawValue))
    }

    // MARK: Writing

    /// The rows of an entry.
    static func rows(of purchase: Budget.Purchase) -> String {
        var common: [Column: String] = [
            .entry: purchase.id,
            .kind: purchase.kind == .expenditure ? "expenditure" : "purchase",
            .date: purchase.purchasedAt?.date ?? "",
            .time: purchase.purchasedAt?.time ?? "",
            .timeZone: CSVText.guarded(purchase.purchasedAt?.timeZone ?? ""),
            .store: CSVText.guarded(purchase.storeName),
            .address: CSVText.guarded(purchase.storeAddress),
            .currency: purchase.currency,
        ]
        // Once an entry, so that sums of the columns are right.
        let once: [Column: String] = [
            .subtotal: purchase.subtotal.map(text) ?? "",
            .total: purchase.total.map(text) ?? "",
            .note: CSVText.guarded(purchase.note),
            .duplicateOf: purchase.duplicateOf,
        ]
        var rows: [[Column: String]] = purchase.items.map(row) + purchase.taxes.map(row)
        if rows.isEmpty { rows = [[.part: Part.total.rawValue]] }
        common.merge(once) { $1 }
        return rows.enumerated().map { index, row in
            let values = row.merging(common) { first, _ in first }
            return CSVText.row(
                Column.allCases.map { column in index > 0 && once[column] != nil ? "" : values[column] ?? "" }
            )
        }.joined()
    }

    private static func row(of item: Budget.PurchaseItem) -> [Column: String] {
        [
            .part: Part.item.rawValue,
            .name: CSVText.guarded(item.productName),
            .printed: CSVText.guarded(item.printedText),
            .quantity: quantity(item.quantityThousandths),
            .unit: CSVText.guarded(item.unit),
            .unitPrice: item.unitPrice.map(text) ?? "",
            .amount: item.amount.map(text) ?? "",
            .discount: item.discount.flatMap { $0.minorUnits == 0 ? nil : text($0) } ?? "",
            .category: item.category,
            .categorySymbol: CSVText.guarded(item.categorySymbol),
            .charge: ReceiptCharge(item.charge)?.rawValue ?? "",
        ]
    }

    private static func row(of tax: Budget.PurchaseTax) -> [Column: String] {
        [.part: Part.tax.rawValue, .name: CSVText.guarded(tax.label), .amount: tax.amount.map(text) ?? ""]
    }

    private static func text(_ money: Common.Money) -> String {
        Money.text(minorUnits: money.minorUnits, currencyCode: money.currency)
    }

    private static func quantity(_ thousandths: Int64) -> String {
        ExactDecimal(thousandths, scale: 3).normalized.description
    }
}

/// Reads Larder's own table.
struct LedgerTableReader {
    private let places: [LedgerTable.Column: Int]

    /// - Parameter names: Of the columns.
    init(_ names: [String]) {
        let found = LedgerTable.Column.allCases.compactMap { column in
            names.firstIndex(of: column.rawValue).map { (column, $0) }
        }
        places = Dictionary(uniqueKeysWithValues: found)
    }

    /// Rows of the same entry.
    private struct Entry {
        let line: Int
        let id: String
        var rows: [CSVReader.Row]
    }

    /// Takes the entries of a table.
    /// - Parameter reader: Behind the header.
    /// - Throws: `FileProblem` for more than a file may have.
    func read(_ reader: inout CSVReader, into gathering: inout FileGathering) throws(FileProblem) {
        var (entry, originals, places) = (nil as Entry?, [Int: String](), [String: Int]())
        func finish(_ entry: Entry?) throws(FileProblem) {
            guard let entry else { return }
            let count = gathering.file.entries.count
            var original = ""
            try gathering.take(line: entry.line) { gathering throws(RowProblem) in
                original = value(.duplicateOf, of: entry.rows[0])
                return try read(entry, for: gathering.user)
            }
            guard gathering.file.entries.count > count else { return }
            places[entry.id] = count
            if !original.isEmpty { originals[count] = original }
        }
        var rows = 0
        while let row = reader.next() {
            guard !row.isEmpty else { continue }
            rows += 1
            guard rows <= ImportLimits.rows else { throw .tooManyRows }
            let id = value(.entry, of: row)
            if !id.isEmpty, entry?.id == id {
                entry?.rows.append(row)
            } else {
                try finish(entry)
                entry = Entry(line: row.line, id: id, rows: [row])
            }
        }
        try finish(entry)
        for (copy, original) in originals {
            if let place = places[original], place != copy { gathering.mark(copy, asDuplicateOf: place) }
        }
    }

    private func value(_ column: LedgerTable.Column, of row: CSVReader.Row) -> String {
        guard let place = places[column], row.values.indices.contains(place) else { return "" }
        return row.values[place]
    }

    private func text(_ column: LedgerTable.Column, of row: CSVReader.Row) -> String {
        CSVText.unguarded(value(column, of: row))
    }

    private func read(_ entry: Entry, for user: UUID) throws(RowProblem) -> ReadEntry {
        if let problem = entry.rows.lazy.compactMap(\.problem).first { throw RowProblem(problem) }
        let first = entry.rows[0]
        let kinds: [String: Budget.PurchaseKind] = ["purchase": .purchase, "expenditure": .expenditure]
        guard let kind = kinds[value(.kind, of: first)] else {
            let found = String(value(.kind, of: first).prefix(40))
            throw RowProblem(.budget.importKindWrong(value: found, first: "purchase", second: "expenditure"))
        }
        let currency = value(.currency, of: first)
        guard Currency(code: currency) != nil else {
            throw RowProblem(.budget.importCurrencyWrong(value: String(currency.prefix(40))))
        }
        var purchase = Budget.Purchase(
            storeName: text(.store, of: first),
            purchasedAt: .init(
                // As a spreadsheet may have written them anew.
                date: WrittenDate(value(.date, of: first), .yearMonthDay)?.day.text ?? value(.date, of: first),
                time: WrittenDate.timeOfDay(value(.time, of: first)) ?? value(.time, of: first),
                timeZone: text(.timeZone, of: first)
            ),
            currency: currency,
            subtotal: try money(.subtotal, of: first, currency),
            total: try money(.total, of: first, currency),
            storeAddress: text(.address, of: first),
            kind: kind,
            note: text(.note, of: first)
        )
        for row in entry.rows {
            switch LedgerTable.Part(rawValue: value(.part, of: row)) {
            case .item: purchase.items.append(try item(row, currency))
            case .tax:
                let amount = try money(.amount, of: row, currency)
                purchase.taxes.append(.init(label: text(.name, of: row), amount: amount))
            case .total: continue
            case nil: throw RowProblem(.budget.importPartWrong(value: String(value(.part, of: row).prefix(40))))
            }
        }
        return try ReadEntry(purchase, line: entry.line, for: user, reference: entry.id)
    }

    private func item(_ row: CSVReader.Row, _ currency: String) throws(RowProblem) -> Budget.PurchaseItem {
        let charge = value(.charge, of: row)
        let charges: [String: Common.Charge] = [
            "": .unspecified, "service": .service, "tip": .tip, "rounding": .rounding,
        ]
        guard let charge = charges[charge] else {
            throw RowProblem(.budget.importPartWrong(value: String(charge.prefix(40))))
        }
        return Budget.PurchaseItem(
            productName: text(.name, of: row),
            categorySymbol: text(.categorySymbol, of: row),
            printedText: text(.printed, of: row),
            quantityThousandths: try quantity(value(.quantity, of: row)),
            unit: text(.unit, of: row),
            unitPrice: try money(.unitPrice, of: row, currency),
            amount: try money(.amount, of: row, currency),
            discount: try money(.discount, of: row, currency),
            charge: charge,
            category: value(.category, of: row)
        )
    }

    private func money(
        _ column: LedgerTable.Column,
        of row: CSVReader.Row,
        _ code: String
    ) throws(RowProblem) -> Common.Money? {
        let text = value(column, of: row)
        guard !text.isEmpty else { return nil }
        guard let decimal = ExactDecimal(text), let currency = Currency(code: code) else {
            throw RowProblem(.budget.importAmountWrong(value: String(text.prefix(40))))
        }
        guard let money = try? Money(exactly: decimal, currency: currency) else {
            throw RowProblem(.budget.importAmountDigits(amount: text, currency: code))
        }
        return Common.Money(minorUnits: money.minorUnits, currency: code)
    }

    private func quantity(_ text: String) throws(RowProblem) -> Int64 {
        if text.isEmpty { return 1_000 }
        guard let decimal = ExactDecimal(text), let thousandths = (try? decimal * 1_000)?.wholeNumber else {
            throw RowProblem(.budget.importQuantityWrong(value: String(text.prefix(40))))
        }
        return thousandths
    }
}

extension ReadEntry {
    /// An entry of one of Larder's own files.
    /// - Parameter reference: What the file identifies it by.
    init(_ purchase: Budget.Purchase, line: Int, for user: UUID, reference: String) throws(RowProblem) {
        do throws(Status) {
            let id = reference.isEmpty ? "" : Self.larderReference(reference)
            self.init(line: line, purchase: try NewPurchase(importing: purchase, of: user), reference: id)
        } catch {
            throw RowProblem(error)
        }
    }

    /// By which an entry of a ledger is known in another one, and in its own.
    static func larderReference(_ id: String) -> String { "larder\n\(id)" }
}
