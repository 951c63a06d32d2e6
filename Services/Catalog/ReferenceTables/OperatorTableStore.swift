import CatalogDomain
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// Reference data as operators keep them, and the history of what they changed.
struct OperatorTableStore: Sendable {
    /// How many rows were not in use before, and how many replaced others.
    struct Counts: Sendable, Equatable {
        var added = 0
        var changed = 0
    }

    /// How many rows a statement takes.
    private static let batch = 5_000

    let pool: PostgresPool
    /// The current time.
    var clock: any WallClock = SystemWallClock()

    /// How many rows of a table are in use, and how many of them operators have added or changed.
    func counts(of table: OperatorTable) async throws -> (rows: Int64, own: Int64) {
        let row = try await pool.query(
            """
            SELECT count(*) AS rows, count(*) FILTER (WHERE is_own) AS own
            FROM \(identifier: table.rawValue) WHERE withdrawn_at IS NULL
            """
        )[0]
        return (try row["rows"], try row["own"])
    }

    /// A page of the rows of a table by their keys, and the token of the next one; nil at the end.
    func rows(
        of table: OperatorTable,
        _ page: Page<OperatorRowKey>,
        _ filter: OperatorRowFilter
    ) async throws -> ([OperatorRow], next: String?) {
        let after: Statement = page.after.map { "AND entry.\(identifier: table.key) > \($0.key)" } ?? ""
        let rows = try await pool.query(
            """
            SELECT \(OperatorRow.columns(of: table)) FROM \(identifier: table.rawValue) entry
            WHERE \(filter.condition(on: table)) \(after)
            ORDER BY entry.\(identifier: table.key) LIMIT \(page.rowLimit)
            """
        )
        return try page.entries(in: rows, key: OperatorRowKey.init, OperatorRow.init)
    }

    /// Which of these rows can't be kept beside what is stored.
    func problems(of rows: [OperatorTable.FileRow], in table: OperatorTable) async throws -> [ReferenceFile.Problem] {
        try await unknownReferences(in: rows) + overlaps(of: rows, in: table)
    }

    /// The rows that hold on days on which other ones do, which stay.
    private func overlaps(
        of rows: [OperatorTable.FileRow],
        in table: OperatorTable
    ) async throws -> [ReferenceFile.Problem] {
        let dated = rows.compactMap { row in row.validity.map { (line: row.line, validity: $0) } }
        guard table == .taxRates, !dated.isEmpty else { return [] }
        let subjects = Set(dated.map(\.validity.subject)).sorted()
        let kept = try await pool.query(
            """
            SELECT id, region || ' ' || name AS subject, first_day, last_day FROM tax_rates
            WHERE withdrawn_at IS NULL AND region || ' ' || name = ANY(\(subjects)) AND id <> ALL(\(rows.map(\.key)))
            """
        ).map { row in
            let period = ValidityPeriod(from: try row["first_day"], to: try row["last_day"])
            return (key: try row["id"] as String, validity: (subject: try row["subject"] as String, period: period))
        }
        return try await offLoop {
            let stored = Dictionary(grouping: kept, by: \.validity.subject)
            return dated.compactMap { row in
                let other = stored[row.validity.subject]?.first { $0.validity.period.overlaps(row.validity.period) }
                return other.map { ReferenceFile.Problem(line: row.line, kind: .overlappingStored(key: $0.key)) }
            }
        }
    }

    /// The rows that refer to what has never been.
    private func unknownReferences(in rows: [OperatorTable.FileRow]) async throws -> [ReferenceFile.Problem] {
        var known: [OperatorTable.Reference: Set<String>] = [:]
        for table in OperatorTable.Reference.allCases {
            let named = Set(rows.flatMap(\.references).filter { $0.table == table }.flatMap(\.keys))
            guard !named.isEmpty else { continue }
            let found = try await pool.query(
                """
                SELECT slug FROM \(identifier: table.rawValue) WHERE slug = ANY(\(named.sorted()))
                """
            )
            known[table] = Set(try found.map { try $0["slug"] })
        }
        var problems: [ReferenceFile.Problem] = []
        for row in rows {
            for reference in row.references {
                for key in reference.keys where !(known[reference.table]?.contains(key) ?? false) {
                    problems.append(.init(line: row.line, kind: .file(.value(column: reference.column, text: key))))
                }
            }
        }
        return problems
    }

    /// A page of what was changed, the latest first, and the token of the next one; nil at the end.
    func changes(
        _ page: Page<ReferenceChangeKey>,
        of table: OperatorTable?,
        key: String?
    ) async throws -> ([ReferenceChange], next: String?) {
        let ofTable: Statement = table.map { "change.table_name = \($0.rawValue)" } ?? "true"
        let ofRow: Statement = key.map { "change.row_key = \($0)" } ?? "true"
        let after: Statement = page.after.map { "AND (change.act, change.row_key) < (\($0.act), \($0.key))" } ?? ""
        let rows = try await pool.query(
            """
            SELECT \(ReferenceChange.columns)
            FROM reference_changes change JOIN reference_acts act ON act.number = change.act
            WHERE \(ofTable) AND \(ofRow) \(after)
            ORDER BY change.act DESC, change.row_key DESC LIMIT \(page.rowLimit)
            """
        )
        return try page.entries(in: rows, key: ReferenceChangeKey.init, ReferenceChange.init)
    }
}

