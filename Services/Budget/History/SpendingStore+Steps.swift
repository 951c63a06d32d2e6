import Foundation
import Foundations
import Messages
import Postgres
import RPC
import ServiceKit

// Every change of a purchase goes this way: under its lock, as one step of its history, told to whom it concerns.
extension SpendingStore {
    /// How many steps back a purchase can be taken.
    static let undoLimit: Int64 = 200
    /// For so long a corrected store is left to whoever corrects it.
    private static let matchingDelay: Duration = .seconds(2)

    /// Makes a step.
    /// - Parameter change: What the step makes of the purchase; the version is counted up for it.
    /// - Returns: The purchase as it is then; as it was when nothing has changed.
    /// - Throws: NOT_FOUND; ABORTED when the purchase isn't as the owner has seen it; what `change` throws. Then nothing
    ///   has changed.
    func step(
        _ id: UUID,
        of user: UUID,
        expecting version: ExpectedVersion,
        in connection: PostgresConnection,
        _ change: (Purchase) throws(Status) -> Purchase
    ) async throws -> Purchase {
        let before = try await find(.purchase(id), of: user, in: connection, locking: true)
        try version.require(before.version)
        let after = try change(before)
        guard after != before else { return before }
        return try await save(after, over: before, as: .owner, of: user, in: connection)
    }

    /// Takes back the latest step of its owner that stands.
    /// - Throws: NOT_FOUND; ABORTED when the purchase isn't as the owner has seen it; FAILED_PRECONDITION when there is
    ///   nothing to take back.
    func undo(
        _ id: UUID,
        of user: UUID,
        expecting version: ExpectedVersion,
        in connection: PostgresConnection
    ) async throws -> (Purchase, undone: PurchaseStep) {
        let present = try await find(.purchase(id), of: user, in: connection, locking: true)
        try version.require(present.version)
        let rows = try await connection.query(
            """
            SELECT \(PurchaseStep.columns), before FROM purchase_steps
            WHERE user_id = \(user) AND purchase_id = \(id)
                AND undoes IS NULL AND undone_by IS NULL AND NOT matched
            ORDER BY version DESC LIMIT 1
            """
        )
        guard let row = rows.first else {
            throw Status(.failedPrecondition, "There is nothing to undo in this purchase.", reason: .nothingToUndo)
        }
        guard let snapshot: [UInt8] = try row["before"] else {
            throw Status(
                .failedPrecondition,
                "The steps before are too long ago to be undone. Please correct the purchase instead.",
                reason: .nothingToUndo
            )
        }
        let step = try PurchaseStep(row)
        var former = try PurchaseSnapshot.unpack(snapshot)
        former.isOriginalGone = present.isOriginalGone
        former.awaitsMatching = present.awaitsMatching
        let purchase = try await save(former, over: present, as: .undoing(step.version), of: user, in: connection)
        return (purchase, step)
    }

    /// A page of a purchase's history, newest first.
    /// - Throws: NOT_FOUND when the user has no such purchase.
    func steps(_ id: UUID, of user: UUID, _ page: Page<StepKey>) async throws -> ([PurchaseStep], next: String?) {
        let tables = try await pool.pipeline([
            "SELECT FROM purchases WHERE user_id = \(user) AND id = \(id)",
            """
            SELECT \(PurchaseStep.columns) FROM purchase_steps
            WHERE user_id = \(user) AND purchase_id = \(id) AND version < \(page.after?.version ?? .max)
            ORDER BY version DESC LIMIT \(page.limit + 1)
            """,
        ])
        guard !tables[0].isEmpty else { throw Status.notFound("purchase") }
        let found = try tables[1].map(PurchaseStep.init)
        let steps = Array(found.prefix(page.limit))
        guard found.count > page.limit, let last = steps.last else { return (steps, nil) }
        return (steps, Page.token(after: StepKey(version: last.version)))
    }

    /// The steps after a version, the oldest first, each with the purchase as it left it.
    /// - Throws: NOT_FOUND when the user has no such purchase.
    func updates(of id: UUID, after version: Int64, for user: UUID) async throws -> [(Purchase, PurchaseStep)] {
        try await pool.transaction(isolation: .repeatableRead) { connection in
            let present = try await find(.purchase(id), of: user, in: connection)
            let rows = try await connection.query(
                """
                SELECT \(PurchaseStep.columns), before FROM purchase_steps
                WHERE user_id = \(user) AND purchase_id = \(id) AND version > \(version) ORDER BY version
                """
            )
            let befores: [[UInt8]?] = try rows.map { try $0["before"] }
            return try rows.indices.map { index in
                // A step leaves what the next one finds.
                let next = index + 1 < rows.count ? try befores[index + 1].map(PurchaseSnapshot.unpack) : nil
                return (next ?? present, try PurchaseStep(rows[index]))
            }
        }
    }

    // MARK: Writing

