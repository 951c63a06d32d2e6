/// A day of the week, numbered as in ISO 8601, Monday first.
package enum Weekday: Int, CaseIterable, Sendable {
    case monday = 1
    case tuesday
    case wednesday
    case thursday
    case friday
    case saturday
    case sunday
}

/// The opening hours on one day of the week, as far as known.
package enum DayHours: Hashable, Sendable {
    /// Unknown; counts as neither open nor closed.
    case unknown
    /// Known intervals, in order and without overlap; none means closed.
    case known([OpeningInterval])

    /// Closed all day.
    package static let closed = DayHours.known([])

    /// Parses hours of reference data: blank for unknown, `closed`, or intervals separated by `;`.
    ///
    /// For example `11:00-14:00;17:00-22:00`. `nil` for anything else, and when intervals overlap or are out of order.
    package init?(parsing text: String) {
        switch text {
        case "":
            self = .unknown
        case "closed":
            self = .closed
        default:
            let parts = text.split(separator: ";", omittingEmptySubsequences: false)
            let intervals = parts.compactMap { OpeningInterval(String($0)) }
            let inOrder = zip(intervals, intervals.dropFirst()).allSatisfy { $0.closes <= $1.opens }
            guard intervals.count == parts.count, inOrder else { return nil }
            self = .known(intervals)
        }
    }

    /// The hours in the form that ``init(parsing:)`` parses.
    package var text: String {
        switch self {
        case .unknown: ""
        case .closed: "closed"
        case .known(let intervals): intervals.map(\.description).joined(separator: ";")
        }
    }
}

/// The opening hours of a week, in local time.
package struct WeeklyHours: Hashable, Sendable {
    private var days: [DayHours]

    /// Hours that are the same every day.
    package init(everyDay hours: DayHours) {
        days = Array(repeating: hours, count: Weekday.allCases.count)
    }

    /// Parses the hours of the seven days, Monday first, as ``DayHours/init(parsing:)`` does; `nil` when one is invalid
    /// or the number differs.
    package init?(parsing texts: [String]) {
        days = texts.compactMap(DayHours.init(parsing:))
        guard days.count == texts.count, days.count == Weekday.allCases.count else { return nil }
    }

    /// The hours in the form that ``init(parsing:)`` parses.
    package var texts: [String] { days.map(\.text) }

    /// The hours of one day. An interval belongs to the day on which it opens.
    package subscript(day: Weekday) -> DayHours {
        get { days[day.rawValue - 1] }
        set { days[day.rawValue - 1] = newValue }
    }
}
