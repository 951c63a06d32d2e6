package import Foundations

/// A value found on a receipt, with its confidence and position.
package struct Field<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The value.
    package var value: Value
    /// The confidence, 0…100; below ``ReceiptDraft/reviewThreshold`` the user is asked to check the field.
    package var confidence: Int
    /// The confidence of rules and reader before ``Calibration``, 0…100; calibration is fitted from it.
    package var own: Int
    /// The maximum that counts of `own`: well-read letters do not prove that these are the right rows.
    package var ceiling = 100
    /// The amount deducted from `own` because of the least certain word, though the rest is clear.
    package var doubt = 0
    /// Whether readings disagree about the value.
    package var isContested = false
    /// The position of the print; `nil` when the value follows from the whole receipt (the currency, for example).
    package var box: PixelBox?

    /// A field whose own confidence is the given one.
    package init(_ value: Value, confidence: Int, box: PixelBox? = nil) {
        self.value = value
        self.confidence = min(100, max(0, confidence))
        self.own = self.confidence
        self.box = box
    }

    /// Whether the user is asked to check the field.
    package var needsReview: Bool { confidence < ReceiptDraft.reviewThreshold }

    /// The input of calibration, 0…100.
    package var support: Int { max(0, min(own - doubt, ceiling)) }
}

/// A tax as printed, with its label and amount.
package struct TaxLine: Sendable, Hashable {
    /// The printed label, such as `GST 5%`.
    package var label: String
    /// The amount in minor units.
    package var amount: Int64

    /// A tax with its label and amount.
    package init(label: String, amount: Int64) {
        self.label = label
        self.amount = amount
    }
}

/// A line of a receipt: a purchase, a return or a discount.
package struct ReceiptItem: Sendable, Hashable {
    /// The kind of a line.
    package enum Kind: Sendable, Hashable {
        case purchase
        /// A discount or coupon on a line of its own; its amount is negative.
        case discount
    }

    /// Whether the line is a product or a discount.
    package var kind: Kind
    /// The name as printed, without item code, quantity and amounts.
    package var name: String
    /// The shop's item code or bar code, when printed.
    package var code: String?
    /// The quantity in thousandths of `unit`; `nil` when not printed, negative for a return.
    package var quantity: Int64?
    /// The unit of the quantity; `nil` when not printed.
    package var unit: ReceiptUnit?
    /// The price of one `unit` in minor units, rounded half away from zero; `nil` when not printed.
    package var unitPrice: Int64?
    /// The printed line amount in minor units; negative for returns and discounts.
    package var amount: Int64
    /// The confidence, 0…100.
    package var confidence: Int
    /// The position of the line on the page.
    package var box: PixelBox
    /// As ``Field/own``.
    package var own = 0
    /// Whether the user is asked to check the line.
    package var needsReview: Bool { confidence < ReceiptDraft.reviewThreshold }
}

/// The content of a receipt, field by field.
///
/// A field that is not printed or not readable is `nil`; nothing is invented. Amounts are in minor units of `currency`
/// (cents; whole yen; thousandths of a dinar). An unknown currency is assumed to have two decimals.
package struct ReceiptDraft: Sendable, Hashable {
    /// The confidence below which fields are marked for review, 0…100.
    package static let reviewThreshold = 70

    /// The shop's name.
    package var storeName: Field<String>?
    /// The shop's address.
    package var storeAddress: Field<String>?
    /// The shop's telephone number.
    package var storePhone: Field<String>?
    /// The date of the purchase, yyyy-MM-dd.
    package var date: Field<String>?
    /// The time of the purchase, HH:mm, 24 hours.
    package var time: Field<String>?
    /// The ISO 4217 code of the currency.
    package var currency: Field<String>?
    /// The ISO 4217 code of the user's usual currency, where the receipt names none; it was not read.
    package var suggestedCurrency: String?
    /// The items, in printed order.
    package var items: [ReceiptItem] = []
    /// The sum before taxes, in minor units.
    package var subtotal: Field<Int64>?
    /// The taxes, in printed order.
    package var taxes: [Field<TaxLine>] = []
    /// The service charge in minor units.
    package var serviceCharge: Field<Int64>?
    /// The tip in minor units.
    package var tip: Field<Int64>?
    /// Cash rounding in minor units, signed.
    package var rounding: Field<Int64>?
    /// The total in minor units.
    package var total: Field<Int64>?
    /// The amount paid, in minor units; evidence for the total.
    package var paid: Field<Int64>?
    /// The change in minor units.
    package var change: Field<Int64>?
    /// Whether items, taxes and other sums add up to the printed total; `nil` when undetermined.
    package var sumsAgree: Bool?
    /// All rows as printed, from top to bottom.
    package var rawText: String = ""
}
