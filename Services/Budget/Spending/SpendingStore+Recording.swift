import BudgetMessages
import EventsMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

extension SpendingStore {
    /// Records a purchase from a receipt, which notifications hears of. A receipt that was recorded before gives the
    /// purchase that it became then, also when both come at the same time.
    func record(_ new: NewPurchase) async throws -> Purchase {
        try await transaction(of: new.userID) { connection, key in
            if let purchase = try await add(new, with: key, in: connection) { return purchase }
            guard let receipt = new.receiptID else { throw Status.notFound(.services.nounPurchase) }
            return try await find(.receipt(receipt), of: new.userID, with: key, in: connection)
        }
    }

    /// Records a purchase that its owner typed in, once for its request.
    /// - Throws: ALREADY_EXISTS when its receipt was recorded before; FAILED_PRECONDITION (LEDGER_FULL) where there is no room for it.
    func create(_ new: NewPurchase, sentAs request: IdempotencyStore.Request?) async throws -> Budget.Purchase {
        try await once(request, of: new.userID) { connection, key in
            try await requireRoom(for: 1, of: new.userID, in: connection)
            guard let purchase = try await add(new, with: key, in: connection) else {
                throw Status(
                    .alreadyExists,
                    .budget.receiptRecorded,
                    reason: .receiptRecorded
                )
            }
            return purchase.message(names)
        }
    }

    /// Records a purchase in a transaction of its user's.
    /// - Returns: Nil when its receipt was recorded before.
    func add(
        _ new: NewPurchase,
        with key: DataKey,
        in connection: PostgresConnection
    ) async throws -> Purchase? {
        let (id, time) = (UUID(), clock.now)
        try await lockLedger(of: new.userID, in: connection)
        // A second one of the same receipt waits here for the first to commit or roll back.
        guard try await connection.execute(insertion(of: [(new, id)], at: time, with: key)) == 1 else { return nil }
        try await connection.pipeline(
            try parts(of: [(new, id)], with: key)
                // Who rides the bus twice a day spends the same twice.
                + (new.kind == .expenditure ? [] : [noting(new, id: id, with: key)])
                + lookups(of: new, id: id, with: key)
        )
        let purchase = try await find(.purchase(id), of: new.userID, with: key, in: connection)
        var events: [(receiver: String, event: Events.Event.Payload)] = []
        // Its owner knows of one that was typed in.
        if !new.isTypedIn {
            events.append(("notifications", .purchaseRecorded(purchase.recordedEvent(for: new.userID))))
        }
        // Its owner needs the photo no longer, which nobody could read.
        if let settled = purchase.settledEvent(for: new.userID) { events.append(("ocr", .purchaseSettled(settled))) }
        for (receiver, event) in events {
            let key = new.userID.canonical
            try await EventOutbox.write(event, key: key, to: receiver, occurredAt: time, in: connection)
        }
        return purchase
    }

    /// Whether a user has recorded anything since a moment that is not discarded, and that doesn't recur by itself.
    func hasRecorded(_ user: UUID, since time: Date) async throws -> Bool {
        let rows = try await pool.query(
            """
            SELECT EXISTS (
                SELECT FROM purchases
                WHERE user_id = \(user) AND recorded_at >= \(time) AND recurring_id IS NULL AND state <> 'discarded'
            ) AS found
            """
        )
        return try rows[0]["found"]
    }

    /// One after the other for each user, so that of two that are alike the later one sees the earlier.
    func lockLedger(of user: UUID, in connection: PostgresConnection) async throws {
        try await connection.execute(.turn("purchases \(user)"))
    }

    /// Locks the ledger, and rejects entries that its owner adds where there is no room for them. Receipts need none: OCR limits them.
    /// - Throws: FAILED_PRECONDITION (LEDGER_FULL).
    func requireRoom(for count: Int, of user: UUID, in connection: PostgresConnection) async throws {
        try await lockLedger(of: user, in: connection)
        let rows = try await connection.query(
            """
            SELECT count(*) AS count
            FROM (SELECT FROM purchases WHERE user_id = \(user) LIMIT \(bounds.entries)) AS entries
            """
        )
        guard try (rows[0]["count"] as Int) + count <= bounds.entries else {
            throw Status(.failedPrecondition, .budget.ledgerFull(limit: bounds.entries), reason: .ledgerFull)
        }
    }

