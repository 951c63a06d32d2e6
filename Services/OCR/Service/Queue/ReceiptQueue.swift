import Foundation
import Foundations
import Messages
import Postgres
import RPC
import ServiceKit

/// The queue of receipts that all instances share.
///
/// Each write names the claim that it is made under; without that claim it throws ``Setback/lost`` and changes nothing.
struct ReceiptQueue: Sendable {
    let pool: PostgresPool
    /// Name of this instance, the same after a restart.
    let instance: String
    /// After this time without a sign of life somebody else takes the work over.
    var lease: Duration = .seconds(30)

    // MARK: Claiming

    /// Claims the next receipt of a lane; nil when none is due.
    func claim(_ lane: Lane) async throws -> Claim? {
        let order: Statement = lane == .saving ? "due_at" : "turn_at"
        let rows = try await pool.query(
            """
            UPDATE receipts SET claim = gen_random_uuid(), claimed_by = \(instance), attempts = attempts + 1,
                claimed_until = clock_timestamp() + make_interval(secs => \(lease.inSeconds)),
                percent = CASE WHEN state IN ('queued', 'reading') THEN 0 ELSE percent END,
                state = CASE WHEN state = 'queued' THEN 'reading' ELSE state END
            WHERE (user_id, id) = (
                SELECT user_id, id FROM receipts
                WHERE \(ReceiptQueue.states(lane)) AND due_at <= clock_timestamp()
                    AND (claimed_until IS NULL OR claimed_until < clock_timestamp())
                ORDER BY \(order) LIMIT 1 FOR UPDATE SKIP LOCKED
            )
            RETURNING claim, user_id, id, state, attempts, time_zone, same_photo_as
            """
        )
        return try rows.first.map(Claim.init)
    }

    /// How long until something in a lane becomes due that isn't now; nil when nothing waits.
    func nextDue(_ lane: Lane) async throws -> Duration? {
        let rows = try await pool.query(
            """
            SELECT extract(epoch FROM min(greatest(due_at, claimed_until)) - clock_timestamp())::float8 AS seconds
            FROM receipts WHERE \(ReceiptQueue.states(lane))
            """
        )
        let seconds: Double? = try rows[0]["seconds"]
        return seconds.map { .seconds(max(0, $0)) }
    }

    /// Written out, so that the partial indexes are used.
    private static func states(_ lane: Lane) -> Statement {
        lane == .saving ? "state = 'saving'" : "state IN ('queued', 'reading', 'parsing')"
    }

    /// Gives up what this instance claimed before it was restarted.
    func releaseOwn() async throws {
        try await pool.execute(
            """
            UPDATE receipts SET claim = NULL, claimed_by = NULL, claimed_until = NULL WHERE claimed_by = \(instance)
            """
        )
    }

    /// Keeps a claim for another lease.
    func renew(_ claim: Claim) async throws {
        try await change(claim, "claimed_until = clock_timestamp() + make_interval(secs => \(lease.inSeconds))")
    }

    // MARK: Going on

    /// Tells how far reading is, 0 to 100, and keeps the claim.
    func setPercent(_ percent: Int, _ claim: Claim) async throws {
        try await change(
            claim,
            """
            percent = \(Int32(percent)),
                claimed_until = clock_timestamp() + make_interval(secs => \(lease.inSeconds))
            """
        )
    }

    /// The photos, from the receipt's top to its end; none when they are gone.
    func images(_ claim: Claim) async throws -> [[UInt8]] {
        try await pool.query(
            """
            SELECT bytes FROM receipt_images WHERE user_id = \(claim.user) AND receipt_id = \(claim.receipt)
            ORDER BY number
            """
        ).map { try $0["bytes"] }
    }

    /// What was recognized; nil when it is gone.
    func page(_ claim: Claim) async throws -> [UInt8]? {
        try await pool.query(
            "SELECT page FROM receipt_pages WHERE user_id = \(claim.user) AND receipt_id = \(claim.receipt)"
        ).first?["page"]
    }

    /// Reading is over: from now on the page is there.
    func storePage(_ page: [UInt8], _ claim: Claim) async throws {
        try await pool.transaction { connection in
            try await change(claim, "state = 'parsing', percent = 100", on: connection)
            try await connection.execute(
                """
                INSERT INTO receipt_pages (user_id, receipt_id, page) VALUES (\(claim.user), \(claim.receipt), \(page))
                ON CONFLICT (user_id, receipt_id) DO UPDATE SET page = EXCLUDED.page
                """
            )
        }
    }

