import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import ServiceKit
import Texts

/// A part of a purchase that devices change apart from its other parts.
enum PurchasePart: Hashable {
    /// The store as its owner names it, with what catalog knows of it.
    case store
    case address, date, time, currency, subtotal, taxes, total, note
    /// Whether there is an item.
    case item(UUID)
    /// A detail of an item.
    case detail(ItemDetail, of: UUID)

    /// What devices change apart in an item.
    enum ItemDetail: CaseIterable {
        /// Its name and product.
        case product
        case category
        case quantity, unit, unitPrice, amount, discount
    }

    /// The parts that are not of items. The currency is merged before them.
    static let fields: [PurchasePart] = [.store, .address, .date, .time, .subtotal, .taxes, .total, .note]
}

extension PurchasePart {
    /// Whether two states of a purchase have the part alike. Amounts are compared as they are printed: a change of the currency is
    /// none of them.
    func isSame(in first: Purchase, _ second: Purchase) -> Bool {
        let (one, other) = (first.content, second.content)
        switch self {
        case .store: return one.storeName == other.storeName
        case .address: return one.storeAddress == other.storeAddress
        case .date: return one.purchasedAt.day == other.purchasedAt.day
        case .time: return one.purchasedAt.time == other.purchasedAt.time
        case .currency: return one.currency == other.currency
        case .subtotal: return one.printed(one.subtotal) == other.printed(other.subtotal)
        case .taxes:
            return one.taxes.map(\.label) == other.taxes.map(\.label)
                && one.taxes.map { one.printed($0.amount) } == other.taxes.map { other.printed($0.amount) }
        case .total: return one.printed(one.total) == other.printed(other.total)
        case .note: return one.note == other.note
        case .item(let id):
            return (first.item(id) == nil) == (second.item(id) == nil)
        case .detail(let detail, let id):
            guard let item = first.item(id), let counterpart = second.item(id) else { return false }
            return detail.isSame(in: item, of: one, counterpart, of: other)
        }
    }

    /// Whether a state of a purchase has the part: there are no details without their item.
    func isPart(of purchase: Purchase) -> Bool {
        if case .detail(_, let item) = self { purchase.item(item) != nil } else { true }
    }

    /// Gives a purchase the part of another state of it. Whether there is an item is not copied: see ``PurchaseMerge``.
    func copy(from source: Purchase, to target: inout Purchase) {
        let content = source.content
        switch self {
        case .store:
            target.content.storeName = content.storeName
            target.content.storeID = content.storeID
            target.content.knownStore = content.knownStore
        case .address: target.content.storeAddress = content.storeAddress
        case .date: target.content.purchasedAt.day = content.purchasedAt.day
        case .time: target.content.purchasedAt.time = content.purchasedAt.time
        case .currency:
            target.content.currency = content.currency
            target.content.suggestedCurrency = content.suggestedCurrency
        case .subtotal: target.content.subtotal = content.subtotal
        case .taxes: target.content.taxes = content.taxes
        case .total: target.content.total = content.total
        case .note: target.content.note = content.note
        case .item: break
        case .detail(let detail, let id):
            guard let item = source.item(id), let index = target.content.items.firstIndex(where: { $0.id == id })
            else { return }
            detail.copy(from: item, to: &target.content.items[index])
        }
    }

    /// The edit that gives a purchase the part as this state has it.
    /// - Parameter names: What its owner is shown.
    func edit(from state: Purchase, _ names: ProductNames) -> Budget.PurchaseEdit {
        let content = state.content
        func text(_ value: String) -> Budget.TextCorrection { Budget.TextCorrection(value: value) }
        func amount(_ minorUnits: Int64?) -> Budget.AmountCorrection {
            Budget.AmountCorrection(value: minorUnits.map(content.money))
        }
        let edit: Budget.PurchaseEdit.Edit =
            switch self {
            case .store: .storeName(text(content.storeName))
            case .address: .storeAddress(text(content.storeAddress))
            case .date: .date(text(content.purchasedAt.day?.text ?? ""))
            case .time: .time(text(content.purchasedAt.time ?? ""))
            case .currency: .currency(text(content.currency))
            case .subtotal: .subtotal(amount(content.subtotal))
            case .total: .total(amount(content.total))
            case .note: .note(text(content.note))
            case .taxes:
                .taxes(
                    Budget.TaxCorrection(
                        taxes: content.taxes.map {
                            Budget.PurchaseTax(label: $0.label, amount: content.money($0.amount))
                        }
                    )
                )
            case .item(let id):
                if let item = state.item(id) {
                    .newItem(item.asNew(after: state.predecessor(of: id), in: content, names))
                } else {
                    .itemRemoval(Budget.ItemRemoval(itemID: id.canonical))
                }
            case .detail(let detail, let id):
                state.item(id).map { detail.edit(to: $0, in: content, names) } ?? .item(.init(itemID: id.canonical))
            }
        return Budget.PurchaseEdit(edit: edit)
    }
}

