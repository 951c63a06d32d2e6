import Foundation
import Foundations
import Logging
import Postgres
import ServiceKit

/// Removes photos that could not be read and that their owners have not come back for.
struct PhotoExpiry: Sendable {
    /// How long a failed receipt's photo waits for a retry, in seconds, unless its owner chose to keep it for good.
    static let period: TimeInterval = 30 * 86_400

    let store: ReceiptStore
    let log: Logger
    /// The present time.
    var clock: any WallClock = SystemWallClock()

    /// How many receipts are looked up at a time.
    private static let batch = 100

    var job: ScheduledJob {
        ScheduledJob("remove photos of failed receipts", .every(.seconds(86_400))) { _ in try await removeExpired() }
    }

    /// Removes the photos that are due, each in a transaction of its own. One that cannot be removed does not stop the others.
    /// - Throws: The first error.
    func removeExpired() async throws {
        let isExpired = isExpired
        var (last, failure): (Row?, (any Error)?) = (nil, nil)
        repeat {
            let after: Statement =
                try last.map { "AND (user_id, id) > (\(try $0["user_id"] as UUID), \(try $0["id"] as UUID))" } ?? ""
            let rows = try await store.pool.query(
                "SELECT user_id, id FROM receipts WHERE \(isExpired) \(after) ORDER BY user_id, id LIMIT \(Self.batch)"
            )
            for row in rows {
                do {
                    try await remove(try row["id"], try row["user_id"], if: isExpired)
                } catch {
                    try Task.checkCancellation()
                    log.error("a photo could not be removed", metadata: ["error": "\(error)"])
                    failure = failure ?? error
                }
            }
            last = rows.count == Self.batch ? rows.last : nil
        } while last != nil
        if let failure { throw failure }
    }

    private func remove(_ id: UUID, _ user: UUID, if isExpired: Statement) async throws {
        let key = try await store.readingKey(id, of: user)
        try await store.pool.transaction { connection in
            // Its owner may have retried it meanwhile.
            let due = try await connection.query(
                "SELECT id FROM receipts WHERE user_id = \(user) AND id = \(id) AND \(isExpired) FOR UPDATE"
            )
            guard !due.isEmpty else { return }
            try await ReceiptStore.remove(id, user, with: key, in: connection)
        }
    }

    /// Whether a receipt has failed long ago and anything of its photo is left.
    private var isExpired: Statement {
        """
        state = 'failed' AND coalesce(failed_at, uploaded_at) < \(clock.now - Self.period)
            AND NOT (\(ReceiptStore.isKeptForGood))
            AND (
                EXISTS (
                    SELECT FROM receipt_images AS image
                    WHERE image.user_id = receipts.user_id AND image.receipt_id = receipts.id
                )
                OR EXISTS (
                    SELECT FROM receipt_pages AS page
                    WHERE page.user_id = receipts.user_id AND page.receipt_id = receipts.id
                )
                OR EXISTS (
                    SELECT FROM receipt_readings AS reading
                    WHERE reading.user_id = receipts.user_id AND reading.receipt_id = receipts.id
                        AND (raw_text <> '' OR raw_text_sealed IS NOT NULL)
                )
            )
        """
    }
}
