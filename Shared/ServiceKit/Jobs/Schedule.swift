package import Foundation

/// When a job is due.
package enum Schedule: Sendable, Hashable {
    /// At once when it is first known, and then at this distance; at least a second.
    case every(Duration)
    /// Each day at a time of day in a time zone.
    case daily(TimeOfDay, in: TimeZone)
    /// Each month on a day, from 1; in months that are shorter, on their last day.
    case monthly(day: Int, TimeOfDay, in: TimeZone)

    /// A time of day as clocks on the wall show it.
    package struct TimeOfDay: Sendable, Hashable {
        /// 0 to 23.
        package let hour: Int
        /// 0 to 59.
        package let minute: Int

        /// A time of day.
        /// - Precondition: The hour is 0 to 23, the minute 0 to 59.
        package init(_ hour: Int, _ minute: Int) {
            precondition((0...23).contains(hour) && (0...59).contains(minute), "not a time of day")
            self.hour = hour
            self.minute = minute
        }
    }

    /// The first occurrence of a job that becomes known at a time.
    package func first(at now: Date) -> Date {
        if case .every = self { return now }
        return next(after: now)
    }

    /// The first occurrence after a time.
    ///
    /// A time of day that doesn't exist on a day, since clocks are put forward over it, is moved by as much; one that comes
    /// twice, since they are put back, counts the first time.
    /// - Parameter occurrence: An occurrence at or before the time, from which distances are counted.
    package func next(after time: Date, from occurrence: Date? = nil) -> Date {
        switch self {
        case .every(let interval):
            let seconds = max(1, interval / .seconds(1))
            let start = occurrence ?? time
            let count = (time.timeIntervalSince(start) / seconds).rounded(.down) + 1
            return start + max(1, count) * seconds
        case .daily(let timeOfDay, let zone):
            return next(after: time, in: zone, stepping: .day) { calendar, day in
                Schedule.date(calendar, calendar.dateComponents([.year, .month, .day], from: day), timeOfDay)
            }
        case .monthly(let day, let timeOfDay, let zone):
            return next(after: time, in: zone, stepping: .month) { calendar, month in
                var components = calendar.dateComponents([.year, .month], from: month)
                let length = calendar.range(of: .day, in: .month, for: month)?.count ?? 28
                components.day = min(max(1, day), length)
                return Schedule.date(calendar, components, timeOfDay)
            }
        }
    }

    /// Tries the period before a time, its own and those that follow.
    private func next(
        after time: Date,
        in zone: TimeZone,
        stepping unit: Calendar.Component,
        _ occurrence: (Calendar, Date) -> Date?
    ) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        // From the middle of the period, so that no step leaves one out.
        let start = calendar.dateInterval(of: unit, for: time).map { $0.start + $0.duration / 2 } ?? time
        let candidates = (-1...3).compactMap { step in
            calendar.date(byAdding: unit, value: step, to: start).flatMap { occurrence(calendar, $0) }
        }
        // A day or a month has an occurrence each, so that one of the next is found in any zone.
        return candidates.filter { $0 > time }.min() ?? time + 86_400
    }

    private static func date(_ calendar: Calendar, _ day: DateComponents, _ time: TimeOfDay) -> Date? {
        var components = day
        (components.hour, components.minute) = (time.hour, time.minute)
        return calendar.date(from: components)
    }
}

extension Schedule: CustomStringConvertible {
    /// As it is stored, such as `daily 03:30 Europe/Vienna`: another text is another schedule.
    package var description: String {
        switch self {
        case .every(let interval): "every \(interval / .seconds(1)) s"
        case .daily(let time, let zone): "daily \(time) \(zone.identifier)"
        case .monthly(let day, let time, let zone): "monthly \(day) \(time) \(zone.identifier)"
        }
    }
}

extension Schedule.TimeOfDay: CustomStringConvertible {
    /// Such as `03:30`.
    package var description: String {
        "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
