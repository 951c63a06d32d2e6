/// A row of a reference data file.
protocol ReferenceRow {
    static var fileName: String { get }
    static var columns: [String] { get }

    /// Parses the row's fields. Problems are recorded in the fields, and the row is then discarded.
    init(reading fields: inout ReferenceFields)
}

extension ReferenceRow {
    /// Parses a file's bytes. Problems are added to `problems`, and their rows are omitted.
    static func read(_ bytes: some Sequence<UInt8>, problems: inout [ReferenceProblem]) -> [Self] {
        let table: CSVTable
        do {
            table = try CSVTable(parsing: bytes)
        } catch {
            problems.append(ReferenceProblem(file: fileName, line: error.line, problem: error.problem))
            return []
        }
        guard table.header == columns else {
            let expected = columns.joined(separator: ",")
            problems.append(ReferenceProblem(file: fileName, line: 1, problem: "The header must be \(expected)"))
            return []
        }
        return table.records.compactMap { record in
            var fields = ReferenceFields(columns: columns, record: record)
            let row = Self(reading: &fields)
            problems += fields.problems.map { ReferenceProblem(file: fileName, line: record.line, problem: $0) }
            return fields.problems.isEmpty ? row : nil
        }
    }
}

/// The fields of one record by column name, with the problems found in them.
struct ReferenceFields {
    private let values: [String: String]
    private(set) var problems: [String] = []

    init(columns: [String], record: CSVTable.Record) {
        values = Dictionary(uniqueKeysWithValues: zip(columns, record.fields))
    }

    /// A text that may be blank.
    func text(_ column: String) -> String {
        values[column] ?? ""
    }

    /// A text that must not be blank.
    mutating func required(_ column: String) -> String {
        let value = text(column)
        if value.isEmpty {
            problems.append("\(column) is blank.")
        }
        return value
    }

    /// Texts separated by `;`; none for a blank field.
    func list(_ column: String) -> [String] {
        text(column).split(separator: ";").map(String.init)
    }

    /// A value parsed from the text; `nil` with a recorded problem.
    mutating func value<Value>(_ column: String, _ read: (String) -> Value?) -> Value? {
        let value = read(text(column))
        if value == nil {
            problems.append("\(column) can't be “\(text(column))”.")
        }
        return value
    }

    /// A decimal number in units of a power of ten: with 3 places, `0.85` is 850.
    ///
    /// `nil` for blank. More places, a sign other than `-`, or anything else is a problem.
    mutating func decimal(_ column: String, places: Int) -> Int? {
        text(column).isEmpty ? nil : value(column) { Self.decimal($0, places: places) }
    }

    private static func decimal(_ text: String, places: Int) -> Int? {
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
