import CommonMessages
import EventsMessages
import Foundation
import Foundations
import NotificationsMessages
import RPC
import ServiceKit
import Texts

/// The events that users hear of, and those after which something is forgotten of which they have heard.
struct InboxEvents: Sendable {
    let store: InboxStore
    let times: DeliveryTimes

    private var withdrawal: ConsentWithdrawal { ConsentWithdrawal(places: PlaceStore(inbox: store)) }

    /// What an event adds to an inbox; nil for a kind without entries. Such an event comes only from a newer program, which
    /// expects one: it is kept for the newer version of this program.
    func effect(of event: ConsumedEvent) async throws -> EventEffect? {
        switch event.payload {
        case .purchaseSettled(let settled): return try withdrawal(settled, event)
        case .goalKept(let kept): return try withdrawal(kept, event)
        case .priceDropGone(let drop): return try withdrawal(drop, event)
        case .consentWithdrawn: return try withdrawal.effect(of: event)
        default: break
        }
        guard let entry = try NewEntry(of: event) else { return nil }
        // Users need no notification of what they have done themselves.
        if case .purchaseRecorded(let purchase) = event.payload, purchase.typedIn { return EventEffect.none }
        let key = try await store.keys.key(of: entry.userID)
        return .transaction {
            try await store.add(entry, key, in: $0)
        } committed: { isAdded in
            guard isAdded, let start = entry.occurredAt else { return }
            times.note(entry.kind, .inbox, from: start, to: store.clock.now)
        }
    }

    private func withdrawal(_ subject: String, _ kind: String, of user: UUID) -> EventEffect {
        .transaction { try await store.withdraw(subject, kinds: [kind], of: user, in: $0) }
    }

    /// Nobody has to be told to check a purchase that its owner has confirmed or discarded already.
    private func withdrawal(_ settled: Events.PurchaseSettled, _ event: ConsumedEvent) throws -> EventEffect {
        var validator = event.validator
        let user = validator.uuid(settled.userID, "purchase_settled.user_id")
        let purchase = validator.uuid(settled.purchaseID, "purchase_settled.purchase_id")
        try validator.finish()
        return withdrawal("purchase:\(purchase.canonical)", "receipt_ready", of: user)
    }

    /// A notice about a goal that is not passed any more is withdrawn.
    private func withdrawal(_ kept: Events.GoalKept, _ event: ConsumedEvent) throws -> EventEffect {
        var validator = event.validator
        let user = validator.uuid(kept.userID, "goal_kept.user_id")
        let goal = validator.uuid(kept.goalID, "goal_kept.goal_id")
        let day = validator.text(kept.firstDay, "goal_kept.first_day", length: 10...10)
        try validator.finish()
        return withdrawal("goal:\(goal.canonical):\(day)", "goal_passed", of: user)
    }

    /// A notice about a price that isn't offered any more is withdrawn.
    private func withdrawal(_ drop: Events.PriceDropGone, _ event: ConsumedEvent) throws -> EventEffect {
        var validator = event.validator
        let user = validator.uuid(drop.userID, "price_drop_gone.user_id")
        let id = validator.uuid(drop.dropID, "price_drop_gone.drop_id")
        try validator.finish()
        return withdrawal("price:\(id.canonical)", "price_drop", of: user)
    }
}

extension NewEntry {
    /// The entry for an event; nil when users don't hear of it.
    /// - Throws: INVALID_ARGUMENT with everything that is wrong with the event.
    init?(of event: ConsumedEvent) throws(Status) {
        var validator = event.validator
        switch event.payload {
        case .purchaseRecorded(let purchase): self.init(purchase, event.id, &validator)
        case .receiptFailed(let failure): self.init(failure, event.id, &validator)
        case .accountSecured(let change): self.init(change, event.id, &validator)
        case .goalPassed(let goal): self.init(goal, event.id, &validator)
        case .badgeAwarded(let badge): self.init(badge, event.id, &validator)
        case .priceDropFound(let drop): self.init(drop, event.id, &validator)
        // For other services: users need no notification of what they have done themselves.
        case .purchaseCorrected, .purchaseSettled, .goalKept, .priceDropGone, .consentWithdrawn: return nil
        }
        try validator.finish()
        occurredAt = event.occurredAt
    }

    private init(_ event: Events.AccountSecured, _ eventID: UUID, _ validator: inout FieldValidator) {
        let change: InboxText.AccountChange? =
            switch event.change {
            case .passwordChanged: .passwordChanged
            case .passwordReset: .passwordReset
            case .unspecified, .unrecognized: nil
            }
        self.init(
            eventID: eventID,
            userID: validator.uuid(event.userID, "account_secured.user_id"),
            kind: "account_secured",
            text: .accountSecured(change: change?.rawValue ?? "other"),
            subject: "account:security"
        )
    }

