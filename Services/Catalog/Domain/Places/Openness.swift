package import Foundation

/// Whether a place is open at an instant.
package enum Openness: Equatable, Sendable {
    /// The hours of that day are unknown.
    case unknown
    /// Open until the given instant; `nil` when it does not close within the week, or the closing time is unknown.
    case open(until: Date?)
    /// Known to be closed.
    case closed
}

extension WeeklyHours {
    /// Whether the place is open at an instant.
    ///
    /// A day with unknown hours is unknown from its midnight to the next, except for the rest of an interval that began
    /// on the day before. The opening instant counts as open, the closing instant as closed.
    ///
    /// - Parameter timeZone: the zone of the place; daylight saving is taken into account (``LocalClock``).
    package func openness(at instant: Date, in timeZone: TimeZone) -> Openness {
        let clock = LocalClock(timeZone)
        let today = clock.day(of: instant)
        guard let closing = closing(ofIntervalAt: instant, today: today, clock: clock) else {
            if case .unknown = self[today.weekday] { return .unknown }
            return .closed
        }
        return .open(until: lastClosing(from: closing, clock: clock))
    }

    /// The end of consecutive intervals, where the next begins as one ends.
    private func lastClosing(from first: Date, clock: LocalClock) -> Date? {
        var closing = first
        while closing.timeIntervalSince(first) < Self.searchHorizon {
            let day = clock.day(of: closing)
            guard let later = self.closing(ofIntervalAt: closing, today: day, clock: clock) else {
                // Closing exactly at the midnight that begins a day of unknown hours is not a known closing.
                let dayIsUnknown = self[day.weekday] == .unknown && clock.instant(of: 0, on: day) == closing
                return dayIsUnknown ? nil : closing
            }
            closing = later
        }
        return nil
    }

    /// How far ahead a closing time is searched, in seconds: a week.
    private static let searchHorizon = 7 * 86_400.0

    /// The end of the interval that contains the instant.
    ///
    /// It began on that day, the day before or, where clocks change across midnight, on the next day in local time.
    private func closing(ofIntervalAt instant: Date, today: LocalDay, clock: LocalClock) -> Date? {
        for day in [today.advanced(by: -1), today, today.advanced(by: 1)] {
            guard case .known(let intervals) = self[day.weekday] else { continue }
            for interval in intervals where clock.instant(of: interval.opens, on: day) <= instant {
                let closing = clock.instant(of: interval.closes, on: day)
                if instant < closing { return closing }
            }
        }
        return nil
    }
}
