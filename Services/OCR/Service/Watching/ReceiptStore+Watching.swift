import Foundation
import Foundations
import OCRMessages
import Postgres
import ServiceKit

extension ReceiptStore {
    /// What changes in users' receipts.
    static func list(in pool: PostgresPool) -> WatchedList {
        WatchedList("receipt_changes", noun: .services.nounReceiptList, pool: pool)
    }

    /// What a watcher receives: receipts that have changed, newest first, without their readings.
    func update(
        _ changes: ListChanges,
        of user: UUID,
        in connection: PostgresConnection
    ) async throws -> OCR.ReceiptListUpdate {
        let rows = try await connection.query(
            """
            SELECT \(ReceiptRecord.columns) FROM receipts WHERE user_id = \(user) AND id = ANY(\(changes.changed))
            ORDER BY queue_number DESC
            """
        )
        return OCR.ReceiptListUpdate(
            receipts: try rows.map { try ReceiptRecord($0).message() },
            removedIDs: changes.removed.map(\.canonical)
        )
    }
}
