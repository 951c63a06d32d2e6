import Foundation
import OCRMessages
import Postgres
import RPC
import ServiceKit

/// Receipts as their owners see them. Every statement names the owner.
struct ReceiptStore: Sendable {
    let pool: PostgresPool
    let sealing: PhotoSealing
    /// Whether photos are kept when their owners left the choice to the installation.
    var keepsPhotos = false

    /// A receipt in the queue.
    struct Queued: Sendable, Hashable {
        var id: UUID
        var number: Int64
        /// The number of receipts of all users ahead of it.
        var ahead: Int64
        /// The earlier receipt with the same photo, and its purchase.
        var samePhoto: SamePhoto?
    }

    /// An earlier receipt with the same photo.
    struct SamePhoto: Sendable, Hashable {
        var receiptID: UUID
        /// The purchase; nil when there is none yet.
        var purchaseID: String?
    }

    /// Adds a receipt to the queue, or returns the one that the same key and photos created.
    /// - Throws: ALREADY_EXISTS when the key was used for other photos; RESOURCE_EXHAUSTED when too many photos of the user
    ///   wait.
    func enqueue(_ receipt: UploadedReceipt, of user: UUID, key: String?) async throws -> Queued {
        let personKey = try await sealing.keys.key(of: user)
        return try await pool.transaction { connection in
            // From here on, uploads of one user are serialized, so that numbers have no gaps and a key creates one
            // receipt.
            let found = try await connection.pipeline([
                "INSERT INTO queue_numbers (user_id) VALUES (\(user)) ON CONFLICT DO NOTHING",
                "SELECT last_number FROM queue_numbers WHERE user_id = \(user) FOR UPDATE",
                """
                SELECT id, queue_number, image_hash FROM receipts
                WHERE user_id = \(user) AND idempotency_key = \(key)::text
                """,
            ])
            if let known = found[2].first {
                guard try known["image_hash"] == receipt.hash else { throw ReceiptStore.keyReused }
                return try await queued(try known["id"], try known["queue_number"], user, connection)
            }
            try await requireRoom(for: user, connection)
            let number: Int64 = try found[1][0]["last_number"] + 1
            return try await insert(receipt, number, user, key, personKey, connection)
        }
    }

    /// Whether a photo is kept once its purchase is recorded.
    private func keeps(_ photo: UploadedReceipt) -> Bool {
        switch photo.keeping {
        case .keep, .untilConfirmed: true
        case .remove: false
        case .unspecified, .unrecognized: keepsPhotos
        }
    }

    /// The user's first receipt with a photo; receipts that did not fail come first.
    private static func samePhoto(_ hash: [UInt8], of user: UUID) -> Statement {
        """
        (
            SELECT id FROM receipts WHERE user_id = \(user) AND image_hash = \(hash)
            ORDER BY state = 'failed', queue_number LIMIT 1
        )
        """
    }

    /// The most photos that a user may have waiting to be read.
    static let mostUnread: Int64 = 50

    /// - Throws: RESOURCE_EXHAUSTED when the user has as many photos waiting as may. The user's uploads must be serialized.
    private func requireRoom(for user: UUID, _ connection: PostgresConnection) async throws {
        let rows = try await connection.query(
            "SELECT count(*) AS unread FROM receipts WHERE user_id = \(user) AND \(ReceiptStore.isUnread)"
        )
        guard try rows[0]["unread"] < ReceiptStore.mostUnread else { throw ReceiptStore.tooManyUnread }
    }

    /// Whether a photo waits to be read, or is being read.
    private static let isUnread: Statement = "state IN ('queued', 'reading', 'parsing')"

    /// The turn of a photo that is queued now. Its owner's uploads must be serialized.
    ///
    /// The queue goes in rounds of three seconds of its own time, in each of which every user has one photo: a photo joins the
    /// round that is being read, or the one after its owner's last. So the first photo of a user waits for one of each other
    /// user at most, however long theirs have waited, and a photo never overtakes an earlier one of its owner. One that was
    /// put behind all others does not hold up its owner's later ones. Source: Pawan Goyal, Harrick Vin and Haichen Cheng,
    /// "Start-time fair queueing", IEEE/ACM Transactions on Networking 5(5), 1997.
    private static func turn(of user: UUID) -> Statement {
        """
        greatest(
            coalesce((SELECT min(turn_at) FROM receipts WHERE \(isUnread)), clock_timestamp()),
            (
                SELECT max(turn_at) + \(round) FROM receipts
                WHERE user_id = \(user) AND \(isUnread) AND (state <> 'queued' OR attempts = 0)
            )
        )
        """
    }

    /// The turn behind all photos that wait.
    static let lastTurn: Statement = "(SELECT max(turn_at) + \(round) FROM receipts WHERE \(isUnread))"

    private static let round: Statement = "interval '3 s'"

    private func insert(
        _ receipt: UploadedReceipt,
        _ number: Int64,
        _ user: UUID,
        _ key: String?,
        _ personKey: DataKey,
        _ connection: PostgresConnection
    ) async throws -> Queued {
        let id = UUID()
        try await connection.pipeline([
            "UPDATE queue_numbers SET last_number = \(number) WHERE user_id = \(user)",
            """
            INSERT INTO receipts (
                user_id, id, queue_number, time_zone, idempotency_key, image_hash, keeps_photo,
                removes_photo_when_settled, removes_photo_when_failed, same_photo_as, turn_at
            )
            VALUES (
                \(user), \(id), \(number), \(receipt.timeZone), \(key), \(receipt.hash),
                \(keeps(receipt)), \(receipt.keeping == .untilConfirmed), \(receipt.keeping == .remove),
                \(ReceiptStore.samePhoto(receipt.hash, of: user)), \(ReceiptStore.turn(of: user))
            )
            """,
        ])
        // One after the other, so that only one is in memory twice.
        for (place, bytes) in receipt.photos.enumerated() {
            let sealed = try await sealing.seal(bytes, number: Int32(place), of: id, user, with: personKey)
            try await connection.execute(
                """
                INSERT INTO receipt_images (user_id, receipt_id, number, bytes, is_sealed)
                VALUES (\(user), \(id), \(Int32(place)), \(sealed), true)
                """
            )
        }
        return try await queued(id, number, user, connection)
    }

