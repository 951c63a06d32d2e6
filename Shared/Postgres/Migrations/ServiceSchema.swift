package import Logging

/// The schema of one service: its outbox, its own tables and the toolkit's.
package enum ServiceSchema {
    /// Brings a schema up to date, and counts what each user stores in it from then on.
    ///
    /// The service's migrations are numbered from 0002, since 0001 makes the outbox; the toolkit's have a history of their
    /// own and come after them.
    /// - Parameters:
    ///   - schema: The schema, which must exist.
    ///   - folder: The folder with the service's migrations.
    ///   - appendOnlyTables: Tables whose rows are added and read, never changed: no other role may update or delete.
    ///   - pool: Connects as the schema's owner.
    /// - Returns: The names of the migrations that were applied now, in order.
    /// - Throws: `PostgresError`; see `Migrator.run()`.
    @discardableResult
    package static func migrate(
        _ schema: String,
        folder: String,
        appendOnlyTables: [String] = [],
        with pool: PostgresPool,
        logger: Logger
    ) async throws -> [String] {
        var applied: [String] = []
        for migrator in try migrators(schema, folder: folder, with: pool, logger: logger) {
            applied += try await migrator.run().applied
        }
        try await StorageCounting.install(in: schema, with: pool)
        let writing = Privileges(["INSERT", "UPDATE", "DELETE", "TRUNCATE"])
        for history in [serviceHistory, toolkitHistory] {
            try await writing.revoke(on: history, of: schema, with: pool)
        }
        let changing = Privileges(["UPDATE", "DELETE", "TRUNCATE"])
        for table in appendOnlyTables + ToolkitMigrations.appendOnlyTables {
            try await changing.revoke(on: table, of: schema, with: pool)
        }
        return applied
    }

    /// The names of the migrations that a schema lacks, in order.
    /// - Parameters:
    ///   - schema: The schema.
    ///   - folder: The folder with the service's migrations.
    ///   - pool: Connects as the role that the service runs as.
    /// - Throws: `PostgresError`; see `Migrator.pending()`.
    package static func pending(
        _ schema: String,
        folder: String,
        with pool: PostgresPool,
        logger: Logger
    ) async throws -> [String] {
        var pending: [String] = []
        for migrator in try migrators(schema, folder: folder, with: pool, logger: logger) {
            pending += try await migrator.pending()
        }
        return pending
    }

    /// Makes sure that a program does not serve as a role that may change its schema.
    /// - Parameter pool: Connects as the role that the service runs as.
    /// - Throws: `PostgresError`; `configuration` for the schema's owner, a member of it, and a superuser.
    package static func requireServingRole(_ schema: String, with pool: PostgresPool) async throws {
        let rows = try await pool.query(
            """
            SELECT current_user::text AS role FROM pg_namespace
            WHERE nspname = \(schema) AND pg_has_role(current_user, nspowner, 'MEMBER')
            """
        )
        guard let row = rows.first else { return }
        throw PostgresError(
            .configuration,
            "database.url names the role \(try row["role"] as String), which may change the schema \(schema): a program serves as a role that reads and writes rows alone"
        )
    }

    private static let serviceHistory = "schema_migrations"
    private static let toolkitHistory = "toolkit_migrations"

    private static func migrators(
        _ schema: String,
        folder: String,
        with pool: PostgresPool,
        logger: Logger
    ) throws -> [Migrator] {
        [
            try Migrator(
                pool: pool,
                schema: schema,
                history: serviceHistory,
                migrations: [Migration(name: "0001_outbox", sql: Outbox.migrationSQL)]
                    + Migration.load(directory: folder),
                logger: logger
            ),
            try Migrator(
                pool: pool,
                schema: schema,
                history: toolkitHistory,
                migrations: ToolkitMigrations.all(),
                logger: logger
            ),
        ]
    }
}

/// Privileges on tables that roles other than a table's owner lose.
private struct Privileges {
    let names: [String]

    init(_ names: [String]) { self.names = names }

