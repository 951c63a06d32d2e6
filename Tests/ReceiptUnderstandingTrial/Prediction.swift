import Foundation
import ReceiptUnderstanding

/// A draft in the form that the development set's scorer reads, with the confidence of every field beside it.
struct Prediction: Encodable {
    struct Store: Encodable {
        var name: String?
        var address: String?
    }

    struct Item: Encodable {
        var description: String
        var quantity: String?
        var unit_price: String?
        var amount: String
        var confidence: Int
    }

    var store: Store
    var date: String?
    var time: String?
    var currency: String?
    var items: [Item]
    var discounts: [Item]
    var subtotal: String?
    var tax: String?
    var total: String?
    var sumsAgree: Bool?
    var confidence: [String: Int]

    init(_ draft: ReceiptDraft) {
        let decimals = draft.currency.map { Currency(code: $0.value).decimals } ?? 2
        let money = { (minor: Int64) in Self.decimal(minor, decimals) }
        store = Store(name: draft.storeName?.value, address: draft.storeAddress?.value)
        (date, time, currency) = (draft.date?.value, draft.time?.value, draft.currency?.value)
        let lines = draft.items.map { item in
            (
                item.kind,
                Item(
                    description: item.name,
                    quantity: item.quantity.map { Self.decimal($0, 3) },
                    unit_price: item.unitPrice.map(money),
                    amount: money(item.amount),
                    confidence: item.confidence
                )
            )
        }
        items = lines.filter { $0.0 == .purchase }.map(\.1)
        discounts = lines.filter { $0.0 == .discount }.map(\.1)
        subtotal = draft.subtotal.map { money($0.value) }
        tax = draft.taxes.isEmpty ? nil : money(draft.taxes.reduce(0) { $0 + $1.value.amount })
        total = draft.total.map { money($0.value) }
        sumsAgree = draft.sumsAgree
        confidence = [:]
        confidence["name"] = draft.storeName?.confidence
        confidence["address"] = draft.storeAddress?.confidence
        confidence["date"] = draft.date?.confidence
        confidence["time"] = draft.time?.confidence
        confidence["currency"] = draft.currency?.confidence
        confidence["subtotal"] = draft.subtotal?.confidence
        confidence["tax"] = draft.taxes.map(\.confidence).min()
        confidence["total"] = draft.total?.confidence
    }

    private static func decimal(_ value: Int64, _ decimals: Int) -> String {
        guard decimals > 0 else { return String(value) }
        let digits = String(value.magnitude)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return (value < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}
