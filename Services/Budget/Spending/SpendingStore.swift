import BudgetMessages
import Foundation
import Foundations
import MessageCoding
import Postgres
import RPC
import ServiceKit

/// Purchases in the database. Every statement names their owner.
struct SpendingStore: Sendable {
    let pool: PostgresPool
    /// The keys under which purchases are encrypted. They are asked for before a connection is taken.
    let keys: PersonKeys
    /// Changes of one user wait for each other before they take a connection, so that they leave the pool to others.
    let changes = SerialTurns<UUID>()
    /// A user's whole ledger is read by one call at a time.
    let readings = SerialTurns<UUID>()
    /// What readers are shown for the names of shared products.
    let names = ProductNames()
    let revisions = Revisions<Purchase>(
        "purchase_steps",
        record: "purchase_id",
        automatic: "matched",
        sealed: PurchaseColumns.steps,
        noun: .services.nounPurchase
    )
    /// The present time.
    var clock: any WallClock = SystemWallClock()
    /// What owners may type in and import.
    var bounds = EntryBounds()

    /// What a purchase is looked up by.
    enum Key: Sendable {
        case purchase(UUID)
        case receipt(UUID)

        fileprivate var condition: Statement {
            switch self {
            case .purchase(let id): "id = \(id)"
            case .receipt(let id): "receipt_id = \(id)"
            }
        }
    }

    /// A purchase of a user.
    /// - Throws: NOT_FOUND when the user has none with that key.
    func purchase(_ key: Key, of user: UUID) async throws -> Purchase {
        let stored = try await rows(key, of: user)
        guard let purchase = try await decrypted(stored, of: user).first else {
            throw Status.notFound(.services.nounPurchase)
        }
        return purchase
    }

    private func rows(_ key: Key, of user: UUID) async throws -> StoredPurchases {
        guard case .purchase(let id) = key else {
            return try await pool.transaction(isolation: .repeatableRead) { connection in
                let headers = try await connection.query(PurchaseRows.header(key.condition, user: user))
                return try await PurchaseRows.complete(headers, of: user, in: connection)
            }
        }
        let rows = try await pool.snapshot(PurchaseRows.whole(id, of: user))
        return StoredPurchases(headers: rows[0], items: rows[1], taxes: rows[2])
    }

    /// The purchases in rows that were read, without a connection. The key is asked for now: whoever has encrypted the rows
    /// had it before.
    func decrypted(_ stored: StoredPurchases, of user: UUID) async throws -> [Purchase] {
        guard !stored.headers.isEmpty else { return [] }
        let key = try await keys.existingKey(of: user)
        // One receipt's rows take less than handing them over.
        guard stored.rowCount > SpendingStore.rowsOnLoop else { return try stored.purchases(of: user, with: key) }
        return try await offLoop(for: user) { try stored.purchases(of: user, with: key) }
    }

    /// The maximum number of rows that are decrypted on the event loop, which takes about as long as changing threads: more
    /// would make others wait for one user's long lists.
    private static let rowsOnLoop = 30

    /// A page of a user's purchases, newest first.
    func list(_ page: Page<PurchaseKey>, _ filter: PurchaseFilter, of user: UUID) async throws -> PurchaseList {
        let (stored, next) = try await pool.transaction(isolation: .repeatableRead) { connection in
            let rows = try await connection.query(
                """
                SELECT \(PurchaseRows.columns), listed_on, item_count FROM purchases
                WHERE user_id = \(user) AND (state = 'discarded') = \(filter.discarded) \(period(filter)) \(contents(filter))
                    \(after(page.after))
                ORDER BY listed_on DESC, recorded_at DESC, id DESC LIMIT \(page.rowLimit)
                """
            )
            let count = try fittingCount(rows, limit: page.limit)
            let stored = try await PurchaseRows.complete(Array(rows.prefix(count)), of: user, in: connection)
            return (stored, count < rows.count ? try key(rows[count - 1]) : nil)
        }
        return PurchaseList(purchases: try await decrypted(stored, of: user), next: next)
    }

    /// Marks a purchase as checked by its owner; one that is so already stays as it is.
    /// - Throws: NOT_FOUND; ABORTED when the purchase isn't as the owner has seen it.
    func confirm(_ id: UUID, of user: UUID, expecting version: ExpectedVersion) async throws -> Purchase {
        try await transaction(of: user) { connection, key in
            let stored = try await lock(id, of: user, with: key, in: connection)
            // Not a conflict: repeating what was done must not fail.
            if stored.state == .confirmed { return stored }
            return try await change(locked: stored, of: user, with: key, expecting: version, in: connection) {
                purchase in
                try purchase.requireNotDiscarded()
                var purchase = purchase
                purchase.state = .confirmed
                purchase.endReview()
                return purchase
            }.after
        }
    }

