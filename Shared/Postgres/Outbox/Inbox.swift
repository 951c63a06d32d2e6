package import FoundationEssentials

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

/// An event that came before the program knew its kind, kept for a newer one.
package struct KeptEvent: QueuedWork {
    /// The same on every delivery of the event.
    package let id: UUID
    /// The number of the event's payload among the kinds of events; 0 when there is none.
    package let kind: Int32
    /// The service that sent it.
    package let sender: String
    /// The message's bytes, including fields that are unknown to this program.
    package let event: [UInt8]
    /// The W3C `traceparent` of the delivery.
    package let trace: String?

    /// An event to keep.
    package init(id: UUID, kind: Int32, sender: String, event: [UInt8], trace: String?) {
        self.id = id
        self.kind = kind
        self.sender = sender
        self.event = event
        self.trace = trace
    }

    /// What a row must have.
    package static let columns: Statement = "work.event_id, work.kind, work.sender, work.event, work.trace"

    /// The event of a row.
    package init(_ row: Row) throws {
        id = try row["event_id"]
        kind = try row["kind"]
        sender = try row["sender"]
        event = try row["event"]
        trace = try row["trace"]
    }

    /// The event's identifier.
    package var identity: Statement { "event_id = \(id)" }

    /// The table, to be made by a migration of the toolkit.
    static let tableSQL = """
        CREATE TABLE kept_events (
            event_id uuid PRIMARY KEY,
            sequence bigint GENERATED ALWAYS AS IDENTITY,
            kind integer NOT NULL,
            sender text NOT NULL,
            event bytea NOT NULL,
            trace text,
            received_at timestamptz NOT NULL DEFAULT now(),
            due_at timestamptz,
            attempts integer NOT NULL DEFAULT 0,
            claim uuid,
            claimed_until timestamptz,
            parked_at timestamptz,
            last_error text
        );
        COMMENT ON TABLE kept_events IS 'events of kinds that the program did not know when they came';
        COMMENT ON COLUMN kept_events.kind IS 'field number of the payload; 0 for none';
        CREATE INDEX kept_events_order ON kept_events (sequence) WHERE parked_at IS NULL;

        """

    /// Keeps the event; one that is kept already stays as it is.
    package func keep(in connection: PostgresConnection) async throws {
        try await connection.execute(
            """
            INSERT INTO kept_events (event_id, kind, sender, event, trace)
            VALUES (\(id), \(kind), \(sender), \(event), \(trace)) ON CONFLICT (event_id) DO NOTHING
            """
        )
    }

    /// The kept events of the schema of `pool` as a queue, in the order in which they came.
    package static func queue(in pool: PostgresPool, time: QueueTime = .database) -> LeaseQueue<KeptEvent> {
        let table = LeaseTable(
            name: "kept_events",
            key: ["event_id"],
            since: "received_at",
            deadLetters: .init(),
            order: "work.sequence"
        )
        return LeaseQueue(pool: pool, table: table, time: time)
    }
}
