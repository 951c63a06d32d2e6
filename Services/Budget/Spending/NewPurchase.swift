import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// A validated purchase, of a receipt or typed in by its owner.
struct NewPurchase: Sendable {
    let userID: UUID
    /// The receipt; only one that is typed in may have none.
    let receiptID: UUID?
    /// What it is in the ledger.
    let kind: Purchase.Kind
    /// Whether its owner typed it in.
    let isTypedIn: Bool
    let content: PurchaseContent
    /// Fields for the owner to review.
    let review: PurchaseFields
    /// The earlier receipt with the same photo.
    let samePhotoReceiptID: UUID?
    /// What catalog could not be asked for; nil when it was asked for everything.
    let unmatched: Unmatched?
    /// The purchase that it duplicates, as the file says that it is imported from.
    var duplicateOf: UUID?
    /// The recurring expenditure that it is recorded for.
    var recurringID: UUID?

    struct Unmatched: Sendable {
        /// Items as printed, by their receipt_line.
        let receiptLines: [Int32]
        /// The store's telephone number as printed; empty when unknown.
        let storePhone: String
    }

    /// Validates a purchase that ocr has read.
    /// - Throws: INVALID_ARGUMENT with every violation.
    init(validating request: Budget.RecordPurchaseRequest) throws(Status) {
        var validator = FieldValidator()
        userID = validator.uuid(request.userID, "user_id")
        let purchase = request.purchase ?? Budget.Purchase()
        if request.purchase == nil {
            validator.reject("purchase", .services.ruleMissing)
            try validator.finish()
        }
        receiptID = validator.uuid(purchase.receiptID, "purchase.receipt_id")
        kind = .purchase
        isTypedIn = false
        content = NewPurchase.content(purchase, at: "purchase.", items: purchase.items, PurchaseItem.init, &validator)
        review = PurchaseFields(purchase.fieldsToReview)
        samePhotoReceiptID = validator.optionalUUID(purchase.samePhotoReceiptID, "purchase.same_photo_receipt_id")
        unmatched = request.unmatched.flatMap { NewPurchase.unmatched($0, &validator) }
        try validator.finish()
    }

    /// Validates a purchase that its owner types in.
    /// - Parameter hasKey: Whether the call has an idempotency key, without which a repeated call would add it twice.
    /// - Throws: INVALID_ARGUMENT with every violation.
    init(
        validating request: Budget.CreatePurchaseRequest,
        of user: UUID,
        within bounds: EntryBounds,
        hasKey: Bool
    ) throws(Status) {
        var validator = FieldValidator()
        if !hasKey { validator.reject("idempotency-key", .services.ruleGiven) }
        userID = user
        receiptID = validator.optionalUUID(request.receiptID, "receipt_id")
        kind = .purchase
        isTypedIn = true
        let purchase = Budget.Purchase(
            storeName: request.storeName,
            purchasedAt: request.purchasedAt,
            currency: request.currency,
            subtotal: request.subtotal,
            taxes: request.taxes,
            total: request.total,
            storeAddress: request.storeAddress,
            note: request.note
        )
        content = NewPurchase.content(
            purchase,
            at: "",
            items: request.items,
            PurchaseItem.init(typed:_:_:_:),
            &validator
        )
        (review, samePhotoReceiptID, unmatched) = ([], nil, nil)
        validator.bound(request, bounds)
        try validator.finish()
    }

    /// Validates an expenditure.
    /// - Parameter hasKey: Whether the call has an idempotency key, without which a repeated call would add it twice.
    /// - Throws: INVALID_ARGUMENT with every violation.
    init(
        validating request: Budget.CreateExpenditureRequest,
        of user: UUID,
        within bounds: EntryBounds,
        hasKey: Bool
    ) throws(Status) {
        var validator = FieldValidator()
        if !hasKey { validator.reject("idempotency-key", .services.ruleGiven) }
        self.init(request, amount: validator.spendable(request.amount, "amount"), of: user, &validator)
        validator.bound(request, bounds)
        try validator.finish()
    }

