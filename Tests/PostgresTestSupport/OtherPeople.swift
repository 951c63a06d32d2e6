import Foundation
import Postgres

/// People with a copy of every row that one person has in a schema.
struct OtherPeople {
    /// A superuser in the schema.
    let administrator: PostgresPool
    /// The tables with rows of users.
    var tables: [String] { owners.keys.sorted() }
    /// The tables with rows of users, with the column that says whose.
    private let owners: [String: String]
    private let person: UUID

    /// - Parameters:
    ///   - pool: Connects to the schema.
    ///   - owners: The tables whose rows belong to users, with the column that says to whom. Those with a column `user_id` need not
    ///     be named.
    ///   - person: Whose rows are copied.
    init(in pool: PostgresPool, owners: [String: String], like person: UUID) async throws {
        let place = try await pool.query(
            "SELECT current_database()::text AS database, current_schema()::text AS schema"
        )[0]
        var configuration = try await TestDatabase.shared
        configuration.database = try place["database"]
        configuration.schema = try place["schema"]
        configuration.poolSize = 1
        configuration.statementTimeout = .seconds(60)
        administrator = PostgresPool(configuration: configuration, logger: TestDatabase.quietLogger)
        let named = try await administrator.query(
            """
            SELECT table_name::text AS name FROM information_schema.columns
            WHERE table_schema = current_schema() AND column_name = 'user_id'
            """
        )
        let others = try named.map { (try $0["name"] as String, "user_id") }
        self.owners = owners.merging(others) { given, _ in given }
        self.person = person
    }

    /// Adds so many people, and has the database count what there is.
    /// - Returns: The tables in which there is nothing of them.
    func add(_ count: Int) async throws -> [String] {
        try await fillToolkit()
        let (names, columns) = (tables, tables.map { owners[$0] ?? "" })
        // What is done in the background is not what a call reads.
        for name in names {
            try await administrator.execute("ALTER TABLE \(identifier: name) SET (autovacuum_enabled = false)")
        }
        let copies = try await administrator.query(Self.copies(of: names, columns, person, count))
        try await administrator.transaction { connection in
            // Neither triggers nor foreign keys: they would run for each row, and write rows of their own.
            try await connection.execute("SET LOCAL session_replication_role = replica")
            for copy in copies { try await connection.execute(Statement(unsafe: try copy["statement"])) }
        }
        try await administrator.execute("ANALYZE")
        var empty: [String] = []
        for (name, column) in zip(names, columns) {
            let found = try await administrator.query(
                "SELECT 1 FROM \(identifier: name) WHERE \(identifier: column) <> \(person) LIMIT 1"
            )
            if found.isEmpty { empty.append(name) }
        }
        return empty
    }

    /// Whether tables are read from end to end by choice: small ones are, whatever indexes there are. Connections that are open go on as
    /// they were.
    func setScans(areAllowed: Bool) async throws {
        let database = administrator.configuration.database
        let change: Statement = areAllowed ? "RESET enable_seqscan" : "SET enable_seqscan = off"
        try await administrator.execute("ALTER DATABASE \(identifier: database) \(change)")
    }

    /// Writes rows of the person into the tables that every schema has.
    private func fillToolkit() async throws {
        try await administrator.pipeline([
            """
            INSERT INTO answered_requests (user_id, operation, key, request_digest, answer)
            VALUES (\(person), 'copied', 'key', sha256(''), '')
            """,
            """
            INSERT INTO person_keys (user_id, wrapped_key, master_key_id) VALUES (\(person), '', 'none')
            ON CONFLICT DO NOTHING
            """,
            "INSERT INTO storage_use (user_id, bytes) VALUES (\(person), 1) ON CONFLICT DO NOTHING",
            "INSERT INTO storage_changes (user_id, bytes) VALUES (\(person), 1)",
        ])
    }

    /// The query of the statements that copy a person's rows.
    ///
    /// Each copy has other identifiers, of the person and of all else, the same in each table. What else is unique differs, too, as do
    /// hashes by which rows are found; other byte strings are cut where they are long.
    private static func copies(of names: [String], _ columns: [String], _ person: UUID, _ count: Int) -> Statement {
        """
        WITH indexed AS (
            SELECT i.indrelid AS id, a.attnum,
                bool_or(i.indisunique AND NOT EXISTS (
                    SELECT FROM pg_attribute k
                    WHERE k.attrelid = i.indrelid AND k.attnum = ANY(i.indkey) AND k.atttypid = 'uuid'::regtype
                )) AS is_unique
            FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND (a.attnum = ANY(i.indkey) OR EXISTS (
                SELECT FROM pg_depend d
                WHERE d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid AND d.refobjid = i.indrelid
                    AND d.refobjsubid = a.attnum
            ))
            GROUP BY i.indrelid, a.attnum
        )
        SELECT format(
            'INSERT INTO %1$I (%2$s) SELECT %3$s FROM %1$I AS model CROSS JOIN generate_series(1, %4$s) AS copies (copy)'
                ' WHERE model.%5$I = %6$L',
            name, string_agg(quote_ident(column_name), ', ' ORDER BY attnum),
            string_agg(format(
                CASE
                    WHEN type = 'uuid'::regtype THEN 'md5(copies.copy || '' '' || model.%1$I)::uuid'
                    WHEN type = 'bytea'::regtype AND is_indexed
                        THEN 'sha256(convert_to(copies.copy || '' '', ''UTF8'') || model.%1$I)'
                    WHEN type = 'text'::regtype AND is_unique THEN 'left(model.%1$I, 20) || copies.copy'
                    WHEN type = 'bigint'::regtype AND is_unique THEN 'model.%1$I + 1000000 * copies.copy::bigint'
                    WHEN type = 'bytea'::regtype THEN 'substr(model.%1$I, 1, 100)'
                    ELSE 'model.%1$I'
                END,
                column_name
            ), ', ' ORDER BY attnum),
            \(Int64(count)), owner, \(person)
        ) AS statement
        FROM (
            SELECT c.relname AS name, owned.owner, a.attname AS column_name, a.attnum, a.atttypid AS type,
                indexed.id IS NOT NULL AS is_indexed, coalesce(indexed.is_unique, false) AS is_unique
            FROM unnest(\(names), \(columns)) AS owned (name, owner)
            JOIN pg_class c ON c.relname = owned.name AND c.relnamespace = current_schema()::regnamespace
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                AND a.attidentity = '' AND a.attgenerated = ''
            LEFT JOIN indexed ON indexed.id = c.oid AND indexed.attnum = a.attnum
        ) AS columns
        GROUP BY name, owner
        """
    }
}
