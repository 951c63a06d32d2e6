import BudgetMessages
import Foundations
import MessageCoding
import NIOCore
import ServiceKit

/// What a column of a table has.
enum ColumnRole: Sendable, Equatable {
    case unused, date, time, name, amount, spent, received, currency, category, place, note, reference
}

/// A word for a category and what it means.
struct ImportedCategory: Sendable, Equatable {
    let word: String
    /// Empty for no category.
    let slug: String
    let symbol: String
}

/// How a file is read that doesn't say so itself.
struct FileMapping: Sendable, Equatable {
    /// An ASCII character.
    var delimiter = UInt8(ascii: ",")
    /// Rows ahead of the header, or of the first entry.
    var skippedRows = 0
    var hasHeader = true
    /// What each column has, from the first on.
    var columns: [ColumnRole] = []
    var dateOrder = DateOrder.yearMonthDay
    var hasDecimalComma = false
    /// Whether what was spent is above 0.
    var spendingIsPositive = false
    var categories: [ImportedCategory] = []

    /// The delimiters of tables.
    static let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]

    /// Where a role is; nil if it is nowhere.
    func column(_ role: ColumnRole) -> Int? { columns.firstIndex(of: role) }

    /// What of a mapping that was used before holds for another file.
    /// - Parameter proposed: What the file itself suggests: where its table begins may differ from one to the next, and QIF has no
    ///   header by which those of one bank are known from those of another.
    func adapted(to format: FileFormat, _ proposed: FileMapping) -> FileMapping {
        var mapping = format == .qif ? proposed : self
        mapping.skippedRows = proposed.skippedRows
        mapping.hasHeader = proposed.hasHeader
        mapping.delimiter = proposed.delimiter
        mapping.categories = categories
        return mapping
    }

    /// Whether a table can be read in this way.
    var isComplete: Bool {
        column(.date) != nil && (column(.amount) != nil || column(.spent) != nil || column(.received) != nil)
    }
}

extension FileMapping {
    /// Validates how a file shall be read.
    init(validating message: Budget.ImportMapping, _ path: String, _ validator: inout FieldValidator) {
        let delimiter = message.delimiter.utf8.first ?? UInt8(ascii: ",")
        if message.delimiter.utf8.count > 1 || !Self.delimiters.contains(delimiter) {
            validator.reject("\(path).delimiter", .services.ruleOneOf(values: ", ; |", last: "TAB"))
        }
        if message.columns.count > ImportLimits.columns {
            validator.reject(
                "\(path).columns",
                .services.ruleCountedAtMost(highest: ImportLimits.columns, number: message.columns.count)
            )
        }
        var seen: Set<Budget.ImportColumn> = []
        for column in message.columns where column != .unspecified && !seen.insert(column).inserted {
            validator.reject("\(path).columns", .budget.importRuleColumnTwice)
            break
        }
        if message.categories.count > ImportLimits.categoryWords {
            validator.reject(
                "\(path).categories",
                .services.ruleCountedAtMost(highest: ImportLimits.categoryWords, number: message.categories.count)
            )
        }
        self.init(
            delimiter: delimiter,
            skippedRows: validator.number(Int(message.skippedRows), "\(path).skipped_rows", in: 0...ImportLimits.rows),
            hasHeader: message.hasHeader,
            columns: message.columns.prefix(ImportLimits.columns).map(ColumnRole.init),
            dateOrder: DateOrder(message.dateOrder),
            hasDecimalComma: message.decimalComma,
            spendingIsPositive: message.spendingIsPositive,
            categories: message.categories.prefix(ImportLimits.categoryWords).enumerated().map { index, category in
                let path = "\(path).categories[\(index)]"
                return ImportedCategory(
                    word: validator.text(category.word, "\(path).word", length: 1...100),
                    slug: validator.category(category.slug, "\(path).slug"),
                    symbol: validator.text(category.symbol, "\(path).symbol", length: 0...16)
                )
            }
        )
    }

    var message: Budget.ImportMapping {
        Budget.ImportMapping(
            delimiter: String(Unicode.Scalar(delimiter)),
            hasHeader: hasHeader,
            columns: columns.map(\.message),
            dateOrder: dateOrder.message,
            decimalComma: hasDecimalComma,
            spendingIsPositive: spendingIsPositive,
            skippedRows: Int32(skippedRows),
            categories: categories.map { .init(word: $0.word, slug: $0.slug, symbol: $0.symbol) }
        )
    }
}

extension DateOrder {
    fileprivate init(_ message: Budget.ImportDateOrder) {
        switch message {
        case .dayMonthYear: self = .dayMonthYear
        case .monthDayYear: self = .monthDayYear
        case .yearMonthDay, .unspecified, .unrecognized: self = .yearMonthDay
        }
    }

    var message: Budget.ImportDateOrder {
        switch self {
        case .yearMonthDay: .yearMonthDay
        case .dayMonthYear: .dayMonthYear
        case .monthDayYear: .monthDayYear
        }
    }
}

extension ColumnRole {
    fileprivate init(_ message: Budget.ImportColumn) {
        switch message {
        case .date: self = .date
        case .time: self = .time
        case .name: self = .name
        case .amount: self = .amount
        case .spent: self = .spent
        case .received: self = .received
        case .currency: self = .currency
        case .category: self = .category
        case .place: self = .place
        case .note: self = .note
        case .reference: self = .reference
        case .unspecified, .unrecognized: self = .unused
        }
    }

    fileprivate var message: Budget.ImportColumn {
        switch self {
        case .unused: .unspecified
        case .date: .date
        case .time: .time
        case .name: .name
        case .amount: .amount
        case .spent: .spent
        case .received: .received
        case .currency: .currency
        case .category: .category
        case .place: .place
        case .note: .note
        case .reference: .reference
        }
    }
}
