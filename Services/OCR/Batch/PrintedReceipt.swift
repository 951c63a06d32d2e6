import Foundations
import ReceiptUnderstanding

/// The content of a receipt in the form in which accuracy is scored.
///
/// Amounts are decimals with a point; unknown fields are omitted.
struct PrintedReceipt: Encodable {
    /// The upright photo that boxes refer to.
    struct Page: Encodable {
        var width: Int
        var height: Int
        /// The number of clockwise quarter turns that make the uploaded photo upright.
        var quarterTurns: Int

        enum CodingKeys: String, CodingKey {
            case width, height
            case quarterTurns = "quarter_turns"
        }
    }

    /// The confidence of a value and the position of its print.
    struct Evidence: Encodable {
        /// The calibrated confidence, 0…100.
        var confidence: Int
        /// The confidence before calibration, 0…100.
        var own: Int
        /// Whether the user is asked to check the value.
        var review: Bool
        var box: Rectangle?

        init<Value>(_ field: Field<Value>, _ page: RecognizedPage) {
            confidence = field.confidence
            own = field.support
            review = field.needsReview
            box = field.box.map { Rectangle($0, page) }
        }
    }

    /// A rectangle as x, y, width and height.
    struct Rectangle: Encodable {
        private var numbers: [Int]

        /// The rectangle of a box on the photo.
        /// - Parameter box: on the page.
        init(_ box: PixelBox, _ page: RecognizedPage) {
            let box = page.shownPlace(of: box).box
            numbers = [box.x, box.y, box.width, box.height]
        }

        func encode(to encoder: any Encoder) throws { try numbers.encode(to: encoder) }
    }

    struct Store: Encodable {
        var name: String?
        var address: String?
    }

    struct Item: Encodable {
        var description: String
        var quantity: String?
        var unitPrice: String?
        var amount: String
        /// The calibrated confidence, 0…100.
        var confidence: Int
        /// The confidence before calibration, 0…100.
        var own: Int
        var review: Bool
        var box: Rectangle

        enum CodingKeys: String, CodingKey {
            case description, quantity, amount, confidence, own, review, box
            case unitPrice = "unit_price"
        }
    }

    var store: Store
    /// The date of purchase, yyyy-MM-dd.
    var date: String?
    /// The time of purchase, HH:mm.
    var time: String?
    /// The ISO 4217 code of the currency.
    var currency: String?
    var items: [Item]
    var subtotal: String?
    /// The sum of all taxes.
    var tax: String?
    var total: String?
    /// The evidence by field name.
    var evidence: [String: Evidence]
    var page: Page
    /// What was considered, when asked for.
    var candidates: PrintedCandidates?

    init(_ draft: ReceiptDraft, of page: RecognizedPage) {
        let code = draft.currency?.value ?? Currency.unknown
        func money(_ minorUnits: Int64) -> String { Money.text(minorUnits: minorUnits, currencyCode: code) }

        store = Store(name: draft.storeName?.value, address: draft.storeAddress?.value)
        date = draft.date?.value
        time = draft.time?.value
        currency = draft.currency?.value
        items = draft.items.map { item in
            Item(
                description: item.name,
                quantity: item.quantity.map { ExactDecimal($0, scale: 3).description },
                unitPrice: item.unitPrice.map(money),
                amount: money(item.amount),
                confidence: item.confidence,
                own: item.own,
                review: item.needsReview,
                box: Rectangle(item.box, page)
            )
        }
        subtotal = draft.subtotal.map { money($0.value) }
        tax = draft.taxes.isEmpty ? nil : money(draft.taxes.reduce(0) { $0 + $1.value.amount })
        total = draft.total.map { money($0.value) }
        evidence = Self.evidence(of: draft, page)
        self.page = Page(width: page.shownSize.width, height: page.shownSize.height, quarterTurns: page.quarterTurns)
    }

    private static func evidence(of draft: ReceiptDraft, _ page: RecognizedPage) -> [String: Evidence] {
        [
            "store": draft.storeName.map { Evidence($0, page) },
            "address": draft.storeAddress.map { Evidence($0, page) },
            "date": draft.date.map { Evidence($0, page) },
            "time": draft.time.map { Evidence($0, page) },
            "currency": draft.currency.map { Evidence($0, page) },
            "subtotal": draft.subtotal.map { Evidence($0, page) },
            // All taxes are scored as one amount, whose confidence is that of the most doubtful one.
            "tax": draft.taxes.min { $0.confidence < $1.confidence }.map { Evidence($0, page) },
            "total": draft.total.map { Evidence($0, page) },
        ].compactMapValues { $0 }
    }
}
