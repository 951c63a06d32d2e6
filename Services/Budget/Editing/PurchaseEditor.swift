import BudgetMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// Applies an owner's edits to a purchase in order and collects their violations.
///
/// A field that an edit sets needs no review any more. Sums that disagree do not reject an edit.
struct PurchaseEditor {

    private(set) var purchase: Purchase
    private let names: ProductNames
    var validator = FieldValidator()

    init(_ purchase: Purchase, _ names: ProductNames) {
        self.purchase = purchase
        self.names = names
    }

    /// The purchase with all edits applied.
    /// - Parameter names: What its owner is shown.
    /// - Throws: INVALID_ARGUMENT with all violations; NOT_FOUND for an item that the purchase does not have.
    static func edited(
        _ purchase: Purchase,
        by edits: [Budget.PurchaseEdit],
        _ names: ProductNames
    ) throws(Status) -> Purchase {
        var editor = PurchaseEditor(purchase, names)
        for (index, edit) in edits.enumerated() { try editor.apply(edit, "edits[\(index)]") }
        // A name that was changed and changed back means the same store as before.
        if editor.purchase.content.storeName == purchase.content.storeName {
            editor.purchase.content.storeID = purchase.content.storeID
            editor.purchase.content.knownStore = purchase.content.knownStore
        }
        return try editor.checked()
    }

    /// The purchase as a whole may be as it is, whichever edits have made it so.
    private consuming func checked() throws(Status) -> Purchase {
        if purchase.kind == .expenditure { checkExpenditure() }
        if purchase.content.computedTotal == nil { validator.reject("edits", .budget.ruleEditsAddUp) }
        if purchase.content.items.count > PurchaseLimits.items {
            validator.reject("edits", .budget.ruleTooManyItems(highest: PurchaseLimits.items))
        }
        try validator.finish()
        return purchase
    }

    /// The purchase with the edits of a device that knew a former version, merged with what others have changed since.
    /// - Parameters:
    ///   - changes: The owner's changes since that version, the oldest first, each with the purchase before it.
    ///   - madeAt: When the edits were made.
    ///   - names: What its owner is shown.
    /// - Throws: As ``edited(_:by:_:)``; ABORTED when they can't be merged.
    static func merged(
        _ purchase: Purchase,
        editedBy edits: [Budget.PurchaseEdit],
        since changes: [PurchaseMerge.Change],
        madeAt: Date,
        _ names: ProductNames
    ) throws(Status) -> Purchase {
        guard let base = changes.first?.before else { return try edited(purchase, by: edits, names) }
        let edited = try edited(base, by: edits, names)
        let merged = try PurchaseMerge.merged(edited, with: purchase, changed: changes, madeAt: madeAt, names)
        return try PurchaseEditor(merged, names).checked()
    }

    private mutating func apply(_ edit: Budget.PurchaseEdit, _ path: String) throws(Status) {
        if purchase.kind == .expenditure, edit.isOfItemsOrSums {
            return validator.reject(path, .budget.ruleNotOfExpenditure)
        }
        switch edit.edit {
        case .item(let correction): try correct(correction, "\(path).item")
        case .newItem(let item): try add(item, "\(path).new_item")
        case .itemRemoval(let removal): purchase.content.items.remove(at: try index(of: removal.itemID))
        case .itemsCategory(let choice):
            try purchase.content.categorize(choice, "\(path).items_category", &validator)
        case .confirmation(let confirmation): try confirm(confirmation, "\(path).confirmation")
        case .duplicate(let decision): decide(decision, "\(path).duplicate")
        case .conflict(let resolution): try settle(resolution, path)
        case .some(let field): setField(field, path)
        case nil: validator.reject(path, .budget.ruleChange)
        }
    }

    // MARK: Fields

    private mutating func setField(_ edit: Budget.PurchaseEdit.Edit, _ path: String) {
        switch edit {
        case .storeName(let text):
            let name = validator.text(text.value, "\(path).store_name", length: 0...200)
            // The store found by catalog is no longer the right one.
            if name != purchase.content.storeName {
                (purchase.content.storeID, purchase.content.knownStore) = (nil, "")
            }
            purchase.content.storeName = name
            purchase.review.remove(.storeName)
        case .storeAddress(let text):
            purchase.content.storeAddress = validator.text(text.value, "\(path).store_address", length: 0...300)
            purchase.review.remove(.storeAddress)
        case .date(let text):
            purchase.content.purchasedAt.day = PurchaseTime.day(text.value, "\(path).date", &validator)
            purchase.review.remove(.date)
        case .time(let text):
            purchase.content.purchasedAt.time = PurchaseTime.time(text.value, "\(path).time", &validator)
            purchase.review.remove(.time)
        case .currency(let text): setCurrency(text.value, "\(path).currency")
        case .note(let text): purchase.content.note = validator.note(text.value, "\(path).note")
        default: setSum(edit, path)
        }
    }

