import BudgetMessages
import Foundation
import Foundations
import PrintedWords
import ServiceKit

extension PurchaseItem {
    /// Applies the given fields. An item that its owner has corrected needs no review any more.
    mutating func apply(
        _ correction: Budget.ItemCorrection,
        _ path: String,
        _ money: MoneyValidator,
        _ names: ProductNames,
        _ validator: inout FieldValidator
    ) {
        needsReview = false
        if let product = correction.product {
            let typed = receiptLine == 0 && productID == nil ? productName : ""
            choose(product, "\(path).product", &validator)
            keepSize(of: typed)
        }
        if let name = correction.name {
            let name = validator.text(name.value, "\(path).name", length: 1...200)
            // The name that is shown for another one is not typed.
            if correction.product != nil || name != names.name(of: self) {
                if correction.product == nil, name != productName { rename(name) } else { productName = name }
            }
        }
        if let quantity = correction.quantity {
            quantityThousandths = validator.number(
                quantity.thousandths,
                "\(path).quantity.thousandths",
                in: PurchaseItem.quantityRange
            )
        }
        if let unit = correction.unit, unit.value != self.unit {
            self.unit = PurchaseItem.unit(unit.value, "\(path).unit", &validator)
        }
        setAmounts(correction, path, money, &validator)
    }

    /// Gives an item a name of its owner's. What was a product is something else then; a category that was chosen without a product stays.
    mutating func rename(_ name: String) {
        productName = name
        guard productID != nil else { return }
        (productID, category, categorySymbol) = (nil, "", "")
    }

    /// Keeps a typed name of which a product was chosen, where it says what a package holds and the product's doesn't: prices are compared by
    /// that, and nothing is printed that says it.
    private mutating func keepSize(of typed: String) {
        guard productID != nil, printedText.isEmpty, PackSize(onlyIn: typed) != nil,
            PackSize(onlyIn: productName) == nil
        else { return }
        productName = typed
    }

    /// The units of Larder, those that are read from receipts, and none.
    private static let units = Set(
        UnitOfMeasure.allCases.map(\.rawValue) + ReceiptUnit.allCases.map(\.rawValue) + [""]
    )

    /// Validates the unit of a quantity.
    static func unit(_ text: String, _ path: String, _ validator: inout FieldValidator) -> String {
        guard units.contains(text) else {
            validator.reject(path, .budget.ruleUnit(values: "each, kg, g, lb, oz, l", last: "ml"))
            return ""
        }
        return text
    }

    private mutating func setAmounts(
        _ correction: Budget.ItemCorrection,
        _ path: String,
        _ money: MoneyValidator,
        _ validator: inout FieldValidator
    ) {
        let wasReturned = amount < 0
        let isReturned = correction.returned?.value ?? wasReturned
        amount = money.optional(correction.amount, "\(path).amount", mayBeNegative: isReturned, &validator) ?? amount
        // A return is deducted from the sum, whatever the sign of its typed amount.
        if let mark = correction.returned, mark.value != (amount < 0), amount != .min { amount = -amount }
        if let price = correction.unitPrice {
            unitPrice = money.optional(price.value, "\(path).unit_price", mayBeNegative: false, &validator)
        }
        if let given = money.optional(correction.discount, "\(path).discount", mayBeNegative: true, &validator) {
            if given > 0 { validator.reject("\(path).discount", .budget.ruleDiscount) }
            discount = min(given, 0)
        }
    }

    private mutating func choose(_ product: Budget.ProductChoice, _ path: String, _ validator: inout FieldValidator) {
        productID = validator.optionalUUID(product.productID, "\(path).product_id")
        productName = validator.text(product.name, "\(path).name", length: 1...200)
        category = validator.category(product.category, "\(path).category")
        categorySymbol = validator.text(product.categorySymbol, "\(path).category_symbol", length: 0...16)
        completeCategory()
    }

    /// A new item.
    init(_ item: Budget.NewItem, _ path: String, _ money: MoneyValidator, _ validator: inout FieldValidator) {
        let amount = money.required(item.amount, "\(path).amount", mayBeNegative: item.returned, &validator)
        let discount = money.optional(item.discount, "\(path).discount", mayBeNegative: true, &validator) ?? 0
        if discount > 0 { validator.reject("\(path).discount", .budget.ruleDiscount) }
        let quantity = item.quantityThousandths == 0 ? 1_000 : item.quantityThousandths
        self.init(
            id: UUID(),
            productName: validator.text(item.name, "\(path).name", length: 1...200),
            categorySymbol: "",
            printedText: "",
            quantityThousandths: validator.number(
                quantity,
                "\(path).quantity_thousandths",
                in: PurchaseItem.quantityRange
            ),
            unit: item.unit.isEmpty ? "each" : PurchaseItem.unit(item.unit, "\(path).unit", &validator),
            unitPrice: money.optional(item.unitPrice, "\(path).unit_price", mayBeNegative: false, &validator),
            amount: item.returned && amount > 0 ? -amount : amount,
            discount: min(discount, 0),
            needsReview: false,
            confidence: 100
        )
        if let product = item.product {
            let name = productName
            choose(product, "\(path).product", &validator)
            productName = name
        }
    }
}
