import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// What an operator changed in a row of reference data.
struct ReferenceChange: Sendable {
    /// What was done, as it is stored.
    enum Kind: String, PostgresCodable, Sendable {
        case imported, withdrawn
    }

    let table: String
    let key: String
    let operatorID: UUID
    let changedAt: Date
    let kind: Kind
    let file: String
    /// By column; nil where there was no row in use.
    let former: [String: String]?
    /// By column; nil where it was withdrawn.
    let present: [String: String]?

    /// Of acts called `act` and changes called `change`.
    static let columns: Statement = """
        change.act, change.table_name, change.row_key, change.former::text AS former, change.present::text AS present,
        act.operator_id, act.done_at, act.kind, act.file_name
        """

    init(_ row: Row) throws {
        table = try row["table_name"]
        key = try row["row_key"]
        operatorID = try row["operator_id"]
        changedAt = try row["done_at"]
        kind = try row["kind"]
        file = try row["file_name"]
        former = try Self.fields(try row["former"])
        present = try Self.fields(try row["present"])
    }

    private static func fields(_ document: String?) throws -> [String: String]? {
        try document.map { try JSONDecoder().decode([String: String].self, from: Data($0.utf8)) }
    }

    /// The changed columns, in the order of the table's files, which a former release may have had other ones of.
    private var changedColumns: [String] {
        let order = OperatorTable(rawValue: table)?.columns ?? []
        let named = Set(former.map { Array($0.keys) } ?? []).union(present.map { Array($0.keys) } ?? [])
        let columns = order.filter(named.contains) + named.subtracting(order).sorted()
        return columns.filter { former?[$0] ?? "" != present?[$0] ?? "" }
    }

    var message: Catalog.ReferenceChange {
        Catalog.ReferenceChange(
            table: table,
            key: key,
            changedAt: Common.Timestamp(changedAt),
            operatorID: operatorID.canonical,
            kind: kind.message,
            file: file,
            fields: changedColumns.map { .init(column: $0, before: former?[$0] ?? "", after: present?[$0] ?? "") }
        )
    }
}

extension ReferenceChange.Kind {
    fileprivate var message: Catalog.ReferenceChangeKind {
        switch self {
        case .imported: .imported
        case .withdrawn: .withdrawn
        }
    }
}

/// The sort key of what was changed: the latest act first, and of an act by the keys of rows.
struct ReferenceChangeKey: PageKey, Equatable {
    static let list = "reference-changes"

    let act: Int64
    let key: String

    init(_ row: Row) throws {
        act = try row["act"]
        key = try row["row_key"]
    }

    init?(fields: [String]) {
        guard fields.count >= 2, let act = Int64(fields[0]) else { return nil }
        // Keys may contain what separates fields.
        (self.act, key) = (act, fields.dropFirst().joined(separator: "|"))
    }

    var fields: [String] { [String(act), key] }
}
