import ReceiptUnderstanding

/// What a receipt says, in the form in which accuracy is scored. Amounts are decimals with a point; what is unknown is
/// left out.
struct PrintedReceipt: Encodable {
    struct Store: Encodable {
        var name: String?
        var address: String?
    }

    struct Item: Encodable {
        var description: String
        var quantity: String?
        var unitPrice: String?
        var amount: String

        enum CodingKeys: String, CodingKey {
            case description, quantity, amount
            case unitPrice = "unit_price"
        }
    }

    var store: Store
    /// yyyy-MM-dd.
    var date: String?
    /// HH:mm.
    var time: String?
    /// ISO 4217.
    var currency: String?
    var items: [Item]
    var subtotal: String?
    /// All taxes together.
    var tax: String?
    var total: String?

    init(_ draft: ReceiptDraft) {
        let decimals = Currency(code: draft.currency?.value ?? "").decimals
        func money(_ minorUnits: Int64) -> String { Decimals.text(minorUnits, decimals: decimals) }

        store = Store(name: draft.storeName?.value, address: draft.storeAddress?.value)
        date = draft.date?.value
        time = draft.time?.value
        currency = draft.currency?.value
        items = draft.items.map { item in
            Item(
                description: item.name,
                quantity: item.quantity.map { Decimals.text($0, decimals: 3) },
                unitPrice: item.unitPrice.map(money),
                amount: money(item.amount)
            )
        }
        subtotal = draft.subtotal.map { money($0.value) }
        tax = draft.taxes.isEmpty ? nil : money(draft.taxes.reduce(0) { $0 + $1.value.amount })
        total = draft.total.map { money($0.value) }
    }
}

/// Decimal fractions as text.
enum Decimals {
    /// - Parameter decimals: how many digits of `value` stand behind the point.
    static func text(_ value: Int64, decimals: Int) -> String {
        guard decimals > 0 else { return String(value) }
        let digits = String(value.magnitude)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return (value < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}
