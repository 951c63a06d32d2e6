/// A month of the Gregorian calendar, which may be counted from another day than its first.
///
/// With a starting day of 25, "2026-03" is 25 March to 24 April. A month without that day starts on its last one, so that
/// every day belongs to exactly one month.
public struct CalendarMonth: Sendable, Hashable {
    /// The year, 0 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int

    /// Days that a month can start on.
    public static let startingDays = 1...31

    /// A month; nil for one that doesn't exist, or outside of the years 0 to 9999.
    public init?(year: Int, month: Int) {
        guard (0...9_999).contains(year), (1...12).contains(month) else { return nil }
        self.year = year
        self.month = month
    }

    /// Reads `YYYY-MM` (ISO 8601); nil for another form.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 7, bytes[4] == UInt8(ascii: "-"), let year = Int(asciiDigits: bytes[0..<4]),
            let month = Int(asciiDigits: bytes[5..<7])
        else { return nil }
        self.init(year: year, month: month)
    }

    /// The month that a day belongs to.
    /// - Parameters:
    ///   - day: Of the years 1 to 9999.
    ///   - startingDay: The day that months start on, 1 to 31.
    public init(containing day: CalendarDay, startingOn startingDay: Int = 1) {
        precondition(Self.startingDays.contains(startingDay))
        let index = Self.index(day.year, day.month)
        guard let month = CalendarMonth(index: index, plus: 0) else { preconditionFailure("a day after the year 9999") }
        if day >= month.firstDay(startingOn: startingDay) {
            self = month
        } else if let former = CalendarMonth(index: index, plus: -1) {
            self = former
        } else {
            preconditionFailure("a day before the year 1")
        }
    }

    /// How many days the calendar's month has.
    public var length: Int { CivilDate.length(ofMonth: month, year: year) }

    /// The days of the month, without the one after its last.
    /// - Parameter startingDay: The day that months start on, 1 to 31.
    public func days(startingOn startingDay: Int = 1) -> Range<CalendarDay> {
        let start = firstDay(startingOn: startingDay)
        let (nextYear, nextMonth) = month == 12 ? (year + 1, 1) : (year, month + 1)
        return start..<Self.firstDay(nextYear, nextMonth, startingDay)
    }

    /// The day that the month starts on.
    /// - Parameter startingDay: The day that months start on, 1 to 31.
    public func firstDay(startingOn startingDay: Int = 1) -> CalendarDay { Self.firstDay(year, month, startingDay) }

    private static func firstDay(_ year: Int, _ month: Int, _ startingDay: Int) -> CalendarDay {
        precondition(startingDays.contains(startingDay))
        let day = min(startingDay, CivilDate.length(ofMonth: month, year: year))
        guard let date = CivilDate(year: year, month: month, day: day),
            let first = CalendarDay(dayNumber: date.dayNumber)
        else { preconditionFailure("a month outside of the years 0 to 10000") }
        return first
    }

    /// Months since January of the year 0.
    static func index(_ year: Int, _ month: Int) -> Int { year * 12 + month - 1 }

    /// A month by its index and a distance; nil outside of the years 0 to 9999.
    init?(index: Int, plus months: Int) {
        let (sum, overflows) = index.addingReportingOverflow(months)
        guard !overflows, sum >= 0 else { return nil }
        self.init(year: sum / 12, month: sum % 12 + 1)
    }
}

extension CalendarMonth: Strideable {
    private var index: Int { Self.index(year, month) }

    /// Months until another month, negative when it is earlier.
    public func distance(to other: CalendarMonth) -> Int { other.index - index }

    /// The month so many months later, or earlier.
    /// - Precondition: The result is of the years 0 to 9999.
    public func advanced(by months: Int) -> CalendarMonth {
        guard let month = CalendarMonth(index: index, plus: months) else {
            preconditionFailure("a month outside of the years 0 to 9999")
        }
        return month
    }
}

extension CalendarMonth: LosslessStringConvertible {
    /// The month as `YYYY-MM`.
    public var description: String { "\(year.padded(to: 4))-\(month.padded(to: 2))" }
}
