import BudgetMessages
import CommonMessages
import Foundations

extension PurchaseConflict {
    /// The edit as it applies to the purchase as it is now, which may have changed since: printed amounts are in its currency, and
    /// an item is behind one that there is.
    func edit(fitting purchase: Purchase) -> Budget.PurchaseEdit {
        let fitting = Fitting(purchase)
        return Budget.PurchaseEdit(edit: edit.edit.map(fitting.edit))
    }
}

/// What fits edits to a purchase.
private struct Fitting {
    private let purchase: Purchase

    init(_ purchase: Purchase) { self.purchase = purchase }

    func edit(_ edit: Budget.PurchaseEdit.Edit) -> Budget.PurchaseEdit.Edit {
        switch edit {
        case .subtotal(let correction): .subtotal(amount(correction))
        case .total(let correction): .total(amount(correction))
        case .taxes(let correction):
            .taxes(
                Budget.TaxCorrection(
                    taxes: correction.taxes.map { Budget.PurchaseTax(label: $0.label, amount: $0.amount.map(money)) }
                )
            )
        case .item(let correction): .item(item(correction))
        case .newItem(let item): .newItem(new(item))
        default: edit
        }
    }

    private func item(_ correction: Budget.ItemCorrection) -> Budget.ItemCorrection {
        var fitted = correction
        fitted.unitPrice = correction.unitPrice.map(amount)
        fitted.amount = correction.amount.map(money)
        fitted.discount = correction.discount.map(money)
        return fitted
    }

    private func new(_ item: Budget.NewItem) -> Budget.NewItem {
        var fitted = item
        fitted.unitPrice = item.unitPrice.map(money)
        fitted.amount = item.amount.map(money)
        fitted.discount = item.discount.map(money)
        if !purchase.content.items.contains(where: { $0.id.canonical == item.afterItemID }) { fitted.afterItemID = "" }
        return fitted
    }

    private func amount(_ correction: Budget.AmountCorrection) -> Budget.AmountCorrection {
        Budget.AmountCorrection(value: correction.value.map(money))
    }

    /// 12.30 is 12.30 in another currency, too. What it can't count stays in the former one, and is rejected as such.
    private func money(_ money: Common.Money) -> Common.Money {
        let code = purchase.content.currency
        guard money.currency != code, let currency = Currency(code: code) else { return money }
        let printed = ExactDecimal(money.minorUnits, scale: Currency.minorDigits(ofCode: money.currency))
        guard let minorUnits = try? PurchaseContent.reinterpreted(printed, in: currency) else { return money }
        return Common.Money(minorUnits: minorUnits, currency: code)
    }
}
