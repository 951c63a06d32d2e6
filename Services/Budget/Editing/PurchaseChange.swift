import BudgetMessages
import Foundation
import Foundations
import Texts

/// One change of a purchase, as its history stores it.
enum PurchaseChange: StoredText {
    case confirmed
    case discarded
    /// No longer discarded.
    case restored
    /// To be verified again.
    case reopened
    /// The owner keeps a suspected duplicate.
    case keptSeparate
    case duplicateAgain
    case field(Field, before: String, after: String)
    /// A field whose value the owner says is right.
    case fieldConfirmed(Field)
    case itemRemoved(name: ItemName, amount: String)
    case itemAdded(name: ItemName, amount: String)
    case itemRenamed(name: ItemName, after: ItemName)
    case item(name: ItemName, ItemDetail, before: String, after: String)
    case itemOfAnotherProduct(name: ItemName)
    case itemConfirmed(name: ItemName)
    case reordered
    /// What the owner notes is another text, which the history doesn't repeat.
    case noted
    /// Another device has changed the same, and the version that isn't shown is kept for choice.
    case conflictKept
    case conflictSettled
    /// Catalog knows the store.
    case storeFound(store: String)
    /// Catalog did not know the store before.
    case storeCreated(store: String)
    /// Catalog knows the products of items.
    case productsFound(Int)
    /// Catalog's response changed nothing.
    case nothingFound

    /// A field of a purchase.
    enum Field: String, Codable {
        case storeName, storeAddress, date, time, currency, subtotal, taxes, total
    }

    /// A detail of an item.
    enum ItemDetail: String, Codable {
        case quantity, unit, unitPrice, amount, discount, category
    }

    /// The change: `Total: 9.90 → 8.90`.
    var text: LocalizedText {
        switch self {
        case .confirmed: .budget.changeConfirmed
        case .discarded: .budget.changeDiscarded
        case .restored: .budget.changeRestored
        case .reopened: .budget.changeReopened
        case .keptSeparate: .budget.changeKeptSeparate
        case .duplicateAgain: .budget.changeDuplicateAgain
        case .field(let field, let before, let after):
            .budget.changeField(what: field.title, before: shown(before), after: shown(after))
        case .fieldConfirmed(let field): .budget.changeFieldConfirmed(what: field.title)
        case .itemRemoved(let name, let amount): .budget.changeItemRemoved(name: named(name), amount: amount)
        case .itemAdded(let name, let amount): .budget.changeItemAdded(name: named(name), amount: amount)
        case .itemRenamed(let name, let after):
            .budget.changeItemRenamed(name: named(name), before: shown(name), after: shown(after))
        case .item(let name, let detail, let before, let after):
            .budget.changeItem(name: named(name), what: detail.title, before: shown(before), after: shown(after))
        case .itemOfAnotherProduct(let name): .budget.changeItemOfAnotherProduct(name: named(name))
        case .itemConfirmed(let name): .budget.changeItemConfirmed(name: named(name))
        case .reordered: .budget.changeReordered
        case .noted: .budget.changeNoted
        case .conflictKept: .budget.changeConflictKept
        case .conflictSettled: .budget.changeConflictSettled
        case .storeFound(let store): .budget.changeStoreFound(store: store)
        case .storeCreated(let store): .budget.changeStoreCreated(store: store)
        case .productsFound(let count): .budget.changeProductsFound(count: count)
        case .nothingFound: .budget.changeNothingFound
        }
    }

    /// The text of a stored change: a sentence where a former version has stored it, and only that something changed where a
    /// newer one has.
    /// - Parameter names: What its reader is shown for the names of shared products.
    static func text(ofStored change: String, _ names: ProductNames) -> LocalizedText {
        if isSentence(change) { return .verbatim(change) }
        return PurchaseChange(stored: change)?.text(names) ?? .budget.changeOther
    }

    /// The text of a change.
    /// - Parameter names: What its reader is shown for the names of shared products.
    func text(_ names: ProductNames) -> LocalizedText { mapNames(names.shown).text }

    private func mapNames(_ shown: (ItemName) -> ItemName) -> PurchaseChange {
        switch self {
        case .itemRemoved(let name, let amount): .itemRemoved(name: shown(name), amount: amount)
        case .itemAdded(let name, let amount): .itemAdded(name: shown(name), amount: amount)
        case .itemRenamed(let name, let after): .itemRenamed(name: shown(name), after: shown(after))
        case .item(let name, let detail, let before, let after):
            .item(name: shown(name), detail, before: before, after: after)
        case .itemOfAnotherProduct(let name): .itemOfAnotherProduct(name: shown(name))
        case .itemConfirmed(let name): .itemConfirmed(name: shown(name))
        case .confirmed, .discarded, .restored, .reopened, .keptSeparate, .duplicateAgain, .field, .fieldConfirmed,
            .reordered, .noted, .conflictKept, .conflictSettled, .storeFound, .storeCreated, .productsFound,
            .nothingFound:
            self
        }
    }

