/// A table parsed from comma-separated values.
///
/// Format: RFC 4180, except that a line may end in a line feed alone, and the last line need not end. Everything else
/// is rejected: a quotation mark inside an unquoted field, text after a closing one, an unclosed field, a record with
/// more or fewer fields than the header, a duplicate column, bytes that are not UTF-8.
package struct CSVTable: Equatable, Sendable {
    /// One record with its first line; the header is line 1.
    package struct Record: Equatable, Sendable {
        /// The line on which the record begins, from 1.
        package let line: Int
        /// The fields, as many as ``CSVTable/header`` has.
        package let fields: [String]
    }

    /// The column names.
    package let header: [String]
    /// The records in file order.
    package let records: [Record]

    /// Parses a whole file.
    ///
    /// - Throws: the first ``CSVSyntaxError``.
    package init(parsing bytes: some Sequence<UInt8>) throws(CSVSyntaxError) {
        let parsed = try Self.parseRecords(bytes)
        guard let head = parsed.first else { throw CSVSyntaxError(line: 1, problem: "The table has no header line.") }
        for (index, name) in head.fields.enumerated() where name.isEmpty || head.fields[..<index].contains(name) {
            throw CSVSyntaxError(line: 1, problem: "A column name is blank or duplicated: “\(name)”.")
        }
        header = head.fields
        records = Array(parsed.dropFirst())
        for record in records where record.fields.count != header.count {
            let problem = "The record has \(record.fields.count) fields instead of the header's \(header.count)."
            throw CSVSyntaxError(line: record.line, problem: problem)
        }
    }

    /// Parses all records with the header, whatever numbers of fields they have.
    ///
    /// - Throws: the first ``CSVSyntaxError``.
    package static func parseRecords(_ bytes: some Sequence<UInt8>) throws(CSVSyntaxError) -> [Record] {
        var parser = CSVParser()
        for byte in bytes {
            try parser.take(byte)
        }
        return try parser.finish()
    }
}

/// A syntax error in comma-separated values.
package struct CSVSyntaxError: Error, Equatable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    /// A sentence for the author of the file.
    package let problem: String

    /// The line and the problem.
    package var description: String {
        "Line \(line): \(problem)"
    }
}

/// The grammar of RFC 4180 as a state machine over bytes.
private struct CSVParser {
    private enum State {
        case startOfField
        case unquoted
        case quoted
        case afterQuotation
        case afterCarriageReturn
    }

    private var state = State.startOfField
    private var records: [CSVTable.Record] = []
    private var fields: [String] = []
    private var field: [UInt8] = []
    private var line = 1
    private var lineOfRecord = 1

    mutating func take(_ byte: UInt8) throws(CSVSyntaxError) {
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")):
            state = .afterQuotation
        case (.quoted, _):
            line += byte == UInt8(ascii: "\n") ? 1 : 0
            field.append(byte)
        case (.afterQuotation, UInt8(ascii: "\"")):
            field.append(byte)
            state = .quoted
        case (.startOfField, UInt8(ascii: "\"")):
            state = .quoted
        case (.unquoted, UInt8(ascii: "\"")):
            throw failure("An unquoted field contains a quotation mark.")
        case (.afterCarriageReturn, UInt8(ascii: "\n")), (.startOfField, UInt8(ascii: "\n")),
            (.unquoted, UInt8(ascii: "\n")), (.afterQuotation, UInt8(ascii: "\n")):
            try endRecord()
        case (.afterCarriageReturn, _):
            throw failure("A carriage return is not followed by a line feed.")
        case (_, UInt8(ascii: "\r")):
            state = .afterCarriageReturn
        case (_, UInt8(ascii: ",")):
            try endField()
        case (.afterQuotation, _):
            throw failure("Text follows the closing quotation mark of a field.")
        default:
            state = .unquoted
            field.append(byte)
        }
    }

    mutating func finish() throws(CSVSyntaxError) -> [CSVTable.Record] {
        switch state {
        case .quoted:
            throw CSVSyntaxError(line: lineOfRecord, problem: "A quoted field is not closed.")
        case .afterCarriageReturn:
            throw failure("A carriage return is not followed by a line feed.")
        case .startOfField where fields.isEmpty:
            return records
        case .startOfField, .unquoted, .afterQuotation:
            try endRecord()
            return records
        }
    }

    private mutating func endField() throws(CSVSyntaxError) {
        guard let text = String(validating: field, as: UTF8.self) else { throw failure("The text is not UTF-8.") }
        fields.append(text)
        field = []
        state = .startOfField
    }

    private mutating func endRecord() throws(CSVSyntaxError) {
        try endField()
        records.append(CSVTable.Record(line: lineOfRecord, fields: fields))
        fields = []
        line += 1
        lineOfRecord = line
    }

    private func failure(_ problem: String) -> CSVSyntaxError {
        CSVSyntaxError(line: line, problem: problem)
    }
}
