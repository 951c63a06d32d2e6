import BudgetMessages
import Foundations
import RPC
import ServiceKit

/// A period of a ledger, and the one before it with which it is compared.
struct SpendingPeriod: Sendable, Equatable {
    /// The longest period, in days: ten years.
    static let limit = 3_660

    let first: CalendarDay
    let last: CalendarDay

    /// - Precondition: The last day isn't before the first, and the period isn't longer than ``limit``.
    init(_ first: CalendarDay, _ last: CalendarDay) {
        precondition((0..<Self.limit).contains(first.distance(to: last)), "a period of another length")
        (self.first, self.last) = (first, last)
    }

    /// The period of a request.
    /// - Throws: INVALID_ARGUMENT with every violation.
    init(_ firstDay: String, _ lastDay: String, _ validator: inout FieldValidator) {
        let first = Self.day(firstDay, "first_day", &validator)
        let last = Self.day(lastDay, "last_day", &validator)
        self.first = first
        guard last >= first else {
            validator.reject("last_day", .budget.ruleLastDay)
            self.last = first
            return
        }
        if first.distance(to: last) >= Self.limit {
            validator.reject("last_day", .budget.rulePeriodLength(highest: Self.limit))
        }
        self.last = last
    }

    private static func day(_ text: String, _ field: String, _ validator: inout FieldValidator) -> CalendarDay {
        if let day = CalendarDay(purchaseDay: text) { return day }
        validator.reject(field, .budget.ruleRequiredDay)
        return CalendarDay.unixEpoch
    }

    func contains(_ day: CalendarDay) -> Bool { (first...last).contains(day) }

    /// As many months before where it is whole months, so that March is compared with February; otherwise as many days before.
    var former: SpendingPeriod {
        let end = first.advanced(by: -1)
        if first.day == 1, last.advanced(by: 1).day == 1 {
            let next = last.advanced(by: 1)
            let months = (next.year - first.year) * 12 + next.month - first.month
            if let start = first.adding(months: -months) { return SpendingPeriod(start, end) }
        }
        return SpendingPeriod(first.advanced(by: -(first.distance(to: last) + 1)), end)
    }
}

extension CalendarDay {
    /// 1970-01-01.
    fileprivate static var unixEpoch: CalendarDay {
        guard let day = CalendarDay(dayNumber: 0) else { preconditionFailure("day 0 is of the year 1970") }
        return day
    }
}
