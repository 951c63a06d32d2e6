import Foundation
import Foundations

/// What a user wants to spend at most in each period.
struct Goal: Sendable, Equatable {
    /// The most goals of a user.
    static let limit = 100

    let id: UUID
    var terms: GoalTerms
    let createdAt: Date
    /// Whether its owner has removed it: not listed, but stored.
    var isRemoved = false
    /// The version, from 1, increasing with every change.
    var version: Int64 = 1
}

/// What a goal is.
struct GoalTerms: Sendable, Equatable {
    /// What counts.
    enum Target: Sendable, Equatable {
        case everything
        /// Items of a category, by its slug in catalog.
        case category(String)
        /// Items of a product, by its id in catalog.
        case product(UUID)

        /// What is given; everything for an empty slug and no product.
        init(category: String, product: UUID?) {
            self = product.map(Self.product) ?? (category.isEmpty ? .everything : .category(category))
        }

        /// The slug; nil for other targets.
        var category: String? { if case .category(let slug) = self { slug } else { nil } }
        /// The id; nil for other targets.
        var product: UUID? { if case .product(let id) = self { id } else { nil } }
    }

    let period: GoalPeriod
    /// In minor units of the currency, above 0.
    let limit: Int64
    /// The ISO 4217 code.
    let currency: String
    let target: Target
}

/// How often a goal begins anew.
enum GoalPeriod: Sendable, Equatable {
    case day
    /// On a day of the week by ISO 8601: 1 is Monday, 7 is Sunday.
    case week(beginsOn: Int)
    /// On a day of the month, 1 to 31, or on its last day where it has no such day.
    case month(beginsOn: Int)
    case year

    /// The period that a day is in.
    func containing(_ day: CalendarDay) -> SpendingPeriod {
        switch self {
        case .day: return SpendingPeriod(day, day)
        case .week(let weekday):
            let first = day.advanced(by: -((day.weekday - weekday + 7) % 7))
            return SpendingPeriod(first, first.advanced(by: 6))
        case .month(let number):
            let begin = Self.beginning(of: number, in: day)
            let first = begin <= day ? begin : Self.beginning(of: number, in: Self.firstOfMonth(day, plus: -1))
            return SpendingPeriod(
                first,
                Self.beginning(of: number, in: Self.firstOfMonth(first, plus: 1)).advanced(by: -1)
            )
        case .year:
            let first = Self.firstOfMonth(day, plus: 1 - day.month)
            return SpendingPeriod(first, Self.firstOfMonth(first, plus: 12).advanced(by: -1))
        }
    }

    /// The day of a number in the month that a day is in, or its last day.
    private static func beginning(of number: Int, in day: CalendarDay) -> CalendarDay {
        let last = firstOfMonth(day, plus: 1).advanced(by: -1)
        return last.advanced(by: min(number, last.day) - last.day)
    }

    private static func firstOfMonth(_ day: CalendarDay, plus months: Int) -> CalendarDay {
        guard let month = day.advanced(by: 1 - day.day).adding(months: months) else {
            preconditionFailure("a day at the end of the calendar")
        }
        return month
    }
}
