import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import ServiceKit

/// A snapshot is the message that clients get, with names as they are stored.
extension Purchase: RevisedRecord {
    /// A snapshot cannot be read.
    struct UnreadableSnapshot: Error {}

    func snapshot() throws -> [UInt8] {
        var message = storedMessage
        // Needed here although clients don't receive it.
        message.duplicateOf = duplicateOf?.canonical ?? ""
        return Array(try message.encoded().readableBytesView)
    }

    init(snapshot: [UInt8]) throws {
        try self.init(snapshot: Budget.Purchase(decoding: ByteBuffer(bytes: snapshot)))
    }

    func restored(over present: Purchase) -> Purchase {
        var former = self
        former.isOriginalGone = present.isOriginalGone
        former.awaitsMatching = present.awaitsMatching
        former.recurringID = present.recurringID
        return former
    }
}

extension Purchase {
    fileprivate init(snapshot message: Budget.Purchase) throws {
        guard let id = UUID(canonical: message.id), let state = State(message.state) else {
            throw Purchase.UnreadableSnapshot()
        }
        let time = message.purchasedAt
        self.init(
            id: id,
            kind: Kind(message.kind),
            receiptID: UUID(canonical: message.receiptID),
            state: state,
            content: PurchaseContent(
                storeID: UUID(canonical: message.storeID),
                storeName: message.storeName,
                storeAddress: message.storeAddress,
                knownStore: message.knownStore,
                purchasedAt: PurchaseTime(
                    day: time.flatMap { CalendarDay(purchaseDay: $0.date) },
                    time: time.flatMap { $0.time.isEmpty ? nil : $0.time },
                    timeZone: time?.timeZone ?? ""
                ),
                currency: message.currency,
                suggestedCurrency: message.suggestedCurrency,
                items: try message.items.map(PurchaseItem.init(snapshot:)),
                subtotal: message.subtotal?.minorUnits,
                taxes: message.taxes.map { PurchaseTax(label: $0.label, amount: $0.amount?.minorUnits ?? 0) },
                total: message.total?.minorUnits,
                note: message.note
            ),
            review: PurchaseFields(message.fieldsToReview),
            samePhotoReceiptID: UUID(canonical: message.samePhotoReceiptID),
            duplicateOf: UUID(canonical: message.duplicateOf),
            isTypedIn: message.typedIn,
            conflicts: message.conflicts.compactMap(PurchaseConflict.init),
            recordedAt: message.recordedAt?.date ?? Date(timeIntervalSince1970: 0),
            version: message.version
        )
    }
}

extension PurchaseItem {
    fileprivate init(snapshot message: Budget.PurchaseItem) throws {
        guard let id = UUID(canonical: message.id) else { throw Purchase.UnreadableSnapshot() }
        self.init(
            id: id,
            productID: UUID(canonical: message.productID),
            productName: message.productName,
            category: message.category,
            categorySymbol: message.categorySymbol,
            printedText: message.printedText,
            quantityThousandths: message.quantityThousandths,
            unit: message.unit,
            unitPrice: message.unitPrice?.minorUnits,
            amount: message.amount?.minorUnits ?? 0,
            discount: message.discount?.minorUnits ?? 0,
            needsReview: message.needsReview,
            confidence: message.confidence,
            receiptLine: message.receiptLine
        )
        take(message.charge)
        completeCategory()
    }
}
