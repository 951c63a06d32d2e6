import FoundationEssentials
import Foundations

/// The statements with which one relay works on the outbox.
///
/// An event is claimed for a time (a lease) instead of under a row lock: a delivery may take seconds, and a transaction
/// that is open so long keeps vacuum from cleaning up and a connection from other work. When a relay dies its leases run
/// out and another relay delivers again.
struct OutboxQueue: Sendable {
    struct Claim: Sendable {
        let event: OutboxEvent
        /// This attempt's number, from 1. It was counted when the event was claimed, so an event that kills its relay
        /// is found out too.
        let attempt: Int
    }

    let pool: PostgresPool
    let owner: UUID

    /// Claims the events that are due: the oldest of each topic and key, unless that one waits or is being delivered.
    func claim(atMost limit: Int, now: Date, lease: Duration) async throws -> [Claim] {
        let rows = try await pool.query(
            """
            UPDATE outbox SET claimed_by = \(owner), claimed_until = \(now + lease.inSeconds), attempts = attempts + 1
            WHERE id IN (
                SELECT head.id FROM outbox head
                WHERE head.parked_at IS NULL
                    AND (head.next_attempt_at IS NULL OR head.next_attempt_at <= \(now))
                    AND (head.claimed_until IS NULL OR head.claimed_until <= \(now))
                    AND NOT EXISTS (
                        SELECT FROM outbox earlier
                        WHERE earlier.topic = head.topic AND earlier.key = head.key
                            AND earlier.sequence < head.sequence AND earlier.parked_at IS NULL
                    )
                ORDER BY head.sequence
                LIMIT \(limit)
                FOR UPDATE SKIP LOCKED
            )
            RETURNING id, topic, key, payload, trace, attempts
            """
        )
        return try rows.map { row in
            let event = OutboxEvent(
                id: try row["id"],
                topic: try row["topic"],
                key: try row["key"],
                payload: try row["payload"],
                trace: try row["trace"]
            )
            return Claim(event: event, attempt: try row["attempts"])
        }
    }

    func remove(_ claim: Claim) async throws {
        try await pool.execute("DELETE FROM outbox WHERE id = \(claim.event.id) AND claimed_by = \(owner)")
    }

    func postpone(_ claim: Claim, until date: Date, reason: String) async throws {
        try await pool.execute(
            """
            UPDATE outbox
            SET claimed_by = NULL, claimed_until = NULL, next_attempt_at = \(date), last_error = \(reason)
            WHERE id = \(claim.event.id) AND claimed_by = \(owner)
            """
        )
    }

    func park(_ claim: Claim, at date: Date, reason: String) async throws {
        try await pool.execute(
            """
            UPDATE outbox SET claimed_by = NULL, claimed_until = NULL, parked_at = \(date), last_error = \(reason)
            WHERE id = \(claim.event.id) AND claimed_by = \(owner)
            """
        )
    }

    /// Leaves an event to other relays as if it hadn't been claimed.
    func release(_ claim: Claim) async throws {
        try await pool.execute(
            """
            UPDATE outbox SET claimed_by = NULL, claimed_until = NULL, attempts = attempts - 1
            WHERE id = \(claim.event.id) AND claimed_by = \(owner)
            """
        )
    }

    /// When the next event that waits for another attempt or for the end of a lease is due; nil when none waits.
    func nextDue() async throws -> Date? {
        try await pool.query(
            "SELECT min(greatest(next_attempt_at, claimed_until)) AS due FROM outbox WHERE parked_at IS NULL"
        )[0]["due"]
    }
}
