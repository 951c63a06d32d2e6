/// One row of a result.
///
/// A row keeps its whole result alive, so take the values that you need and let it go.
package struct Row: Sendable {
    private let table: ResultTable
    private let index: Int

    init(table: ResultTable, index: Int) {
        self.table = table
        self.index = index
    }

    /// The names of the columns, in order.
    package var columnNames: [String] { table.columns.map(\.name) }

    /// The value of the column `name`, of the type that the context asks for.
    /// - Throws: `PostgresError.Code.decoding` when there is no such column or it doesn't fit.
    package subscript<Value: PostgresDecodable>(name: String) -> Value {
        get throws { try decode(name) }
    }

    /// The value of the column `name`.
    /// - Throws: `PostgresError.Code.decoding` when there is no such column or it doesn't fit.
    package func decode<Value: PostgresDecodable>(_ name: String, as _: Value.Type = Value.self) throws -> Value {
        guard let column = table.columns.firstIndex(where: { $0.name == name }) else {
            let known = columnNames.joined(separator: ", ")
            throw PostgresError(.decoding, "the result has no column \(name); it has \(known)")
        }
        return try decode(at: column)
    }

    /// The value of the column at `column`, counted from 0.
    /// - Throws: `PostgresError.Code.decoding` when there is no such column or it doesn't fit.
    package func decode<Value: PostgresDecodable>(at column: Int, as _: Value.Type = Value.self) throws -> Value {
        guard table.columns.indices.contains(column) else {
            throw PostgresError(.decoding, "the result has no column \(column); it has \(table.columns.count)")
        }
        do {
            return try Value(postgres: table.cell(row: index, column: column))
        } catch {
            throw PostgresError(.decoding, "column \(table.columns[column].name) \(error.reason)")
        }
    }
}
