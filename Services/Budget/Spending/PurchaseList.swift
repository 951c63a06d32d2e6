import Foundation
import Foundations
import ServiceKit

/// The sort key of a purchase in its owner's list, newest first.
struct PurchaseKey: PageKey, Equatable {
    static let list = "purchases"

    var day: CalendarDay
    var recordedAt: Date
    var id: UUID

    var fields: [String] { [day.text, recordedAt.pageField, id.canonical] }

    init(day: CalendarDay, recordedAt: Date, id: UUID) {
        self.day = day
        self.recordedAt = recordedAt
        self.id = id
    }

    init?(fields: [String]) {
        guard fields.count == 3, let day = CalendarDay(purchaseDay: fields[0]), let time = Date(pageField: fields[1]),
            let id = UUID(canonical: fields[2])
        else { return nil }
        self.init(day: day, recordedAt: time, id: id)
    }
}

/// Which of a user's purchases are listed.
struct PurchaseFilter: Sendable {
    /// Whether those that were discarded are wanted in place of the others.
    var discarded = false
    /// The first day; nil for no limit.
    var firstDay: CalendarDay?
    /// The last day; nil for no limit.
    var lastDay: CalendarDay?
    /// Only those of a kind; nil for all.
    var kind: Purchase.Kind?
    /// Only those with an item of one of these categories, by their slugs; empty for all.
    var categories: [String] = []
    /// Only those of a store, by its id in catalog; nil for all.
    var store: UUID?
    /// Only those with a product, by its id in catalog; nil for all.
    var product: UUID?
    /// Only those in a currency, by its ISO 4217 code; nil for all.
    var currency: String?
}

/// A page of a user's purchases.
struct PurchaseList: Sendable {
    /// The maximum number of items on a page, which keeps messages far below their limit.
    ///
    /// A page of purchases with more items ends early, but never before its first purchase.
    static let itemLimit = 1_000

    var purchases: [Purchase]
    /// Nil at the end.
    var next: PurchaseKey?
}