extension OperatorTableStore {
    /// Takes over the rows of a file, each key once. What is so already stays as it is, and that of a release belongs to the release.
    /// - Parameter isTrial: Whether nothing is changed.
    func take(
        _ rows: [OperatorTable.FileRow],
        into table: OperatorTable,
        of file: String,
        by user: UUID,
        isTrial: Bool
    ) async throws -> Counts {
        do {
            return try await pool.transaction { connection in
                let act = try await begin(.imported, in: table, of: file, by: user, connection)
                var counts = Counts()
                for start in stride(from: 0, to: rows.count, by: Self.batch) {
                    let batch = rows[start..<min(start + Self.batch, rows.count)]
                    let taken = try await take(batch.map(\.values), into: table, as: act, connection)
                    counts.added += taken.added
                    counts.changed += taken.changed
                }
                if isTrial { throw Trial(counts: counts) }
                try await finish(act, connection)
                return counts
            }
        } catch let trial as Trial {
            return trial.counts
        }
    }

    /// Takes a row out of use.
    /// - Throws: NOT_FOUND where there has never been one.
    func withdraw(_ key: String, in table: OperatorTable, by user: UUID) async throws -> OperatorRow {
        try await pool.transaction { connection in
            let act = try await begin(.withdrawn, in: table, of: "", by: user, connection)
            try await connection.execute(
                """
                WITH withdrawn AS (
                    UPDATE \(identifier: table.rawValue) entry SET withdrawn_at = \(clock.now), is_own = true
                    WHERE entry.\(identifier: table.key) = \(key) AND entry.withdrawn_at IS NULL
                    RETURNING \(Self.document(of: table, "entry")) AS fields
                )
                INSERT INTO reference_changes (table_name, row_key, act, former)
                SELECT \(table.rawValue), \(key), \(act), fields FROM withdrawn
                """
            )
            try await finish(act, connection)
            let rows = try await connection.query(
                """
                SELECT \(OperatorRow.columns(of: table)) FROM \(identifier: table.rawValue) entry
                WHERE entry.\(identifier: table.key) = \(key)
                """
            )
            guard let row = rows.first else { throw Status.notFound(.catalog.nounReferenceRow) }
            return try OperatorRow(row)
        }
    }

    /// Rolls back what was only tried.
    private struct Trial: Error {
        let counts: Counts
    }

    /// Begins to change a table, one operator after the other, and no release meanwhile.
    private func begin(
        _ kind: ReferenceChange.Kind,
        in table: OperatorTable,
        of file: String,
        by user: UUID,
        _ connection: PostgresConnection
    ) async throws -> Int64 {
        try await ReferenceLoader.lock(connection)
        let rows = try await connection.query(
            """
            INSERT INTO reference_acts (operator_id, done_at, kind, table_name, file_name)
            VALUES (\(user), \(clock.now), \(kind), \(table.rawValue), \(file)) RETURNING number
            """
        )
        return try rows[0]["number"]
    }

    /// Keeps what was done if it has changed anything, and lets all instances know.
    private func finish(_ act: Int64, _ connection: PostgresConnection) async throws {
        try await connection.pipeline([
            """
            DELETE FROM reference_acts WHERE number = \(act)
                AND NOT EXISTS (SELECT FROM reference_changes WHERE act = \(act))
            """,
            "SELECT pg_notify(\(ReferenceLoader.channel), '')",
        ])
    }

    /// Writes rows where they are others than those in use.
    private func take(
        _ rows: [[String: ReferenceTable.Value]],
        into table: OperatorTable,
        as act: Int64,
        _ connection: PostgresConnection
    ) async throws -> Counts {
        let columns = rows[0].keys.sorted()
        let list: Statement = .list(of: columns.map { "\(identifier: $0)" })
        let stored: Statement = .list(of: columns.map { "stored.\(identifier: $0)" })
        let given: Statement = .list(of: columns.map { "excluded.\(identifier: $0)" })
        let changes: Statement = .list(
            of: columns.filter { $0 != table.key }.map { "\(identifier: $0) = excluded.\(identifier: $0)" }
        )
        let (name, key): (Statement, Statement) = ("\(identifier: table.rawValue)", "\(identifier: table.key)")
        // What is read is as it was before the statement.
        let row = try await connection.query(
            """
            WITH given AS (
                SELECT * FROM json_populate_recordset(NULL::\(name), \(try ReferenceTable.json(of: rows))::json)
            ), former AS MATERIALIZED (
                SELECT entry.\(key) AS key, \(Self.document(of: table, "entry")) AS fields, entry.withdrawn_at
                FROM \(name) entry WHERE entry.\(key) IN (SELECT \(key) FROM given)
            ), written AS (
                INSERT INTO \(name) AS stored (\(list), is_own) SELECT \(list), true FROM given
                ON CONFLICT (\(key)) DO UPDATE SET \(changes), is_own = true, withdrawn_at = NULL
                WHERE (\(stored)) IS DISTINCT FROM (\(given)) OR stored.withdrawn_at IS NOT NULL
                RETURNING stored.\(key) AS key, \(Self.document(of: table, "stored")) AS fields
            ), recorded AS (
                INSERT INTO reference_changes (table_name, row_key, act, former, present)
                SELECT \(table.rawValue), written.key, \(act),
                    CASE WHEN former.withdrawn_at IS NULL THEN former.fields END, written.fields
                FROM written LEFT JOIN former USING (key)
                RETURNING former
            )
            SELECT count(*) FILTER (WHERE former IS NULL) AS added,
                count(*) FILTER (WHERE former IS NOT NULL) AS changed FROM recorded
            """
        )[0]
        return Counts(added: try row["added"], changed: try row["changed"])
    }

    /// The fields of a row by column, as the history keeps them.
    private static func document(of table: OperatorTable, _ row: Statement) -> Statement {
        let pairs = zip(table.columns, table.fields(of: row)).map { "'\(unsafe: $0)', \($1)" as Statement }
        return "jsonb_build_object(\(Statement.list(of: pairs)))"
    }
}
