package import Logging

/// The schema of one service: its outbox, its own tables and the toolkit's.
package enum ServiceSchema {
    /// Brings a schema up to date.
    ///
    /// The service's migrations are numbered from 0002, since 0001 makes the outbox; the toolkit's have a history of their
    /// own and come after them.
    /// - Parameters:
    ///   - schema: The schema, which must exist.
    ///   - folder: The folder with the service's migrations.
    ///   - pool: Connects as the schema's owner.
    /// - Returns: The names of the migrations that were applied now, in order.
    /// - Throws: `PostgresError`; see `Migrator.run()`.
    @discardableResult
    package static func migrate(
        _ schema: String,
        folder: String,
        with pool: PostgresPool,
        logger: Logger
    ) async throws -> [String] {
        let service = try Migrator(
            pool: pool,
            schema: schema,
            migrations: [Migration(name: "0001_outbox", sql: Outbox.migrationSQL)] + Migration.load(directory: folder),
            logger: logger
        )
        let toolkit = try Migrator(
            pool: pool,
            schema: schema,
            history: "toolkit_migrations",
            migrations: ToolkitMigrations.all(),
            logger: logger
        )
        let applied = try await service.run().applied
        return applied + (try await toolkit.run().applied)
    }
}

/// The tables of the toolkit's parts that every schema has.
///
/// One that has been released is never changed; another one is added.
enum ToolkitMigrations {
    static func all() throws -> [Migration] {
        [
            try Migration(name: "0001_answered_requests", sql: answeredRequests),
            try Migration(name: "0002_scheduled_jobs", sql: scheduledJobs),
            try Migration(name: "0003_outbox_receivers", sql: Outbox.receiversSQL),
            try Migration(name: "0004_kept_events", sql: KeptEvent.tableSQL),
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