extension PurchasePart.ItemDetail {
    fileprivate func isSame(
        in first: PurchaseItem,
        of one: PurchaseContent,
        _ second: PurchaseItem,
        of other: PurchaseContent
    ) -> Bool {
        switch self {
        case .product:
            first.productID == second.productID && first.productName == second.productName
        case .category: first.category == second.category && first.categorySymbol == second.categorySymbol
        case .quantity: first.quantityThousandths == second.quantityThousandths
        case .unit: first.unit == second.unit
        case .unitPrice: one.printed(first.unitPrice) == other.printed(second.unitPrice)
        case .amount: one.printed(first.amount) == other.printed(second.amount)
        case .discount: one.printed(first.discount) == other.printed(second.discount)
        }
    }

    fileprivate func copy(from source: PurchaseItem, to target: inout PurchaseItem) {
        switch self {
        case .product:
            target.productID = source.productID
            target.productName = source.productName
        case .category:
            target.category = source.category
            target.categorySymbol = source.categorySymbol
        case .quantity: target.quantityThousandths = source.quantityThousandths
        case .unit: target.unit = source.unit
        case .unitPrice: target.unitPrice = source.unitPrice
        case .amount: target.amount = source.amount
        case .discount: target.discount = source.discount
        }
    }

    fileprivate func edit(
        to item: PurchaseItem,
        in content: PurchaseContent,
        _ names: ProductNames
    ) -> Budget.PurchaseEdit.Edit {
        var correction = Budget.ItemCorrection(itemID: item.id.canonical)
        switch self {
        case .product: correction.product = item.choice(names)
        case .category:
            return .itemsCategory(
                Budget.ItemsCategory(
                    itemIDs: [item.id.canonical],
                    category: item.category,
                    categorySymbol: item.categorySymbol
                )
            )
        case .quantity: correction.quantity = Budget.QuantityCorrection(thousandths: item.quantityThousandths)
        case .unit: correction.unit = Budget.TextCorrection(value: item.unit)
        case .unitPrice: correction.unitPrice = Budget.AmountCorrection(value: item.unitPrice.map(content.money))
        case .amount:
            correction.amount = content.money(item.amount)
            correction.returned = Budget.ReturnMark(value: item.amount < 0)
        case .discount: correction.discount = content.money(item.discount)
        }
        return .item(correction)
    }
}

extension PurchasePart {
    /// Whether it is an item's category.
    var isCategory: Bool { if case .detail(.category, _) = self { true } else { false } }
}

extension Purchase {
    /// The items by their ids.
    var itemsByID: [UUID: PurchaseItem] {
        Dictionary(content.items.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The item with an id; nil when the purchase has none.
    func item(_ id: UUID) -> PurchaseItem? { content.items.first { $0.id == id } }

    /// The item before another one; nil for the first.
    func predecessor(of id: UUID) -> UUID? {
        guard let index = content.items.firstIndex(where: { $0.id == id }), index > 0 else { return nil }
        return content.items[index - 1].id
    }
}

extension PurchaseContent {
    /// An amount as it is printed, which is the same in every currency.
    fileprivate func printed(_ minorUnits: Int64?) -> ExactDecimal? {
        minorUnits.map { ExactDecimal($0, scale: Currency.minorDigits(ofCode: currency)) }
    }

    /// An amount in the purchase's currency.
    fileprivate func money(_ minorUnits: Int64) -> Common.Money {
        Common.Money(minorUnits: minorUnits, currency: currency)
    }
}

extension PurchaseItem {
    fileprivate func choice(_ names: ProductNames) -> Budget.ProductChoice {
        // An item has a name once it is chosen: the printed words where there is no other.
        let name = [productName, names.name(of: self), printedText].first { !$0.isEmpty }
        return Budget.ProductChoice(
            productID: productID?.canonical ?? "",
            name: name ?? LocalizedText.receipts.itemUnnamed.forCaller,
            categorySymbol: categorySymbol,
            category: category
        )
    }

    /// The item as one that is added.
    /// - Parameter predecessor: The item before it; nil for the end.
    fileprivate func asNew(
        after predecessor: UUID?,
        in content: PurchaseContent,
        _ names: ProductNames
    ) -> Budget.NewItem {
        let choice = choice(names)
        return Budget.NewItem(
            name: choice.name,
            quantityThousandths: quantityThousandths,
            unit: unit,
            unitPrice: unitPrice.map(content.money),
            amount: content.money(amount),
            discount: content.money(discount),
            returned: amount < 0,
            afterItemID: predecessor?.canonical ?? "",
            product: choice
        )
    }
}
