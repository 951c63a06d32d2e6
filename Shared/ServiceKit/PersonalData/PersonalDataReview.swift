import Foundation
import Foundations
import MessageCoding
import Postgres

/// Reads everything that a service has encrypted of people, and finds what was changed by others than the service: encrypted values
/// that were altered, cut, or moved to another row or person, packed messages that are none, and readable values where all are
/// encrypted.
struct PersonalDataReview: Sendable {
    /// What was read.
    struct Outcome: Sendable, Hashable {
        var people = 0
        var rows = 0
        /// The rows that can't be read: table and primary key.
        var unreadable: [String] = []
        /// The rows with values that the service would have encrypted: table, column and primary key.
        var readable: [String] = []
        /// The columns of which it is not recorded yet that all their values are encrypted.
        var open: [String] = []

        /// Whether nothing was changed by others.
        var isUnaltered: Bool { unreadable.isEmpty && readable.isEmpty }
    }

    /// The people whose ids are read at once.
    private static let batchSize: Int64 = 500
    /// The rows of a column that are named, of those with readable values.
    private static let namedRows: Int64 = 1_000

    private let export: PersonalExport
    private let tables: [PersonalTable]

    /// A review of the service's tables in the schema of `pool`.
    init(_ tables: PersonalTables, in pool: PostgresPool) {
        export = PersonalExport(tables, in: pool)
        self.tables = tables.tables.isEmpty ? [] : tables.tables + [.answeredRequests]
    }

    /// Reads all rows of everybody, without locking any.
    func run() async throws -> Outcome {
        var outcome = Outcome()
        guard !tables.isEmpty else { return outcome }
        var last: UUID?
        repeat {
            let people = try await people(after: last)
            for person in people { try await read(person, &outcome) }
            last = people.count == Self.batchSize ? people.last : nil
            try Task.checkCancellation()
        } while last != nil
        try await findReadable(&outcome)
        return outcome
    }

    /// The next people of all tables: each table is read as far as its own next ones.
    private func people(after last: UUID?) async throws -> [UUID] {
        let pages = tables.map { table -> Statement in
            let after: Statement = last.map { "WHERE \(identifier: table.owner) > \($0)" } ?? ""
            return """
                (
                    SELECT DISTINCT \(identifier: table.owner) AS person FROM \(identifier: table.name) \(after)
                    ORDER BY person LIMIT \(Self.batchSize)
                )
                """
        }
        let all = pages.dropFirst().reduce(pages[0]) { "\($0) UNION \($1)" }
        return try await export.pool.query(
            "SELECT person FROM (\(all)) AS people ORDER BY person LIMIT \(Self.batchSize)"
        ).map { try $0["person"] }
    }

    private func read(_ person: UUID, _ outcome: inout Outcome) async throws {
        outcome.people += 1
        // A key that can't be had makes each of the person's rows unreadable that needs it.
        let key = try? await export.tables.key(person, export.pool)
        for table in tables {
            switch table.export {
            case .records(_, let hidden, let readers):
                try await readRecords(of: table, person, key, hiding: hidden, readers, &outcome)
            case .nothing(_, let readers) where !readers.isEmpty:
                try await readRecords(of: table, person, key, hiding: [], readers, &outcome)
            case .files(_, let bytes, let columns, let reader):
                let rows = try await export.files(of: table, bytes, named: columns, reader)
                try await rows.read(person, limit: PersonalExport.fileLimit, in: export.pool) { row in
                    var failure: (any Error)?
                    do { _ = try await export.contents(of: row, bytes, reader, person, key) } catch { failure = error }
                    try outcome.note(row, of: table) { if let failure { throw failure } }
                }
            case .nothing: continue
            }
        }
    }

    private func readRecords(
        of table: PersonalTable,
        _ person: UUID,
        _ key: DataKey?,
        hiding hidden: Set<String>,
        _ readers: [String: PersonalColumn],
        _ outcome: inout Outcome
    ) async throws {
        let rows = try await export.records(of: table, hiding: hidden, reading: readers)
        try await rows.read(person, limit: PersonalExport.rowLimit, in: export.pool) { row in
            try outcome.note(row, of: table) { _ = try export.record(row, readers, key) }
        }
    }

    /// Finds what stands in columns in which nothing is left that a former version has stored.
    private func findReadable(_ outcome: inout Outcome) async throws {
        let former = export.tables.former
        let open = try await FormerValues.open(former, in: export.pool).map { "\($0.table).\($0.column)" }
        outcome.open = open
        for values in former where !open.contains("\(values.table).\(values.column)") {
            let key = try await export.primaryKey(of: values.table).map(SQLText.identifier).joined(separator: ", ")
            let rows = try await export.pool.query(
                """
                SELECT (SELECT to_jsonb(identity)::text FROM (SELECT \(unsafe: key)) AS identity) AS record_key
                FROM \(identifier: values.table) WHERE \(values.isLeft) ORDER BY \(unsafe: key) LIMIT \(Self.namedRows)
                """
            )
            outcome.readable += try rows.map { "\(values.table).\(values.column) \(try $0["record_key"] as String)" }
        }
    }
}

extension PersonalDataReview.Outcome {
    fileprivate mutating func note(_ row: Row, of table: PersonalTable, _ read: () throws -> Void) throws {
        rows += 1
        do {
            try read()
        } catch let error as PostgresError {
            throw error
        } catch {
            unreadable.append("\(table.name) \(try row["record_key"] as String)")
        }
    }

    /// What was found, as sentences for the operator; rows are named by their keys alone.
    var report: String {
        var lines = ["\(rows) rows of \(people) people were read."]
        if isUnaltered { lines[0] += " All are as the service wrote them." }
        if !unreadable.isEmpty {
            lines[0] += " \(unreadable.count) can't be read, since they were changed or their key is gone:"
            lines += unreadable.map { "  \($0)" }
        }
        if !readable.isEmpty {
            lines.append("\(readable.count) values stand readable where the service encrypts them:")
            lines += readable.map { "  \($0)" }
        }
        if !open.isEmpty {
            let columns = open.joined(separator: ", ")
            lines.append("What former versions stored readable is not yet all encrypted: \(columns).")
        }
        return lines.joined(separator: "\n")
    }
}