    /// Records entries of a file that its owner imports, in the connection's transaction, with the ledger locked.
    ///
    /// None is marked as a duplicate but by the file: its owner has seen which of them are in the ledger already.
    /// - Throws: FAILED_PRECONDITION (LEDGER_FULL) where there is no room for all of them.
    func record(
        _ entries: [(new: NewPurchase, id: UUID)],
        of user: UUID,
        with key: DataKey,
        in connection: PostgresConnection
    ) async throws {
        try await requireRoom(for: entries.count, of: user, in: connection)
        let time = clock.now
        let headers = try Statement.inBatches(entries) { try insertion(of: $0, at: time, with: key) }
        // One a second of each user, however many files they import, so that those of others come between them.
        let unknown = entries.filter { $0.new.content.namesUnknownStore }
        let waiting = try await waitingLookups(of: user, in: connection)
        let storeLookups = unknown.enumerated().map { index, entry in
            storeLookup(of: entry.id, user, after: .seconds(1 + waiting + index))
        }
        try await connection.pipeline(headers + parts(of: entries, with: key) + storeLookups)
    }

    private func waitingLookups(of user: UUID, in connection: PostgresConnection) async throws -> Int {
        try await connection.query("SELECT count(*) AS count FROM purchases_to_match WHERE user_id = \(user)")[0][
            "count"
        ]
    }

    /// Catalog could not be asked just now.
    private static let matchingDelay: Duration = .seconds(1)

    private func lookups(of new: NewPurchase, id: UUID, with key: DataKey) throws -> [Statement] {
        if new.isTypedIn { return new.content.namesUnknownStore ? [storeLookup(of: id, new.userID)] : [] }
        guard let unmatched = new.unmatched else { return [] }
        let delay = SpendingStore.matchingDelay
        return [try PurchaseLookup.insertion(of: id, new.userID, unmatched, with: key, after: delay)]
    }

    private func insertion(
        of entries: some Collection<(new: NewPurchase, id: UUID)>,
        at time: Date,
        with key: DataKey
    ) throws -> Statement {
        """
        INSERT INTO purchases (
            user_id, id, receipt_id, store_id, purchased_on, purchased_time, time_zone, listed_on, currency,
            subtotal_minor, total_minor, item_count, recorded_at, review_fields, same_photo_receipt_id, state,
            typed_in, suggested_currency, store_name_sealed, store_name_hash, store_address_sealed, known_store_sealed,
            kind, note_sealed, duplicate_of, recurring_id
        ) VALUES \(Statement.list(of: try entries.map { try values(of: $0.new, id: $0.id, at: time, with: key) }))
        ON CONFLICT (user_id, receipt_id) DO NOTHING
        """
    }

    private func values(of new: NewPurchase, id: UUID, at time: Date, with key: DataKey) throws -> Statement {
        let content = new.content
        let place = [new.userID.canonical, id.canonical]
        let day = content.purchasedAt.day
        let listedOn = listedDay(content.purchasedAt, recordedAt: time)
        let state: Purchase.State = new.isTypedIn ? .confirmed : .toVerify
        return """
            (
                \(new.userID), \(id), \(new.receiptID), \(content.storeID), \(day),
                \(content.purchasedAt.time), \(content.purchasedAt.timeZone), \(listedOn),
                \(content.currency), \(content.subtotal), \(content.total), \(content.items.count), \(time),
                \(new.review.rawValue), \(new.samePhotoReceiptID), \(state), \(new.isTypedIn),
                \(content.suggestedCurrency),
                \(try PurchaseColumns.storeName.seal(content.storeName, row: place, with: key)),
                \(PurchaseColumns.storeName.lookupHash(of: content.storeName, with: key)),
                \(try PurchaseColumns.storeAddress.seal(content.storeAddress, row: place, with: key)),
                \(try PurchaseColumns.knownStore.seal(content.knownStore, row: place, with: key)),
                \(new.kind), \(try PurchaseColumns.note.seal(content.note, row: place, with: key)),
                \(new.duplicateOf), \(new.recurringID)
            )
            """
    }