    /// Validates an expenditure of a file that is imported. Its currency may be unknown until it is recorded.
    /// - Throws: INVALID_ARGUMENT with every violation.
    init(importing request: Budget.CreateExpenditureRequest, of user: UUID) throws(Status) {
        var validator = FieldValidator()
        let amount = request.amount ?? Common.Money()
        if amount.minorUnits <= 0 { validator.reject("amount", .services.ruleAboveZero) }
        self.init(request, amount: amount, of: user, &validator)
        try validator.finish()
    }

    /// A recurring expenditure on one of its days.
    /// - Throws: INVALID_ARGUMENT, which no stored one gives.
    init(of recurring: RecurringExpenditure, on day: CalendarDay, of user: UUID) throws(Status) {
        var validator = FieldValidator()
        var expenditure = recurring.terms.expenditure
        expenditure.purchasedAt?.date = day.text
        self.init(expenditure, amount: validator.spendable(expenditure.amount, "amount"), of: user, &validator)
        recurringID = recurring.id
        try validator.finish()
    }

    /// Validates an expenditure.
    /// - Parameters:
    ///   - amount: Its amount, which was validated.
    ///   - path: What precedes the names of fields.
    init(
        _ expenditure: Budget.CreateExpenditureRequest,
        amount: Common.Money,
        at path: String = "",
        of user: UUID,
        _ validator: inout FieldValidator
    ) {
        let item = PurchaseItem(
            id: UUID(),
            productName: validator.text(expenditure.name, "\(path)name", length: 1...200),
            category: validator.category(expenditure.category, "\(path)category"),
            categorySymbol: validator.text(expenditure.categorySymbol, "\(path)category_symbol", length: 0...16),
            printedText: "",
            quantityThousandths: 1_000,
            unit: "each",
            unitPrice: nil,
            // Without a trap for the least number, which is rejected.
            amount: expenditure.refund ? 0 &- amount.minorUnits : amount.minorUnits,
            discount: 0,
            needsReview: false,
            confidence: 100
        )
        let time = PurchaseTime(expenditure.purchasedAt, "\(path)purchased_at", &validator)
        if expenditure.purchasedAt?.date.isEmpty ?? true {
            validator.reject("\(path)purchased_at.date", .services.ruleGiven)
        }
        userID = user
        kind = .expenditure
        isTypedIn = true
        content = PurchaseContent(
            storeName: validator.text(expenditure.place, "\(path)place", length: 0...200),
            purchasedAt: time,
            currency: amount.currency,
            items: [item],
            taxes: [],
            note: validator.note(expenditure.note, "\(path)note")
        )
        (receiptID, review, samePhotoReceiptID, unmatched) = (nil, [], nil, nil)
    }

    /// Validates an entry of one of Larder's own files. Identifiers in it are of another ledger, and are not taken.
    /// - Throws: INVALID_ARGUMENT with every violation.
    init(importing purchase: Budget.Purchase, of user: UUID) throws(Status) {
        var validator = FieldValidator()
        var purchase = purchase
        (purchase.storeID, purchase.knownStore, purchase.suggestedCurrency) = ("", "", "")
        for index in purchase.items.indices.prefix(PurchaseLimits.items + 1) {
            purchase.items[index].productID = ""
            purchase.items[index].needsReview = false
            (purchase.items[index].confidence, purchase.items[index].receiptLine) = (100, 0)
        }
        userID = user
        kind = Purchase.Kind(purchase.kind)
        isTypedIn = true
        content = NewPurchase.content(purchase, at: "", items: purchase.items, PurchaseItem.init, &validator)
        (receiptID, review, samePhotoReceiptID, unmatched) = (nil, [], nil, nil)
        if kind == .expenditure { checkExpenditure(&validator) }
        try validator.finish()
    }

    private func checkExpenditure(_ validator: inout FieldValidator) {
        if content.purchasedAt.day == nil { validator.reject("purchased_at.date", .services.ruleGiven) }
        if content.currency == Currency.unknown { validator.reject("currency", .budget.ruleKnownCurrency) }
        let isOneAmount = content.taxes.isEmpty && content.subtotal == nil && content.total == nil
        guard content.items.count == 1, let item = content.items.first, isOneAmount else {
            return validator.reject("items", .budget.importRuleOneItem)
        }
        if item.productName.isEmpty { validator.reject("items[0].product_name", .services.ruleNotEmpty) }
        if item.amount == 0 || item.discount != 0 { validator.reject("items[0].amount", .budget.importRuleOneItem) }
    }

