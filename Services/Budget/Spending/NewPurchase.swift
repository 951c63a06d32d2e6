import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// A validated purchase of a receipt.
struct NewPurchase: Sendable {
    let userID: UUID
    let receiptID: UUID
    let content: PurchaseContent
    /// Fields for the owner to review.
    let review: PurchaseFields
    /// The earlier receipt with the same photo.
    let samePhotoReceiptID: UUID?
    /// What catalog could not be asked for; nil when it was asked for everything.
    let unmatched: Unmatched?

    struct Unmatched: Sendable {
        /// Items as printed, by their receipt_line.
        let receiptLines: [Int32]
    }

    /// Validates a request.
    /// - Throws: INVALID_ARGUMENT with every violation.
    init(validating request: Budget.RecordPurchaseRequest) throws(Status) {
        var validator = FieldValidator()
        userID = validator.uuid(request.userID, "user_id")
        let purchase = request.purchase ?? Budget.Purchase()
        if request.purchase == nil {
            validator.reject("purchase", "is missing")
            try validator.finish()
        }
        receiptID = validator.uuid(purchase.receiptID, "purchase.receipt_id")
        content = NewPurchase.content(purchase, &validator)
        review = PurchaseFields(purchase.fieldsToReview)
        samePhotoReceiptID = validator.optionalUUID(purchase.samePhotoReceiptID, "purchase.same_photo_receipt_id")
        unmatched = request.unmatched.flatMap { NewPurchase.unmatched($0, &validator) }
        try validator.finish()
    }

    private static func unmatched(_ unmatched: Budget.Unmatched, _ validator: inout FieldValidator) -> Unmatched? {
        if unmatched.receiptLines.count > PurchaseLimits.items {
            validator.reject(
                "unmatched.receipt_lines",
                "must be at most \(PurchaseLimits.items), not \(unmatched.receiptLines.count)"
            )
        }
        guard unmatched.store || !unmatched.receiptLines.isEmpty else { return nil }
        return Unmatched(receiptLines: Array(unmatched.receiptLines.prefix(PurchaseLimits.items)))
    }

    private static func content(_ purchase: Budget.Purchase, _ validator: inout FieldValidator) -> PurchaseContent {
        if Currency(code: purchase.currency) == nil {
            validator.reject("purchase.currency", "must be an ISO 4217 code such as CAD")
        }
        if purchase.items.count > PurchaseLimits.items {
            validator.reject("purchase.items", "must be at most \(PurchaseLimits.items), not \(purchase.items.count)")
        }
        if purchase.taxes.count > PurchaseLimits.taxes {
            validator.reject("purchase.taxes", "must be at most \(PurchaseLimits.taxes), not \(purchase.taxes.count)")
        }
        if purchase.items.isEmpty, purchase.total == nil {
            validator.reject("purchase.items", "must not be empty when there is no total either")
        }
        let money = MoneyValidator(currency: purchase.currency)
        let hasReturns = purchase.items.contains { ($0.amount?.minorUnits ?? 0) < 0 }
        let content = PurchaseContent(
            storeID: validator.optionalUUID(purchase.storeID, "purchase.store_id"),
            storeName: validator.text(purchase.storeName, "purchase.store_name", length: 0...200),
            storeAddress: validator.text(purchase.storeAddress, "purchase.store_address", length: 0...300),
            purchasedAt: PurchaseTime(purchase.purchasedAt, "purchase.purchased_at", &validator),
            currency: purchase.currency,
            items: purchase.items.prefix(PurchaseLimits.items).enumerated().map { index, item in
                PurchaseItem(item, "purchase.items[\(index)]", money, &validator)
            },
            subtotal: money.optional(purchase.subtotal, "purchase.subtotal", mayBeNegative: hasReturns, &validator),
            taxes: purchase.taxes.prefix(PurchaseLimits.taxes).enumerated().map { index, tax in
                let path = "purchase.taxes[\(index)]"
                return PurchaseTax(
                    label: validator.text(tax.label, "\(path).label", length: 0...60),
                    amount: money.required(tax.amount, "\(path).amount", mayBeNegative: hasReturns, &validator)
                )
            },
            total: money.optional(purchase.total, "purchase.total", mayBeNegative: hasReturns, &validator)
        )
        if content.computedTotal == nil { validator.reject("purchase.items", "add up to more than can be counted") }
        return content
    }
}

