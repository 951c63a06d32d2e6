package import Foundations

/// The days on which a row of reference data holds.
package struct ValidityPeriod: Hashable, Sendable {
    /// The first one.
    package let firstDay: CalendarDay
    /// The last one; nil while no end is known.
    package let lastDay: CalendarDay?

    /// From a day to another one, which is not before it.
    package init(from firstDay: CalendarDay, to lastDay: CalendarDay?) {
        self.firstDay = firstDay
        self.lastDay = lastDay
    }

    /// Whether a day is among them.
    package func contains(_ day: CalendarDay) -> Bool { firstDay <= day && lastDay.map { day <= $0 } ?? true }

    /// Whether another period has days in common with this one.
    package func overlaps(_ other: ValidityPeriod) -> Bool { contains(other.firstDay) || other.contains(firstDay) }

    /// Which periods of the same subject have days in common: each one by its place, with the place of another one that begins no later.
    package static func overlaps(
        among periods: [(subject: String, period: ValidityPeriod)]
    ) -> [(place: Int, other: Int)] {
        // Of each subject, the one so far that ends last.
        var latest: [String: Int] = [:]
        var found: [(place: Int, other: Int)] = []
        for place in periods.indices.sorted(by: {
            (periods[$0].period.firstDay, $0) < (periods[$1].period.firstDay, $1)
        }) {
            let (subject, period) = periods[place]
            guard let other = latest[subject] else {
                latest[subject] = place
                continue
            }
            if periods[other].period.contains(period.firstDay) { found.append((place, other)) }
            if periods[other].period.ends(before: period) { latest[subject] = place }
        }
        return found
    }

    private func ends(before other: ValidityPeriod) -> Bool {
        guard let lastDay else { return false }
        return other.lastDay.map { lastDay < $0 } ?? true
    }
}

extension ReferenceFields {
    /// The days from `first_day` to `last_day`, which is blank while no end is known.
    mutating func period() -> ValidityPeriod {
        let firstDay = value("first_day", Self.day) ?? .earliestPrice
        let lastDay =
            text("last_day").isEmpty
            ? nil : value("last_day") { Self.day($0).flatMap { $0 >= firstDay ? $0 : nil } }
        return ValidityPeriod(from: firstDay, to: lastDay)
    }

    /// A day that makes sense.
    private static func day(_ text: String) -> CalendarDay? {
        CalendarDay(text).flatMap { (CalendarDay.earliestPrice...CalendarDay.latestPrice).contains($0) ? $0 : nil }
    }
}