    /// Changes an item, once for its request.
    /// - Throws: NOT_FOUND; ABORTED when the purchase isn't as the owner has seen it; INVALID_ARGUMENT when the correction
    ///   doesn't fit. Then nothing has changed.
    func correct(
        _ correction: ItemCorrection,
        of user: UUID,
        sentAs request: IdempotencyStore.Request?
    ) async throws -> Budget.Purchase {
        try await once(request, of: user) { connection, key in
            try await apply(correction, of: user, with: key, in: connection).message(names)
        }
    }

    /// Runs a change of a user in a transaction, after the user's changes that came before, with the user's key.
    func transaction<Result>(
        of user: UUID,
        _ body: (PostgresConnection, DataKey) async throws -> Result
    ) async throws -> Result {
        let key = try await keys.key(of: user)
        return try await changes.withTurn(of: user) { try await pool.transaction { try await body($0, key) } }
    }

    /// Runs `change` in a transaction, unless its request was answered before: then that answer is given again.
    func once<Answer: Message>(
        _ request: IdempotencyStore.Request?,
        of user: UUID,
        _ change: (PostgresConnection, DataKey) async throws -> Answer
    ) async throws -> Answer {
        let key = try await keys.key(of: user)
        return try await changes.withTurn(of: user) {
            try await IdempotencyStore.once(request, of: user, sealedWith: key, in: pool) { try await change($0, key) }
        }
    }

    private func apply(
        _ correction: ItemCorrection,
        of user: UUID,
        with key: DataKey,
        in connection: PostgresConnection
    ) async throws -> Purchase {
        let id = correction.purchaseID
        let version = correction.expectedVersion
        return try await change(id, of: user, with: key, expecting: version, in: connection) { purchase in
            try purchase.requireNotDiscarded()
            var purchase = purchase
            let item = try correction.corrected(in: purchase, names)
            purchase.content.items = purchase.content.items.map { $0.id == item.id ? item : $0 }
            return purchase
        }.after
    }

    func find(
        _ key: Key,
        of user: UUID,
        with personKey: DataKey?,
        in connection: PostgresConnection,
        locking isLocking: Bool = false
    ) async throws -> Purchase {
        let lock: Statement = isLocking ? "FOR UPDATE" : ""
        let rows = try await connection.query(PurchaseRows.header(key.condition, user: user, lock: lock))
        let stored = try await PurchaseRows.complete(rows, of: user, in: connection)
        guard let purchase = try stored.purchases(of: user, with: personKey).first else {
            throw Status.notFound(.services.nounPurchase)
        }
        return purchase
    }

    /// The condition of a filter's days.
    func period(_ filter: PurchaseFilter) -> Statement {
        let first: Statement = filter.firstDay.map { "AND listed_on >= \($0)" } ?? ""
        let last: Statement = filter.lastDay.map { "AND listed_on <= \($0)" } ?? ""
        return "\(first) \(last)"
    }

    private func contents(_ filter: PurchaseFilter) -> Statement {
        let kind: Statement = filter.kind.map { "AND kind = \($0)" } ?? ""
        let store: Statement = filter.store.map { "AND store_id = \($0)" } ?? ""
        let currency: Statement = filter.currency.map { "AND currency = \($0)" } ?? ""
        let category: Statement = filter.categories.isEmpty ? "" : "AND item.category = ANY(\(filter.categories))"
        let product: Statement = filter.product.map { "AND item.product_id = \($0)" } ?? ""
        if filter.categories.isEmpty, filter.product == nil { return "\(kind) \(store) \(currency)" }
        return """
            \(kind) \(store) \(currency) AND EXISTS (
                SELECT FROM purchase_items AS item WHERE item.user_id = purchases.user_id
                    AND item.purchase_id = purchases.id \(category) \(product)
            )
            """
    }

    private func after(_ key: PurchaseKey?) -> Statement {
        guard let key else { return "" }
        return "AND (listed_on, recorded_at, id) < (\(key.day), \(key.recordedAt), \(key.id))"
    }

    private func key(_ row: Row) throws -> PurchaseKey {
        return PurchaseKey(day: try row["listed_on"], recordedAt: try row["recorded_at"], id: try row["id"])
    }

    /// How many of the rows fit on a page.
    private func fittingCount(_ rows: [Row], limit: Int) throws -> Int {
        var (count, items) = (0, 0)
        for row in rows.prefix(limit) {
            items += try row["item_count"] as Int
            if count > 0, items > PurchaseList.itemLimit { break }
            count += 1
        }
        return count
    }
}

extension Purchase {
    /// - Throws: FAILED_PRECONDITION when its owner has put it away.
    func requireNotDiscarded() throws(Status) {
        guard state == .discarded else { return }
        throw Status(
            .failedPrecondition,
            .budget.discarded,
            reason: .purchaseDiscarded
        )
    }
}

extension StatusReason {
    /// The purchase was discarded as a duplicate.
    static let purchaseDiscarded: StatusReason = "PURCHASE_DISCARDED"
}