    private func parts(of entries: [(new: NewPurchase, id: UUID)], with key: DataKey) throws -> [Statement] {
        let items = entries.flatMap { entry in
            entry.new.content.items.enumerated().map {
                PlacedPart(part: $1, place: $0, purchase: entry.id, user: entry.new.userID)
            }
        }
        let taxes = entries.flatMap { entry in
            entry.new.content.taxes.enumerated().map {
                PlacedPart(part: $1, place: $0, purchase: entry.id, user: entry.new.userID)
            }
        }
        return try Statement.inBatches(items) { try insertion(ofItems: $0, with: key) }
            + Statement.inBatches(taxes) { try insertion(ofTaxes: $0, with: key) }
    }

    /// Notes the earlier purchase that a new one seems to repeat: the one of the same photo, or of the same store, day,
    /// total and, where both tell it, time. One that is typed in without a total has the sum of its items and taxes.
    private func noting(_ new: NewPurchase, id: UUID, with key: DataKey) -> Statement {
        let content = new.content
        let total = content.total ?? (new.isTypedIn ? content.computedTotal : nil)
        return """
            UPDATE purchases SET duplicate_of = (
                SELECT earlier.id FROM purchases AS earlier
                WHERE earlier.user_id = \(new.userID) AND earlier.id <> \(id) AND earlier.state <> 'discarded'
                    AND (
                        \(showsSamePhoto("earlier", new.receiptID, as: new.samePhotoReceiptID))
                        OR (
                            earlier.purchased_on = \(content.purchasedAt.day)
                            AND \(SpendingStore.total("earlier")) = \(total)::bigint AND earlier.currency = \(content.currency)
                            AND (
                                earlier.store_id = \(content.storeID)
                                OR \(SpendingStore.isNamed("earlier", content.storeName, with: key))
                            )
                            AND coalesce(earlier.purchased_time = \(content.purchasedAt.time), true)
                        )
                    )
                ORDER BY earlier.duplicate_of IS NOT NULL, earlier.recorded_at, earlier.id LIMIT 1
            )
            WHERE user_id = \(new.userID) AND id = \(id)
            """
    }

    /// Whether a recorded purchase has a store of a name, in any case of its letters; false for none.
    /// - Parameter table: Its name in the statement.
    static func isNamed(_ table: String, _ name: String, with key: DataKey) -> Statement {
        if name.isEmpty { return "false" }
        let purchase: Statement = "\(identifier: table)"
        // The name itself is compared where a former version has stored it, and the job has not come to it yet.
        return """
            coalesce(
                \(purchase).store_name_hash = \(PurchaseColumns.storeName.lookupHash(of: name, with: key)),
                lower(\(purchase).store_name) = lower(\(name))
            )
            """
    }

    /// Whether a recorded purchase has the same photo as another one, null or false if not. The receipt that was sent first
    /// isn't always recorded first, and several may have the photo of one that never is.
    /// - Parameters:
    ///   - table: The recorded one's name in the statement.
    ///   - receipt: The other one's receipt.
    ///   - samePhoto: The receipt that was sent before with the other one's photo.
    func showsSamePhoto(_ table: String, _ receipt: UUID?, as samePhoto: UUID?) -> Statement {
        let recorded: Statement = "\(identifier: table)"
        return """
            (\(recorded).receipt_id = \(samePhoto) OR \(recorded).same_photo_receipt_id = \(receipt)
                OR \(recorded).same_photo_receipt_id = \(samePhoto))
            """
    }