/// Validates amounts, which must all be in one currency.
struct MoneyValidator {
    let currency: String

    /// An amount in minor units; nil when absent.
    func optional(
        _ money: Common.Money?,
        _ field: String,
        mayBeNegative: Bool,
        _ validator: inout FieldValidator
    ) -> Int64? {
        guard let money else { return nil }
        if money.currency != currency { validator.reject(field, "must be in the purchase's currency, \(currency)") }
        if money.minorUnits < 0, !mayBeNegative { validator.reject(field, "must not be negative") }
        return money.minorUnits
    }

    /// An amount in minor units.
    func required(
        _ money: Common.Money?,
        _ field: String,
        mayBeNegative: Bool,
        _ validator: inout FieldValidator
    ) -> Int64 {
        if money == nil { validator.reject(field, "is missing") }
        return optional(money, field, mayBeNegative: mayBeNegative, &validator) ?? 0
    }
}

extension PurchaseItem {
    /// The range of quantities of a line, in thousandths: up to a million units.
    static let quantityRange: ClosedRange<Int64> = 1...1_000_000_000

    fileprivate init(
        _ item: Budget.PurchaseItem,
        _ path: String,
        _ money: MoneyValidator,
        _ validator: inout FieldValidator
    ) {
        id = UUID()
        productID = validator.optionalUUID(item.productID, "\(path).product_id")
        productName = validator.text(item.productName, "\(path).product_name", length: 0...200)
        categorySymbol = validator.text(item.categorySymbol, "\(path).category_symbol", length: 0...16)
        printedText = validator.text(item.printedText, "\(path).printed_text", length: 0...200)
        quantityThousandths = validator.number(
            item.quantityThousandths,
            "\(path).quantity_thousandths",
            in: PurchaseItem.quantityRange
        )
        unit = validator.text(item.unit, "\(path).unit", length: 0...20)
        amount = money.required(item.amount, "\(path).amount", mayBeNegative: true, &validator)
        unitPrice = money.optional(item.unitPrice, "\(path).unit_price", mayBeNegative: amount < 0, &validator)
        discount = money.optional(item.discount, "\(path).discount", mayBeNegative: true, &validator) ?? 0
        if discount > 0 { validator.reject("\(path).discount", "must be 0 or negative") }
        needsReview = item.needsReview
        confidence = validator.number(item.confidence, "\(path).confidence", in: 0...100)
        receiptLine = validator.number(item.receiptLine, "\(path).receipt_line", in: 0...1_000_000)
    }
}

extension PurchaseTime {
    /// Parses a date; nil when empty.
    static func day(_ text: String, _ field: String, _ validator: inout FieldValidator) -> CalendarDay? {
        let day = CalendarDay(purchaseDay: text)
        if day == nil, !text.isEmpty {
            validator.reject(field, "must be a day such as 2025-03-09, from 1900 on, or empty")
        }
        return day
    }

    /// Parses a time of day; nil when empty.
    static func time(_ text: String, _ field: String, _ validator: inout FieldValidator) -> String? {
        if !text.isEmpty, text.wholeMatch(of: /([01][0-9]|2[0-3]):[0-5][0-9]/) == nil {
            validator.reject(field, "must be a time from 00:00 to 23:59, or empty")
        }
        return text.isEmpty ? nil : text
    }

    fileprivate init(_ time: Common.LocalDateTime?, _ path: String, _ validator: inout FieldValidator) {
        let given = time ?? Common.LocalDateTime()
        day = PurchaseTime.day(given.date, "\(path).date", &validator)
        self.time = PurchaseTime.time(given.time, "\(path).time", &validator)
        timeZone = given.timeZone
        if !timeZone.isEmpty, timeZone.utf8.count > 64 || TimeZone(identifier: timeZone) == nil {
            validator.reject("\(path).time_zone", "must be an IANA time zone such as America/Vancouver, or empty")
        }
    }
}

extension CalendarDay {
    /// Reads a purchase's day, `YYYY-MM-DD` from 1900 on; nil for anything else.
    init?(purchaseDay text: String) {
        guard let day = CalendarDay(text), day.year >= 1900 else { return nil }
        self = day
    }
}
