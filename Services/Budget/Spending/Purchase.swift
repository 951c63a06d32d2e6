import BudgetMessages
import Foundation
import Foundations
import Texts

/// A purchase or an expenditure in a user's ledger.
struct Purchase: Sendable, Equatable {
    enum State: String, Sendable {
        /// Read from a receipt, not checked by its owner yet.
        case toVerify = "to_verify"
        case confirmed
        /// Discarded by its owner: not listed, but stored.
        case discarded
    }

    /// What it is in the ledger.
    enum Kind: String, Sendable {
        /// What was bought at once, item by item.
        case purchase
        /// An amount that was spent on something: one item.
        case expenditure
    }

    var id: UUID
    var kind = Kind.purchase
    var receiptID: UUID?
    var state: State
    var content: PurchaseContent
    /// Fields for the owner to review.
    var review = PurchaseFields()
    /// The earlier receipt with the same photo.
    var samePhotoReceiptID: UUID?
    /// The purchase that this one seems to duplicate, until its owner decides.
    var duplicateOf: UUID?
    /// Whether that purchase has been discarded, so that no decision is needed.
    var isOriginalGone = false
    /// Whether catalog has yet to resolve the store or lines.
    var awaitsMatching = false
    /// Whether its owner typed it in, so that nothing in it was read.
    var isTypedIn = false
    /// The recurring expenditure that it was recorded for.
    var recurringID: UUID?
    /// What devices have changed in different ways: the versions that are not shown, the oldest first.
    var conflicts: [PurchaseConflict] = []
    var recordedAt: Date
    /// The version, from 1, increasing with every change.
    var version: Int64

    /// Clears all review marks.
    mutating func endReview() {
        review = []
        for index in content.items.indices { content.items[index].needsReview = false }
    }
}

/// Fields of a purchase apart from its items; one bit each, numbered as in messages.
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

    /// Every field, in numerical order.
    static let all: [Budget.PurchaseField] = [
        .storeName, .storeAddress, .date, .time, .currency, .subtotal, .taxes, .total,
    ]

    init(rawValue: Int32) { self.rawValue = rawValue }

    init(_ field: Budget.PurchaseField) { self.init(rawValue: 1 << field.rawValue) }

    /// The fields in the set; unknown ones are omitted.
    var messages: [Budget.PurchaseField] { Self.all.filter { contains(PurchaseFields($0)) } }

    /// A set of fields; unknown ones are omitted.
    init(_ fields: [Budget.PurchaseField]) {
        self = fields.filter(Self.all.contains).reduce(into: []) { $0.insert(PurchaseFields($1)) }
    }
}

/// The content of a purchase. Amounts are in minor units of its currency.
struct PurchaseContent: Sendable, Equatable {
    var storeID: UUID?
    var storeName: String
    var storeAddress = ""
    /// The store's name and address in catalog, when its owner uses another name or the match is uncertain; empty otherwise.
    var knownStore = ""
    var purchasedAt: PurchaseTime
    /// The ISO 4217 code.
    var currency: String
    /// The ISO 4217 code of what the currency probably is while it is unknown; empty otherwise.
    var suggestedCurrency = ""
    var items: [PurchaseItem]
    /// Nil when not printed.
    var subtotal: Int64?
    var taxes: [PurchaseTax]
    /// Nil when not printed.
    var total: Int64?
    /// What its owner has noted; empty for nothing.
    var note = ""

    /// The sum of items and discounts, and of taxes unless included; nil beyond 64 bits, which no stored purchase has.
    var computedTotal: Int64? { Int64(exactly: sums.computedTotal) }

    /// Whether items and discounts alone add up to the printed total, and do not with the taxes.
    var hasTaxesInPrices: Bool { sums.hasTaxesInPrices }

    private var sums: PurchaseSums {
        PurchaseSums(
            items: items.reduce(0) { $0 + Int128($1.amount) + Int128($1.discount) },
            taxes: taxes.reduce(0) { $0 + Int128($1.amount) },
            total: total
        )
    }
}

/// What the parts of a purchase add up to, in minor units of its currency.
struct PurchaseSums: Sendable {
    /// The sum of items and their discounts.
    let items: Int128
    /// The sum of taxes.
    let taxes: Int128
    /// Nil when not printed.
    let total: Int64?

    /// Whether items and discounts alone add up to the printed total, and do not with the taxes.
    var hasTaxesInPrices: Bool {
        guard let total else { return false }
        return taxes != 0 && items == Int128(total)
    }

    /// The sum of items and discounts, and of taxes unless included.
    var computedTotal: Int128 { hasTaxesInPrices ? items : items + taxes }

    /// What it counts with in sums of several purchases.
    var counted: Int128 { total.map { Int128($0) } ?? computedTotal }
}

/// The time of a purchase, as far as printed.
struct PurchaseTime: Sendable, Equatable {
    var day: CalendarDay?
    /// The time of day, `HH:MM`.
    var time: String?
    /// The IANA name; empty when unknown.
    var timeZone: String
}

/// A line of a purchase.
struct PurchaseItem: Sendable, Equatable {
    var id: UUID
    /// Catalog's id of the product.
    var productID: UUID?
    /// The product's name, or what its owner typed; empty for a charge, and for what catalog knows no name of.
    var productName: String
    /// The slug of its category in catalog; empty when unknown.
    var category = ""
    var categorySymbol: String
    var printedText: String
    /// The quantity in thousandths, above 0.
    var quantityThousandths: Int64
    var unit: String
    /// Nil when not printed.
    var unitPrice: Int64?
    /// The amount; negative for returns, deposits and the like.
    var amount: Int64
    /// The discount, 0 or negative.
    var discount: Int64
    var needsReview: Bool
    /// The confidence, 0 to 100.
    var confidence: Int32
    /// The item of the receipt's reading, from 1; 0 for an added item.
    var receiptLine: Int32 = 0
    /// The charge that it was read as. Its name is the owner's, or else the charge's in the reader's language.
    var charge: ReceiptCharge?
}

/// A tax of a purchase.
struct PurchaseTax: Sendable, Equatable {
    var label: String
    var amount: Int64
}
