import EventsMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// The events that connect items with purchases.
///
/// A purchase with something to review becomes an item; once that is done, ocr learns that the purchase is settled.
struct PurchaseEvents: Sendable {
    let store: ItemStore

    /// What an event does here; nil for kinds of which this service knows nothing.
    @Sendable func effect(_ event: ConsumedEvent) async throws -> EventEffect? {
        guard case .purchaseRecorded(let recorded) = event.payload else { return nil }
        var validator = event.validator
        let user = validator.uuid(recorded.userID, "purchase_recorded.user_id")
        let purchase = validator.uuid(recorded.purchaseID, "purchase_recorded.purchase_id")
        let receipt = validator.uuid(recorded.receiptID, "purchase_recorded.receipt_id")
        try validator.finish()
        guard recorded.itemsToReview > 0 else { return EventEffect.none }
        // The reader's program words what is to be done; only what it needs for that is stored.
        let title = recorded.storeName.isEmpty ? "?" : String(recorded.storeName.prefix(200))
        let item = TodoItem(id: UUID(), title: title, purchase: .init(id: purchase, receipt: receipt))
        return .transaction { connection in
            _ = try await store.add(item, of: user, in: connection)
        }
    }

    /// Writes that a purchase is settled, into the transaction in which its item is done.
    static func settle(
        _ purchase: TodoItem.PurchaseReference,
        of user: UUID,
        at time: Date,
        in connection: PostgresConnection
    ) async throws {
        let event = Events.PurchaseSettled(
            userID: user.canonical,
            purchaseID: purchase.id.canonical,
            receiptID: purchase.receipt.canonical
        )
        try await EventOutbox.write(
            .purchaseSettled(event),
            key: user.canonical,
            to: "ocr",
            occurredAt: time,
            in: connection
        )
    }
}
