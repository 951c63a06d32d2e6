package import FoundationEssentials

/// The events of a schema that wait for delivery.
///
/// A service writes what happened in the transaction that makes it true, so an event exists exactly when its cause does.
/// `OutboxRelay` delivers it later, at least once.
package enum Outbox {
    /// The notification channel of `schema`; one database holds several schemas.
    package static func channel(schema: String) -> String { "outbox_\(schema)" }

    /// The tables, to be run by a migration of the service.
    package static let migrationSQL = """
        CREATE TABLE outbox (
            id uuid PRIMARY KEY,
            sequence bigint GENERATED ALWAYS AS IDENTITY,
            topic text NOT NULL,
            key text NOT NULL,
            payload bytea NOT NULL,
            trace text,
            created_at timestamptz NOT NULL DEFAULT now(),
            attempts integer NOT NULL DEFAULT 0,
            next_attempt_at timestamptz,
            claimed_by uuid,
            claimed_until timestamptz,
            parked_at timestamptz,
            last_error text
        );
        COMMENT ON COLUMN outbox.next_attempt_at IS 'NULL until the first failure: due at once';
        COMMENT ON COLUMN outbox.claimed_until IS 'until then only the relay claimed_by delivers the event';
        CREATE UNIQUE INDEX outbox_order ON outbox (topic, key, sequence) WHERE parked_at IS NULL;
        CREATE INDEX outbox_queue ON outbox (sequence) WHERE parked_at IS NULL;

        CREATE TABLE inbox (
            event_id uuid PRIMARY KEY,
            received_at timestamptz NOT NULL DEFAULT now()
        );
        CREATE INDEX inbox_received ON inbox (received_at);

        """

    /// Writes `event` in the transaction that is open on `connection`; it is delivered if that commits.
    ///
    /// Writers of the same topic and key wait for each other until the end of their transactions, since only then the
    /// order in which they commit is the order of their numbers.
    /// - Throws: `PostgresError`; `uniqueViolation` when an event with that identifier waits already.
    package static func write(_ event: OutboxEvent, in connection: PostgresConnection) async throws {
        guard await connection.isInTransaction else {
            throw PostgresError(.server, "an outbox event needs the transaction of its cause", sqlState: "25P01")
        }
        let order = "\(event.topic)\u{1F}\(event.key)"
        try await connection.pipeline([
            """
            SELECT pg_advisory_xact_lock(
                hashtext(current_schema() || '.outbox'), hashtext(\(order)::text)
            )
            """,
            """
            INSERT INTO outbox (id, topic, key, payload, trace)
            VALUES (\(event.id), \(event.topic), \(event.key), \(event.payload), \(event.trace))
            """,
            "SELECT pg_notify('outbox_' || current_schema(), '')",
        ])
    }

    /// What waits in an outbox.
    package struct Backlog: Sendable {
        /// Events to deliver.
        package var waiting: Int
        /// Events that were given up.
        package var parked: Int
        /// When the oldest event to deliver was written; nil when none waits.
        package var oldest: Date?
    }

    /// Looks at the outbox in the schema of `pool`.
    /// - Parameter limit: The counts go no further, so that a large backlog costs no more than this.
    package static func backlog(in pool: PostgresPool, limit: Int) async throws -> Backlog {
        let row = try await pool.query(
            """
            SELECT
                (SELECT count(*) FROM (SELECT 1 FROM outbox WHERE parked_at IS NULL LIMIT \(limit)) w) AS waiting,
                (SELECT count(*) FROM (SELECT 1 FROM outbox WHERE parked_at IS NOT NULL LIMIT \(limit)) p) AS parked,
                (SELECT created_at FROM outbox WHERE parked_at IS NULL ORDER BY sequence LIMIT 1) AS oldest
            """
        )[0]
        return Backlog(waiting: try row["waiting"], parked: try row["parked"], oldest: try row["oldest"])
    }

    /// Gives a parked event another chance, once its cause is mended.
    /// - Returns: whether a parked event with that identifier exists.
    package static func unpark(_ id: UUID, in pool: PostgresPool) async throws -> Bool {
        let count = try await pool.execute(
            """
            UPDATE outbox SET parked_at = NULL, attempts = 0, next_attempt_at = NULL, last_error = NULL
            WHERE id = \(id) AND parked_at IS NOT NULL
            """
        )
        return count == 1
    }
}

/// The events that a service has taken note of, so that a repeated delivery has no effect.
package enum Inbox {
    /// Takes note of an event in the transaction in which its effect is written.
    /// - Returns: false when the event was seen before; then do nothing.
    package static func claim(eventID: UUID, in connection: PostgresConnection) async throws -> Bool {
        try await connection.execute(
            "INSERT INTO inbox (event_id) VALUES (\(eventID)) ON CONFLICT (event_id) DO NOTHING"
        ) == 1
    }

    /// Forgets events received before `date`; choose a time after which no relay repeats a delivery.
    /// - Returns: how many were forgotten.
    @discardableResult
    package static func forget(before date: Date, in pool: PostgresPool) async throws -> Int {
        try await pool.execute("DELETE FROM inbox WHERE received_at < \(date)")
    }
}
