import BudgetMessages
import CommonMessages
import Foundation
import RPC
import ServiceKit

/// What an owner says about an item of a purchase.
struct ItemCorrection: Sendable {
    let purchaseID: UUID
    let itemID: UUID
    let expectedVersion: ExpectedVersion
    private let name: String?
    private let quantity: Int64?
    private let amount: Common.Money?

    /// Looks a request over, as far as that is possible without the purchase.
    /// - Throws: INVALID_ARGUMENT with every violation.
    init(validating request: Budget.CorrectItemRequest) throws(Status) {
        var validator = FieldValidator()
        purchaseID = validator.uuid(request.purchaseID, "purchase_id")
        itemID = validator.uuid(request.itemID, "item_id")
        expectedVersion = ExpectedVersion(request.expectedVersion, &validator)
        name = request.name.map { validator.text($0.value, "name", length: 1...200) }
        quantity = request.quantity.map {
            validator.number($0.thousandths, "quantity.thousandths", in: PurchaseItem.quantityRange)
        }
        amount = request.amount
        validator.bound(amount, "amount")
        if name == nil, quantity == nil, amount == nil {
            validator.reject("name", .budget.ruleNameQuantityOrAmount)
        }
        try validator.finish()
    }

    /// The item as it shall be. An item that its owner has corrected needs no review any more.
    /// - Parameter names: What its owner is shown.
    /// - Throws: NOT_FOUND when the purchase has no such item; INVALID_ARGUMENT when the correction doesn't fit it.
    func corrected(in purchase: Purchase, _ names: ProductNames) throws(Status) -> PurchaseItem {
        guard let index = purchase.content.items.firstIndex(where: { $0.id == itemID }) else {
            throw .notFound(.services.nounItemInPurchase)
        }
        var validator = FieldValidator()
        var content = purchase.content
        let stored = content.items[index]
        let money = MoneyValidator(currency: content.currency)
        let amount = money.optional(amount, "amount", mayBeNegative: stored.amount < 0, &validator)
        if let name, name != stored.productName, name != names.name(of: stored) {
            content.items[index].rename(name)
        }
        content.items[index].quantityThousandths = quantity ?? stored.quantityThousandths
        content.items[index].amount = amount ?? stored.amount
        content.items[index].needsReview = false
        if content.computedTotal == nil {
            validator.reject("amount", .budget.ruleAmountAddsUp)
        }
        try validator.finish()
        return content.items[index]
    }
}
