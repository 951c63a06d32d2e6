/// A value found on a receipt, how sure we are of it, and where it is printed.
package struct Field<Value: Sendable & Hashable>: Sendable, Hashable {
    package var value: Value
    /// 0…100. Below ``ReceiptDraft/reviewThreshold`` the user is asked to check it.
    package var confidence: Int
    /// What rules and reader were sure of before ``Calibration``, 0…100; calibration is fitted from it.
    package var own: Int
    /// The most that counts of `own`, however well the letters are read: that they are sure tells nothing about whether
    /// these are the right rows.
    package var ceiling = 100
    /// Whether readings disagree about it.
    package var isContested = false
    /// Where it is printed; `nil` when it follows from the whole receipt (the currency, for example).
    package var box: PixelBox?

    package init(_ value: Value, confidence: Int, box: PixelBox? = nil) {
        self.value = value
        self.confidence = min(100, max(0, confidence))
        self.own = self.confidence
        self.box = box
    }

    package var needsReview: Bool { confidence < ReceiptDraft.reviewThreshold }
}

/// A tax as printed: its label and its amount in minor units.
package struct TaxLine: Sendable, Hashable {
    package var label: String
    package var amount: Int64

    package init(label: String, amount: Int64) {
        self.label = label
        self.amount = amount
    }
}

/// A line of a receipt: something bought, returned or taken off.
package struct ReceiptItem: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case purchase
        /// A discount or coupon on a line of its own; its amount is negative.
        case discount
    }

    package var kind: Kind
    /// The name as printed, without item code, quantity and amounts.
    package var name: String
    /// The shop's item or bar code, when printed.
    package var code: String?
    /// Thousandths of `unit`; `nil` when not printed. Negative for a return.
    package var quantity: Int64?
    package var unit: MeasureUnit?
    /// Minor units for one `unit`, rounded half away from zero; `nil` when not printed.
    package var unitPrice: Int64?
    /// The printed line amount in minor units. Negative for returns and discounts.
    package var amount: Int64
    /// 0…100.
    package var confidence: Int
    package var box: PixelBox
    /// As ``Field/own``.
    package var own = 0
    package var needsReview: Bool { confidence < ReceiptDraft.reviewThreshold }
}

/// What a receipt says, field by field. A field that is not printed, or not readable, is `nil`: nothing is invented.
///
/// Money is a count of minor units of `currency` (cents; whole yen; thousandths of a dinar). Where the currency is
/// unknown two decimals are taken.
package struct ReceiptDraft: Sendable, Hashable {
    /// Fields with less confidence than this are marked for review.
    package static let reviewThreshold = 70

    package var storeName: Field<String>?
    package var storeAddress: Field<String>?
    package var storePhone: Field<String>?
    /// yyyy-MM-dd.
    package var date: Field<String>?
    /// HH:mm, 24 hours.
    package var time: Field<String>?
    /// ISO 4217.
    package var currency: Field<String>?
    package var items: [ReceiptItem] = []
    package var subtotal: Field<Int64>?
    package var taxes: [Field<TaxLine>] = []
    package var serviceCharge: Field<Int64>?
    package var tip: Field<Int64>?
    /// Cash rounding, signed.
    package var rounding: Field<Int64>?
    package var total: Field<Int64>?
    /// What was handed over; evidence for the total.
    package var paid: Field<Int64>?
    package var change: Field<Int64>?
    /// Whether items, taxes and the other sums add up to the printed total; `nil` when there is too little to tell.
    package var sumsAgree: Bool?
    /// Every row as printed, top to bottom.
    package var rawText: String = ""
}
