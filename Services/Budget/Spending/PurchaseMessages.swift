import BudgetMessages
import CommonMessages
import EventsMessages
import Foundation
import Foundations
import RPC
import ServiceKit
import Texts

extension Purchase {
    /// The purchase in messages to clients, with the names of charges and of shared products in the caller's language.
    func message(_ names: ProductNames) -> Budget.Purchase {
        var message = storedMessage
        for (index, item) in content.items.enumerated() {
            message.items[index].productName = names.name(of: item)
        }
        message.conflicts = conflicts.compactMap { conflict in
            let changes = changes(choosing: conflict, names)
            if changes.isEmpty { return nil }
            var shown = conflict.storedMessage
            shown.edit = conflict.edit(fitting: self)
            shown.changes = changes.map { $0.text(names).forCaller }
            return shown
        }
        return message
    }

    /// The purchase in lists, which say that there are conflicts and not which: their versions may be long.
    func listedMessage(_ names: ProductNames) -> Budget.Purchase {
        var listed = self
        listed.conflicts = []
        var message = listed.message(names)
        message.conflicts = conflicts.map { Budget.PurchaseConflict(id: $0.id.canonical) }
        return message
    }

    /// The purchase with names as they are stored.
    var storedMessage: Budget.Purchase {
        Budget.Purchase(
            id: id.canonical,
            receiptID: receiptID?.canonical ?? "",
            state: state.message,
            storeID: content.storeID?.canonical ?? "",
            storeName: content.storeName,
            purchasedAt: Common.LocalDateTime(
                date: content.purchasedAt.day?.text ?? "",
                time: content.purchasedAt.time ?? "",
                timeZone: content.purchasedAt.timeZone
            ),
            currency: content.currency,
            items: content.items.map(message),
            subtotal: content.subtotal.map(money),
            taxes: content.taxes.map { Budget.PurchaseTax(label: $0.label, amount: money($0.amount)) },
            total: content.total.map(money),
            computedTotal: content.computedTotal.map(money),
            totalsAgree: content.total != nil && content.total == content.computedTotal,
            recordedAt: Common.Timestamp(recordedAt),
            version: version,
            storeAddress: content.storeAddress,
            fieldsToReview: review.messages,
            taxesIncluded: content.hasTaxesInPrices,
            duplicateOf: isOriginalGone ? "" : duplicateOf?.canonical ?? "",
            samePhotoReceiptID: samePhotoReceiptID?.canonical ?? "",
            awaitsMatching: awaitsMatching,
            knownStore: content.knownStore,
            typedIn: isTypedIn,
            suggestedCurrency: content.suggestedCurrency,
            kind: kind.message,
            note: content.note,
            recurringID: recurringID?.canonical ?? "",
            conflicts: conflicts.map(\.storedMessage)
        )
    }

    /// The event for other services when the purchase is recorded.
    func recordedEvent(for user: UUID) -> Events.PurchaseRecorded {
        Events.PurchaseRecorded(
            userID: user.canonical,
            purchaseID: id.canonical,
            receiptID: receiptID?.canonical ?? "",
            storeName: content.storeName,
            total: (content.total ?? content.computedTotal).map(money),
            items: Int32(content.items.count),
            itemsToReview: Int32(content.items.count(where: \.needsReview)),
            seemsDuplicate: duplicateOf != nil,
            fieldsToReview: Int32(review.messages.count)
        )
    }

    /// The event for ocr of a purchase that its owner has confirmed or discarded; nil without a receipt.
    func settledEvent(for user: UUID) -> Events.PurchaseSettled? {
        guard let receipt = receiptID, state != .toVerify else { return nil }
        return .init(userID: user.canonical, purchaseID: id.canonical, receiptID: receipt.canonical)
    }

    private func money(_ minorUnits: Int64) -> Common.Money {
        Common.Money(minorUnits: minorUnits, currency: content.currency)
    }

    private func message(_ item: PurchaseItem) -> Budget.PurchaseItem {
        Budget.PurchaseItem(
            id: item.id.canonical,
            productID: item.productID?.canonical ?? "",
            productName: item.productName,
            categorySymbol: item.categorySymbol,
            printedText: item.printedText,
            quantityThousandths: item.quantityThousandths,
            unit: item.unit,
            unitPrice: item.unitPrice.map(money),
            amount: money(item.amount),
            discount: money(item.discount),
            needsReview: item.needsReview,
            confidence: item.confidence,
            receiptLine: item.receiptLine,
            charge: item.charge.map(Common.Charge.init) ?? .unspecified,
            category: item.category
        )
    }
}

extension Purchase.State {
    var message: Budget.PurchaseState {
        switch self {
        case .toVerify: .toVerify
        case .confirmed: .confirmed
        case .discarded: .discarded
        }
    }

    init?(_ message: Budget.PurchaseState) {
        switch message {
        case .toVerify: self = .toVerify
        case .confirmed: self = .confirmed
        case .discarded: self = .discarded
        case .unspecified, .unrecognized: return nil
        }
    }
}

extension Purchase.Kind {
    var message: Budget.PurchaseKind {
        switch self {
        case .purchase: .purchase
        case .expenditure: .expenditure
        }
    }

    /// Whatever is no expenditure is a purchase, as all were before there were kinds.
    init(_ message: Budget.PurchaseKind) { self = message == .expenditure ? .expenditure : .purchase }
}

extension Common.Charge {
    fileprivate init(_ charge: ReceiptCharge) {
        switch charge {
        case .service: self = .service
        case .tip: self = .tip
        case .rounding: self = .rounding
        }
    }
}

extension ReceiptCharge {
    /// Nil for none, and for one that a newer version knows.
    init?(_ message: Common.Charge) {
        switch message {
        case .service: self = .service
        case .tip: self = .tip
        case .rounding: self = .rounding
        case .unspecified, .unrecognized: return nil
        }
    }
}

extension PurchaseItem {
    /// Takes a charge from a message. Its name is not printed, whatever the message says.
    ///
    /// Former versions sent and stored charges by their English names, as if they were printed.
    mutating func take(_ charge: Common.Charge) {
        self.charge = ReceiptCharge(charge)
        if self.charge == nil, productID == nil, productName.isEmpty, unitPrice == nil, discount == 0, receiptLine > 0 {
            self.charge = ReceiptCharge(formerName: printedText)
        }
        if self.charge != nil { printedText = "" }
    }
}
