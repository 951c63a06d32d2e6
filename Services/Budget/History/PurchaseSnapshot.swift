import Foundation
import Foundations
import MessageCoding
import Messages
import NIOCore
import ServiceKit

/// A purchase as it was before a step, packed as the message that clients get.
enum PurchaseSnapshot {
    /// A snapshot cannot be read.
    struct Unreadable: Error {}

    static func pack(_ purchase: Purchase) throws -> [UInt8] {
        var message = purchase.message
        // What clients aren't told of is needed all the same.
        message.duplicateOf = purchase.duplicateOf?.canonical ?? ""
        return Array(try message.encoded().readableBytesView)
    }

    static func unpack(_ bytes: [UInt8]) throws -> Purchase {
        try Purchase(snapshot: Budget.Purchase(decoding: ByteBuffer(bytes: bytes)))
    }
}

extension Purchase {
    fileprivate init(snapshot message: Budget.Purchase) throws {
        guard let id = UUID(canonical: message.id), let state = State(message.state) else {
            throw PurchaseSnapshot.Unreadable()
        }
        let time = message.purchasedAt
        self.init(
            id: id,
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
                items: try message.items.map(PurchaseItem.init(snapshot:)),
                subtotal: message.subtotal?.minorUnits,
                taxes: message.taxes.map { PurchaseTax(label: $0.label, amount: $0.amount?.minorUnits ?? 0) },
                total: message.total?.minorUnits
            ),
            review: PurchaseFields(message.fieldsToReview),
            samePhotoReceiptID: UUID(canonical: message.samePhotoReceiptID),
            duplicateOf: UUID(canonical: message.duplicateOf),
            recordedAt: message.recordedAt?.date ?? Date(timeIntervalSince1970: 0),
            version: message.version
        )
    }
}

extension PurchaseItem {
    fileprivate init(snapshot message: Budget.PurchaseItem) throws {
        guard let id = UUID(canonical: message.id) else { throw PurchaseSnapshot.Unreadable() }
        self.init(
            id: id,
            productID: UUID(canonical: message.productID),
            productName: message.productName,
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
    }
}
