import Foundations

/// How much it matters when one begins: an amount that is invested for the same time from each day there is.
struct StartOutlook: Sendable, Equatable {
    let worst: InvestmentOutcome
    let best: InvestmentOutcome
    /// How many beginnings there are.
    let starts: Int
    /// With how many of them something is lost.
    let losses: Int

    /// Looks at all beginnings; nil unless there are two, or where nothing was invested.
    /// - Parameters:
    ///   - amount: In minor units.
    ///   - first: The first day of the time whose length is taken; of a timeline of months, its months count.
    ///   - last: Its last day.
    /// - Throws: `ArithmeticError` beyond 128 bits.
    init?(
        of amount: Int128,
        from first: CalendarDay,
        to last: CalendarDay,
        in timeline: PriceTimeline
    ) throws(ArithmeticError) {
        guard amount > 0, first < last else { return nil }
        let points = timeline.points
        var (worst, best): ((start: Int, end: Int)?, (start: Int, end: Int)?)
        var (starts, losses, end) = (0, 0, 0)
        for start in points.indices {
            guard let target = Self.end(of: points[start].day, first, last, timeline.isMonthly),
                target <= points[points.count - 1].day
            else { break }
            while end + 1 < points.count, points[end + 1].day <= target { end += 1 }
            guard end > start else { continue }
            starts += 1
            if points[end].close < points[start].close { losses += 1 }
            if worst.map({ Self.isLess((start, end), $0, points) }) ?? true { worst = (start, end) }
            if best.map({ Self.isLess($0, (start, end), points) }) ?? true { best = (start, end) }
        }
        guard starts > 1, let worst, let best else { return nil }
        self.worst = try InvestmentOutcome(amount, from: points[worst.start], to: points[worst.end])
        self.best = try InvestmentOutcome(amount, from: points[best.start], to: points[best.end])
        (self.starts, self.losses) = (starts, losses)
    }

    /// The last day of the time that begins on a day; nil beyond the calendar.
    private static func end(
        of day: CalendarDay,
        _ first: CalendarDay,
        _ last: CalendarDay,
        _ isMonthly: Bool
    ) -> CalendarDay? {
        guard isMonthly else { return CalendarDay(dayNumber: day.dayNumber + first.distance(to: last)) }
        // To the end of as many months later, however long they are.
        let months = (last.year - first.year) * 12 + last.month - first.month
        return day.advanced(by: 1 - day.day).adding(months: months + 1).map { $0.advanced(by: -1) }
    }

    /// Whether one time has a smaller ratio of prices than another.
    private static func isLess(
        _ one: (start: Int, end: Int),
        _ other: (start: Int, end: Int),
        _ points: [PriceTimeline.Point]
    ) -> Bool {
        Int128(points[one.end].close) * Int128(points[other.start].close)
            < Int128(points[other.end].close) * Int128(points[one.start].close)
    }
}
