import Foundation
import Foundations

/// What a user could spend less on.
struct Suggestion: Sendable {
    enum Kind: String, Sendable {
        case goalPassed = "goal_passed"
        case habit
    }

    /// Names it in votes: what it is about.
    let id: String
    let kind: Kind
    /// The goal that is passed, with how far it is; nil for a habit.
    var goal: (goal: Goal, progress: GoalProgress)?
    /// What could be left out, the dearest first.
    var items: [BoughtItem] = []
    /// What that would have saved in the goal's period, or brings in a year, in minor units of the currency.
    var saving: Int128 = 0
    let currency: String
    /// Whether there are too few purchases to say what could be left out.
    var hasLittleHistory = false
}

/// Something that was bought, in all purchases of a period in one currency.
struct BoughtItem: Sendable, Equatable {
    /// What tells it from others.
    enum Identity: Hashable, Sendable {
        case product(UUID)
        /// By its name in lower case, or by the category of what has none.
        case words(String)

        /// Nil for what catalog doesn't know.
        var productID: UUID? { if case .product(let id) = self { id } else { nil } }

        init(of item: CountedPurchase.Item) {
            if let id = item.productID {
                self = .product(id)
            } else {
                self = .words(item.name.isEmpty ? "category \(item.category)" : item.name.lowercased())
            }
        }
    }

    let identity: Identity
    let name: String
    let category: String
    let symbol: String
    /// In minor units.
    var amount: Int128 = 0
    /// On which it was bought.
    var days: Set<CalendarDay> = []

    /// In how many months of the calendar it was bought.
    var months: Int { Set(days.map { "\($0.year)-\($0.month)" }).count }

    var productID: UUID? { identity.productID }

    private init(_ item: CountedPurchase.Item) {
        identity = Identity(of: item)
        (name, category, symbol) = (item.name, item.category, item.symbol)
    }

    /// What was bought and cost something, the dearest first.
    /// - Parameter counts: Which items.
    static func items(
        of purchases: [CountedPurchase],
        where counts: (CountedPurchase.Item) -> Bool
    ) -> [BoughtItem] {
        var found: [Identity: BoughtItem] = [:]
        for purchase in purchases {
            for item in purchase.items where counts(item) {
                var bought = found[Identity(of: item)] ?? BoughtItem(item)
                bought.amount += item.amount
                // What was given back or taken off is no purchase.
                if item.amount > 0 { bought.days.insert(purchase.day) }
                found[bought.identity] = bought
            }
        }
        return found.values.filter { $0.amount > 0 }
            .sorted { ($1.amount, $0.name, $0.category) < ($0.amount, $1.name, $1.category) }
    }
}
