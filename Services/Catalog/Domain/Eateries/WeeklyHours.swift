/// A day of the week, numbered as by ISO 8601 from Monday on.
package enum Weekday: Int, CaseIterable, Sendable {
    case monday = 1
    case tuesday
    case wednesday
    case thursday
    case friday
    case saturday
    case sunday
}

/// What is known of the opening hours on one day of the week.
package enum DayHours: Hashable, Sendable {
    /// Nothing is known. It is taken for neither open nor closed.
    case unknown
    /// Known: in order and without overlap; none at all means closed.
    case known([OpeningInterval])

    /// Closed all day.
    package static let closed = DayHours.known([])

    /// Reads hours as reference data write them: blank for unknown, `closed`, or intervals with `;` between, as in
    /// `11:00-14:00;17:00-22:00`. `nil` for anything else, and where intervals overlap or are out of order.
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

    /// The hours as ``init(parsing:)`` reads them.
    package var text: String {
        switch self {
        case .unknown: ""
        case .closed: "closed"
        case .known(let intervals): intervals.map(\.description).joined(separator: ";")
        }
    }
}

/// Opening hours through the week, by the clock on the wall.
package struct WeeklyHours: Hashable, Sendable {
    private var days: [DayHours]

    /// Hours that are the same every day.
    package init(everyDay hours: DayHours) {
        days = Array(repeating: hours, count: Weekday.allCases.count)
    }

    /// Reads the hours of the seven days, Monday first, each as ``DayHours/init(parsing:)`` does; `nil` when one can't be
    /// read or the number differs.
    package init?(parsing texts: [String]) {
        days = texts.compactMap(DayHours.init(parsing:))
        guard days.count == texts.count, days.count == Weekday.allCases.count else { return nil }
    }

    /// The hours as ``init(parsing:)`` reads them.
    package var texts: [String] { days.map(\.text) }

    /// What is known of one day. An interval belongs to the day on which it opens.
    package subscript(day: Weekday) -> DayHours {
        get { days[day.rawValue - 1] }
        set { days[day.rawValue - 1] = newValue }
    }
}
