import Foundations

/// Reads the rows of a table of comma-separated values (RFC 4180), also with other delimiters and any line ends.
///
/// A quotation mark counts at the beginning of a value alone, as spreadsheets have it: elsewhere it is a character like others.
struct CSVReader {
    /// A row with its values as they are, quoted or not.
    struct Row: Sendable, Equatable {
        /// The line on which it begins, from 1.
        let line: Int
        let values: [String]
        /// Why its values cannot be relied upon; nil if they can.
        let problem: Problem?

        /// Whether nothing is in it.
        var isEmpty: Bool { problem == nil && values.allSatisfy(\.isEmpty) }
    }

    /// What is wrong with a row.
    enum Problem: Sendable, Equatable {
        /// A quoted value is open at the end of the file.
        case openQuote
        /// A value with more than ``ImportLimits/valueBytes``.
        case longValue
    }

    private let bytes: [UInt8]
    private let delimiter: UInt8
    private var place: Int
    private var line: Int

    /// - Parameter delimiter: An ASCII character.
    init(_ bytes: [UInt8], delimiter: UInt8) {
        (self.bytes, self.delimiter) = (bytes, delimiter)
        (place, line) = (0, 1)
    }

    /// The next row, also an empty one; nil at the end of the file.
    mutating func next() -> Row? {
        guard place < bytes.count else { return nil }
        let first = line
        var values: [String] = []
        var problem: Problem?
        while true {
            let value = readValue(&problem)
            if values.count < ImportLimits.columns { values.append(value) }
            guard place < bytes.count else { break }
            let byte = bytes[place]
            place += 1
            if byte == delimiter { continue }
            endLine(byte)
            break
        }
        return Row(line: first, values: values, problem: problem)
    }

    /// Reads up to a delimiter, a line end or the end of the file.
    private mutating func readValue(_ problem: inout Problem?) -> String {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return text(plain(), &problem) }
        place += 1
        var value: [UInt8] = []
        var isOpen = true
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == UInt8(ascii: "\"") {
                guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
                    isOpen = false
                    break
                }
                place += 1
            } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                endLine(byte)
                if value.count <= ImportLimits.valueBytes { value.append(UInt8(ascii: "\n")) }
                continue
            }
            // One byte more than allowed says that there are too many.
            if value.count <= ImportLimits.valueBytes { value.append(byte) }
        }
        if isOpen { problem = problem ?? .openQuote }
        value += plain()
        return text(value[...], &problem)
    }

    private mutating func plain() -> ArraySlice<UInt8> {
        let start = place
        while place < bytes.count {
            let byte = bytes[place]
            if byte == delimiter || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
            place += 1
        }
        return bytes[start..<place]
    }

    private func text(_ value: ArraySlice<UInt8>, _ problem: inout Problem?) -> String {
        guard value.count <= ImportLimits.valueBytes else {
            problem = problem ?? .longValue
            return ""
        }
        return String(decoding: value, as: UTF8.self)
    }

    /// Counts a line whose end has begun with a byte, which is consumed.
    private mutating func endLine(_ byte: UInt8) {
        if byte == UInt8(ascii: "\r"), place < bytes.count, bytes[place] == UInt8(ascii: "\n") { place += 1 }
        line += 1
    }
}

extension RowProblem {
    init(_ problem: CSVReader.Problem) {
        switch problem {
        case .openQuote: self.init(.budget.importOpenQuote)
        case .longValue: self.init(.budget.importLongValue(highest: ImportLimits.valueBytes))
        }
    }
}

/// Writes rows of comma-separated values (RFC 4180).
///
/// Spreadsheets take a text that begins as a formula does for one, and may run it: such texts get an apostrophe in front, and so do
/// those with one of their own, so that reading removes just what was added
/// (https://owasp.org/www-community/attacks/CSV_Injection).
enum CSVText {
    /// By scalars: an accent behind a sign makes another character of both, and programs may see the sign alone.
    private static let special: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "'", "＝", "＋", "－", "＠"]

    /// A row with its line end.
    static func row(_ values: [String]) -> String {
        CSVLine.text(of: values) + "\r\n"
    }

    /// A text of somebody's, which no spreadsheet takes for a formula.
    static func guarded(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, special.contains(first) else { return text }
        return "'" + text
    }

    /// What ``guarded(_:)`` was given.
    static func unguarded(_ text: String) -> String {
        text.unicodeScalars.first == "'" ? String(text.unicodeScalars.dropFirst()) : text
    }
}
