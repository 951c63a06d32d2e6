import CatalogMessages
import Postgres
import ServiceKit

/// A row of reference data as operators see it.
struct OperatorRow: Sendable {
    let key: String
    /// As in a file.
    let fields: [String]
    /// Whether an operator added, changed or withdrew it.
    let isOwn: Bool
    let isWithdrawn: Bool

    /// Of a row called `entry`.
    static func columns(of table: OperatorTable) -> Statement {
        """
        entry.\(identifier: table.key) AS key, entry.is_own, entry.withdrawn_at IS NOT NULL AS is_withdrawn,
        ARRAY[\(Statement.list(of: table.fields(of: "entry")))] AS fields
        """
    }

    init(_ row: Row) throws {
        key = try row["key"]
        fields = try row["fields"]
        isOwn = try row["is_own"]
        isWithdrawn = try row["is_withdrawn"]
    }

    var message: Catalog.ReferenceRow {
        Catalog.ReferenceRow(key: key, fields: fields, own: isOwn, withdrawn: isWithdrawn)
    }
}

/// The sort key of the rows of a table.
struct OperatorRowKey: PageKey, Equatable {
    static let list = "reference-rows"

    let key: String

    init(_ row: Row) throws { key = try row["key"] }

    init?(fields: [String]) {
        guard !fields.isEmpty else { return nil }
        // Keys may contain what separates fields.
        key = fields.joined(separator: "|")
    }

    var fields: [String] { [key] }
}

/// What a list of rows is narrowed to.
struct OperatorRowFilter: Sendable {
    var isOwnOnly = false
    var hasWithdrawn = false
    /// Only rows whose keys begin so; empty for any.
    var keyPrefix = ""

    /// The condition on a row called `entry`.
    func condition(on table: OperatorTable) -> Statement {
        let own: Statement = isOwnOnly ? "entry.is_own" : "true"
        let used: Statement = hasWithdrawn ? "true" : "entry.withdrawn_at IS NULL"
        let prefix: Statement = keyPrefix.isEmpty ? "true" : "starts_with(entry.\(identifier: table.key), \(keyPrefix))"
        return "\(own) AND \(used) AND \(prefix)"
    }
}
