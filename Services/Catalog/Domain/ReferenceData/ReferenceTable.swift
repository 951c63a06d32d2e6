/// A row of one of the files of reference data.
protocol ReferenceRow {
    static var fileName: String { get }
    static var columns: [String] { get }

    /// Reads the row's fields. What is wrong is noted in the fields; the row is then thrown away.
    init(reading fields: inout ReferenceFields)
}

extension ReferenceRow {
    /// Reads a file's bytes. What is wrong is added to `problems`, and the rows concerned are left out.
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

/// The fields of one record by the names of their columns, with notes of what is wrong in them.
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

    /// A text that must be there.
    mutating func required(_ column: String) -> String {
        let value = text(column)
        if value.isEmpty {
            problems.append("\(column) is blank.")
        }
        return value
    }

    /// Texts with `;` between; none for a blank field.
    func list(_ column: String) -> [String] {
        text(column).split(separator: ";").map(String.init)
    }

    /// A value of a type that reads itself from the text, or `nil` with a note.
    mutating func value<Value>(_ column: String, _ read: (String) -> Value?) -> Value? {
        let value = read(text(column))
        if value == nil {
            problems.append("\(column) can't be “\(text(column))”.")
        }
        return value
    }

    /// A decimal number in units of a power of ten, so that it is whole: with 3 places `0.85` is 850. `nil` for blank.
    /// A number with more places, a sign other than `-`, or anything else is noted.
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
