import BudgetMessages
import CommonMessages
import Foundation
import Foundations

/// Something on a receipt.
struct Bought {
    let text: String
    let quantity: Double
    let unit: String
    let amount: Int64
    let discount: Int64
    let unitPrice: Int64?
    let product: UUID?
    let name: String

    init(
        _ text: String,
        _ quantity: Double,
        _ unit: String = "each",
        amount: Int64,
        discount: Int64 = 0,
        unitPrice: Int64? = nil,
        product: UUID? = nil,
        name: String? = nil
    ) {
        (self.text, self.quantity, self.unit, self.name) = (text, quantity, unit, name ?? text)
        (self.amount, self.discount, self.unitPrice, self.product) = (amount, discount, unitPrice, product)
    }
}

extension BudgetTestEnvironment {
    /// Records a purchase.
    @discardableResult
    func buy(
        _ user: User,
        _ items: [Bought],
        at store: UUID? = nil,
        storeName: String = "Corner shop",
        currency: String = "CAD",
        on day: String,
        time: String = ""
    ) async throws -> Budget.Purchase {
        try await record(user) { purchase in
            (purchase.storeID, purchase.storeName) = (store?.canonical ?? "", storeName)
            purchase.purchasedAt = .init(date: day, time: time)
            purchase.currency = currency
            (purchase.subtotal, purchase.total, purchase.taxes) = (nil, nil, [])
            purchase.items = items.enumerated().map { index, item in
                Budget.PurchaseItem(
                    productID: item.product?.canonical ?? "",
                    productName: item.name,
                    printedText: item.text,
                    quantityThousandths: Int64((item.quantity * 1_000).rounded()),
                    unit: item.unit,
                    unitPrice: item.unitPrice.map { .init(minorUnits: $0, currency: currency) },
                    amount: .init(minorUnits: item.amount, currency: currency),
                    discount: .init(minorUnits: item.discount, currency: currency),
                    confidence: 100,
                    receiptLine: Int32(index + 1)
                )
            }
        }
    }
}