    private init(_ event: Events.GoalPassed, _ eventID: UUID, _ validator: inout FieldValidator) {
        let goal = validator.uuid(event.goalID, "goal_passed.goal_id")
        let day = validator.text(event.firstDay, "goal_passed.first_day", length: 10...10)
        let english = validator.text(event.targetEnglish, "goal_passed.target_english", length: 0...1_000)
        let french = validator.text(event.targetFrench, "goal_passed.target_french", length: 0...1_000)
        self.init(
            eventID: eventID,
            userID: validator.uuid(event.userID, "goal_passed.user_id"),
            kind: "goal_passed",
            text: .goalPassed(
                limit: Self.total(event.limit, "goal_passed.limit", &validator),
                spent: Self.total(event.spent, "goal_passed.spent", &validator),
                english: english.shortened(to: InboxText.limit),
                french: french.shortened(to: InboxText.limit),
                firstDay: day,
                lastDay: event.lastDay.isEmpty ? nil : event.lastDay.shortened(to: day.count)
            ),
            subject: "goal:\(goal.canonical):\(day)"
        )
    }

    private init(_ event: Events.BadgeAwarded, _ eventID: UUID, _ validator: inout FieldValidator) {
        let badge = validator.text(event.badge, "badge_awarded.badge", length: 1...40)
        self.init(
            eventID: eventID,
            userID: validator.uuid(event.userID, "badge_awarded.user_id"),
            kind: "badge_awarded",
            text: .badgeAwarded(
                english: validator.text(event.titleEnglish, "badge_awarded.title_english", length: 1...120),
                french: validator.text(event.titleFrench, "badge_awarded.title_french", length: 0...120)
            ),
            subject: "badge:\(badge)"
        )
    }

    private init(_ event: Events.PriceDropFound, _ eventID: UUID, _ validator: inout FieldValidator) {
        let drop = validator.uuid(event.dropID, "price_drop_found.drop_id")
        let english = validator.text(event.productEnglish, "price_drop_found.product_english", length: 1...1_000)
        let french = validator.text(event.productFrench, "price_drop_found.product_french", length: 0...1_000)
        let store = validator.text(event.storeName, "price_drop_found.store_name", length: 1...1_000)
        self.init(
            eventID: eventID,
            userID: validator.uuid(event.userID, "price_drop_found.user_id"),
            kind: "price_drop",
            text: .priceDrop(
                english: english.shortened(to: InboxText.limit),
                french: french.shortened(to: InboxText.limit),
                store: store.shortened(to: InboxText.nameLimit),
                price: Self.total(event.price, "price_drop_found.price", &validator),
                quantity: validator.text(event.quantity, "price_drop_found.quantity", length: 0...20),
                unit: validator.text(event.unit, "price_drop_found.unit", length: 0...20),
                percent: validator.number(event.savingPercent, "price_drop_found.saving_percent", in: 0...100)
            ),
            subject: "price:\(drop.canonical)"
        )
    }

    private static func total(
        _ money: Common.Money?,
        _ field: String,
        _ validator: inout FieldValidator
    ) -> InboxText.Total {
        let money = money ?? .init()
        _ = validator.text(money.currency, "\(field).currency", length: 3...3)
        return .init(minorUnits: money.minorUnits, currency: money.currency)
    }

    private init(_ event: Events.PurchaseRecorded, _ eventID: UUID, _ validator: inout FieldValidator) {
        let purchaseID = validator.uuid(event.purchaseID, "purchase_recorded.purchase_id")
        let items = validator.number(event.items, "purchase_recorded.items", in: 0...Int32.max)
        let itemsToCheck = validator.number(
            event.itemsToReview,
            "purchase_recorded.items_to_review",
            in: 0...Int32.max
        )
        let fieldsToCheck = validator.number(
            event.fieldsToReview,
            "purchase_recorded.fields_to_review",
            in: 0...Int32.max
        )
        let store = validator.text(event.storeName, "purchase_recorded.store_name", length: 0...1_000)
        if let total = event.total {
            _ = validator.text(total.currency, "purchase_recorded.total.currency", length: 3...3)
        }
        self.init(
            eventID: eventID,
            userID: validator.uuid(event.userID, "purchase_recorded.user_id"),
            kind: "receipt_ready",
            text: .receiptReady(
                store: store.shortened(to: InboxText.limit),
                total: event.total.map { .init(minorUnits: $0.minorUnits, currency: $0.currency) },
                items: items,
                toCheck: Int64(itemsToCheck) + Int64(fieldsToCheck),
                isDuplicate: event.seemsDuplicate
            ),
            subject: "purchase:\(purchaseID.canonical)"
        )
    }

    private init(_ event: Events.ReceiptFailed, _ eventID: UUID, _ validator: inout FieldValidator) {
        let receiptID = validator.uuid(event.receiptID, "receipt_failed.receipt_id")
        let explanation = validator.text(event.explanation, "receipt_failed.explanation", length: 0...InboxText.limit)
        let cause = validator.text(event.cause, "receipt_failed.cause", length: 0...64)
        let isKnown = ReceiptFailure(rawValue: cause) != nil || explanation.isEmpty
        self.init(
            eventID: eventID,
            userID: validator.uuid(event.userID, "receipt_failed.user_id"),
            kind: "receipt_failed",
            text: isKnown ? .receiptFailed(cause: cause) : .receiptFailedBecause(explanation: explanation),
            subject: "receipt:\(receiptID.canonical)"
        )
    }
}
