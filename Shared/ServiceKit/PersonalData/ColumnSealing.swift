import Foundation
import Foundations
package import Logging
package import Postgres

/// Encrypts what former versions of a service stored as it was, beside the service, which reads both meanwhile.
package struct ColumnSealing: Sendable {
    private let columns: [SealedColumn]
    private let keys: PersonKeys
    private let pool: PostgresPool
    private let log: Logger

    /// Encrypts the values of these columns, of which the service must not write any as they are.
    package init(_ columns: [SealedColumn], keys: PersonKeys, in pool: PostgresPool, log: Logger) {
        self.columns = columns.filter(\.hasFormer)
        self.keys = keys
        self.pool = pool
        self.log = log
    }

    /// Encrypts all that is not encrypted yet, some time after a program has started first.
    package var job: ScheduledJob { .encryptingPersonalColumns(log: log) { try await sealAll() } }

    /// Encrypts all values that are not encrypted yet, and records when none is left: then there is nothing more to be done, whatever
    /// others put there. Rows that others have locked are left to a next run.
    /// - Returns: The rows that were changed.
    /// - Throws: ``SealingFailure`` at the end, when rows can't be encrypted.
    @discardableResult
    package func sealAll() async throws -> Int {
        try await RowSealing.sealAll(columns.compactMap(\.former), in: pool) { open in
            let left = columns.filter { column in
                open.contains { ($0.table, $0.column) == (column.table, column.name) }
            }
            return Dictionary(grouping: left, by: \.table).sorted { $0.key < $1.key }.map { rows(of: $0, $1) }
        }
    }

    private func rows(of table: String, _ columns: [SealedColumn]) -> RowSealing {
        RowSealing(table, keys: keys, in: pool) { last, limit in
            try page(columns, of: table, after: last, limit)
        } changes: { row, personKey in
            let key = columns[0].key
            let names: [String] = try key.map { try row["key \($0)"] }
            let values = try columns.compactMap { try assignments($0, in: row, names, personKey) }
            guard let first = values.first else { return [] }
            let all = values.dropFirst().reduce(first) { "\($0), \($1)" }
            return [
                "UPDATE \(identifier: table) SET \(all) WHERE \(list(key)) = \(try identity(row, of: table, key))"
            ]
        }
    }

    /// The next rows with a value that is not encrypted.
    private func page(
        _ columns: [SealedColumn],
        of table: String,
        after last: Row?,
        _ limit: Int64
    ) throws -> Statement {
        let key = columns[0].key
        let pending = columns.map { "\(SQLText.identifier($0.name)) IS NOT NULL" }.joined(separator: " OR ")
        let after: Statement = try last.map { "AND \(list(key)) > \(try identity($0, of: table, key))" } ?? ""
        let texts = key.map { "\(SQLText.identifier($0))::text AS \(SQLText.identifier("key " + $0))" }
        let values = columns.map { SQLText.identifier($0.name) }
        return """
            SELECT \(identifier: key[0]) AS person_id, \(Statement(unsafe: (texts + values).joined(separator: ", "))),
                (SELECT to_jsonb(identity)::text FROM (SELECT \(list(key, isRow: false))) AS identity) AS row_key
            FROM \(identifier: table) WHERE (\(Statement(unsafe: pending))) \(after)
            ORDER BY \(list(key, isRow: false)) LIMIT \(limit) FOR UPDATE SKIP LOCKED
            """
    }

    /// What encrypts one value of a row; nil where there is none.
    private func assignments(
        _ column: SealedColumn,
        in row: Row,
        _ names: [String],
        _ key: DataKey
    ) throws -> Statement? {
        var lookup: Statement = ""
        let sealed: [UInt8]
        switch column.kind {
        case .text:
            guard let text: String = try row[column.name] else { return nil }
            sealed = try column.seal(text, row: names, with: key)
            if let found = column.lookup {
                lookup = ", \(identifier: found.column) = \(column.lookupHash(of: text, with: key))"
            }
        case .texts:
            guard let texts: [String] = try row[column.name] else { return nil }
            sealed = try column.seal(texts, row: names, with: key)
        case .bytes:
            guard let bytes: [UInt8] = try row[column.name] else { return nil }
            sealed = try column.seal(bytes, row: names, with: key)
        }
        return "\(identifier: column.sealedName) = \(sealed), \(identifier: column.name) = NULL\(lookup)"
    }

    // MARK: Rows

    private func list(_ key: [String], isRow: Bool = true) -> Statement {
        let names = key.map(SQLText.identifier).joined(separator: ", ")
        return Statement(unsafe: isRow ? "(\(names))" : names)
    }

    /// The primary key of a row that was read, in the types of its columns.
    private func identity(_ row: Row, of table: String, _ key: [String]) throws -> Statement {
        let names = key.map { "named.\(SQLText.identifier($0))" }.joined(separator: ", ")
        return """
            (SELECT \(Statement(unsafe: names))
            FROM jsonb_populate_record(NULL::\(identifier: table), \(try row["row_key"] as String)::text::jsonb) AS named)
            """
    }
}
