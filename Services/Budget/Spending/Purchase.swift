import Foundation
import Foundations
import Messages

/// A purchase in a user's log.
struct Purchase: Sendable, Equatable {
    enum State: String, Sendable {
        /// From a receipt, not looked at by its owner yet.
        case toVerify = "to_verify"
        case confirmed
        /// Put away by its owner: in no list, but kept.
        case discarded
    }

    var id: UUID
    var receiptID: UUID?
    var state: State
    var content: PurchaseContent
    /// What its owner should look at.
    var review = PurchaseFields()
    /// The receipt with the very same photo that was sent before.
    var samePhotoReceiptID: UUID?
    /// The purchase that this one seems to repeat, until its owner decides.
    var duplicateOf: UUID?
    /// Whether that one has been discarded meanwhile, so that there is nothing to decide.
    var isOriginalGone = false
    /// Whether catalog has still to be asked what the store or lines mean.
    var awaitsMatching = false
    var recordedAt: Date
    /// From 1, counting up with every change.
    var version: Int64

    /// Nothing in it wants a look any more.
    mutating func endReview() {
        review = []
        for index in content.items.indices { content.items[index].needsReview = false }
    }
}

/// Fields of a purchase beside its items; a bit for each, numbered as in the messages.
struct PurchaseFields: OptionSet, Sendable, Hashable {
    let rawValue: Int32

    static let storeName = PurchaseFields(.storeName)
    static let storeAddress = PurchaseFields(.storeAddress)
    static let date = PurchaseFields(.date)
    static let time = PurchaseFields(.time)
    static let currency = PurchaseFields(.currency)
    static let subtotal = PurchaseFields(.subtotal)
    static let taxes = PurchaseFields(.taxes)
    static let total = PurchaseFields(.total)

    /// Every field, in the order of their numbers.
    static let all: [Budget.PurchaseField] = [
        .storeName, .storeAddress, .date, .time, .currency, .subtotal, .taxes, .total,
    ]

    init(rawValue: Int32) { self.rawValue = rawValue }

    init(_ field: Budget.PurchaseField) { self.init(rawValue: 1 << field.rawValue) }

    /// The fields that are in the set; those that this version doesn't know are left out.
    var messages: [Budget.PurchaseField] { Self.all.filter { contains(PurchaseFields($0)) } }

    /// The set of fields; those that this version doesn't know are left out.
    init(_ fields: [Budget.PurchaseField]) {
        self = fields.filter(Self.all.contains).reduce(into: []) { $0.insert(PurchaseFields($1)) }
    }
}

/// What a purchase consists of. Amounts are minor units of its one currency.
struct PurchaseContent: Sendable, Equatable {
    var storeID: UUID?
    var storeName: String
    var storeAddress = ""
    /// The store as catalog knows it, where its owner calls it otherwise; empty otherwise.
    var knownStore = ""
    var purchasedAt: PurchaseTime
    /// ISO 4217.
    var currency: String
    var items: [PurchaseItem]
    /// Nil when not printed.
    var subtotal: Int64?
    var taxes: [PurchaseTax]
    /// Nil when not printed.
    var total: Int64?

    /// Items and discounts added up, and taxes unless the prices include them; nil when the sum is beyond 64 bits,
    /// which no stored purchase is.
    var computedTotal: Int64? { Int64(exactly: hasTaxesInPrices ? itemSum : itemSum + taxSum) }

    /// Whether items and discounts alone add up to the printed total, and not with the taxes beside them.
    var hasTaxesInPrices: Bool {
        guard let total else { return false }
        return taxSum != 0 && itemSum == Int128(total)
    }

    private var itemSum: Int128 { items.reduce(0) { $0 + Int128($1.amount) + Int128($1.discount) } }
    private var taxSum: Int128 { taxes.reduce(0) { $0 + Int128($1.amount) } }
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
    /// From 1: the item of the receipt's reading; 0 for one that the owner added.
    var receiptLine: Int32 = 0
}

/// A tax of a purchase.
struct PurchaseTax: Sendable, Equatable {
    var label: String
    var amount: Int64
}
