import BudgetMessages
import Foundation
import Foundations
import RPC
import ServiceKit

extension PurchaseContent {
    /// Sets the category of several items at once. Each keeps its product and its name.
    ///
    /// Unlike a correction of one item, which its owner sees whole, this ends no review: a category is nothing that was read, and who
    /// sorts many items has not compared each with the receipt.
    /// - Throws: NOT_FOUND for an item that the purchase does not have.
    mutating func categorize(
        _ choice: Budget.ItemsCategory,
        _ path: String,
        _ validator: inout FieldValidator
    ) throws(Status) {
        let category = validator.givenCategory(choice.category, "\(path).category")
        let symbol = validator.text(choice.categorySymbol, "\(path).category_symbol", length: 0...16)
        for place in try places(of: choice.itemIDs, "\(path).item_ids", &validator) {
            (items[place].category, items[place].categorySymbol) = (category, symbol)
        }
    }

    /// Where the items with these ids are; none where there are too few or too many.
    private func places(
        of ids: [String],
        _ path: String,
        _ validator: inout FieldValidator
    ) throws(Status) -> [Int] {
        guard (1...PurchaseLimits.items).contains(ids.count) else {
            validator.reject(path, .services.ruleCounted(highest: PurchaseLimits.items, number: ids.count))
            return []
        }
        let known = Dictionary(items.enumerated().map { ($1.id, $0) }) { first, _ in first }
        var places: [Int] = []
        var seen = Set<Int>()
        for (index, id) in ids.enumerated() {
            guard let place = UUID(uuidString: id).flatMap({ known[$0] }) else {
                throw .notFound(.services.nounItemInPurchase)
            }
            if seen.insert(place).inserted {
                places.append(place)
            } else {
                validator.reject("\(path)[\(index)]", .budget.ruleItemTwice)
            }
        }
        return places
    }
}

extension PurchaseItem {
    /// The category as a history stores it: its symbol, or else its slug; empty when unknown.
    var categoryText: String { categorySymbol.isEmpty ? category : categorySymbol }
}
