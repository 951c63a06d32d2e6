/// A day of the Gregorian calendar without a time zone.
///
/// Days are read from the years 1 to 9999. Arithmetic reaches a year further at both ends, so that every month has an end.
public struct CalendarDay: Sendable, Hashable {
    /// Days since 1970-01-01, negative before.
    public let dayNumber: Int

    /// The days that can be represented, of the years 0 to 10000.
    static let dayNumbers = -719_528...2_933_262

    /// A day by its number; nil outside of the years 0 to 10000.
    public init?(dayNumber: Int) {
        guard Self.dayNumbers.contains(dayNumber) else { return nil }
        self.dayNumber = dayNumber
    }

    /// A day of a month; nil for one that doesn't exist, or outside of the years 1 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), let date = CivilDate(year: year, month: month, day: day) else { return nil }
        dayNumber = date.dayNumber
    }

    /// Reads `YYYY-MM-DD` (ISO 8601); nil for another form and for days that don't exist.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Int(asciiDigits: bytes[0..<4]), let month = Int(asciiDigits: bytes[5..<7]),
            let day = Int(asciiDigits: bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day as `YYYY-MM-DD` (ISO 8601).
    public var text: String { date.text }

    private var date: CivilDate { CivilDate(dayNumber: dayNumber) }

    /// The year.
    public var year: Int { date.year }
    /// The month, 1 to 12.
    public var month: Int { date.month }
    /// The day of the month, from 1.
    public var day: Int { date.day }

    /// The day of the week by ISO 8601: 1 is Monday, 7 is Sunday.
    public var weekday: Int {
        let sinceMonday = (dayNumber + 3) % 7
        return (sinceMonday < 0 ? sinceMonday + 7 : sinceMonday) + 1
    }

    /// The day so many months later, or earlier; the month's last day where it has no day of that number.
    ///
    /// nil when it is outside of the years 0 to 10000.
    public func adding(months: Int) -> CalendarDay? {
        let date = date
        guard let month = CalendarMonth(index: CalendarMonth.index(date.year, date.month), plus: months),
            let moved = CivilDate(year: month.year, month: month.month, day: min(date.day, month.length))
        else { return nil }
        return CalendarDay(dayNumber: moved.dayNumber)
    }
}

extension CalendarDay: Strideable {
    /// Days until another day, negative when it is earlier.
    public func distance(to other: CalendarDay) -> Int { other.dayNumber - dayNumber }

    /// The day so many days later, or earlier.
    /// - Precondition: The result is of the years 0 to 10000; where the number isn't known to be small, use
    ///   ``init(dayNumber:)``.
    public func advanced(by days: Int) -> CalendarDay {
        guard let day = CalendarDay(dayNumber: dayNumber + days) else {
            preconditionFailure("a day outside of the years 0 to 10000")
        }
        return day
    }
}

extension CalendarDay: LosslessStringConvertible {
    /// The day as `YYYY-MM-DD`.
    public var description: String { text }
}
