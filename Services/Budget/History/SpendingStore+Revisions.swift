import EventsMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit
import Texts

// Every change of a purchase goes this way: under its lock, as one revision of its history, announced to watchers.
extension SpendingStore: RevisedStore {
    /// How long the lookup of a corrected store is left to the call that corrects it.
    private static let matchingDelay: Duration = .seconds(2)
    /// How many changes are read for a watcher at once: each comes with a whole purchase.
    private static let updateLimit = 20

    func lock(
        _ id: UUID,
        of user: UUID,
        with key: DataKey?,
        in connection: PostgresConnection
    ) async throws -> Purchase {
        try await find(.purchase(id), of: user, with: key, in: connection, locking: true)
    }

    /// A page of a purchase's history, newest first.
    /// - Throws: NOT_FOUND when the user has no such purchase.
    func steps(
        _ id: UUID,
        of user: UUID,
        _ page: Page<RevisionKey>
    ) async throws -> ([Revision], next: String?) {
        let tables = try await pool.pipeline([
            "SELECT FROM purchases WHERE user_id = \(user) AND id = \(id)", revisions.query(page, of: id, by: user),
        ])
        guard !tables[0].isEmpty else { throw Status.notFound(.services.nounPurchase) }
        return try revisions.page(tables[1], of: page, with: try await keys.existingKey(of: user))
    }

    /// What a watcher receives who has seen a version: a few changes, the oldest first, each with the purchase as it left
    /// it; or the purchase as it is, where the former states are no longer kept.
    /// - Returns: The updates, and whether none is left.
    /// - Throws: NOT_FOUND when the user has no such purchase.
    func updates(
        of id: UUID,
        after version: Int64,
        for user: UUID
    ) async throws -> (updates: [(Purchase, Revision?)], isLast: Bool) {
        let limit = SpendingStore.updateLimit
        let rows = try await pool.snapshot(
            PurchaseRows.whole(id, of: user) + [revisions.query(after: version, atMost: limit, of: id, by: user)]
        )
        let stored = StoredPurchases(headers: rows[0], items: rows[1], taxes: rows[2])
        guard let present = try await decrypted(stored, of: user).first else {
            throw Status.notFound(.services.nounPurchase)
        }
        let key = try await keys.existingKey(of: user)
        let changes = try revisions.changes(rows[3], of: present, atMost: limit, with: key)
        guard let changes else { return ([(present, nil)], true) }
        return (changes.map { ($0, $1) }, changes.count < limit)
    }

    // MARK: Writing

    /// - Parameter before: The purchase as it is, locked.
    func save(
        _ purchase: Purchase,
        over before: Purchase,
        as cause: RevisionCause,
        of user: UUID,
        with key: DataKey?,
        in connection: PostgresConnection
    ) async throws -> Purchase {
        guard let key else { throw EncryptionError.unreadable }
        return try await save(purchase, over: before, as: cause, changes: nil, of: user, with: key, in: connection)
    }

    /// - Parameters:
    ///   - before: The purchase as it is, locked.
    ///   - changes: What changes; nil for the difference as it is.
    ///   - time: When the change was made; nil for the present time.
    func save(
        _ purchase: Purchase,
        over before: Purchase,
        as cause: RevisionCause,
        changes: [PurchaseChange]?,
        at time: Date? = nil,
        of user: UUID,
        with key: DataKey,
        in connection: PostgresConnection
    ) async throws -> Purchase {
        var after = purchase
        after.version = before.version + 1
        let difference = PurchaseDifference(before: before, after: after)
        let now = clock.now
        try await connection.pipeline(
            [try header(after, of: user, with: key)] + rows(difference, of: user, with: key)
                + revisions.recording(
                    cause,
                    before: before,
                    version: after.version,
                    changes: try (changes ?? difference.changes).map { try $0.stored },
                    at: time ?? now,
                    of: user,
                    with: key
                )
                + lookups(difference, cause, of: user)
        )
        for (receiver, event) in events(difference, cause, for: user) {
            try await EventOutbox.write(event, key: user.canonical, to: receiver, occurredAt: now, in: connection)
        }
        return try await find(.purchase(after.id), of: user, with: key, in: connection)
    }

    /// A store that its owner names is looked up.
    private func lookups(_ difference: PurchaseDifference, _ cause: RevisionCause, of user: UUID) -> [Statement] {
        if cause == .automatic { return [] }
        let (before, after) = (difference.before.content, difference.after.content)
        let isOther = before.storeName != after.storeName || before.storeAddress != after.storeAddress
        guard isOther, after.namesUnknownStore else { return [] }
        return [storeLookup(of: difference.after.id, user)]
    }

