public import FoundationEssentials

extension CalendarDay {
    /// The day that an instant is in, in a time zone; the nearest day for instants outside of the years 0 to 10000.
    public init(of instant: Date, in timeZone: TimeZone) {
        self.init(unixTime: instant.timeIntervalSince1970, in: timeZone)
    }

    private init(unixTime: Double, in timeZone: TimeZone) {
        let offset = Self.offset(at: unixTime, in: timeZone)
        let number = ((unixTime + offset) / Self.secondsOfDay).rounded(.down)
        let limits = Self.dayNumbers
        dayNumber = number < Double(limits.lowerBound) ? limits.lowerBound : Int(min(number, Double(limits.upperBound)))
    }

    /// The first instant of the day in a time zone.
    ///
    /// Midnight, the earlier one where clocks are set back over it. Where clocks are set forward over midnight, or a zone
    /// leaves the day out, the moment at which they are.
    public func start(in timeZone: TimeZone) -> Date {
        let midnight = Double(dayNumber) * Self.secondsOfDay
        // No zone is further from UTC, and no two changes of one zone are closer to each other.
        let (before, after) = (midnight - 1.1 * Self.secondsOfDay, midnight + 1.1 * Self.secondsOfDay)
        let offsets = [Self.offset(at: before, in: timeZone), Self.offset(at: after, in: timeZone)]
        let candidates = offsets.map { midnight - $0 }.filter { Self.offset(at: $0, in: timeZone) == midnight - $0 }
        if let earliest = candidates.min() { return Date(timeIntervalSince1970: earliest) }
        return Date(timeIntervalSince1970: firstInstant(after: before, notAfter: after, in: timeZone))
    }

    /// The instants of the day in a time zone: 23 to 25 hours as a rule, none where the zone leaves it out.
    /// - Precondition: The day isn't the last of the year 10000.
    public func interval(in timeZone: TimeZone) -> Range<Date> {
        start(in: timeZone)..<advanced(by: 1).start(in: timeZone)
    }

    /// The first whole second of this day or a later one, which comes between two instants.
    private func firstInstant(after before: Double, notAfter after: Double, in timeZone: TimeZone) -> Double {
        var (early, late) = (before.rounded(.down), after.rounded(.up))
        while late - early > 1 {
            let middle = ((early + late) / 2).rounded(.down)
            if CalendarDay(unixTime: middle, in: timeZone) < self { early = middle } else { late = middle }
        }
        return late
    }

    private static let secondsOfDay = 86_400.0

    private static func offset(at unixTime: Double, in timeZone: TimeZone) -> Double {
        Double(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: unixTime)))
    }
}