    private func named(_ name: ItemName) -> LocalizedText { name.text ?? .budget.changeItemNone }
    private func shown(_ name: ItemName) -> LocalizedText { name.text ?? .budget.changeValueNone }
    private func shown(_ value: String) -> LocalizedText { value.isEmpty ? .budget.changeValueNone : .verbatim(value) }
}

extension PurchaseChange.Field {
    /// Nil for a field that isn't one of a purchase.
    init?(_ field: Budget.PurchaseField) {
        switch field {
        case .storeName: self = .storeName
        case .storeAddress: self = .storeAddress
        case .date: self = .date
        case .time: self = .time
        case .currency: self = .currency
        case .subtotal: self = .subtotal
        case .taxes: self = .taxes
        case .total: self = .total
        case .unspecified, .unrecognized: return nil
        }
    }

    fileprivate var title: LocalizedText {
        switch self {
        case .storeName: .budget.fieldStoreName
        case .storeAddress: .budget.fieldStoreAddress
        case .date: .budget.fieldDate
        case .time: .budget.fieldTime
        case .currency: .budget.fieldCurrency
        case .subtotal: .budget.fieldSubtotal
        case .taxes: .budget.fieldTaxes
        case .total: .budget.fieldTotal
        }
    }
}

extension PurchaseChange.ItemDetail {
    fileprivate var title: LocalizedText {
        switch self {
        case .quantity: .budget.detailQuantity
        case .unit: .budget.detailUnit
        case .unitPrice: .budget.detailUnitPrice
        case .amount: .budget.detailAmount
        case .discount: .budget.detailDiscount
        case .category: .budget.detailCategory
        }
    }
}

extension PurchaseDifference {
    /// The changes, in the order in which they are shown.
    var changes: [PurchaseChange] {
        var all = stateChanges + fields.compactMap { change(of: $0) }
        all += removed.map { .itemRemoved(name: $0.name, amount: before.content.text($0.amount)) }
        all += added.map { .itemAdded(name: $0.name, amount: after.content.text($0.amount)) }
        if before.content.note != after.content.note { all.append(.noted) }
        return all + items.flatMap { changes(of: $0) } + orderChanges + conflictChanges
    }

    private var stateChanges: [PurchaseChange] {
        var changes: [PurchaseChange] = []
        if before.state != after.state {
            switch (before.state, after.state) {
            case (_, .confirmed): changes.append(.confirmed)
            case (_, .discarded): changes.append(.discarded)
            case (.discarded, .toVerify): changes.append(.restored)
            case (.confirmed, .toVerify), (.toVerify, .toVerify): changes.append(.reopened)
            }
        }
        if before.duplicateOf != after.duplicateOf {
            changes.append(after.duplicateOf == nil ? .keptSeparate : .duplicateAgain)
        }
        return changes
    }

    private func change(of change: FieldChange) -> PurchaseChange? {
        guard let field = PurchaseChange.Field(change.field) else { return nil }
        guard change.before != change.after else { return .fieldConfirmed(field) }
        return .field(field, before: change.before, after: change.after)
    }

    private func changes(of change: ItemChange) -> [PurchaseChange] {
        let (old, new) = (change.before, change.after)
        var changes: [PurchaseChange] = []
        func compare(_ detail: PurchaseChange.ItemDetail, _ before: String, _ after: String) {
            if before != after { changes.append(.item(name: old.name, detail, before: before, after: after)) }
        }
        if old.name.text != new.name.text { changes.append(.itemRenamed(name: old.name, after: new.name)) }
        compare(.quantity, old.quantityText, new.quantityText)
        compare(.unit, old.unit, new.unit)
        compare(.unitPrice, price(old, before), price(new, after))
        compare(.amount, before.content.text(old.amount), after.content.text(new.amount))
        compare(.discount, before.content.text(old.discount), after.content.text(new.discount))
        // Another product has its own.
        if old.productID == new.productID, old.name == new.name, old.category != new.category {
            compare(.category, old.categoryText, new.categoryText)
        }
        guard changes.isEmpty else { return changes }
        if old.productID != new.productID { return [.itemOfAnotherProduct(name: old.name)] }
        return old.needsReview && !new.needsReview ? [.itemConfirmed(name: old.name)] : []
    }

    private var orderChanges: [PurchaseChange] {
        let (old, new) = (Set(before.content.items.map(\.id)), Set(after.content.items.map(\.id)))
        let isSame =
            before.content.items.map(\.id).filter(new.contains) == after.content.items.map(\.id).filter(old.contains)
        return isSame ? [] : [.reordered]
    }

    private var conflictChanges: [PurchaseChange] {
        let (old, new) = (Set(before.conflicts.map(\.id)), Set(after.conflicts.map(\.id)))
        return (new.isSubset(of: old) ? [] : [.conflictKept]) + (old.isSubset(of: new) ? [] : [.conflictSettled])
    }

    private func price(_ item: PurchaseItem, _ purchase: Purchase) -> String {
        item.unitPrice.map(purchase.content.text) ?? ""
    }
}
