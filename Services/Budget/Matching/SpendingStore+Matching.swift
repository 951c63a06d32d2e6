import EventsMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

extension SpendingStore {
    /// Applies catalog's response to a purchase as an automatic revision, and ends the lease with it: each response counts
    /// once. A discarded purchase is changed, too, so that it can be restored whole.
    /// - Returns: The purchase as it is then; nil when the lease was no longer in force, and nothing has changed.
    func match(_ lookup: Lease<PurchaseLookup>, _ matches: PurchaseMatches) async throws -> Purchase? {
        try await transaction(of: lookup.user) { connection, key in
            // The purchase first: every change of it takes these locks in that order.
            let before = try await lock(lookup.purchase, of: lookup.user, with: key, in: connection)
            guard try await PurchaseLookup.queue(in: pool).finish(lookup, in: connection) else { return nil }
            var after = matches.applied(to: before)
            // One that was typed in is confirmed from the start; afterwards its owner has decided.
            let isOpen = after.state == .toVerify || after.isTypedIn && before.version == 1
            if after.kind == .purchase, after.duplicateOf == nil, isOpen,
                before.content.storeID != after.content.storeID,
                // Of a file's entries its owner has seen which are in the ledger already.
                try await !isImported(lookup.purchase, of: lookup.user, in: connection)
            {
                after.duplicateOf = try await earlierAtSameStore(
                    as: after,
                    named: before,
                    of: lookup.user,
                    with: key,
                    in: connection
                )
            }
            // As if catalog had responded at once, so that undoing a change doesn't undo its response.
            let original = try await revisions.rewriteSnapshots(
                of: lookup.purchase,
                by: lookup.user,
                with: key,
                in: connection
            ) { matches.applied(to: $0) }
            let saved = try await save(
                after,
                over: before,
                as: .automatic,
                changes: matches.changes(before: before, after: after),
                of: lookup.user,
                with: key,
                in: connection
            )
            if before.content.storeID == nil, saved.content.storeID != nil, let original {
                try await sendCorrections(from: original, to: saved, of: lookup.user, in: connection)
            }
            return saved
        }
    }

    private func isImported(_ purchase: UUID, of user: UUID, in connection: PostgresConnection) async throws -> Bool {
        let rows = try await connection.query(
            "SELECT FROM import_entries WHERE user_id = \(user) AND purchase_id = \(purchase)"
        )
        return !rows.isEmpty
    }

    /// Sends corrections made while the store was unknown to catalog again, with the store.
    private func sendCorrections(
        from original: Purchase,
        to purchase: Purchase,
        of user: UUID,
        in connection: PostgresConnection
    ) async throws {
        let difference = PurchaseDifference(before: original, after: purchase)
        guard var event = difference.correctedEvent(for: user) else { return }
        event.corrections.removeAll { $0.field != .product }
        guard !event.corrections.isEmpty else { return }
        try await EventOutbox.write(
            .purchaseCorrected(event),
            key: user.canonical,
            to: "catalog",
            occurredAt: clock.now,
            in: connection
        )
    }

    /// The earlier purchase at the same store that this one repeats.
    ///
    /// Only repetitions that the newly found store reveals; those with the same name or photo were detected on recording.
    private func earlierAtSameStore(
        as purchase: Purchase,
        named before: Purchase,
        of user: UUID,
        with key: DataKey,
        in connection: PostgresConnection
    ) async throws -> UUID? {
        let content = purchase.content
        let total = content.total ?? (purchase.isTypedIn ? content.computedTotal : nil)
        return try await connection.query(
            """
            SELECT id FROM purchases
            WHERE user_id = \(user) AND id <> \(purchase.id) AND state <> 'discarded'
                AND recorded_at <= \(purchase.recordedAt)
                AND purchased_on = \(content.purchasedAt.day)
                AND \(SpendingStore.total("purchases")) = \(total)::bigint AND currency = \(content.currency)
                AND store_id = \(content.storeID)
                AND NOT \(SpendingStore.isNamed("purchases", before.content.storeName, with: key))
                AND \(showsSamePhoto("purchases", purchase.receiptID, as: purchase.samePhotoReceiptID)) IS NOT TRUE
                AND coalesce(purchased_time = \(content.purchasedAt.time), true)
            ORDER BY duplicate_of IS NOT NULL, recorded_at, id LIMIT 1
            """
        ).first?["id"]
    }
}
