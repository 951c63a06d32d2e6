package import Postgres

/// A column in which former versions of a service stored as it was what is encrypted now.
///
/// Once nothing is left in it, that is recorded in the toolkit's table `sealed_columns`, of which the service can't remove rows. From
/// then on the service reads nothing of the column and encrypts nothing of it, and `review` names the rows in which it is not empty:
/// others than the service have put it there.
package struct FormerValues: Sendable {
    /// The table.
    package let table: String
    /// The column.
    package let column: String
    /// Whether a row has a value that is not encrypted.
    let isLeft: Statement

    /// Describes a column.
    /// - Parameter isLeft: Whether a row has a value that is not encrypted, in the table's columns without its name.
    package init(_ table: String, _ column: String, where isLeft: Statement) {
        self.table = table
        self.column = column
        self.isLeft = isLeft
    }

    /// Whether it is recorded that nothing is left in the column, as a condition.
    package var isSealed: Statement {
        Statement(
            unsafe: """
                EXISTS (SELECT FROM sealed_columns AS ended WHERE ended.table_name = '\(table)' AND ended.column_name = '\(column)')
                """
        )
    }

    /// Those of some columns of which it is not recorded that nothing is left in them.
    package static func open(_ columns: [FormerValues], in pool: PostgresPool) async throws -> [FormerValues] {
        let ended = try await pool.query("SELECT table_name, column_name FROM sealed_columns").map { row in
            [try row["table_name"], try row["column_name"]] as [String]
        }
        return columns.filter { !ended.contains([$0.table, $0.column]) }
    }

    /// Records that nothing is left in some columns, unless something is in one of them. Rows may move between their tables meanwhile.
    package static func recordEnd(of columns: [FormerValues], in pool: PostgresPool) async throws {
        // One statement, which sees a row that moves in one of its tables.
        let nothing = columns.reduce("true" as Statement) {
            "\($0) AND NOT EXISTS (SELECT FROM \(identifier: $1.table) WHERE \($1.isLeft))"
        }
        try await pool.execute(
            """
            INSERT INTO sealed_columns (table_name, column_name)
            SELECT ended.table_name, ended.column_name
            FROM unnest(\(columns.map(\.table)), \(columns.map(\.column))) AS ended (table_name, column_name)
            WHERE \(nothing) ON CONFLICT DO NOTHING
            """
        )
    }
}
