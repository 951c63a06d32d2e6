import CPostgres

/// A column of a result.
struct ResultColumn: Sendable {
    let name: String
    let type: PostgresType
}

/// The memory of one result, read in place.
// @unchecked: a PGresult doesn't change once libpq has returned it, and libpq documents reading it from several threads
// as safe; it is freed once, in deinit.
final class ResultTable: @unchecked Sendable {
    private let result: OpaquePointer
    let columns: [ResultColumn]
    let rowCount: Int

    /// Takes over `result`.
    /// - Parameter knownColumns: the columns of an earlier result of the same prepared statement.
    init(_ result: OpaquePointer, knownColumns: [ResultColumn]?) {
        self.result = result
        rowCount = Int(PQntuples(result))
        columns = knownColumns ?? Self.columns(of: result)
    }

    deinit { PQclear(result) }

    /// The rows, each a view into this memory.
    var rows: [Row] { (0..<rowCount).map { Row(table: self, index: $0) } }

    /// The rows that the statement returned or changed.
    var affectedRows: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// The command that was carried out, such as `COMMIT`.
    var commandTag: String { String(cString: PQcmdStatus(result)) }

    func cell(row: Int, column: Int) -> PostgresCell {
        let (row, columnNumber) = (Int32(row), Int32(column))
        guard PQgetisnull(result, row, columnNumber) == 0, let start = PQgetvalue(result, row, columnNumber) else {
            return PostgresCell(type: columns[column].type, bytes: nil)
        }
        let length = Int(PQgetlength(result, row, columnNumber))
        return PostgresCell(type: columns[column].type, bytes: UnsafeRawBufferPointer(start: start, count: length))
    }

    private static func columns(of result: OpaquePointer) -> [ResultColumn] {
        (0..<PQnfields(result)).map { index in
            ResultColumn(
                name: PQfname(result, index).map { String(cString: $0) } ?? "",
                type: PostgresType(rawValue: PQftype(result, index))
            )
        }
    }
}