    private func queued(
        _ id: UUID,
        _ number: Int64,
        _ user: UUID,
        _ connection: PostgresConnection
    ) async throws -> Queued {
        let rows = try await connection.query(
            """
            SELECT count(waiting.id) AS ahead, own.same_photo_as, earlier.purchase_id FROM receipts AS own
            LEFT JOIN receipts AS earlier ON earlier.user_id = own.user_id AND earlier.id = own.same_photo_as
            LEFT JOIN receipts AS waiting
                ON waiting.state IN ('queued', 'reading', 'parsing')
                AND (waiting.turn_at, waiting.due_at) < (own.turn_at, own.due_at)
            WHERE own.user_id = \(user) AND own.id = \(id)
            GROUP BY own.same_photo_as, earlier.purchase_id
            """
        )
        let receipt: UUID? = try rows[0]["same_photo_as"]
        let purchase: String? = try rows[0]["purchase_id"]
        return Queued(
            id: id,
            number: number,
            ahead: try rows[0]["ahead"],
            samePhoto: receipt.map { SamePhoto(receiptID: $0, purchaseID: purchase) }
        )
    }

    private static let keyReused = Status(
        .alreadyExists,
        .ocr.keyReused,
        reason: .idempotencyKeyReused
    )

    private static let tooManyUnread = Status(
        .resourceExhausted,
        .ocr.tooManyUnread(number: Int(mostUnread)),
        retryDelay: .seconds(10),
        reason: .tooManyUnread
    )

    private static let nothingToRead = Status(
        .failedPrecondition,
        .ocr.photoNotStored,
        reason: .photoNotKept
    )

    /// A receipt without its reading; nil when the user has no such receipt.
    func receipt(_ id: UUID, of user: UUID) async throws -> ReceiptRecord? {
        try await pool.query(
            "SELECT \(ReceiptRecord.columns) FROM receipts WHERE user_id = \(user) AND id = \(id)"
        ).first.map(ReceiptRecord.init)
    }

    /// A receipt with its reading; nil when the user has no such receipt.
    func receiptWithReading(_ id: UUID, of user: UUID) async throws -> (ReceiptRecord, OCR.Reading?)? {
        let rows = try await pool.query(
            """
            SELECT \(ReceiptRecord.columns), \(StoredReading.selection) FROM receipts
            LEFT JOIN receipt_readings
                ON receipt_readings.user_id = receipts.user_id AND receipt_readings.receipt_id = receipts.id
            WHERE receipts.user_id = \(user) AND receipts.id = \(id)
            """
        )
        guard let row = rows.first else { return nil }
        let key = try await sealing.keys.existingKey(of: user)
        return (try ReceiptRecord(row), try StoredReading(user: user, receipt: id).reading(in: row, with: key))
    }

    /// A user's receipts, newest first.
    /// - Returns: a page, and the token of the next one; nil at the end.
    func receipts(of user: UUID, _ page: Page<ReceiptKey>) async throws -> ([ReceiptRecord], next: String?) {
        let rows = try await pool.query(
            """
            SELECT \(ReceiptRecord.columns) FROM receipts
            WHERE user_id = \(user) AND queue_number < \(page.after?.number ?? .max)
            ORDER BY queue_number DESC LIMIT \(page.rowLimit)
            """
        )
        return try page.entries(in: rows, key: { ReceiptKey(try $0["queue_number"]) }, ReceiptRecord.init)
    }

    /// Queues a failed receipt again, behind what its owner has waiting; any other is unchanged.
    /// - Throws: FAILED_PRECONDITION when its photo is no longer stored; RESOURCE_EXHAUSTED when too many photos of the user
    ///   wait.
    func retry(_ id: UUID, of user: UUID) async throws {
        try await pool.transaction { connection in
            let found = try await connection.pipeline([
                "SELECT last_number FROM queue_numbers WHERE user_id = \(user) FOR UPDATE",
                """
                SELECT \(ReceiptRecord.columns) FROM receipts
                WHERE user_id = \(user) AND id = \(id) AND state = 'failed' FOR UPDATE OF receipts
                """,
            ])
            guard let failed = try found[1].first.map(ReceiptRecord.init) else { return }
            guard failed.photos > 0 else { throw ReceiptStore.nothingToRead }
            try await requireRoom(for: user, connection)
            try await connection.execute(
                """
                UPDATE receipts SET state = 'queued', percent = 0, failure = NULL,
                    failure_cause = NULL, failed_at = NULL,
                    retry_may_help = false, attempts = 0,
                    turn_at = \(ReceiptStore.turn(of: user)), due_at = clock_timestamp()
                WHERE user_id = \(user) AND id = \(id)
                """
            )
            try await connection.pipeline([
                "DELETE FROM receipt_pages WHERE user_id = \(user) AND receipt_id = \(id)",
                "DELETE FROM receipt_readings WHERE user_id = \(user) AND receipt_id = \(id)",
            ])
        }
    }
}

extension StatusReason {
    /// Too many photos of the user wait to be read.
    static let tooManyUnread: StatusReason = "TOO_MANY_UNREAD"
}
