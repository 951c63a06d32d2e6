import EventsMessages
import Foundation
import Foundations
import OCRMessages
import Postgres
import RPC
import ServiceKit
import Texts

/// The queue of receipts that all instances share; its rows are the receipts.
///
/// Each write names the claim that it is made under; without that claim it throws `LeaseLost` and changes nothing.
struct ReceiptQueue: Sendable {
    let pool: PostgresPool
    /// Name of this instance, the same after a restart.
    let instance: String
    let sealing: PhotoSealing
    /// The time of events.
    var clock: any WallClock = SystemWallClock()

    /// The receipts of a stage. A photo that is claimed is being read; one that is given back is queued again.
    func leases(of stage: Stage) -> LeaseQueue<QueuedReceipt> {
        var table = LeaseTable(
            name: "receipts",
            key: ["user_id", "id"],
            since: "uploaded_at",
            filter: stage.filter,
            order: stage.order
        )
        table.onClaim = """
            claimed_by = \(instance),
            percent = CASE WHEN work.state IN ('queued', 'reading') THEN 0 ELSE work.percent END,
            state = CASE WHEN work.state = 'queued' THEN 'reading' ELSE work.state END
            """
        table.onRelease = """
            claimed_by = NULL, percent = CASE WHEN work.state = 'reading' THEN 0 ELSE work.percent END,
            state = CASE WHEN work.state = 'reading' THEN 'queued' ELSE work.state END
            """
        return LeaseQueue(pool: pool, table: table)
    }

    /// Gives up what this instance claimed before it was restarted.
    func releaseOwn() async throws {
        try await pool.execute("UPDATE receipts SET \(released) WHERE claimed_by = \(instance)")
    }

    // MARK: Going on

    /// Stores the progress of reading, 0 to 100, and extends the claim.
    func setPercent(_ percent: Int, _ claim: Claim) async throws {
        try await change(
            claim,
            """
            percent = \(Int32(percent)), claimed_until = \(leases.end)
            """
        )
    }

    /// The photos, from the receipt's top to its end; none when they are gone.
    func images(_ claim: Claim) async throws -> [[UInt8]] {
        let rows = try await pool.query(
            """
            SELECT bytes, \(PhotoSealing.isSealed), number FROM receipt_images
            WHERE user_id = \(claim.user) AND receipt_id = \(claim.receipt) ORDER BY number
            """
        )
        var images: [[UInt8]] = []
        for row in rows {
            images.append(
                try await sealing.open(
                    row["bytes"],
                    isSealed: row["is_sealed"],
                    number: row["number"],
                    of: claim.receipt,
                    claim.user
                )
            )
        }
        return images
    }

    /// What was recognized; nil when it is gone.
    func page(_ claim: Claim) async throws -> [UInt8]? {
        let row = try await pool.query(
            """
            SELECT \(OCRColumns.page.selection()) FROM receipt_pages
            WHERE user_id = \(claim.user) AND receipt_id = \(claim.receipt)
            """
        ).first
        guard let row else { return nil }
        return try claim.stored.page(in: row, with: try await sealing.keys.existingKey(of: claim.user))
    }

    /// Reading is over: from now on the page is there.
    func storePage(_ page: [UInt8], _ claim: Claim) async throws {
        let key = try await sealing.keys.key(of: claim.user)
        try await pool.transaction { connection in
            try await change(claim, "state = 'parsing', percent = 100", on: connection)
            try await connection.execute(try claim.stored.storing(page: page, with: key))
        }
    }

    /// Parsing is over: the receipt waits for being saved.
    func storeReading(_ reading: [UInt8], rawText: String, currency: String?, _ claim: Claim) async throws {
        let key = try await sealing.keys.key(of: claim.user)
        try await pool.transaction { connection in
            try await change(claim, "state = 'saving', attempts = 0, \(released)", on: connection)
            try await connection.pipeline([
                try claim.stored.storing(reading, rawText: rawText, currency: currency, with: key),
                "DELETE FROM receipt_pages WHERE user_id = \(claim.user) AND receipt_id = \(claim.receipt)",
            ])
        }
    }