    private static func unmatched(_ unmatched: Budget.Unmatched, _ validator: inout FieldValidator) -> Unmatched? {
        if unmatched.receiptLines.count > PurchaseLimits.items {
            validator.reject(
                "unmatched.receipt_lines",
                .services.ruleCountedAtMost(highest: PurchaseLimits.items, number: unmatched.receiptLines.count)
            )
        }
        let phone = validator.text(unmatched.storePhone, "unmatched.store_phone", length: 0...40)
        guard unmatched.store || !unmatched.receiptLines.isEmpty else { return nil }
        return Unmatched(
            receiptLines: Array(unmatched.receiptLines.prefix(PurchaseLimits.items)),
            storePhone: unmatched.store ? phone : ""
        )
    }

    /// What the currency probably is; empty where it is known.
    private static func suggestion(
        _ purchase: Budget.Purchase,
        _ field: String,
        _ validator: inout FieldValidator
    ) -> String {
        let code = purchase.suggestedCurrency
        if !code.isEmpty, Currency(code: code) == nil {
            validator.reject(field, .budget.ruleCurrencyOrEmpty)
        }
        return purchase.currency == Currency.unknown && code != Currency.unknown ? code : ""
    }

    /// Validates everything but the identifiers.
    /// - Parameters:
    ///   - purchase: All but its items.
    ///   - path: What precedes the names of fields.
    ///   - items: Its items, each of which `item` validates.
    private static func content<Item>(
        _ purchase: Budget.Purchase,
        at path: String,
        items: [Item],
        _ item: (Item, String, MoneyValidator, inout FieldValidator) -> PurchaseItem,
        _ validator: inout FieldValidator
    ) -> PurchaseContent {
        if Currency(code: purchase.currency) == nil {
            validator.reject("\(path)currency", .budget.ruleCurrencyOrUnknown)
        }
        if items.count > PurchaseLimits.items {
            validator.reject(
                "\(path)items",
                .services.ruleCountedAtMost(highest: PurchaseLimits.items, number: items.count)
            )
        }
        if purchase.taxes.count > PurchaseLimits.taxes {
            validator.reject(
                "\(path)taxes",
                .services.ruleCountedAtMost(highest: PurchaseLimits.taxes, number: purchase.taxes.count)
            )
        }
        if items.isEmpty, purchase.total == nil {
            validator.reject("\(path)items", .budget.ruleItemsOrTotal)
        }
        let money = MoneyValidator(currency: purchase.currency)
        let lines = items.prefix(PurchaseLimits.items).enumerated().map { index, line in
            item(line, "\(path)items[\(index)]", money, &validator)
        }
        let hasReturns = lines.contains { $0.amount < 0 }
        let content = PurchaseContent(
            storeID: validator.optionalUUID(purchase.storeID, "\(path)store_id"),
            storeName: validator.text(purchase.storeName, "\(path)store_name", length: 0...200),
            storeAddress: validator.text(purchase.storeAddress, "\(path)store_address", length: 0...300),
            knownStore: validator.text(purchase.knownStore, "\(path)known_store", length: 0...800),
            purchasedAt: PurchaseTime(purchase.purchasedAt, "\(path)purchased_at", &validator),
            currency: purchase.currency,
            suggestedCurrency: suggestion(purchase, "\(path)suggested_currency", &validator),
            items: lines,
            subtotal: money.optional(purchase.subtotal, "\(path)subtotal", mayBeNegative: hasReturns, &validator),
            taxes: purchase.taxes.prefix(PurchaseLimits.taxes).enumerated().map { index, tax in
                let path = "\(path)taxes[\(index)]"
                return PurchaseTax(
                    label: validator.text(tax.label, "\(path).label", length: 0...60),
                    amount: money.required(tax.amount, "\(path).amount", mayBeNegative: hasReturns, &validator)
                )
            },
            total: money.optional(purchase.total, "\(path)total", mayBeNegative: hasReturns, &validator),
            note: validator.note(purchase.note, "\(path)note")
        )
        if content.computedTotal == nil { validator.reject("\(path)items", .budget.ruleItemsAddUp) }
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
        if money.currency != currency { validator.reject(field, .budget.rulePurchaseCurrency(currency: currency)) }
        if money.minorUnits < 0, !mayBeNegative { validator.reject(field, .budget.ruleNotNegative) }
        return money.minorUnits
    }