    private mutating func setSum(_ edit: Budget.PurchaseEdit.Edit, _ path: String) {
        let money = MoneyValidator(currency: purchase.content.currency)
        let hasReturns = purchase.content.items.contains { $0.amount < 0 }
        switch edit {
        case .subtotal(let amount):
            purchase.content.subtotal =
                money.optional(amount.value, "\(path).subtotal", mayBeNegative: hasReturns, &validator)
            purchase.review.remove(.subtotal)
        case .total(let amount):
            purchase.content.total = money.optional(
                amount.value,
                "\(path).total",
                mayBeNegative: hasReturns,
                &validator
            )
            purchase.review.remove(.total)
        case .taxes(let correction):
            if correction.taxes.count > PurchaseLimits.taxes {
                validator.reject("\(path).taxes", .budget.ruleTaxes(highest: PurchaseLimits.taxes))
            }
            purchase.content.taxes = correction.taxes.prefix(PurchaseLimits.taxes).enumerated().map { index, tax in
                let path = "\(path).taxes.taxes[\(index)]"
                return PurchaseTax(
                    label: validator.text(tax.label, "\(path).label", length: 0...60),
                    amount: money.required(tax.amount, "\(path).amount", mayBeNegative: hasReturns, &validator)
                )
            }
            purchase.review.remove(.taxes)
        default: break
        }
    }

    private mutating func setCurrency(_ code: String, _ field: String) {
        guard let currency = Currency(code: code) else {
            return validator.reject(field, .budget.ruleCurrencyOrUnknown)
        }
        do {
            try purchase.content.change(to: currency)
            purchase.content.suggestedCurrency = ""
            purchase.review.remove(.currency)
        } catch {
            validator.reject(field, error.rule)
        }
    }

    /// What an expenditure is.
    private mutating func checkExpenditure() {
        if purchase.content.purchasedAt.day == nil { validator.reject("edits", .budget.ruleExpenditureDay) }
        if purchase.content.currency == Currency.unknown { validator.reject("edits", .budget.ruleKnownCurrency) }
        if purchase.content.items.contains(where: { $0.amount == 0 || $0.discount != 0 }) {
            validator.reject("edits", .budget.ruleExpenditureAmount)
        }
    }

    // MARK: Confirming

    private mutating func confirm(_ confirmation: Budget.Confirmation, _ path: String) throws(Status) {
        switch confirmation.subject {
        case .field(let field):
            guard PurchaseFields.all.contains(field) else {
                return validator.reject("\(path).field", .budget.ruleField)
            }
            purchase.review.remove(PurchaseFields(field))
        case .itemID(let id): purchase.content.items[try index(of: id)].needsReview = false
        case .everything(true): purchase.endReview()
        case .everything(false), nil: validator.reject(path, .budget.ruleConfirmation)
        }
    }

    private mutating func decide(_ decision: Budget.DuplicateDecision, _ field: String) {
        switch decision {
        case .keep: purchase.duplicateOf = nil
        case .discard: purchase.state = .discarded
        case .unspecified, .unrecognized:
            validator.reject(field, .services.ruleOneOf(values: "keep", last: "discard"))
        }
    }

    private mutating func settle(_ resolution: Budget.ConflictResolution, _ path: String) throws(Status) {
        let id = UUID(uuidString: resolution.conflictID)
        guard let index = purchase.conflicts.firstIndex(where: { $0.id == id }) else {
            throw .notFound(.budget.nounConflict)
        }
        let conflict = purchase.conflicts.remove(at: index)
        guard resolution.takeOther else { return }
        let edit = conflict.edit(fitting: purchase)
        // What comes back is the same item, however often that is asked for.
        if case .newItem(let item)? = edit.edit { return try add(item, path, as: conflict.id) }
        try apply(edit, path)
    }

    // MARK: Items

    private func index(of itemID: String) throws(Status) -> Int {
        let id = UUID(uuidString: itemID)
        guard let index = purchase.content.items.firstIndex(where: { $0.id == id }) else {
            throw .notFound(.services.nounItemInPurchase)
        }
        return index
    }

    private mutating func correct(_ correction: Budget.ItemCorrection, _ path: String) throws(Status) {
        let index = try index(of: correction.itemID)
        let money = MoneyValidator(currency: purchase.content.currency)
        purchase.content.items[index].apply(correction, path, money, names, &validator)
    }

    private mutating func add(_ item: Budget.NewItem, _ path: String, as id: UUID = UUID()) throws(Status) {
        let items = purchase.content.items
        let place = item.afterItemID.isEmpty ? items.endIndex : try index(of: item.afterItemID) + 1
        let money = MoneyValidator(currency: purchase.content.currency)
        var added = PurchaseItem(item, path, money, &validator)
        added.id = id
        purchase.content.items.insert(added, at: place)
    }
}

extension Budget.PurchaseEdit {
    /// Whether it changes which items there are, or what is printed below them.
    fileprivate var isOfItemsOrSums: Bool {
        switch edit {
        case .newItem, .itemRemoval, .subtotal, .total, .taxes: true
        default: false
        }
    }
}
