import ReceiptUnderstanding
import Testing

/// A receipt as text with its expected content, for the tests of whole layouts.
struct Layout: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var store: String
    var date: String?
    var time: String?
    var currency: String?
    /// Name and amount in minor units, in printed order; discounts are negative.
    var items: [(String, Int64)]
    var subtotal: Int64?
    var taxes: [Int64] = []
    var total: Int64?
    var sumsAgree: Bool? = true

    var testDescription: String { name }

    var draft: ReceiptDraft { ReceiptInterpreter().draft(from: RecognizedPage(text: text)) }
}
