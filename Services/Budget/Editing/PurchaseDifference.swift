import BudgetMessages
import Foundation
import Foundations
import ServiceKit

/// The difference between a purchase before and after a revision.
struct PurchaseDifference {
    let before: Purchase
    let after: Purchase

    /// A field with another value, or that no longer needs review.
    struct FieldChange {
        let field: Budget.PurchaseField
        let before: String
        let after: String
    }

    /// An item that exists in both, with the fields visible to its owner.
    struct ItemChange {
        let before: PurchaseItem
        let after: PurchaseItem
    }

    var isEmpty: Bool { before == after }

    /// Fields that were changed or confirmed, in numerical order.
    var fields: [FieldChange] {
        PurchaseFields.all.compactMap { field in
            let (old, new) = (before.text(of: field), after.text(of: field))
            let isConfirmed = before.review.contains(.init(field)) && !after.review.contains(.init(field))
            return old != new || isConfirmed ? FieldChange(field: field, before: old, after: new) : nil
        }
    }

    /// Items that were changed or confirmed, in their order.
    var items: [ItemChange] {
        let known = Dictionary(before.content.items.map { ($0.id, $0) }) { first, _ in first }
        return after.content.items.compactMap { item in
            guard let old = known[item.id], old != item else { return nil }
            return ItemChange(before: old, after: item)
        }
    }

    var removed: [PurchaseItem] {
        let left = Set(after.content.items.map(\.id))
        return before.content.items.filter { !left.contains($0.id) }
    }

    var added: [PurchaseItem] {
        let known = Set(before.content.items.map(\.id))
        return after.content.items.filter { !known.contains($0.id) }
    }
}

extension Purchase {
    /// A field as text; empty when unknown.
    func text(of field: Budget.PurchaseField) -> String {
        switch field {
        case .storeName: content.storeName
        case .storeAddress: content.storeAddress
        case .date: content.purchasedAt.day?.text ?? ""
        case .time: content.purchasedAt.time ?? ""
        case .currency: content.currency == Currency.unknown ? "" : content.currency
        case .subtotal: content.subtotal.map(content.text) ?? ""
        case .total: content.total.map(content.text) ?? ""
        case .taxes:
            content.taxes.map { "\($0.label) \(content.text($0.amount))".trimmingCharacters(in: .whitespaces) }
                .joined(separator: ", ")
        case .unspecified, .unrecognized: ""
        }
    }
}

extension PurchaseContent {
    /// An amount without its currency, such as `12.30`.
    func text(_ minorUnits: Int64) -> String { Money.text(minorUnits: minorUnits, currencyCode: currency) }
}

extension PurchaseItem {
    /// The quantity as text, such as `0.755`.
    var quantityText: String { ExactDecimal(quantityThousandths, scale: 3).normalized.description }
}