    /// - Parameter before: The purchase as it is, locked.
    func save(
        _ purchase: Purchase,
        over before: Purchase,
        as kind: StepKind,
        of user: UUID,
        in connection: PostgresConnection
    ) async throws -> Purchase {
        var after = purchase
        after.version = before.version + 1
        let difference = PurchaseDifference(before: before, after: after)
        let time = clock.now
        try await connection.pipeline(
            [header(after, of: user)] + rows(difference, of: user)
                + history(difference, kind, before: try PurchaseSnapshot.pack(before), at: time, of: user)
                + lookups(difference, kind, of: user)
        )
        for (receiver, event) in events(difference, kind, for: user) {
            try await EventOutbox.write(event, key: user.canonical, to: receiver, occurredAt: time, in: connection)
        }
        return try await find(.purchase(after.id), of: user, in: connection)
    }

    private func history(
        _ difference: PurchaseDifference,
        _ kind: StepKind,
        before: [UInt8],
        at time: Date,
        of user: UUID
    ) -> [Statement] {
        let (id, version) = (difference.after.id, difference.after.version)
        var (undoing, lines, isMatched): (Int64?, [String], Bool) = (nil, difference.lines, false)
        switch kind {
        case .owner: break
        case .undoing(let version): undoing = version
        case .matched(let changes): (lines, isMatched) = (changes, true)
        }
        return [
            """
            INSERT INTO purchase_steps (user_id, purchase_id, version, made_at, changes, before, undoes, matched)
            VALUES (
                \(user), \(id), \(version), \(time), \(lines), \(before), \(undoing), \(isMatched)
            )
            """,
            """
            UPDATE purchase_steps SET undone_by = \(version)
            WHERE user_id = \(user) AND purchase_id = \(id) AND version = \(undoing)
            """,
            """
            UPDATE purchase_steps SET before = NULL
            WHERE user_id = \(user) AND purchase_id = \(id) AND before IS NOT NULL
                AND \(undoing)::bigint IS NULL AND version <= \(version - SpendingStore.undoLimit)
            """,
        ]
    }

    /// A store that its owner names is looked up.
    private func lookups(_ difference: PurchaseDifference, _ kind: StepKind, of user: UUID) -> [Statement] {
        if case .matched = kind { return [] }
        let (before, after) = (difference.before.content, difference.after.content)
        let isOther = before.storeName != after.storeName || before.storeAddress != after.storeAddress
        guard isOther, after.namesUnknownStore else { return [] }
        return [MatchingQueue.insertion(of: difference.after.id, user, after: SpendingStore.matchingDelay)]
    }

    /// What catalog said teaches nobody anything.
    private func events(
        _ difference: PurchaseDifference,
        _ kind: StepKind,
        for user: UUID
    ) -> [(receiver: String, event: Events.Event.Payload)] {
        if case .matched = kind { return [] }
        return difference.events(for: user)
    }

    private func header(_ purchase: Purchase, of user: UUID) -> Statement {
        let content = purchase.content
        let day = content.purchasedAt.day
        let listedOn = listedDay(content.purchasedAt, recordedAt: purchase.recordedAt)
        return """
            UPDATE purchases SET state = \(purchase.state), store_id = \(content.storeID),
                store_name = \(content.storeName), store_address = \(content.storeAddress),
                known_store = \(content.knownStore),
                purchased_on = \(day), purchased_time = \(content.purchasedAt.time),
                time_zone = \(content.purchasedAt.timeZone), listed_on = \(listedOn),
                currency = \(content.currency), subtotal_minor = \(content.subtotal), total_minor = \(content.total),
                item_count = \(content.items.count), review_fields = \(purchase.review.rawValue),
                duplicate_of = \(purchase.duplicateOf), version = \(purchase.version)
            WHERE user_id = \(user) AND id = \(purchase.id)
            """
    }

    /// Only what differs is written.
    private func rows(_ difference: PurchaseDifference, of user: UUID) -> [Statement] {
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
                    statements.append(update(item, at: place, in: after.id, of: user))
                }
            } else {
                statements.append(insertion(of: item, at: place, in: after.id, of: user))
            }
        }
        if before.content.taxes != after.content.taxes {
            statements.append(
                "DELETE FROM purchase_taxes WHERE user_id = \(user) AND purchase_id = \(after.id)"
            )
            statements += after.content.taxes.enumerated().map { insertion(of: $1, at: $0, in: after.id, of: user) }
        }
        return statements
    }

    private func update(_ item: PurchaseItem, at place: Int, in purchase: UUID, of user: UUID) -> Statement {
        """
        UPDATE purchase_items SET position = \(place), product_id = \(item.productID),
            product_name = \(item.productName), category_symbol = \(item.categorySymbol),
            quantity_thousandths = \(item.quantityThousandths), unit = \(item.unit),
            unit_price_minor = \(item.unitPrice), amount_minor = \(item.amount), discount_minor = \(item.discount),
            needs_review = \(item.needsReview)
        WHERE user_id = \(user) AND purchase_id = \(purchase) AND id = \(item.id)
        """
    }
}

extension StatusReason {
    /// The purchase has no change that can be undone.
    static let nothingToUndo: StatusReason = "NOTHING_TO_UNDO"
}
