import EventsMessages
package import Foundation
import Foundations
import Logging
import MessageCoding
import NIOCore
import PersonalMessages
package import Postgres
import PostgresTestSupport
package import ServiceKit
import Texts

/// Somebody of whom a test fills all tables of a service.
package struct MarkedPerson: Sendable {
    package let id = UUID()
    /// Stands in every text that is stored of the person.
    package let marker = "Marker\(UUID().canonical.filter { $0 != "-" }.prefix(12))"

    package init() {}
}

/// Checks a service's export and erasure against its schema.
package struct PersonalDataCheck: Sendable {
    /// The bytes that `DataKey` adds to what it encrypts.
    private static let sealing = 29

    private let tables: PersonalTables
    private let pool: PostgresPool

    /// A check of these tables, in the schema of `pool`.
    package init(_ tables: PersonalTables, in pool: PostgresPool) {
        self.tables = tables
        self.pool = pool
    }

    /// Everything that is wrong; empty when the export has every row of a person, and erasure leaves none of theirs, and all of
    /// another person's.
    /// - Parameter fill: Writes at least one row of a person into each of the service's tables with rows of users.
    package func problems(_ fill: (MarkedPerson) async throws -> Void) async throws -> [String] {
        let (ada, grace) = (MarkedPerson(), MarkedPerson())
        var problems = try await unlisted() + unreadable()
        for person in [ada, grace] {
            try await fill(person)
            try await fillToolkit(person)
            for table in tables.tables where try await count(table, person) == 0 {
                problems.append("the test writes nothing into \(table.name)")
            }
        }
        problems += try await exportProblems(of: ada, beside: grace)
        problems += try await erasureProblems(of: ada, beside: grace)
        return problems
    }

    // MARK: The schema

    /// Tables that the service says nothing about, and those it names that there are not.
    private func unlisted() async throws -> [String] {
        let present = Set(
            try await pool.query("SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema()")
                .map { try $0["name"] as String }
        )
        let personal = Set(tables.tables.map(\.name))
        let listed = personal.union(tables.others.keys).union(PersonalTables.toolkit.keys)
        return present.subtracting(listed).sorted().map {
            "the table \($0) is in no list: name it in the service's PersonalTables, as exported, withheld or nobody's"
        } + personal.union(tables.others.keys).subtracting(present).sorted().map { "there is no table \($0)" }
    }

    /// Columns of bytes that an export would show as they are.
    private func unreadable() async throws -> [String] {
        var problems: [String] = []
        for table in tables.tables {
            guard case .records(_, let hidden, let readers) = table.export else { continue }
            let columns: [String] = try await pool.query(
                """
                SELECT attname::text AS name FROM pg_attribute
                WHERE attrelid = to_regclass(quote_ident(\(table.name))) AND attnum > 0 AND NOT attisdropped
                    AND atttypid = 'bytea'::regtype
                """
            ).map { try $0["name"] }
            let read = Set(readers.flatMap { $0.value.columns($0.key) })
            for column in columns where !hidden.contains(column) && !read.contains(column) {
                problems.append("an export does not know how to show \(table.name).\(column)")
            }
        }
        return problems
    }

    // MARK: Rows

    private func count(_ table: PersonalTable, _ person: MarkedPerson) async throws -> Int {
        try await pool.query(
            """
            SELECT count(*) AS count FROM \(identifier: table.name) WHERE \(identifier: table.owner) = \(person.id)
            """
        )[0]["count"]
    }

    /// Writes rows of a person into the toolkit's tables.
    private func fillToolkit(_ person: MarkedPerson) async throws {
        let payload = Events.Event.Payload.receiptFailed(
            .init(userID: person.id.canonical, explanation: person.marker)
        )
        let event = Array(try Events.Event(payload: payload).encoded().readableBytesView)
        try await pool.pipeline([
            """
            INSERT INTO answered_requests (user_id, operation, key, request_digest, answer)
            VALUES (\(person.id), 'test', 'key', \(event), \(Array(person.marker.utf8)))
            """,
            """
            INSERT INTO outbox (id, topic, key, payload) VALUES (\(UUID()), 'ocr', \(person.id.canonical), \(event))
            """,
            """
            INSERT INTO kept_events (event_id, kind, sender, event) VALUES (\(UUID()), 999, 'ocr', \(event))
            """,
        ])
    }

    // MARK: Export

    private func exportProblems(of person: MarkedPerson, beside other: MarkedPerson) async throws -> [String] {
        var problems: [String] = []
        var records: [String: [String]] = [:]
        var files: [String: [UInt8]] = [:]
        var (category, file) = ("", "")
        try await PersonalExport(tables, in: pool).read(person.id, in: .french) { part in
            switch part {
            case .category(let begun):
                category = begun.name
                if begun.title.isEmpty { problems.append("\(category) has no title") }
                records[category] = []
            case .record(let record): records[category, default: []].append(record)
            case .file(let begun):
                file = begun.name
                files[file] = []
            case .contents(let bytes): files[file, default: []] += bytes
            }
        }
        for table in tables.tables {
            switch table.export {
            case .records(_, let hidden, let readers):
                let read = hidden.union(readers.flatMap { $0.value.columns($0.key) })
                let stored: [String] = try await pool.query(
                    """
                    SELECT (to_jsonb(t) - \(read.sorted()))::text AS row
                    FROM \(identifier: table.name) AS t WHERE \(identifier: table.owner) = \(person.id)
                    """
                ).map { try $0["row"] }
                let exported = try records[table.name, default: []].map { try Self.object($0) }
                for row in try stored.map({ try Self.object($0) })
                where try !exported.contains(where: { try Self.includes(row, in: $0, and: readers.keys) }) {
                    problems.append("the export lacks a row of \(table.name)")
                }
                if exported.count != stored.count { problems.append("the export of \(table.name) has other rows") }
            case .files(_, let bytes, _, let reader):
                let stored: [[UInt8]] = try await pool.query(
                    """
                    SELECT \(identifier: bytes) AS bytes FROM \(identifier: table.name)
                    WHERE \(identifier: table.owner) = \(person.id)
                    """
                ).map { try $0["bytes"] }
                let exported = files.filter { $0.key.hasPrefix("\(table.name)/") }.map(\.value)
                let isSame = Set(exported) == Set(stored) && exported.count == stored.count
                // What is encrypted under the person's key is exported in the clear.
                let isOpened =
                    reader != nil && exported.map(\.count).sorted() == stored.map { $0.count - Self.sealing }.sorted()
                    && exported.allSatisfy { $0.contains(Array(person.marker.utf8)) }
                if !isSame && !isOpened {
                    problems.append("the export lacks a file of \(table.name)")
                }
            case .nothing:
                if records[table.name] != nil { problems.append("the export shows \(table.name)") }
            }
        }
        let all = records.values.joined().joined() + files.values.map { String(decoding: $0, as: UTF8.self) }.joined()
        if all.contains(other.marker) || all.contains(other.id.canonical) {
            problems.append("the export has data of somebody else")
        }
        return problems
    }

    private static func object(_ json: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
    }

    /// Whether a record has all values of a row, and of the columns with readers something that was read.
    private static func includes(
        _ row: [String: Any],
        in record: [String: Any],
        and read: some Sequence<String>
    ) throws -> Bool {
        try text(record.filter { row[$0.key] != nil }) == text(row) && read.allSatisfy { record[$0] != nil }
    }

    private static func text(_ object: [String: Any]) throws -> Data {
        try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    }

    // MARK: Erasure

    private func erasureProblems(of person: MarkedPerson, beside other: MarkedPerson) async throws -> [String] {
        var problems: [String] = []
        try await StorageCounting.merge(in: pool)
        let before = try await pool.contents()
        for (table, rows) in before where !rows.contains(where: { Self.mentions($0, person) }) {
            guard tables.tables.contains(where: { $0.name == table }) else { continue }
            problems.append("nothing in \(table) names the person")
        }
        let erased = try await tables.erase(person.id, in: pool)
        if erased == 0, !tables.tables.isEmpty { problems.append("nothing was erased") }
        // Again, as auth does.
        try await tables.erase(person.id, in: pool)
        try await StorageCounting.merge(in: pool)
        let after = try await pool.contents()
        let kept = Set(tables.tables.filter { $0.keptBecause != nil }.map(\.name))
        for (table, rows) in after.sorted(by: { $0.key < $1.key }) {
            let left = rows.filter { Self.mentions($0, person) }
            if kept.contains(table) {
                if left.contains(where: { Self.contains($0, person.marker) }) {
                    problems.append("\(table) keeps the person's words")
                }
            } else if !left.isEmpty {
                problems.append("\(table) keeps \(left.count) rows of the person")
            }
            let others = before[table, default: []].filter { Self.mentions($0, other) }
            if rows.filter({ Self.mentions($0, other) }) != others {
                problems.append("erasure changed rows of somebody else in \(table)")
            }
        }
        return problems
    }

    private static func mentions(_ row: String, _ person: MarkedPerson) -> Bool {
        contains(row, person.id.canonical) || contains(row, person.marker)
    }

    /// Whether a row has a text, also in a column of bytes.
    private static func contains(_ row: String, _ text: String) -> Bool {
        let row = row.lowercased()
        let bytes = text.utf8.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        return row.contains(text.lowercased()) || row.contains(bytes)
    }
}
