package import FoundationEssentials

/// The events of a schema that wait for delivery.
///
/// A service writes what happened in the transaction that makes it true, so an event exists exactly when its cause does.
/// A relay delivers it later, at least once.
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

    /// Indexes that make receivers independent of one another, to be made by a migration of the toolkit.
    static let receiversSQL = """
        CREATE INDEX outbox_receiver_queue ON outbox (topic, sequence) WHERE parked_at IS NULL;
        CREATE INDEX outbox_parked ON outbox (sequence) WHERE parked_at IS NOT NULL;

        """

    /// Writes `event` in the transaction that is open on `connection`; it is delivered if that commits.
    ///
    /// Writers of the same receiver and key wait for each other until the end of their transactions, since only then the
    /// order in which they commit is the order of their numbers.
    /// - Throws: `PostgresError`; `uniqueViolation` when an event with that identifier waits already.
    package static func write(_ event: OutboxEvent, in connection: PostgresConnection) async throws {
        guard await connection.isInTransaction else {
            throw PostgresError(.server, "an outbox event needs the transaction of its cause", sqlState: "25P01")
        }
        let order = "\(event.receiver)\u{1F}\(event.key)"
        try await connection.pipeline([
            """
            SELECT pg_advisory_xact_lock(
                hashtext(current_schema() || '.outbox'), hashtext(\(order)::text)
            )
            """,
            """
            INSERT INTO outbox (id, topic, key, payload, trace)
            VALUES (\(event.id), \(event.receiver), \(event.key), \(event.payload), \(event.trace))
            """,
            "SELECT pg_notify('outbox_' || current_schema(), \(event.receiver))",
        ])
    }

    /// Wakes the relays of all instances for the outbox in the schema of `pool`.
    package static func wakeRelays(in pool: PostgresPool) async throws {
        try await pool.execute("SELECT pg_notify('outbox_' || current_schema(), '')")
    }

    /// The services that events wait for, in the schema of `pool`.
    package static func receivers(in pool: PostgresPool) async throws -> [String] {
        // From one receiver to the next, so that it costs as many steps as there are receivers, however much waits.
        try await pool.query(
            """
            WITH RECURSIVE receivers AS (
                (SELECT topic FROM outbox WHERE parked_at IS NULL ORDER BY topic LIMIT 1)
                UNION ALL
                SELECT (
                    SELECT topic FROM outbox WHERE parked_at IS NULL AND topic > receivers.topic
                    ORDER BY topic LIMIT 1
                ) FROM receivers WHERE receivers.topic IS NOT NULL
            )
            SELECT topic FROM receivers WHERE topic IS NOT NULL
            """
        ).map { try $0["topic"] }
    }

    /// The events of the schema of `pool` as a queue: in order for each receiver and key, the oldest first.
    package static func queue(in pool: PostgresPool, time: QueueTime = .database) -> LeaseQueue<QueuedEvent> {
        var table = LeaseTable(
            name: "outbox",
            key: ["id"],
            since: "created_at",
            deadLetters: .init(),
            serial: .init(columns: ["topic", "key"], sequence: "sequence"),
            order: "work.sequence"
        )
        table.dueAt = "next_attempt_at"
        table.token = "claimed_by"
        return LeaseQueue(pool: pool, table: table, time: time)
    }
}

/// An event that waits for delivery.
package struct QueuedEvent: QueuedWork {
    /// The event; the column `topic` is its receiver.
    package let event: OutboxEvent

    /// What a row must have.
    package static let columns: Statement = "work.id, work.topic, work.key, work.payload, work.trace"

    /// The event of a row.
    package init(_ row: Row) throws {
        event = OutboxEvent(
            id: try row["id"],
            receiver: try row["topic"],
            key: try row["key"],
            payload: try row["payload"],
            trace: try row["trace"]
        )
    }

    /// The event's identifier.
    package var identity: Statement { "id = \(event.id)" }

    /// The events for one receiver, as a condition.
    package static func isFor(_ receiver: String) -> Statement { "work.topic = \(receiver)" }
}

/// Something that happened, on its way from the transaction that made it true to other services.
package struct OutboxEvent: Sendable, Equatable, Identifiable {
    /// The same on every delivery of the event; consumers recognize repetitions by it.
    package var id: UUID
    /// The service that receives the event, such as `catalog`.
    package var receiver: String
    /// Events of one receiver and key are delivered in the order in which they were written.
    package var key: String
    /// The message's bytes.
    package var payload: [UInt8]
    /// The W3C `traceparent` of the call that wrote the event.
    package var trace: String?

    /// An event with a new identifier.
    package init(id: UUID = UUID(), receiver: String, key: String, payload: [UInt8], trace: String? = nil) {
        self.id = id
        self.receiver = receiver
        self.key = key
        self.payload = payload
        self.trace = trace
    }
}
