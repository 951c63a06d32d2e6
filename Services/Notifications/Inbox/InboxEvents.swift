import CommonMessages
import EventsMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// The events that users hear of.
struct InboxEvents: Sendable {
    let store: InboxStore

    /// What an event adds to an inbox; nil for a kind without entries. Such an event comes only from a newer program, which
    /// expects one: it is kept for the newer version of this program.
    func effect(of event: ConsumedEvent) async throws -> EventEffect? {
        guard let entry = try NewEntry(of: event) else { return nil }
        // Users need no notification of what they have done themselves.
        if case .purchaseRecorded(let purchase) = event.payload, purchase.typedIn { return EventEffect.none }
        return .transaction { try await store.add(entry, in: $0) }
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
        // For other services: users need no notification of what they have done themselves.
        case .purchaseCorrected, .purchaseSettled, .consentWithdrawn: return nil
        }
        try validator.finish()
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
            title: "Receipt ready",
            message: NewEntry.message(
                store: store,
                total: event.total,
                items: items,
                toCheck: Int64(itemsToCheck) + Int64(fieldsToCheck),
                isDouble: event.seemsDuplicate
            ),
            subject: "purchase:\(purchaseID.canonical)"
        )
    }

    private init(_ event: Events.ReceiptFailed, _ eventID: UUID, _ validator: inout FieldValidator) {
        let receiptID = validator.uuid(event.receiptID, "receipt_failed.receipt_id")
        let limit = NewEntry.messageLimit
        let explanation = validator.text(event.explanation, "receipt_failed.explanation", length: 0...limit)
        self.init(
            eventID: eventID,
            userID: validator.uuid(event.userID, "receipt_failed.user_id"),
            kind: "receipt_failed",
            title: "Receipt not read",
            message: explanation.isEmpty ? "This receipt could not be read. Please try another photo." : explanation,
            subject: "receipt:\(receiptID.canonical)"
        )
    }

    /// `Juniper Street Market, CA$53.17, 15 items. 2 to check.` A long store name is cut rather than the figures.
    private static func message(
        store: String,
        total: Common.Money?,
        items: Int32,
        toCheck: Int64,
        isDouble: Bool
    ) -> String {
        let figures = [total?.text, items == 1 ? "1 item" : "\(items) items"].compactMap(\.self).joined(separator: ", ")
        var rest = toCheck == 0 ? "\(figures)." : "\(figures). \(toCheck) to check."
        if isDouble { rest += " You seem to have this one already: keep or discard it." }
        if store.isEmpty { return rest }
        return store.shortened(to: messageLimit - rest.unicodeScalars.count - 2) + ", " + rest
    }
}