    /// Takes them from every role that has one of them; changes nothing when none has.
    func revoke(on table: String, of schema: String, with pool: PostgresPool) async throws {
        try await pool.transaction { connection in
            // Changes of a table's privileges at the same time fail.
            try await connection.execute("SELECT pg_advisory_xact_lock(\(Migrator.lockKey(schema)))")
            let grants = try await connection.query(
                """
                SELECT CASE WHEN g.grantee = 0 THEN 'PUBLIC' ELSE g.grantee::regrole::text END AS grantee,
                    g.privilege_type::text AS privilege
                FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace CROSS JOIN LATERAL aclexplode(c.relacl) g
                WHERE n.nspname = \(schema) AND c.relname = \(table) AND g.grantee <> c.relowner
                """
            )
            let target = "\(SQLText.identifier(schema)).\(SQLText.identifier(table))"
            for grant in grants where try names.contains(grant["privilege"] as String) {
                let (privilege, grantee) = (try grant["privilege"] as String, try grant["grantee"] as String)
                // Both as the database writes them, so a name is quoted where it needs to be.
                try await connection.executeScript("REVOKE \(privilege) ON \(target) FROM \(grantee)")
            }
        }
    }
}

/// The tables of the toolkit's parts that every schema has.
///
/// One that has been released is never changed; another one is added.
enum ToolkitMigrations {
    /// Those whose rows no service changes.
    static let appendOnlyTables = ["sealed_columns"]

    static func all() throws -> [Migration] {
        [
            try Migration(name: "0001_answered_requests", sql: answeredRequests),
            try Migration(name: "0002_scheduled_jobs", sql: scheduledJobs),
            try Migration(name: "0003_outbox_receivers", sql: Outbox.receiversSQL),
            try Migration(name: "0004_kept_events", sql: KeptEvent.tableSQL),
            try Migration(name: "0005_storage_use", sql: StorageCounting.tableSQL),
            try Migration(name: "0006_storage_changes", sql: StorageCounting.changesSQL),
            try Migration(name: "0007_person_keys", sql: personKeys),
            try Migration(name: "0008_sealed_answers", sql: sealedAnswers),
            try Migration(name: "0009_sealed_columns", sql: sealedColumns),
        ]
    }

    // Budget has this table from a migration of its own.
    private static let answeredRequests = """
        -- Answers to changes that carried an idempotency key, for as long as a client may send one again.
        CREATE TABLE IF NOT EXISTS answered_requests (
            user_id uuid NOT NULL,
            operation text NOT NULL,
            key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 200),
            request_digest bytea NOT NULL,
            -- Null only inside of the transaction that makes the change.
            answer bytea,
            answered_at timestamptz NOT NULL DEFAULT now(),
            PRIMARY KEY (user_id, operation, key)
        );
        CREATE INDEX IF NOT EXISTS answered_requests_by_age ON answered_requests (answered_at);
        """

    private static let personKeys = """
        -- One key a person, with which what the service stores of them is encrypted; wrapped by a master key, which is not in
        -- the database. Back-ups of this table are kept apart from those of the others.
        CREATE TABLE person_keys (
            user_id uuid PRIMARY KEY,
            wrapped_key bytea NOT NULL,
            master_key_id text NOT NULL,
            made_at timestamptz NOT NULL DEFAULT now()
        );
        """

    private static let sealedAnswers = """
        ALTER TABLE answered_requests ADD COLUMN is_sealed boolean NOT NULL DEFAULT false;
        COMMENT ON COLUMN answered_requests.is_sealed IS 'whether answer is encrypted under the key of the user';
        """

    private static let sealedColumns = """
        -- The columns in which nothing is left that a former version has stored as it was. What is in them later was not put
        -- there by the service, which does not read it.
        CREATE TABLE sealed_columns (
            table_name text NOT NULL,
            column_name text NOT NULL,
            sealed_at timestamptz NOT NULL DEFAULT now(),
            PRIMARY KEY (table_name, column_name)
        );
        """

    private static let scheduledJobs = """
        CREATE TABLE scheduled_jobs (
            name text PRIMARY KEY,
            -- The schedule as text: when it is another one than the program's, due_at is computed anew.
            schedule text NOT NULL,
            -- The occurrence that is run next; it stays until a run of it has succeeded.
            due_at timestamptz NOT NULL,
            -- Null unless the last run failed.
            retry_at timestamptz,
            failures integer NOT NULL DEFAULT 0,
            last_error text,
            last_success_at timestamptz,
            -- The run that is under way, and until when no other instance begins one.
            claim uuid,
            claimed_until timestamptz
        );

        CREATE TABLE scheduled_job_runs (
            job text NOT NULL,
            id uuid NOT NULL,
            due_at timestamptz NOT NULL,
            started_at timestamptz NOT NULL,
            ended_at timestamptz,
            -- Null while it runs; abandoned when its instance ended during it.
            outcome text CHECK (outcome IN ('succeeded', 'failed', 'abandoned')),
            error text,
            PRIMARY KEY (job, id)
        );
        CREATE INDEX scheduled_job_runs_newest ON scheduled_job_runs (job, started_at DESC);
        """
}
