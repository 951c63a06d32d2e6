import BudgetMessages
import CatalogLookup
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import OCRMessages
import ReceiptUnderstanding
import ServiceKit
import Texts

/// A purchase to be recorded, from the reading and catalog's answers.
struct PurchaseDraft {
    let reading: OCR.Reading
    let receiptID: String
    /// The IANA name of the uploading device's time zone, or empty.
    let timeZone: String
    /// The earlier receipt with the same photo, or empty.
    var samePhotoReceiptID = ""
    /// The store that catalog has found.
    var store: Catalog.ResolveStoreResponse?
    /// The products by line number.
    var products: [Int: Catalog.ResolvedProduct] = [:]
    /// What catalog could not be asked; budget asks for it once the purchase is recorded.
    var unmatched = Budget.Unmatched()

    init(reading: OCR.Reading, receiptID: String, timeZone: String) {
        self.reading = reading
        self.receiptID = receiptID
        self.timeZone = timeZone
    }

    /// The printed store, if it can be looked up.
    var printedStore: (name: String, address: String, phone: String)? {
        guard let name = reading.storeName?.value, name.contains(where: { $0.isLetter || $0.isNumber }) else {
            return nil
        }
        return (name, reading.storeAddress?.value ?? "", reading.storePhone?.value ?? "")
    }

    /// The lines that mean a product, by number.
    var productLines: [(number: Int, text: String)] {
        reading.items.prefix(PurchaseLimits.items).enumerated().compactMap { number, item in
            item.kind == .product && !item.text.isEmpty ? (number, item.text) : nil
        }
    }

    /// The purchase to record. Fields that are not printed, or are impossible and therefore misread, are absent.
    var purchase: Budget.Purchase {
        var purchase = Budget.Purchase(receiptID: receiptID)
        purchase.storeID = store?.store?.id ?? ""
        let printedName = reading.storeName?.value ?? ""
        if let store, let known = store.store {
            // A doubtful one is shown beside what is printed, not in its place.
            purchase.storeName = store.isDoubtful ? printedName : known.name
            purchase.knownStore = store.isDoubtful ? known.nameAndAddress : ""
        } else {
            purchase.storeName = printedName
        }
        if let date = reading.date?.value {
            // The device may know zones that this machine does not, and that budget would reject.
            let zone = TimeZone(named: timeZone) == nil ? "" : timeZone
            purchase.purchasedAt = .init(date: date, time: reading.time?.value ?? "", timeZone: zone)
        }
        purchase.currency = reading.currency?.value ?? Currency.unknown
        purchase.suggestedCurrency = reading.suggestedCurrency
        purchase.items = reading.items.prefix(PurchaseLimits.items).enumerated().map(item)
        purchase.subtotal = plausible(reading.subtotal)
        purchase.taxes = reading.taxes.prefix(PurchaseLimits.taxes).compactMap { tax in
            plausible(tax.amount).map { .init(label: tax.label, amount: $0) }
        }
        purchase.total = plausible(reading.total)
        purchase.storeAddress = reading.storeAddress?.value ?? ""
        purchase.fieldsToReview = fieldsToReview
        purchase.samePhotoReceiptID = samePhotoReceiptID
        return purchase
    }

    /// Fields that are doubtful, or missing although every receipt has them.
    private var fieldsToReview: [Budget.PurchaseField] {
        let needed: [(Budget.PurchaseField, Int32?)] = [
            (.storeName, reading.storeName?.confidence), (.date, reading.date?.confidence),
            (.currency, reading.currency?.confidence), (.total, reading.total?.confidence),
        ]
        let others: [(Budget.PurchaseField, Int32?)] = [
            (.storeAddress, reading.storeAddress?.confidence), (.time, reading.time?.confidence),
            (.subtotal, reading.subtotal?.confidence), (.taxes, reading.taxes.compactMap(\.amount?.confidence).min()),
        ]
        let threshold = Int32(ReceiptDraft.reviewThreshold)
        let fields =
            needed.filter { $0.1.map { $0 < threshold } ?? true || $0.0 == .storeName && store?.isDoubtful == true }
            + others.filter { $0.1.map { $0 < threshold } ?? false }
        return fields.map(\.0).sorted { $0.rawValue < $1.rawValue }
    }

    /// The sum, unless it is negative on a receipt without returns.
    private func plausible(_ sum: OCR.ReadAmount?) -> Common.Money? {
        guard let value = sum?.value else { return nil }
        let hasReturns = reading.items.contains { ($0.amount?.minorUnits ?? 0) < 0 }
        return value.minorUnits >= 0 || hasReturns ? value : nil
    }

    private func item(_ number: Int, _ line: OCR.ReadItem) -> Budget.PurchaseItem {
        let match = products[number]
        let isDoubtful = match?.isDoubtful ?? false
        let charge = line.receiptCharge
        return Budget.PurchaseItem(
            productID: match?.product?.id ?? "",
            productName: match?.product?.name ?? "",
            categorySymbol: match?.product?.category?.symbol ?? "",
            // A budget of the former version knows no charges, and stores this in their place.
            printedText: charge?.text.english ?? line.text,
            quantityThousandths: line.quantityThousandths,
            unit: line.unit,
            unitPrice: line.unitPrice,
            amount: line.amount,
            discount: line.discount,
            needsReview: line.needsReview || isDoubtful,
            confidence: line.confidence,
            receiptLine: Int32(number + 1),
            charge: charge.map(Common.Charge.init) ?? .unspecified,
            category: match?.product?.category?.slug ?? ""
        )
    }
}
