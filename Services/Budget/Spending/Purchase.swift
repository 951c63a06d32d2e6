import Foundation

/// A purchase in a user's log.
struct Purchase: Sendable, Equatable {
    enum State: String, Sendable {
        /// From a receipt, not looked at by its owner yet.
        case toVerify = "to_verify"
        case confirmed
    }

    var id: UUID
    var receiptID: UUID?
    var state: State
    var content: PurchaseContent
    var recordedAt: Date
    /// From 1, counting up with every change.
    var version: Int64
}

/// What a purchase consists of. Amounts are minor units of its one currency.
struct PurchaseContent: Sendable, Equatable {
    var storeID: UUID?
    var storeName: String
    var purchasedAt: PurchaseTime
    /// ISO 4217.
    var currency: String
    var items: [PurchaseItem]
    /// Nil when not printed.
    var subtotal: Int64?
    var taxes: [PurchaseTax]
    /// Nil when not printed.
    var total: Int64?

    /// Items, discounts and taxes added up; nil when the sum is beyond 64 bits, which no stored purchase is.
    var computedTotal: Int64? {
        let items = items.reduce(Int128(0)) { $0 + Int128($1.amount) + Int128($1.discount) }
        return Int64(exactly: taxes.reduce(items) { $0 + Int128($1.amount) })
    }
}

/// When a purchase was made, as far as its receipt tells.
struct PurchaseTime: Sendable, Equatable {
    var day: CalendarDay?
    /// `HH:MM`.
    var time: String?
    /// IANA name; empty when unknown.
    var timeZone: String
}

/// A line of a purchase.
struct PurchaseItem: Sendable, Equatable {
    var id: UUID
    /// Catalog's id of the product.
    var productID: UUID?
    var productName: String
    var categorySymbol: String
    var printedText: String
    /// Above 0.
    var quantityThousandths: Int64
    var unit: String
    /// Nil when not printed.
    var unitPrice: Int64?
    /// Negative for returns, deposits and the like.
    var amount: Int64
    /// 0 or negative.
    var discount: Int64
    var needsReview: Bool
    /// 0 to 100.
    var confidence: Int32
}

/// A tax of a purchase.
struct PurchaseTax: Sendable, Equatable {
    var label: String
    var amount: Int64
}
