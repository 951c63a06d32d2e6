import CommonMessages
import EventsMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import Postgres

/// An event's place among the stored ones, oldest first.
struct StoredEventKey: PageKey, Equatable {
    static let list = "events"

    let sequence: Int64

    var fields: [String] { [String(sequence)] }

    init(sequence: Int64) { self.sequence = sequence }

    init?(fields: [String]) {
        guard fields.count == 1, let sequence = Int64(fields[0]) else { return nil }
        self.init(sequence: sequence)
    }
}

/// The stored events of a schema. They belong to the service and not to a user.
struct EventOperationsStore: Sendable {
    /// Which events an operator means.
    enum Selection: Sendable {
        case events([UUID])
        /// All parked events for a receiver.
        case parked(receiver: String)
    }

    let pool: PostgresPool

    /// A page of the outbox, and the token of the next one; nil at the end.
    /// - Parameter receiver: Only events for this service; empty for all.
    func outbox(
        _ page: Page<StoredEventKey>,
        isParked: Bool,
        receiver: String
    ) async throws -> ([Events.StoredEvent], next: String?) {
        let state: Statement = isParked ? "IS NOT NULL" : "IS NULL"
        let rows = try await pool.query(
            """
            SELECT sequence, id, topic AS receiver, '' AS sender, payload, created_at AS stored_at, attempts,
                next_attempt_at AS due_at, parked_at, coalesce(last_error, '') AS last_error
            FROM outbox
            WHERE parked_at \(state) AND (\(receiver) = '' OR topic = \(receiver))
                AND sequence > \(page.after?.sequence ?? 0)
            ORDER BY sequence LIMIT \(page.rowLimit)
            """
        )
        return try Self.events(of: page, in: rows, isParked ? .parked : .waiting)
    }

    /// A page of the events that were received and kept, and the token of the next one; nil at the end.
    func kept(_ page: Page<StoredEventKey>) async throws -> ([Events.StoredEvent], next: String?) {
        let rows = try await pool.query(
            """
            SELECT sequence, event_id AS id, '' AS receiver, sender, event AS payload, received_at AS stored_at,
                attempts, due_at, parked_at, coalesce(last_error, '') AS last_error
            FROM kept_events WHERE sequence > \(page.after?.sequence ?? 0)
            ORDER BY sequence LIMIT \(page.rowLimit)
            """
        )
        return try Self.events(of: page, in: rows, .kept)
    }

    /// Has events tried again at once.
    /// - Returns: How many events.
    func release(_ selection: Selection) async throws -> Int {
        var count = 0
        switch selection {
        case .parked(let receiver):
            count = try await Outbox.queue(in: pool).retry(
                where: "work.parked_at IS NOT NULL AND \(QueuedEvent.isFor(receiver))"
            )
        case .events(let ids):
            count = try await Outbox.queue(in: pool).retry(where: "work.id = ANY(\(ids))")
            count += try await KeptEvent.queue(in: pool).retry(where: "work.event_id = ANY(\(ids))")
        }
        try await Outbox.wakeRelays(in: pool)
        return count
    }

    /// Parks events that wait.
    /// - Returns: How many events.
    func park(_ events: [UUID]) async throws -> Int {
        let count = try await Outbox.queue(in: pool).park(
            where: "work.id = ANY(\(events))",
            reason: "parked by an operator"
        )
        // What comes after them may be due.
        try await Outbox.wakeRelays(in: pool)
        return count
    }

    /// Removes parked and kept events.
    /// - Returns: How many events.
    func drop(_ selection: Selection) async throws -> Int {
        switch selection {
        case .parked(let receiver):
            return try await Outbox.queue(in: pool).drop(where: QueuedEvent.isFor(receiver))
        case .events(let ids):
            let parked = try await Outbox.queue(in: pool).drop(where: "work.id = ANY(\(ids))")
            // One that is being handed over stays.
            return try await parked
                + pool.execute(
                    """
                    DELETE FROM kept_events
                    WHERE event_id = ANY(\(ids)) AND (claimed_until IS NULL OR claimed_until <= statement_timestamp())
                    """
                )
        }
    }

    private static func events(
        of page: Page<StoredEventKey>,
        in rows: [Row],
        _ state: Events.EventState
    ) throws -> ([Events.StoredEvent], next: String?) {
        try page.entries(in: rows, key: { StoredEventKey(sequence: try $0["sequence"]) }) { row in
            try Events.StoredEvent(row, state)
        }
    }
}

extension Events.StoredEvent {
    fileprivate init(_ row: Row, _ state: Events.EventState) throws {
        let parkedAt: Date? = try row["parked_at"]
        let dueAt: Date? = try row["due_at"]
        self.init(
            id: (try row["id"] as UUID).canonical,
            state: state,
            receiver: try row["receiver"],
            sender: try row["sender"],
            kind: Self.kind(try row["payload"]),
            storedAt: Common.Timestamp(try row["stored_at"] as Date),
            attempts: try row["attempts"],
            dueAt: parkedAt == nil ? dueAt.map { Common.Timestamp($0) } : nil,
            parkedAt: parkedAt.map { Common.Timestamp($0) },
            lastError: try row["last_error"]
        )
    }

    private static func kind(_ payload: [UInt8]) -> String {
        guard let event = try? PreservedMessage<Events.Event>(decoding: ByteBuffer(bytes: payload)) else { return "" }
        return Events.Event.descriptor.field(number: Int(event.kind))?.name ?? String(event.kind)
    }
}
