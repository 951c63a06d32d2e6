/// A row of a reference data file.
package protocol ReferenceRow: Sendable {
    /// The name of the file that ships with Larder.
    static var fileName: String { get }
    /// The header.
    static var columns: [String] { get }

    /// Parses the row's fields. Problems are recorded in the fields, and the row is then discarded.
    init(reading fields: inout ReferenceFields)
}

extension ReferenceRow {
    /// Parses a file's bytes: the rows that are right with their lines, and what is wrong in the others.
    /// - Parameter limit: The most rows; of a file with more none is read.
    package static func parse(
        _ bytes: some Sequence<UInt8>,
        limit: Int = .max
    ) -> (rows: [(line: Int, row: Self)], problems: [(line: Int, problem: ReferenceFileProblem)]) {
        let table: CSVTable
        do {
            table = try CSVTable(parsing: bytes)
        } catch {
            return ([], [(error.line, .syntax(error.problem))])
        }
        guard table.header == columns else { return ([], [(1, .header(columns))]) }
        guard table.records.count <= limit else { return ([], [(table.records[limit].line, .tooMany(limit))]) }
        var problems: [(line: Int, problem: ReferenceFileProblem)] = []
        let rows = table.records.compactMap { record -> (line: Int, row: Self)? in
            var fields = ReferenceFields(columns: columns, record: record)
            let row = Self(reading: &fields)
            problems += fields.problems.map { (record.line, $0) }
            return fields.problems.isEmpty ? (record.line, row) : nil
        }
        return (rows, problems)
    }

    /// Parses a file's bytes. Problems are added to `problems`, and their rows are omitted.
    static func read(_ bytes: some Sequence<UInt8>, problems: inout [ReferenceProblem]) -> [Self] {
        let parsed = parse(bytes)
        problems += parsed.problems.map {
            ReferenceProblem(file: fileName, line: $0.line, problem: $0.problem.description)
        }
        return parsed.rows.map(\.row)
    }
}

/// What is wrong with a line of a file.
package enum ReferenceFileProblem: Equatable, Sendable, CustomStringConvertible {
    /// It is no record of comma-separated values.
    case syntax(String)
    /// The header is another one than these columns.
    case header([String])
    /// There are more rows than this.
    case tooMany(Int)
    /// A field is blank that must not be.
    case blank(column: String)
    /// A field has more characters than it may.
    case long(column: String, limit: Int)
    /// A field can't be what it is.
    case value(column: String, text: String)

    /// A sentence for the maintainer of the file.
    package var description: String {
        switch self {
        case .syntax(let problem): problem
        case .header(let columns): "The header must be \(columns.joined(separator: ","))"
        case .tooMany(let limit): "There are more than \(limit) rows."
        case .blank(let column): "\(column) is blank."
        case .long(let column, let limit): "\(column) has more than \(limit) characters."
        case .value(let column, let text): "\(column) can't be “\(text)”."
        }
    }
}

/// The fields of one record by column name, with the problems found in them.
package struct ReferenceFields {
    private let values: [String: String]
    private(set) var problems: [ReferenceFileProblem] = []

    init(columns: [String], record: CSVTable.Record) {
        values = Dictionary(uniqueKeysWithValues: zip(columns, record.fields))
    }

    /// A text that may be blank.
    func text(_ column: String) -> String {
        values[column] ?? ""
    }

    /// A text of at most so many characters, none of them a control character.
    mutating func text(_ column: String, upTo limit: Int) -> String {
        let value = text(column)
        // As the database counts.
        if value.unicodeScalars.count > limit {
            problems.append(.long(column: column, limit: limit))
        } else if value.unicodeScalars.contains(where: Self.isNoText) {
            problems.append(.value(column: column, text: value))
        }
        return value
    }

    private static func isNoText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// A key: 1 to 100 lower-case letters, digits and hyphens.
    mutating func slug(_ column: String) -> String {
        value(column) { $0.wholeMatch(of: /[a-z0-9][a-z0-9-]{0,99}/) == nil ? nil : $0 } ?? ""
    }

    /// A text that must not be blank.
    mutating func required(_ column: String, upTo limit: Int = 500) -> String {
        let value = text(column, upTo: limit)
        if value.isEmpty { problems.append(.blank(column: column)) }
        return value
    }

    /// Texts separated by `;`, of at most so many characters together; none for a blank field.
    mutating func list(_ column: String, upTo limit: Int = 20_000) -> [String] {
        text(column, upTo: limit).split(separator: ";").map(String.init)
    }

    /// A value parsed from the text; `nil` with a recorded problem.
    mutating func value<Value>(_ column: String, _ read: (String) -> Value?) -> Value? {
        let value = read(text(column))
        if value == nil {
            problems.append(.value(column: column, text: text(column)))
        }
        return value
    }

    /// A decimal number in units of a power of ten: with 3 places, `0.85` is 850.
    ///
    /// `nil` for blank. More places, a sign other than `-`, or anything else is a problem.
    mutating func decimal(_ column: String, places: Int) -> Int? {
        text(column).isEmpty ? nil : value(column) { Self.decimal($0, places: places) }
    }

    static func decimal(_ text: String, places: Int) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : ""
        let isNegative = parts[0].first == "-"
        let digits = parts[0].dropFirst(isNegative ? 1 : 0) + fraction
        guard fraction.count <= places, parts.count == 1 || !fraction.isEmpty, digits.count > fraction.count,
            digits.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }),
            let number = Int(digits + String(repeating: "0", count: places - fraction.count))
        else { return nil }
        return isNegative ? -number : number
    }
}

/// A problem in a file of reference data.
package struct ReferenceProblem: Equatable, Sendable, CustomStringConvertible {
    /// The file's name.
    package let file: String
    /// The line, from 1; `nil` for problems of the whole file.
    package let line: Int?
    /// A sentence for the maintainer of the file.
    package let problem: String

    /// The file, line and problem.
    package var description: String {
        "\(file)\(line.map { ", line \($0)" } ?? ""): \(problem)"
    }
}

/// All problems in the files; none of the data is used.
package struct ReferenceDataError: Error, Equatable, CustomStringConvertible {
    /// The problems in the order of files and lines; never empty.
    package let problems: [ReferenceProblem]

    /// All problems, one a line.
    package var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
