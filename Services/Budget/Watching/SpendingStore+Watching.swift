import BudgetMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

extension SpendingStore {
    /// What changes in logs of purchases.
    static func log(in pool: PostgresPool) -> WatchedList {
        WatchedList("purchase_changes", noun: .services.nounLog, pool: pool)
    }

    /// What a watcher receives: purchases that have changed, newest first, as they are stored.
    ///
    /// An update of large purchases ends early, as a page does, but never before its first purchase.
    func update(
        _ changes: inout ListChanges,
        of user: UUID,
        in connection: PostgresConnection
    ) async throws -> StoredListUpdate {
        let rows = try await connection.query(
            """
            SELECT \(PurchaseRows.columns), item_count FROM purchases
            WHERE user_id = \(user) AND id = ANY(\(changes.changed))
            ORDER BY listed_on DESC, recorded_at DESC, id DESC
            """
        )
        let itemCounts = Dictionary(
            uniqueKeysWithValues: try rows.map { (try $0["id"] as UUID, try $0["item_count"] as Int) }
        )
        changes.end(atMost: PurchaseList.itemLimit) { itemCounts[$0] ?? 0 }
        let sent = Set(changes.changed)
        let purchases = try await PurchaseRows.complete(
            try rows.filter { sent.contains(try $0["id"]) },
            of: user,
            in: connection
        )
        return StoredListUpdate(purchases: purchases, removed: changes.removed)
    }

    /// The update as its watcher receives it, but for the cursor.
    func message(_ update: StoredListUpdate, of user: UUID) async throws -> Budget.PurchaseListUpdate {
        Budget.PurchaseListUpdate(
            purchases: try await decrypted(update.purchases, of: user).map { $0.listedMessage(names) },
            removedIDs: update.removed.map(\.canonical)
        )
    }
}

/// What has changed in a log of purchases.
struct StoredListUpdate: Sendable {
    let purchases: StoredPurchases
    let removed: [UUID]
}

extension ListChanges {
    /// Leaves purchases that would make the update too large to the next one.
    fileprivate mutating func end(atMost limit: Int, itemsOf purchase: (UUID) -> Int) {
        var items = 0
        var last: UUID?
        for id in changed {
            items += purchase(id)
            if let last, items > limit { return end(after: last) }
            last = id
        }
    }
}
