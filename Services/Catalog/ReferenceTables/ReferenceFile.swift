import CatalogDomain
import ServiceKit
import Texts

/// A file of reference data that was read.
struct ReferenceFile: Sendable {
    /// What is wrong in a line.
    struct Problem: Sendable {
        let line: Int
        let kind: Kind

        enum Kind: Sendable {
            case file(ReferenceFileProblem)
            /// The row has the key of the one in this line.
            case repeated(line: Int)
            /// The row holds on days on which the one in this line does.
            case overlapping(line: Int)
            /// The row holds on days on which the one with this key does, which stays.
            case overlappingStored(key: String)
        }
    }

    let rows: [OperatorTable.FileRow]
    /// In the order of the lines.
    let problems: [Problem]

    /// Reads a file of a table.
    init(_ bytes: [UInt8], of table: OperatorTable) {
        let parsed = table.parse(bytes, limit: ReferenceTablesService.rowLimit)
        rows = parsed.rows
        var lines: [String: Int] = [:]
        let repeated = parsed.rows.compactMap { row -> Problem? in
            guard let first = lines[row.key] else {
                lines[row.key] = row.line
                return nil
            }
            return Problem(line: row.line, kind: .repeated(line: first))
        }
        let wrong = parsed.problems.map { Problem(line: $0.line, kind: .file($0.problem)) }
        let overlapping = Self.overlaps(in: parsed.rows.filter { lines[$0.key] == $0.line })
        problems = (wrong + repeated + overlapping).sorted { $0.line < $1.line }
    }

    /// The rows that hold on days on which another one does.
    private static func overlaps(in rows: [OperatorTable.FileRow]) -> [Problem] {
        let dated = rows.compactMap { row in row.validity.map { (line: row.line, validity: $0) } }
        return ValidityPeriod.overlaps(among: dated.map(\.validity)).map { place, other in
            Problem(line: dated[place].line, kind: .overlapping(line: dated[other].line))
        }
    }
}

extension ReferenceFile.Problem.Kind {
    /// What is wrong, as a sentence.
    var text: LocalizedText {
        switch self {
        case .file(.syntax): .catalog.lineSyntax
        case .file(.tooMany(let limit)): .catalog.tableLineTooMany(highest: limit)
        case .file(.header(let columns)): .catalog.tableLineHeader(values: columns.joined(separator: ","))
        case .file(.blank(let column)): .catalog.tableLineBlank(column: column)
        case .file(.long(let column, let limit)): .catalog.tableLineLong(column: column, highest: limit)
        case .file(.value(let column, let text)): .catalog.tableLineValue(column: column, value: text.shortened)
        case .repeated(let line): .catalog.tableLineRepeated(number: line)
        case .overlapping(let line): .catalog.tableLineOverlapping(number: line)
        case .overlappingStored(let key): .catalog.tableLineOverlappingStored(key: key)
        }
    }
}
