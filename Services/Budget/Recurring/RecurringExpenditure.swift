import BudgetMessages
import CommonMessages
import Foundation
import Foundations

/// An expenditure that comes again, such as rent.
struct RecurringExpenditure: Sendable, Equatable {
    /// The most recurring expenditures of a user.
    static let limit = 100

    let id: UUID
    var terms: RecurringTerms
    /// The latest day for which it was recorded; nil when it was not yet.
    var recordedDay: CalendarDay?
    let createdAt: Date
    /// Whether its owner has removed it: not listed, but stored.
    var isRemoved = false
    /// The version, from 1, increasing with every change of its owner.
    var version: Int64 = 1

    /// The day on which it is recorded next; nil when it has ended.
    var nextDay: CalendarDay? { terms.recurrence.next(after: recordedDay) }
}

/// What comes again, and when.
struct RecurringTerms: Sendable, Equatable {
    /// What is recorded each time.
    let expenditure: Budget.CreateExpenditureRequest
    let recurrence: Recurrence

    /// Where a day is the day it is.
    var timeZone: TimeZone { TimeZone(identifier: expenditure.purchasedAt?.timeZone ?? "") ?? .gmt }
}

/// The days on which something is due.
struct Recurrence: Sendable, Equatable {
    enum Unit: String, Sendable {
        case day, week, month, year
    }

    /// How many units a step may have.
    static let steps = 1...99

    let unit: Unit
    /// How many units are from one day to the next.
    let every: Int
    let firstDay: CalendarDay
    /// The last day on which it may be due; nil where it has no end.
    let lastDay: CalendarDay?

    /// The first day after another one on which it is due; the very first one for nil. nil when there is none.
    func next(after day: CalendarDay?) -> CalendarDay? {
        guard let day, day >= firstDay else { return fitting(firstDay) }
        // Days of months are counted from the first one, so that the 31st stays it after a shorter month.
        var index = steps(until: day)
        while let found = self.day(index), found <= day { index += 1 }
        return self.day(index).flatMap(fitting)
    }

    private func fitting(_ day: CalendarDay) -> CalendarDay? { lastDay.map { day <= $0 } ?? true ? day : nil }

    /// The day after some steps; nil at the end of the calendar.
    private func day(_ index: Int) -> CalendarDay? {
        switch unit {
        case .day: CalendarDay(dayNumber: firstDay.dayNumber + index * every)
        case .week: CalendarDay(dayNumber: firstDay.dayNumber + index * every * 7)
        case .month: firstDay.adding(months: index * every)
        case .year: firstDay.adding(months: index * every * 12)
        }
    }

    /// How many whole steps it is from the first day until another one at least.
    private func steps(until day: CalendarDay) -> Int {
        let months = (day.year - firstDay.year) * 12 + day.month - firstDay.month - 1
        return switch unit {
        case .day: firstDay.distance(to: day) / every
        case .week: firstDay.distance(to: day) / (every * 7)
        case .month: max(0, months) / every
        case .year: max(0, months) / (every * 12)
        }
    }
}
