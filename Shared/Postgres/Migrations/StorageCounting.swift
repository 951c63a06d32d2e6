package import Foundation

/// Counts the bytes that each user has stored in a schema, in its table `storage_use`.
///
/// Every table with a column `user_id` is counted by triggers, whoever writes: ``rowSize`` bytes for a row, and its texts and byte
/// strings in their full length. Each change adds a row with its difference to `storage_changes` in its own transaction, so
/// that no transaction waits for another because of the counts; ``merge(in:)`` adds them up.
package enum StorageCounting {
    /// What a row takes beside its texts and byte strings.
    private static let rowSize = 100

    static let tableSQL = """
        -- How many bytes each user has stored in this schema, counted by triggers.
        CREATE TABLE storage_use (
            user_id uuid PRIMARY KEY,
            bytes bigint NOT NULL
        );
        """

    static let changesSQL = """
        -- What has been stored, or removed, and is not in storage_use yet. Rows are only added, so that nobody waits.
        CREATE TABLE storage_changes (
            user_id uuid NOT NULL,
            bytes bigint NOT NULL
        );
        """

    /// A table that is counted.
    private struct CountedTable {
        let schema: String
        let name: String
        /// The length of a row's texts and byte strings, in SQL.
        let length: String

        var function: String { "\(schema).\(SQLText.identifier("count_storage_of_\(name)"))" }
        var target: String { "\(schema).\(SQLText.identifier(name))" }

        /// The sizes of the rows of a relation, in SQL.
        func sizes(of relation: String, sign: String = "") -> String {
            "SELECT user_id, \(sign)(\(rowSize) + \(length)) AS size FROM \(relation) WHERE user_id IS NOT NULL"
        }

        /// The function of its triggers.
        var body: String {
            """
            BEGIN
                IF TG_OP = 'INSERT' THEN
                    \(counting(sizes(of: "new_rows")))
                ELSIF TG_OP = 'DELETE' THEN
                    \(counting(sizes(of: "old_rows", sign: "-")))
                ELSE
                    \(counting(sizes(of: "new_rows") + " UNION ALL " + sizes(of: "old_rows", sign: "-")))
                END IF;
                RETURN NULL;
            END
            """
        }

        private func counting(_ sizes: String) -> String {
            """
            INSERT INTO storage_changes (user_id, bytes)
                    SELECT user_id, sum(size) FROM (\(sizes)) AS sized GROUP BY user_id HAVING sum(size) <> 0;
            """
        }

        /// Makes or replaces the function and the triggers.
        var definition: String {
            let triggers = [
                ("inserted", "INSERT", "NEW TABLE AS new_rows"),
                ("updated", "UPDATE", "OLD TABLE AS old_rows NEW TABLE AS new_rows"),
                ("deleted", "DELETE", "OLD TABLE AS old_rows"),
            ]
            return """
                CREATE OR REPLACE FUNCTION \(function)() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT
                    AS $count$\(body)$count$;

                """
                    + triggers.map { name, event, rows in
                        """
                        CREATE OR REPLACE TRIGGER count_storage_\(name) AFTER \(event) ON \(target)
                            REFERENCING \(rows) FOR EACH STATEMENT EXECUTE FUNCTION \(function)();
                        """
                    }.joined(separator: "\n")
        }
    }

    /// Counts all tables of a schema from now on, and anew where they are not yet counted as they should be.
    /// - Parameter pool: Connects as the schema's owner.
    static func install(in schema: String, with pool: PostgresPool) async throws {
        try await pool.transaction { connection in
            try await connection.execute("SELECT pg_advisory_xact_lock(\(Migrator.lockKey(schema)))")
            let rows = try await connection.query(
                """
                SELECT c.relname::text AS name, coalesce(
                        string_agg(format('coalesce(octet_length(%I), 0)', a.attname), ' + ' ORDER BY a.attnum)
                            FILTER (WHERE a.atttypid IN ('text'::regtype, 'bytea'::regtype)), '0'
                    ) AS length,
                    (SELECT p.prosrc FROM pg_proc p
                        WHERE p.pronamespace = n.oid AND p.proname = 'count_storage_of_' || c.relname) AS body
                FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                WHERE n.nspname = \(schema) AND c.relkind = 'r' AND c.relname NOT IN ('storage_use', 'storage_changes') AND EXISTS (
                    SELECT FROM pg_attribute u
                    WHERE u.attrelid = c.oid AND u.attname = 'user_id' AND u.atttypid = 'uuid'::regtype
                        AND NOT u.attisdropped
                )
                GROUP BY c.oid, c.relname, n.oid ORDER BY c.relname
                """
            )
            let schemaName = SQLText.identifier(schema)
            let tables = try rows.map { row in
                (
                    table: CountedTable(schema: schemaName, name: try row["name"], length: try row["length"]),
                    body: try row["body"] as String?
                )
            }
            guard tables.contains(where: { $0.body != $0.table.body }) else { return }
            try await count(tables.map(\.table), in: schemaName, connection)
        }
    }

    private static func count(
        _ tables: [CountedTable],
        in schema: String,
        _ connection: PostgresConnection
    ) async throws {
        let all = tables.map { $0.sizes(of: $0.target) }.joined(separator: " UNION ALL ")
        try await connection.executeScript(
            """
            LOCK TABLE \(tables.map(\.target).joined(separator: ", ")) IN SHARE ROW EXCLUSIVE MODE;
            SET LOCAL search_path = \(schema), pg_temp;
            \(tables.map(\.definition).joined(separator: "\n"))
            SELECT pg_advisory_xact_lock(\(merging));
            DELETE FROM storage_changes;
            DELETE FROM storage_use;
            INSERT INTO storage_use SELECT user_id, sum(size) FROM (\(all)) AS sized GROUP BY user_id;
            """
        )
    }

    /// The key of the lock that is held by who adds up or removes rows of `storage_changes`: what another transaction has added
    /// up meanwhile would not be seen.
    private static let merging = "hashtext(current_schema() || '.storage_changes'), 0"

    /// The changes that one statement adds up.
    private static let batch = 50_000

    /// Adds up what was stored and removed since the last time.
    /// - Parameter pool: Connects to the schema.
    package static func merge(in pool: PostgresPool) async throws {
        while try await mergeBatch(in: pool) == batch {}
    }

    private static func mergeBatch(in pool: PostgresPool) async throws -> Int {
        try await pool.query(
            """
            WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(\(unsafe: merging)) AS is_mine),
            changes AS (
                DELETE FROM storage_changes WHERE (SELECT is_mine FROM turn)
                    AND ctid = ANY (ARRAY(SELECT ctid FROM storage_changes LIMIT \(Int64(batch))))
                RETURNING user_id, bytes
            ),
            merged AS (
                INSERT INTO storage_use AS used (user_id, bytes)
                SELECT user_id, sum(bytes) FROM changes GROUP BY user_id ORDER BY user_id
                ON CONFLICT (user_id) DO UPDATE SET bytes = used.bytes + EXCLUDED.bytes
            )
            SELECT count(*) AS count FROM changes
            """
        )[0]["count"]
    }

    /// The users who have stored so many bytes, with what has not been added up yet.
    package static func users(storing bytes: Int, in pool: PostgresPool) async throws -> [UUID] {
        try await pool.query(
            """
            WITH pending AS (SELECT user_id, sum(bytes)::bigint AS bytes FROM storage_changes GROUP BY user_id)
            SELECT user_id FROM storage_use AS used FULL JOIN pending USING (user_id)
            WHERE coalesce(used.bytes, 0) + coalesce(pending.bytes, 0) >= \(Int64(bytes))
            """
        ).map { try $0["user_id"] }
    }

    /// The statements that forget what a user has stored, at the end of the transaction that erases it.
    package static func erasure(of user: UUID) -> [Statement] {
        [
            "SELECT pg_advisory_xact_lock(\(unsafe: merging))",
            "DELETE FROM storage_changes WHERE user_id = \(user)",
            "DELETE FROM storage_use WHERE user_id = \(user)",
        ]
    }
}
