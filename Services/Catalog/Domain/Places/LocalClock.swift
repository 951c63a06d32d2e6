internal import Foundation

/// A calendar day without a time zone, counted from 1970-01-01.
struct LocalDay: Hashable, Sendable {
    let daysSince1970: Int

    func advanced(by days: Int) -> LocalDay {
        LocalDay(daysSince1970: daysSince1970 + days)
    }

    var weekday: Weekday {
        // 1970-01-01 was a Thursday.
        let sinceMonday = (daysSince1970 + 3) % 7
        return Weekday.allCases[sinceMonday < 0 ? sinceMonday + 7 : sinceMonday]
    }
}

/// Converts between instants and local times.
///
/// Local times that a clock change skips or repeats are resolved as in RFC 5545, section 3.3.5: a skipped one with the
/// offset from before the change, a repeated one as its first occurrence.
struct LocalClock {
    private let timeZone: TimeZone

    init(_ timeZone: TimeZone) {
        self.timeZone = timeZone
    }

    func day(of instant: Date) -> LocalDay {
        let local = instant.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: instant))
        return LocalDay(daysSince1970: Int((local / Self.secondsOfDay).rounded(.down)))
    }

    /// The instant of a local time.
    /// - Parameter minutes: minutes after the day's midnight; from 1,440 on they are on the next day.
    func instant(of minutes: Int, on day: LocalDay) -> Date {
        let wall = Date(timeIntervalSince1970: Double(day.daysSince1970) * Self.secondsOfDay + Double(minutes) * 60)
        let before = timeZone.secondsFromGMT(for: wall.addingTimeInterval(-Self.secondsOfDay))
        let after = timeZone.secondsFromGMT(for: wall.addingTimeInterval(Self.secondsOfDay))
        let early = wall.addingTimeInterval(-Double(before))
        let late = wall.addingTimeInterval(-Double(after))
        let occursWithNewOffsetOnly =
            timeZone.secondsFromGMT(for: early) != before && timeZone.secondsFromGMT(for: late) == after
        return occursWithNewOffsetOnly ? late : early
    }

    private static let secondsOfDay = 86_400.0
}
