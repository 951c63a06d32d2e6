import Foundation
import Messages
import ServiceKit

extension PurchaseItem {
    /// Changes what is given. An item that its owner has corrected needs no review any more.
    mutating func apply(
        _ correction: Budget.ItemCorrection,
        _ path: String,
        _ money: MoneyReader,
        _ check: inout FieldCheck
    ) {
        needsReview = false
        if let product = correction.product { choose(product, "\(path).product", &check) }
        if let name = correction.name {
            let name = check.text(name.value, "\(path).name", length: 1...200)
            // Another name without a product is another product.
            if correction.product == nil, name != productName { (productID, categorySymbol) = (nil, "") }
            productName = name
        }
        if let quantity = correction.quantity {
            quantityThousandths = check.number(
                quantity.thousandths,
                "\(path).quantity.thousandths",
                in: PurchaseItem.quantityRange
            )
        }
        if let unit = correction.unit { self.unit = check.text(unit.value, "\(path).unit", length: 0...20) }
        setAmounts(correction, path, money, &check)
    }

    private mutating func setAmounts(
        _ correction: Budget.ItemCorrection,
        _ path: String,
        _ money: MoneyReader,
        _ check: inout FieldCheck
    ) {
        let wasReturned = amount < 0
        let isReturned = correction.returned?.value ?? wasReturned
        amount = money.optional(correction.amount, "\(path).amount", mayBeNegative: isReturned, &check) ?? amount
        // What is given back counts against the sum, however its amount is typed.
        if let mark = correction.returned, mark.value != (amount < 0), amount != .min { amount = -amount }
        if let price = correction.unitPrice {
            unitPrice = money.optional(price.value, "\(path).unit_price", mayBeNegative: false, &check)
        }
        if let given = money.optional(correction.discount, "\(path).discount", mayBeNegative: true, &check) {
            if given > 0 { check.refuse("\(path).discount", "must be 0 or negative") }
            discount = min(given, 0)
        }
    }

    private mutating func choose(_ product: Budget.ProductChoice, _ path: String, _ check: inout FieldCheck) {
        productID = check.optionalUUID(product.productID, "\(path).product_id")
        productName = check.text(product.name, "\(path).name", length: 1...200)
        categorySymbol = check.text(product.categorySymbol, "\(path).category_symbol", length: 0...16)
    }

    /// An item that was missed.
    init(_ item: Budget.NewItem, _ path: String, _ money: MoneyReader, _ check: inout FieldCheck) {
        let amount = money.required(item.amount, "\(path).amount", mayBeNegative: item.returned, &check)
        let discount = money.optional(item.discount, "\(path).discount", mayBeNegative: true, &check) ?? 0
        if discount > 0 { check.refuse("\(path).discount", "must be 0 or negative") }
        let quantity = item.quantityThousandths == 0 ? 1_000 : item.quantityThousandths
        self.init(
            id: UUID(),
            productName: check.text(item.name, "\(path).name", length: 1...200),
            categorySymbol: "",
            printedText: "",
            quantityThousandths: check.number(
                quantity,
                "\(path).quantity_thousandths",
                in: PurchaseItem.quantityRange
            ),
            unit: item.unit.isEmpty ? "each" : check.text(item.unit, "\(path).unit", length: 0...20),
            unitPrice: money.optional(item.unitPrice, "\(path).unit_price", mayBeNegative: false, &check),
            amount: item.returned && amount > 0 ? -amount : amount,
            discount: min(discount, 0),
            needsReview: false,
            confidence: 100
        )
        if let product = item.product {
            let name = productName
            choose(product, "\(path).product", &check)
            productName = name
        }
    }
}
