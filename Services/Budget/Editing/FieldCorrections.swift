import BudgetMessages
import EventsMessages
import Foundation
import Foundations
import ServiceKit

extension PurchaseDifference {
    /// The events for other services, in order.
    func events(for user: UUID) -> [(receiver: String, event: Events.Event.Payload)] {
        let corrected = correctedEvent(for: user).map { event in
            // One learns to read, the other learns the meanings of lines.
            ["ocr", "catalog"].map { ($0, Events.Event.Payload.purchaseCorrected(event)) }
        }
        let settled = settledEvent(for: user).map { event in
            // One needs the photo no longer, the other takes back what asks for a check.
            ["ocr", "notifications"].map { ($0, Events.Event.Payload.purchaseSettled(event)) }
        }
        return (corrected ?? []) + (settled ?? [])
    }

    /// The event of a confirmed or discarded purchase of a receipt; nil when neither has just happened.
    private func settledEvent(for user: UUID) -> Events.PurchaseSettled? {
        return after.state == before.state ? nil : after.settledEvent(for: user)
    }

    /// The event of a correction: the reading and the owner's value.
    ///
    /// Nil when there is nothing to learn, and for a purchase that was not read from a receipt.
    func correctedEvent(for user: UUID) -> Events.PurchaseCorrected? {
        guard let receipt = after.receiptID, !after.isTypedIn else { return nil }
        let corrections = fieldCorrections + items.flatMap(corrections) + removed.map(removal) + added.map(addition)
        guard !corrections.isEmpty else { return nil }
        return Events.PurchaseCorrected(
            userID: user.canonical,
            purchaseID: after.id.canonical,
            receiptID: receipt.canonical,
            storeID: after.content.storeID?.canonical ?? "",
            corrections: corrections
        )
    }

    private var fieldCorrections: [Events.FieldCorrection] {
        fields.map { change in
            // Both enumerations number the fields equally.
            let field = Events.CorrectedField(rawValue: change.field.rawValue)
            return Events.FieldCorrection(field: field, before: change.before, after: change.after)
        }
    }

    private func corrections(_ change: ItemChange) -> [Events.FieldCorrection] {
        let (old, new) = (change.before, change.after)
        var corrections: [Events.FieldCorrection] = []
        func compare(_ field: Events.CorrectedField, _ before: String, _ after: String) {
            if before != after { corrections.append(correction(field, new, before: before, after: after)) }
        }
        if old.name != new.name || old.productID != new.productID {
            corrections.append(correction(.product, new, before: old.name.code, after: new.name.code))
        }
        compare(.quantity, old.quantityText, new.quantityText)
        compare(.unit, old.unit, new.unit)
        compare(.unitPrice, old.unitPrice.map(before.content.text) ?? "", new.unitPrice.map(after.content.text) ?? "")
        compare(.amount, before.content.text(old.amount), after.content.text(new.amount))
        compare(.discount, before.content.text(old.discount), after.content.text(new.discount))
        if corrections.isEmpty, old.needsReview, !new.needsReview {
            corrections.append(correction(.product, new, before: old.name.code, after: new.name.code))
        }
        return corrections
    }

    private func removal(_ item: PurchaseItem) -> Events.FieldCorrection {
        correction(.item, item, before: item.name.code, after: "")
    }

    private func addition(_ item: PurchaseItem) -> Events.FieldCorrection {
        correction(.item, item, before: "", after: item.name.code)
    }

    private func correction(
        _ field: Events.CorrectedField,
        _ item: PurchaseItem,
        before: String,
        after: String
    ) -> Events.FieldCorrection {
        Events.FieldCorrection(
            field: field,
            receiptLine: item.receiptLine,
            printedText: item.printedText,
            before: before,
            after: after,
            productID: field == .product ? item.productID?.canonical ?? "" : ""
        )
    }
}