    /// A recorded purchase's total; without one the sum of its items and taxes, if its owner typed it in.
    /// - Parameter table: Its name in the statement.
    static func total(_ table: String) -> Statement {
        let purchase: Statement = "\(identifier: table)"
        return """
            CASE WHEN \(purchase).total_minor IS NULL AND \(purchase).typed_in THEN ((
                SELECT sum(amount_minor::numeric + discount_minor) FROM purchase_items AS item
                WHERE item.user_id = \(purchase).user_id AND item.purchase_id = \(purchase).id
            ) + (
                SELECT coalesce(sum(amount_minor), 0) FROM purchase_taxes AS tax
                WHERE tax.user_id = \(purchase).user_id AND tax.purchase_id = \(purchase).id
            )) ELSE \(purchase).total_minor END
            """
    }

    // MARK: Rows

    /// The day under which a purchase is listed: its own, or that of its recording where it isn't known.
    func listedDay(_ time: PurchaseTime, recordedAt: Date) -> CalendarDay {
        time.day ?? CalendarDay(of: recordedAt, in: TimeZone(identifier: time.timeZone) ?? .gmt)
    }

    func insertion(
        of item: PurchaseItem,
        at place: Int,
        in purchase: UUID,
        of user: UUID,
        with key: DataKey
    ) throws -> Statement {
        try insertion(ofItems: [PlacedPart(part: item, place: place, purchase: purchase, user: user)], with: key)
    }

    private func insertion(ofItems items: some Collection<PlacedPart<PurchaseItem>>, with key: DataKey) throws
        -> Statement
    {
        """
        INSERT INTO purchase_items (
            user_id, purchase_id, id, position, product_id, product_name_sealed, category, category_symbol,
            printed_text_sealed, quantity_thousandths, unit, unit_price_minor, amount_minor, discount_minor,
            needs_review, confidence, receipt_line, charge
        ) VALUES \(Statement.list(of: try items.map { try values(of: $0, with: key) }))
        """
    }

    private func values(of placed: PlacedPart<PurchaseItem>, with key: DataKey) throws -> Statement {
        let item = placed.part
        let row = [placed.user.canonical, placed.purchase.canonical, item.id.canonical]
        return """
            (
                \(placed.user), \(placed.purchase), \(item.id), \(placed.place), \(item.productID),
                \(try PurchaseColumns.productName.seal(item.productName, row: row, with: key)),
                \(item.category), \(item.categorySymbol),
                \(try PurchaseColumns.printedText.seal(item.printedText, row: row, with: key)),
                \(item.quantityThousandths), \(item.unit), \(item.unitPrice), \(item.amount), \(item.discount),
                \(item.needsReview), \(item.confidence), \(item.receiptLine), \(item.charge?.rawValue)
            )
            """
    }

    func insertion(
        of tax: PurchaseTax,
        at place: Int,
        in purchase: UUID,
        of user: UUID,
        with key: DataKey
    ) throws -> Statement {
        try insertion(ofTaxes: [PlacedPart(part: tax, place: place, purchase: purchase, user: user)], with: key)
    }

    private func insertion(ofTaxes taxes: some Collection<PlacedPart<PurchaseTax>>, with key: DataKey) throws
        -> Statement
    {
        let rows = try taxes.map { placed -> Statement in
            let (tax, place) = (placed.part, placed.place)
            let row = [placed.user.canonical, placed.purchase.canonical, String(place)]
            let label = try PurchaseColumns.taxLabel.seal(tax.label, row: row, with: key)
            return "(\(placed.user), \(placed.purchase), \(place), \(label), \(tax.amount))"
        }
        return """
            INSERT INTO purchase_taxes (user_id, purchase_id, position, label_sealed, amount_minor)
            VALUES \(Statement.list(of: rows))
            """
    }
}

/// An item or tax with its place in a purchase.
private struct PlacedPart<Part> {
    let part: Part
    let place: Int
    let purchase: UUID
    let user: UUID
}

extension StatusReason {
    /// The receipt of a purchase that is typed in has a purchase already.
    static let receiptRecorded: StatusReason = "RECEIPT_RECORDED"

    /// The ledger has as many entries as there may be.
    static let ledgerFull: StatusReason = "LEDGER_FULL"
}
