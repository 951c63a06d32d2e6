import Foundation

/// Catalog's response about a purchase.
struct PurchaseMatches: Sendable {
    /// A store that was found for a name and an address.
    struct StoreMatch: Sendable {
        let askedName: String
        let askedAddress: String
        let id: UUID
        let name: String
        let address: String
        /// Both, as far as known.
        let nameAndAddress: String
        /// Whether catalog did not know it before.
        let isNew: Bool
        /// Whether its owner should review it.
        let isDoubtful: Bool
    }

    /// A product that was found for a printed line.
    struct LineMatch: Sendable {
        let printedText: String
        let product: UUID
        let name: String
        let category: String
        let categorySymbol: String
        /// Whether its owner should review it.
        let isDoubtful: Bool
    }

    var store: StoreMatch?
    /// Whether catalog's name replaces the store's.
    var takesStoreName = false
    /// By the receipt_line of their items.
    var lines: [Int32: LineMatch] = [:]

    /// The purchase with catalog's response for all that its owner has not changed meanwhile.
    func applied(to purchase: Purchase) -> Purchase {
        var purchase = purchase
        let isConfirmed = purchase.state == .confirmed
        applyStore(to: &purchase, isConfirmed: isConfirmed)
        for index in purchase.content.items.indices {
            apply(to: &purchase.content.items[index], isConfirmed: isConfirmed)
        }
        return purchase
    }

    private func applyStore(to purchase: inout Purchase, isConfirmed: Bool) {
        guard let store, purchase.content.storeID == nil, purchase.content.storeName == store.askedName,
            purchase.content.storeAddress == store.askedAddress
        else { return }
        let isDoubtful = store.isDoubtful
        // What its owner has confirmed as printed, or has typed, is not made doubtful: it stays a store of that name.
        if isDoubtful, isConfirmed || !takesStoreName { return }
        purchase.content.storeID = store.id
        if takesStoreName, !isDoubtful {
            purchase.content.storeName = store.name
        } else if isDoubtful || store.name != purchase.content.storeName
            || !["", purchase.content.storeAddress].contains(store.address)
        {
            purchase.content.knownStore = store.nameAndAddress
        }
        if isDoubtful { purchase.review.insert(.storeName) }
    }

    private func apply(to item: inout PurchaseItem, isConfirmed: Bool) {
        guard let match = lines[item.receiptLine], item.isUnmatched, item.printedText == match.printedText else {
            return
        }
        // What its owner has confirmed as printed is not made doubtful again.
        if isConfirmed, match.isDoubtful { return }
        item.productID = match.product
        item.productName = match.name
        // One that is there its owner has chosen: nothing was matched before.
        if item.category.isEmpty { (item.category, item.categorySymbol) = (match.category, match.categorySymbol) }
        item.needsReview = item.needsReview || match.isDoubtful
    }

    /// The changes of a purchase by this response.
    func changes(before: Purchase, after: Purchase) -> [PurchaseChange] {
        var changes: [PurchaseChange] = []
        if let store, before.content.storeID != after.content.storeID {
            let text = store.nameAndAddress
            changes.append(store.isNew ? .storeCreated(store: text) : .storeFound(store: text))
        }
        let found = zip(before.content.items, after.content.items).count { $0.productID != $1.productID }
        if found > 0 { changes.append(.productsFound(found)) }
        return changes.isEmpty ? [.nothingFound] : changes
    }
}

extension PurchaseItem {
    /// Whether it is as printed, and its owner has not said what it is.
    var isUnmatched: Bool { receiptLine > 0 && productID == nil && productName.isEmpty && !printedText.isEmpty }
}
