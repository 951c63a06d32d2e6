package import Foundation
import Foundations
package import PersonalMessages
package import Postgres
package import Texts

/// Reads everything that a service stores of one person, a page of rows at a time.
package struct PersonalExport: Sendable {
    /// The rows read at once, and the files.
    static let (rowLimit, fileLimit) = (200, 1)
    /// The bytes of a file in one part.
    private static let chunkSize = 256 << 10

    let tables: PersonalTables
    let pool: PostgresPool

    /// An export of the service's tables in the schema of `pool`.
    package init(_ tables: PersonalTables, in pool: PostgresPool) {
        self.tables = tables
        self.pool = pool
    }

    /// Passes on all parts of a user's export, one after the other.
    /// - Parameter language: Of the titles.
    nonisolated(nonsending) package func read(
        _ user: UUID,
        in language: Language,
        _ receive: nonisolated(nonsending) (Personal.ExportPersonResponse.Part) async throws -> Void
    ) async throws {
        let key = try await tables.key(user, pool)
        for table in tables.tables {
            switch table.export {
            case .records(let title, let hidden, let readers):
                try await receive(.category(.init(name: table.name, title: title.rendered(in: language))))
                let rows = try await records(of: table, hiding: hidden, reading: readers)
                try await rows.read(user, limit: Self.rowLimit, in: pool) { row in
                    try await receive(.record(try record(row, readers, key)))
                }
            case .files(let title, let bytes, let columns, let reader):
                let rows = try await files(of: table, bytes, named: columns, reader)
                try await rows.read(user, limit: Self.fileLimit, in: pool) { row in
                    guard let contents = try await contents(of: row, bytes, reader, user, key), !contents.isEmpty else {
                        return
                    }
                    let name: String = try row["record_name"]
                    let file = "\(table.name)/\(name).\(PictureFormat(contents).suffix)"
                    try await receive(.file(.init(name: file, title: title.rendered(in: language))))
                    for start in stride(from: 0, to: contents.count, by: Self.chunkSize) {
                        let end = min(start + Self.chunkSize, contents.count)
                        try await receive(.contents(Array(contents[start..<end])))
                    }
                }
            case .nothing: continue
            }
        }
    }

    /// The rows of a table that are shown as records.
    func records(
        of table: PersonalTable,
        hiding hidden: Set<String>,
        reading readers: [String: PersonalColumn]
    ) async throws -> PersonalRows {
        let raw = Set(readers.flatMap { $0.value.columns($0.key) })
        let read = readers.sorted { $0.key < $1.key }.map { name, reader in
            reader.selection ?? "t.\(identifier: name)"
        }
        let texts = Set(readers.values.flatMap(\.named))
        return try await rows(of: table, hiding: hidden.union(raw), raw: read, texts: texts.sorted())
    }

    /// The rows of a table that are shown as files.
    func files(
        of table: PersonalTable,
        _ bytes: String,
        named columns: [String],
        _ reader: PersonalFile?
    ) async throws -> PersonalRows {
        let raw = ["t.\(identifier: bytes)"] + (reader?.columns ?? [])
        return try await rows(of: table, hiding: [bytes], raw: raw, named: columns)
    }

    /// The contents of a row's file; nil for none.
    func contents(
        of row: Row,
        _ bytes: String,
        _ reader: PersonalFile?,
        _ user: UUID,
        _ key: DataKey?
    ) async throws -> [UInt8]? {
        if let reader { try await reader.read(row, user, key) } else { try row[bytes] }
    }

    /// The JSON of a row, with the columns that have readers at its end.
    func record(_ row: Row, _ readers: [String: PersonalColumn], _ key: DataKey?) throws -> String {
        var record: String = try row["record"]
        for (column, reader) in readers.sorted(by: { $0.key < $1.key }) {
            record.removeLast()
            record += record.utf8.count > 1 ? ", " : ""
            record += "\"\(column)\": \(try reader.json(column, row, key) ?? "null")}"
        }
        return record
    }

    private func rows(
        of table: PersonalTable,
        hiding hidden: Set<String>,
        raw: [Statement],
        texts: [String] = [],
        named: [String] = []
    ) async throws -> PersonalRows {
        let columns: [String] = try await pool.query(
            """
            SELECT attname::text AS name FROM pg_attribute
            WHERE attrelid = to_regclass(quote_ident(\(table.name))) AND attnum > 0 AND NOT attisdropped ORDER BY attnum
            """
        ).map { try $0["name"] }
        return PersonalRows(
            table: table,
            shown: columns.filter { !hidden.contains($0) },
            raw: raw,
            texts: texts,
            named: named,
            key: try await primaryKey(of: table.name)
        )
    }

    /// The columns of a table's primary key, in order.
    func primaryKey(of table: String) async throws -> [String] {
        try await pool.query(
            """
            SELECT a.attname::text AS name FROM pg_index i
            JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
            WHERE i.indrelid = to_regclass(quote_ident(\(table))) AND i.indisprimary ORDER BY array_position(i.indkey::int2[], a.attnum)
            """
        ).map { try $0["name"] }
    }
}

/// The rows of a user in one table, in the order of its primary key.
struct PersonalRows {
    let table: PersonalTable
    let shown: [String]
    /// Read as they are, beside the JSON of what is shown: selected of rows called `t`.
    let raw: [Statement]
    /// Read as text, each under a name of its own.
    let texts: [String]
    /// Whose values make a row's name.
    let named: [String]
    let key: [String]

    nonisolated(nonsending) func read(
        _ user: UUID,
        limit: Int,
        in pool: PostgresPool,
        _ receive: nonisolated(nonsending) (Row) async throws -> Void
    ) async throws {
        var last: String?
        while true {
            let rows = try await pool.query(page(of: user, after: last, limit: limit))
            for row in rows { try await receive(row) }
            guard rows.count == limit, let row = rows.last else { return }
            last = try row["record_key"]
        }
    }

    private func page(of user: UUID, after last: String?, limit: Int) -> Statement {
        let after: Statement =
            last.map {
                """
                AND (\(list(key))) > (
                    SELECT \(list(key, of: "last")) FROM jsonb_populate_record(NULL::\(identifier: table.name), \($0)::text::jsonb) AS last
                )
                """
            } ?? ""
        let name: Statement = named.isEmpty ? "''" : "concat_ws('-', \(list(named)))"
        let values = raw.reduce("" as Statement) { "\($0), \($1)" }
        let texts = self.texts.map {
            ", t.\(SQLText.identifier($0))::text AS \(SQLText.identifier(PersonalColumn.textName($0)))"
        }
        return """
            SELECT (SELECT to_jsonb(shown)::text FROM (SELECT \(list(shown))) AS shown) AS record,
                (SELECT to_jsonb(identity)::text FROM (SELECT \(list(key))) AS identity) AS record_key, \(name) AS record_name \(values)
                \(Statement(unsafe: texts.joined()))
            FROM \(identifier: table.name) AS t WHERE \(identifier: table.owner) = \(user) \(after)
            ORDER BY \(list(key)) LIMIT \(Int64(limit))
            """
    }

    private func list(_ columns: [String], of source: String = "t") -> Statement {
        Statement(unsafe: columns.map { "\(source).\(SQLText.identifier($0))" }.joined(separator: ", "))
    }
}

/// What kind of picture a file is, by its first bytes.
private enum PictureFormat {
    case jpeg
    case png
    case webP
    case other

    init(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            self = .png
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webP
        } else {
            self = .other
        }
    }

    var suffix: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .webP: "webp"
        case .other: "bin"
        }
    }
}
