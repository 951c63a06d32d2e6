import Foundation
import Foundations
import Postgres
import PostgresTestSupport
import Testing

@testable import ServiceKit
@testable import larder_budget

extension MasterKeys {
    /// One key of tests.
    static var test: MasterKeys { get throws { try test("1") } }

    /// Keys with these ids, the current one first.
    static func test(_ ids: String...) throws -> MasterKeys {
        let lines = ids.map { id in
            "\(id):\(Data(repeating: id.utf8.reduce(0) { $0 &+ $1 }, count: 32).base64EncodedString())"
        }
        return try MasterKeys(parsing: lines.joined(separator: "\n"))
    }
}

extension BudgetTestEnvironment {
    /// What encrypts what former versions have stored.
    var sealing: ColumnSealing {
        ColumnSealing(PurchaseColumns.all, keys: keys, in: pool, log: TestDatabase.quietLogger)
    }

    /// Stores everything as versions without keys of persons did.
    func storeAsFormerVersions() async throws {
        for column in PurchaseColumns.former {
            let names = column.key.map { "\(SQLText.identifier($0))::text" }
            let place: Statement = "ARRAY[\(Statement(unsafe: names.joined(separator: ", ")))]"
            let rows = try await pool.query(
                """
                SELECT \(place) AS place, \(column.selection()) FROM \(identifier: column.table)
                WHERE \(identifier: column.sealedName) IS NOT NULL
                """
            )
            for row in rows {
                let names: [String] = try row["place"]
                try await pool.execute(
                    """
                    UPDATE \(identifier: column.table)
                    SET \(identifier: column.name) = \(try await value(column, row, names)), \(identifier: column.sealedName) = NULL
                    WHERE \(place) = \(names)
                    """
                )
            }
        }
        try await pool.execute("UPDATE purchases SET store_name_hash = NULL")
    }

    /// How many values of a column are stored as they are.
    func readableCount(_ column: SealedColumn) async throws -> Int {
        try await pool.query(
            """
            SELECT count(*) AS count FROM \(identifier: column.table) WHERE \(identifier: column.name) IS NOT NULL
            """
        )[0]["count"]
    }

    private func value(_ column: SealedColumn, _ row: Row, _ place: [String]) async throws -> Statement {
        let key = try await keys.existingKey(of: try #require(UUID(canonical: place[0])))
        return switch column.kind {
        case .text: "\(try column.text(in: row, row: place, with: key))"
        case .texts: "\(try column.texts(in: row, row: place, with: key))"
        case .bytes: "\(try column.bytes(in: row, row: place, with: key))"
        }
    }
}

extension PurchaseColumns {
    /// The columns that former versions stored as they were.
    static var former: [SealedColumn] { all.filter(\.hasFormer) }
}