    /// An amount in minor units.
    func required(
        _ money: Common.Money?,
        _ field: String,
        mayBeNegative: Bool,
        _ validator: inout FieldValidator
    ) -> Int64 {
        if money == nil { validator.reject(field, .services.ruleMissing) }
        return optional(money, field, mayBeNegative: mayBeNegative, &validator) ?? 0
    }
}

extension PurchaseItem {
    /// The range of quantities of a line, in thousandths: up to a million units.
    static let quantityRange: ClosedRange<Int64> = 1...1_000_000_000

    fileprivate init(
        typed item: Budget.NewItem,
        _ path: String,
        _ money: MoneyValidator,
        _ validator: inout FieldValidator
    ) {
        self.init(item, path, money, &validator)
        if !item.afterItemID.isEmpty { validator.reject("\(path).after_item_id", .budget.ruleAfterItem) }
    }

    fileprivate init(
        _ item: Budget.PurchaseItem,
        _ path: String,
        _ money: MoneyValidator,
        _ validator: inout FieldValidator
    ) {
        id = UUID()
        productID = validator.optionalUUID(item.productID, "\(path).product_id")
        productName = validator.text(item.productName, "\(path).product_name", length: 0...200)
        category = validator.category(item.category, "\(path).category")
        categorySymbol = validator.text(item.categorySymbol, "\(path).category_symbol", length: 0...16)
        printedText = validator.text(item.printedText, "\(path).printed_text", length: 0...200)
        quantityThousandths = validator.number(
            item.quantityThousandths,
            "\(path).quantity_thousandths",
            in: PurchaseItem.quantityRange
        )
        unit = PurchaseItem.unit(item.unit, "\(path).unit", &validator)
        amount = money.required(item.amount, "\(path).amount", mayBeNegative: true, &validator)
        unitPrice = money.optional(item.unitPrice, "\(path).unit_price", mayBeNegative: amount < 0, &validator)
        discount = money.optional(item.discount, "\(path).discount", mayBeNegative: true, &validator) ?? 0
        if discount > 0 { validator.reject("\(path).discount", .budget.ruleDiscount) }
        needsReview = item.needsReview
        confidence = validator.number(item.confidence, "\(path).confidence", in: 0...100)
        receiptLine = validator.number(item.receiptLine, "\(path).receipt_line", in: 0...1_000_000)
        take(item.charge)
        completeCategory()
    }
}

extension PurchaseTime {
    /// Parses a date; nil when empty.
    static func day(_ text: String, _ field: String, _ validator: inout FieldValidator) -> CalendarDay? {
        let day = CalendarDay(purchaseDay: text)
        if day == nil, !text.isEmpty {
            validator.reject(field, .budget.ruleDay)
        }
        return day
    }

    /// Parses a time of day; nil when empty.
    static func time(_ text: String, _ field: String, _ validator: inout FieldValidator) -> String? {
        if !text.isEmpty, text.wholeMatch(of: /([01][0-9]|2[0-3]):[0-5][0-9]/) == nil {
            validator.reject(field, .budget.ruleTime)
        }
        return text.isEmpty ? nil : text
    }

    fileprivate init(_ time: Common.LocalDateTime?, _ path: String, _ validator: inout FieldValidator) {
        let given = time ?? Common.LocalDateTime()
        day = PurchaseTime.day(given.date, "\(path).date", &validator)
        self.time = PurchaseTime.time(given.time, "\(path).time", &validator)
        timeZone = given.timeZone
        if !timeZone.isEmpty { _ = validator.timeZone(timeZone, "\(path).time_zone") }
    }
}

extension CalendarDay {
    /// Reads a purchase's day, `YYYY-MM-DD` from 1900 on; nil for anything else.
    init?(purchaseDay text: String) {
        guard let day = CalendarDay(text), day.year >= 1900 else { return nil }
        self = day
    }
}