    /// What the receipt says, packed; nil when it is gone.
    func reading(_ claim: Claim) async throws -> [UInt8]? {
        let row = try await pool.query(
            """
            SELECT \(StoredReading.selection) FROM receipt_readings
            WHERE user_id = \(claim.user) AND receipt_id = \(claim.receipt)
            """
        ).first
        guard let row else { return nil }
        return try claim.stored.packed(in: row, with: try await sealing.keys.existingKey(of: claim.user))
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
        let key = try await claim.stored.key(from: sealing.keys, in: pool)
        try await pool.transaction { connection in
            try await change(
                claim,
                "state = 'done', purchase_id = \(purchaseID), \(released)",
                on: connection
            )
            // Asked for only now: the owner may have settled the purchase meanwhile.
            let kept = try await connection.query(
                "SELECT keeps_photo FROM receipts WHERE user_id = \(claim.user) AND id = \(claim.receipt)"
            )
            if try kept.first?["keeps_photo"] ?? false { return }
            try await connection.pipeline(
                try ReceiptStore.removal(claim.receipt, claim.user, reading: reading, with: key)
            )
        }
    }

    // MARK: Failing

    /// Gives up permanently and notifies the owner, once for each photo even if it is retried or sent again.
    ///
    /// A photo that its owner wanted removed goes at once when reading it again cannot help.
    func fail(_ claim: Claim, _ cause: ReceiptFailure, retryMayHelp: Bool = false) async throws {
        let key = try await claim.stored.key(from: sealing.keys, in: pool)
        try await pool.transaction { connection in
            try await change(
                claim,
                """
                state = 'failed', failed_at = \(clock.now), failure = '',
                failure_cause = \(cause.rawValue), retry_may_help = \(retryMayHelp), \(released)
                """,
                on: connection
            )
            if !retryMayHelp {
                try await ReceiptStore.removeUselessPhoto(claim.receipt, claim.user, with: key, in: connection)
            }
            let newlyReported = try await connection.execute(
                """
                UPDATE receipts SET failure_told = true
                WHERE user_id = \(claim.user) AND id = \(claim.receipt) AND NOT EXISTS (
                    SELECT FROM receipts AS reported
                    WHERE reported.user_id = receipts.user_id AND reported.image_hash = receipts.image_hash
                        AND reported.failure_told
                )
                """
            )
            guard newlyReported == 1 else { return }
            let event = Events.ReceiptFailed(
                userID: claim.user.canonical,
                receiptID: claim.receipt.canonical,
                explanation: cause.text.english,
                cause: cause.rawValue
            )
            try await EventOutbox.notify(claim.user, of: .receiptFailed(event), at: clock.now, in: connection)
        }
    }

    /// Queues the photo to be read another time, behind all others; this attempt counts.
    func putBehind(_ claim: Claim) async throws {
        try await change(
            claim,
            """
            state = 'queued', percent = 0, due_at = clock_timestamp(), turn_at = \(ReceiptStore.lastTurn), \(released)
            """
        )
    }

    /// Queues the photo to be read from the start.
    func restart(_ claim: Claim) async throws {
        try await change(claim, "state = 'queued', percent = 0, \(released)")
    }

    /// The assignments that give up a claim.
    private var released: Statement { "\(leases.released), claimed_by = NULL" }

    /// The receipts of any stage.
    private var leases: LeaseQueue<QueuedReceipt> { leases(of: .understanding) }

    /// - Throws: `LeaseLost` when the claim is no longer in force.
    private func change(_ claim: Claim, _ changes: Statement, on connection: PostgresConnection? = nil) async throws {
        guard try await leases.change(claim, changes, in: connection) else { throw LeaseLost() }
    }
}