    /// Parsing is over: the receipt waits for being saved.
    func storeReading(_ reading: [UInt8], rawText: String, currency: String?, _ claim: Claim) async throws {
        try await pool.transaction { connection in
            try await change(claim, "state = 'saving', attempts = 0, \(ReceiptQueue.released)", on: connection)
            try await connection.pipeline([
                """
                INSERT INTO receipt_readings (user_id, receipt_id, reading, raw_text, currency)
                VALUES (\(claim.user), \(claim.receipt), \(reading), \(rawText), \(currency))
                ON CONFLICT (user_id, receipt_id) DO UPDATE
                SET reading = EXCLUDED.reading, raw_text = EXCLUDED.raw_text, currency = EXCLUDED.currency
                """,
                "DELETE FROM receipt_pages WHERE user_id = \(claim.user) AND receipt_id = \(claim.receipt)",
            ])
        }
    }

    /// What the receipt says, packed; nil when it is gone.
    func reading(_ claim: Claim) async throws -> [UInt8]? {
        try await pool.query(
            "SELECT reading FROM receipt_readings WHERE user_id = \(claim.user) AND receipt_id = \(claim.receipt)"
        ).first?["reading"]
    }

    /// The currency that was printed on the user's newest receipt with one.
    func usualCurrency(_ claim: Claim) async throws -> String? {
        try await pool.query(
            """
            SELECT currency FROM receipt_readings
            JOIN receipts ON receipts.user_id = receipt_readings.user_id AND receipts.id = receipt_id
            WHERE receipt_readings.user_id = \(claim.user) AND currency IS NOT NULL
            ORDER BY queue_number DESC LIMIT 1
            """
        ).first?["currency"]
    }

    /// Everything is done. Unless the photo is to be kept, it goes, and its text with it.
    /// - Parameter reading: What was read; needed where the photo goes.
    func complete(_ claim: Claim, purchaseID: String, reading: OCR.Reading? = nil) async throws {
        try await pool.transaction { connection in
            try await change(
                claim,
                "state = 'done', purchase_id = \(purchaseID), \(ReceiptQueue.released)",
                on: connection
            )
            // Asked for only now: the owner may have settled the purchase meanwhile.
            let kept = try await connection.query(
                "SELECT keeps_photo FROM receipts WHERE user_id = \(claim.user) AND id = \(claim.receipt)"
            )
            if try kept.first?["keeps_photo"] ?? false { return }
            try await connection.pipeline(try ReceiptStore.removal(claim.receipt, claim.user, reading: reading))
        }
    }

    // MARK: Setbacks

    /// Gives up for good and tells the owner, once for each photo: not when it is tried again, or sent again.
    func fail(_ claim: Claim, _ sentence: String, retryMayHelp: Bool = false) async throws {
        try await pool.transaction { connection in
            try await change(
                claim,
                """
                state = 'failed', failure = \(sentence), retry_may_help = \(retryMayHelp), \(ReceiptQueue.released)
                """,
                on: connection
            )
            let untold = try await connection.execute(
                """
                UPDATE receipts SET failure_told = true
                WHERE user_id = \(claim.user) AND id = \(claim.receipt) AND NOT EXISTS (
                    SELECT FROM receipts AS told
                    WHERE told.user_id = receipts.user_id AND told.image_hash = receipts.image_hash AND told.failure_told
                )
                """
            )
            guard untold == 1 else { return }
            let event = Events.ReceiptFailed(
                userID: claim.user.canonical,
                receiptID: claim.receipt.canonical,
                explanation: sentence
            )
            try await EventOutbox.write(
                .receiptFailed(event),
                key: claim.user.canonical,
                to: "notifications",
                occurredAt: Date(),
                in: connection
            )
        }
    }

    /// Lets the receipt wait; a photo that was being read is queued again.
    func postpone(_ claim: Claim, by pause: Duration, isCounted: Bool) async throws {
        try await change(
            claim,
            """
            state = CASE WHEN state = 'reading' THEN 'queued' ELSE state END,
                percent = CASE WHEN state = 'reading' THEN 0 ELSE percent END,
                attempts = attempts - \(isCounted ? 0 : 1)::integer,
                due_at = clock_timestamp() + make_interval(secs => \(pause.inSeconds)), \(ReceiptQueue.released)
            """
        )
    }

    /// Has the photo read from the start.
    func restart(_ claim: Claim) async throws {
        try await change(claim, "state = 'queued', percent = 0, \(ReceiptQueue.released)")
    }

    private static let released: Statement = "claim = NULL, claimed_by = NULL, claimed_until = NULL"

    private func change(_ claim: Claim, _ changes: Statement) async throws {
        try await pool.withConnection { try await change(claim, changes, on: $0) }
    }

    /// - Throws: ``Setback/lost`` when the claim is no longer in force.
    private func change(_ claim: Claim, _ changes: Statement, on connection: PostgresConnection) async throws {
        let count = try await connection.execute(
            """
            UPDATE receipts SET \(changes)
            WHERE user_id = \(claim.user) AND id = \(claim.receipt) AND claim = \(claim.token)
            """
        )
        guard count == 1 else { throw Setback.lost }
    }
}
