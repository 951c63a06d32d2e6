package import Logging

/// Brings a schema to the state that the program's migrations describe.
///
/// Applied migrations are recorded with a checksum in the schema's table `schema_migrations`, or another one: the toolkit's
/// tables have a history of their own, so that its numbers and the service's don't depend on each other. An advisory lock makes a second
/// program that migrates the same schema wait. Each migration runs in a transaction of its own.
package struct Migrator: Sendable {
    /// What a run did.
    package struct Outcome: Sendable, Equatable {
        /// The names of the migrations that were applied now, in order.
        package let applied: [String]
        /// The names in the database that this program doesn't know: a newer program was here.
        package let unknown: [String]
    }

    private let pool: PostgresPool
    private let schema: String
    private let history: String
    private let migrations: [Migration]
    private let logger: Logger

    /// A migrator of `schema`, which must exist.
    /// - Parameters:
    ///   - pool: connects as the schema's owner.
    ///   - history: the table that records what was applied.
    /// - Throws: `PostgresError.Code.migration` when a number is missing or used twice.
    package init(
        pool: PostgresPool,
        schema: String,
        history: String = "schema_migrations",
        migrations: [Migration],
        logger: Logger
    ) throws {
        self.pool = pool
        self.schema = schema
        self.history = history
        self.migrations = try Migration.ordered(migrations)
        self.logger = logger
    }

    /// Applies what isn't applied yet.
    /// - Throws: `PostgresError.Code.migration` when an applied migration was changed; what the database says when a
    ///   migration fails, after which the migrations before it stay and the failed one leaves nothing.
    @discardableResult
    package func run() async throws -> Outcome {
        try await pool.withConnection { connection in
            try await connection.execute("SELECT set_config('statement_timeout', '0', false)")
            do {
                try await connection.execute("SELECT pg_advisory_lock(\(Self.lockKey(schema)))")
                let outcome = try await applyPending(on: connection)
                try await release(connection)
                return outcome
            } catch {
                // Not cancelled with the task: a lock that stays would block the next program.
                _ = try? await connection.run(["SELECT pg_advisory_unlock_all()"], isCancellable: false)
                _ = try? await connection.run(["RESET statement_timeout"], isCancellable: false)
                throw error
            }
        }
    }

    // "LARDERMG" in ASCII, so that other users of advisory locks are unlikely to meet it, mixed with the schema's name
    // by FNV-1a (Fowler, Noll, Vo), which is the same in every process.
    static func lockKey(_ schema: String) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ 0x4c41_5244_4552_4d47
        for byte in schema.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int64(bitPattern: hash)
    }

    private func release(_ connection: PostgresConnection) async throws {
        try await connection.pipeline([
            "SELECT pg_advisory_unlock(\(Self.lockKey(schema)))",
            "RESET statement_timeout",
        ])
    }

    /// The names of the migrations that aren't applied yet, in order. Needs no right but to read the history.
    /// - Throws: `PostgresError.Code.migration` when an applied migration was changed.
    package func pending() async throws -> [String] {
        try await pool.withConnection { connection in
            guard try await hasRecord(on: connection) else { return migrations.map(\.name) }
            let recorded = try await recorded(on: connection)
            return migrations.dropFirst(recorded.last?.version ?? 0).map(\.name)
        }
    }

    private func applyPending(on connection: PostgresConnection) async throws -> Outcome {
        try await createRecord(on: connection)
        let recorded = try await recorded(on: connection)
        let unknown = recorded.filter { $0.version > migrations.count }.map(\.name)
        if !unknown.isEmpty {
            logger.warning(
                "The database has migrations of a newer program",
                metadata: ["schema": "\(schema)", "migrations": "\(unknown.joined(separator: ", "))"]
            )
        }
        let pending = migrations.dropFirst(recorded.last?.version ?? 0)
        for migration in pending { try await apply(migration, on: connection) }
        return Outcome(applied: pending.map(\.name), unknown: unknown)
    }

    private struct Record {
        var version: Int
        var name: String
        var sum: String
    }

    /// What has been applied, in order.
    /// - Throws: `PostgresError.Code.migration` unless it is what this program has applied or would apply.
    private func recorded(on connection: PostgresConnection) async throws -> [Record] {
        let rows = try await connection.query("SELECT version, name, checksum FROM \(table) ORDER BY version")
        let recorded = try rows.map { row in
            Record(
                version: try row.decode("version", as: Int.self),
                name: try row["name"],
                sum: try row["checksum"]
            )
        }
        for entry in recorded where entry.version <= migrations.count {
            let migration = migrations[entry.version - 1]
            guard try await checksum(of: migration, on: connection) == entry.sum else {
                throw PostgresError(
                    .migration,
                    "The migration \(entry.name) of schema \(schema) was changed after it had been applied; "
                        + "restore it and put the change into a new migration"
                )
            }
        }
        let newest = recorded.last?.version ?? 0
        guard recorded.map(\.version) == Array(1..<(newest + 1)) else {
            throw PostgresError(
                .migration,
                "The migrations recorded in schema \(schema) have a gap; restore its records"
            )
        }
        return recorded
    }

    private var table: Statement { "\(identifier: schema).\(identifier: history)" }

    private func hasRecord(on connection: PostgresConnection) async throws -> Bool {
        let qualified = "\(SQLText.identifier(schema)).\(SQLText.identifier(history))"
        return try await connection.query("SELECT to_regclass(\(qualified)::text) IS NOT NULL AS exists")[0]["exists"]
    }

    private func createRecord(on connection: PostgresConnection) async throws {
        // Asked first: CREATE TABLE IF NOT EXISTS needs the right to create even when the table exists.
        if try await hasRecord(on: connection) { return }
        try await connection.execute(
            """
            CREATE TABLE \(table) (
                version integer PRIMARY KEY,
                name text NOT NULL,
                checksum text NOT NULL,
                applied_at timestamptz NOT NULL DEFAULT now()
            )
            """
        )
    }

    private func checksum(of migration: Migration, on connection: PostgresConnection) async throws -> String {
        let bytes = Array(migration.sql.utf8)
        return try await connection.query("SELECT encode(sha256(\(bytes)), 'hex') AS sum")[0]["sum"]
    }

    private func apply(_ migration: Migration, on connection: PostgresConnection) async throws {
        let sum = try await checksum(of: migration, on: connection)
        do {
            try await connection.transaction { connection in
                try await connection.executeScript(migration.sql)
                guard await connection.isInTransaction else {
                    throw PostgresError(
                        .migration,
                        "The migration \(migration.name) ends its transaction; remove COMMIT"
                    )
                }
                try await connection.execute(
                    """
                    INSERT INTO \(table) (version, name, checksum)
                    VALUES (\(Int32(migration.version)), \(migration.name), \(sum))
                    """
                )
            }
        } catch var error as PostgresError {
            error.message = "the migration \(migration.name) of schema \(schema) failed: \(error.message)"
            throw error
        }
        logger.info("Migration applied", metadata: ["schema": "\(schema)", "migration": "\(migration.name)"])
    }
}