    /// Queues the lookup of a store that its owner names.
    func storeLookup(
        of purchase: UUID,
        _ user: UUID,
        after delay: Duration = SpendingStore.matchingDelay
    ) -> Statement {
        PurchaseLookup.insertion(of: purchase, user, after: delay)
    }

    /// What catalog said teaches nobody anything.
    private func events(
        _ difference: PurchaseDifference,
        _ cause: RevisionCause,
        for user: UUID
    ) -> [(receiver: String, event: Events.Event.Payload)] {
        if cause == .automatic { return [] }
        return difference.events(for: user)
    }

    private func header(_ purchase: Purchase, of user: UUID, with key: DataKey) throws -> Statement {
        let content = purchase.content
        let place = [user.canonical, purchase.id.canonical]
        let day = content.purchasedAt.day
        let listedOn = listedDay(content.purchasedAt, recordedAt: purchase.recordedAt)
        return """
            UPDATE purchases SET state = \(purchase.state), store_id = \(content.storeID),
                store_name = NULL, store_address = NULL, known_store = NULL,
                store_name_sealed = \(try PurchaseColumns.storeName.seal(content.storeName, row: place, with: key)),
                store_name_hash = \(PurchaseColumns.storeName.lookupHash(of: content.storeName, with: key)),
                store_address_sealed = \(
                    try PurchaseColumns.storeAddress.seal(content.storeAddress, row: place, with: key)
                ),
                known_store_sealed = \(try PurchaseColumns.knownStore.seal(content.knownStore, row: place, with: key)),
                note_sealed = \(try PurchaseColumns.note.seal(content.note, row: place, with: key)),
                conflicts_sealed = \(
                    try PurchaseConflict.stored(purchase.conflicts).map {
                        try PurchaseColumns.conflicts.seal($0, row: place, with: key)
                    }
                ),
                purchased_on = \(day), purchased_time = \(content.purchasedAt.time),
                time_zone = \(content.purchasedAt.timeZone), listed_on = \(listedOn),
                currency = \(content.currency), suggested_currency = \(content.suggestedCurrency),
                subtotal_minor = \(content.subtotal), total_minor = \(content.total),
                item_count = \(content.items.count), review_fields = \(purchase.review.rawValue),
                duplicate_of = \(purchase.duplicateOf), version = \(purchase.version)
            WHERE user_id = \(user) AND id = \(purchase.id)
            """
    }

    /// Only what differs is written.
    private func rows(_ difference: PurchaseDifference, of user: UUID, with key: DataKey) throws -> [Statement] {
        let (before, after) = (difference.before, difference.after)
        let places = Dictionary(
            before.content.items.enumerated().map { ($1.id, (place: $0, item: $1)) }
        ) { first, _ in first }
        var statements: [Statement] = []
        let removed = difference.removed.map(\.id)
        if !removed.isEmpty {
            statements.append(
                """
                DELETE FROM purchase_items
                WHERE user_id = \(user) AND purchase_id = \(after.id) AND id = ANY(\(removed))
                """
            )
        }
        for (place, item) in after.content.items.enumerated() {
            if let known = places[item.id] {
                if known.place != place || known.item != item {
                    statements.append(try update(item, at: place, in: after.id, of: user, with: key))
                }
            } else {
                statements.append(try insertion(of: item, at: place, in: after.id, of: user, with: key))
            }
        }
        if before.content.taxes != after.content.taxes {
            statements.append(
                "DELETE FROM purchase_taxes WHERE user_id = \(user) AND purchase_id = \(after.id)"
            )
            statements += try after.content.taxes.enumerated().map {
                try insertion(of: $1, at: $0, in: after.id, of: user, with: key)
            }
        }
        return statements
    }

    private func update(
        _ item: PurchaseItem,
        at place: Int,
        in purchase: UUID,
        of user: UUID,
        with key: DataKey
    ) throws -> Statement {
        let row = [user.canonical, purchase.canonical, item.id.canonical]
        return """
            UPDATE purchase_items SET position = \(place), product_id = \(item.productID), product_name = NULL,
                product_name_sealed = \(try PurchaseColumns.productName.seal(item.productName, row: row, with: key)),
                category = \(item.category), category_symbol = \(item.categorySymbol), quantity_thousandths = \(item.quantityThousandths),
                unit = \(item.unit), unit_price_minor = \(item.unitPrice), amount_minor = \(item.amount),
                discount_minor = \(item.discount), needs_review = \(item.needsReview)
            WHERE user_id = \(user) AND purchase_id = \(purchase) AND id = \(item.id)
            """
    }
}
