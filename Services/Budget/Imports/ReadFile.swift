import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import RPC

/// A file's format.
enum FileFormat: String, Sendable {
    /// A table of somebody else's.
    case csv
    case larderCSV = "larder_csv"
    case larderJSON = "larder_json"
    case ofx
    case qif

    /// Whether Larder has written it: what has been in a ledger comes into one again.
    var isOwn: Bool { self == .larderCSV || self == .larderJSON }
}

/// An entry of a file as it would be recorded.
struct ReadEntry: Sendable {
    /// The line on which it begins, from 1.
    let line: Int
    let purchase: NewPurchase
    /// By which the bank identifies it; empty for nothing.
    var reference = ""
    /// Whether it is money that came in, as a refund.
    var isReceived = false
    /// The entry that it seems to duplicate, by its place among the entries.
    var duplicateOf: Int?
}

/// What was read of a file.
struct ReadFile: Sendable {
    /// A row that cannot be read.
    struct Invalid: Sendable {
        let line: Int
        let problem: RowProblem
    }

    let format: FileFormat
    let encoding: FileText.Encoding
    /// How it was read; nil for formats that say so themselves.
    var mapping: FileMapping?
    /// The names and first values of a table's columns.
    var columns: [TableColumn] = []
    /// Of rows that don't name theirs; empty where it isn't known.
    var currency: String
    var entries: [ReadEntry] = []
    var invalid: [Invalid] = []
    /// How many dates would be other days in the other order that their parts may have, and how many would be none.
    fileprivate(set) var dates = (ambiguous: 0, decisive: 0)
    /// Words for categories that mean nothing yet, in the order of the file.
    var unknownCategories: [String] = []
}

extension ReadFile {
    /// The order of days and months in which all its dates are days as well; nil where one of them excludes it.
    var otherDateOrder: DateOrder? {
        dates.ambiguous > 0 && dates.decisive == 0 ? mapping?.dateOrder.confusable : nil
    }
}

/// A column of a table.
struct TableColumn: Sendable, Equatable {
    /// As the header has it; empty without a header.
    let name: String
    /// The first values.
    let samples: [String]
}

/// A transaction of a bank's file, or a row of somebody's table, before it is validated.
struct FileTransaction {
    let line: Int
    var day: CalendarDay
    var time: String?
    var name = ""
    /// Above 0 for money that was spent.
    var spent: ExactDecimal
    /// The ISO 4217 code.
    var currency: String
    var category = ""
    var place = ""
    var note = ""
    var reference = ""
}

/// A value of a file as sentences about it have it.
func shortened(_ text: String) -> String { text.count > 40 ? text.prefix(39) + "…" : text }

/// Gathers what is read of a file.
struct FileGathering {
    private(set) var file: ReadFile
    /// For whom it is read.
    let user: UUID
    /// The last day that an entry may be of.
    private let lastDay: CalendarDay
    private var knownWords: [String: ImportedCategory]
    private var unknownWords: Set<String> = []
    /// The items and taxes of all entries.
    private var parts = 0

    init(_ file: ReadFile, for user: UUID, within bounds: EntryBounds) {
        (self.file, self.user, lastDay) = (file, user, bounds.lastDay)
        let words = (file.mapping?.categories ?? []).map { ($0.word.lowercased(), $0) }
        knownWords = Dictionary(words) { first, _ in first }
    }

    /// Takes what a row is, or why it cannot be read.
    /// - Throws: `FileProblem` for more rows than a file may have.
    mutating func take(line: Int, _ read: (inout FileGathering) throws(RowProblem) -> ReadEntry?) throws(FileProblem) {
        do throws(RowProblem) {
            if let entry = try read(&self) {
                if !file.format.isOwn, let problem = EntryBounds.problem(of: entry.purchase.content, until: lastDay) {
                    throw problem
                }
                parts += entry.purchase.content.items.count + entry.purchase.content.taxes.count
                file.entries.append(entry)
            }
        } catch {
            file.invalid.append(.init(line: line, problem: error))
        }
        let isLittle = file.entries.count + file.invalid.count <= ImportLimits.rows && parts <= ImportLimits.parts
        guard isLittle else { throw .tooManyRows }
    }

    /// A date as the file has it.
    mutating func date(_ text: String, _ order: DateOrder) throws(RowProblem) -> WrittenDate {
        guard !text.isEmpty else { throw RowProblem(.budget.importDateMissing) }
        guard let date = WrittenDate(text, order) else {
            throw RowProblem(.budget.importDateWrong(value: shortened(text)))
        }
        // One that excludes the other order is enough.
        if file.dates.decisive == 0, let confusable = order.confusable {
            let other = WrittenDate(text, confusable)
            if other == nil { file.dates.decisive += 1 } else if other != date { file.dates.ambiguous += 1 }
        }
        return date
    }

    /// Marks an entry as a duplicate of another one.
    mutating func mark(_ entry: Int, asDuplicateOf original: Int) { file.entries[entry].duplicateOf = original }

    /// An expenditure, or a refund for money that came in.
    mutating func entry(_ transaction: FileTransaction) throws(RowProblem) -> ReadEntry {
        let code = transaction.currency.isEmpty ? Currency.unknown : transaction.currency
        guard let currency = Currency(code: code) else { throw RowProblem(.budget.importCurrencyWrong(value: code)) }
        let units: Int64
        do throws(ArithmeticError) {
            units = try Money(exactly: transaction.spent, currency: currency).minorUnits
        } catch {
            let amount = transaction.spent.description
            throw RowProblem(
                error == .overflow
                    ? .budget.importAmountTooLarge(amount: amount)
                    : .budget.importAmountDigits(amount: amount, currency: code)
            )
        }
        guard units != 0 else { throw RowProblem(.budget.importAmountZero) }
        let category = category(transaction.category)
        let request = Budget.CreateExpenditureRequest(
            // Some banks say what a transaction is about in the memo alone.
            name: [transaction.name, transaction.note, transaction.place].first { !$0.isEmpty } ?? "",
            amount: .init(minorUnits: units == .min ? .max : abs(units), currency: currency.code),
            category: category.slug,
            categorySymbol: category.symbol,
            purchasedAt: .init(date: transaction.day.text, time: transaction.time ?? ""),
            place: transaction.place,
            note: transaction.name.isEmpty ? "" : transaction.note,
            refund: units < 0
        )
        do throws(Status) {
            // Without a currency it is shown, and has to get one before it is recorded.
            let purchase = try NewPurchase(importing: request, of: user)
            return ReadEntry(
                line: transaction.line,
                purchase: purchase,
                reference: transaction.reference,
                isReceived: units < 0
            )
        } catch {
            throw RowProblem(error)
        }
    }

    /// What a file's word for a category means.
    mutating func category(_ word: String) -> ImportedCategory {
        let word = word.trimmingCharacters(in: .whitespaces)
        guard !word.isEmpty else { return .init(word: "", slug: "", symbol: "") }
        if let known = knownWords[word.lowercased()] { return known }
        if unknownWords.insert(word.lowercased()).inserted, unknownWords.count <= ImportLimits.categoryWords {
            file.unknownCategories.append(String(word.prefix(100)))
        }
        return .init(word: word, slug: "", symbol: "")
    }
}
