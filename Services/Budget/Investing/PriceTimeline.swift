import CatalogMessages
import Foundation
import Foundations
import ServiceKit

/// The prices of a security over time, adjusted to one day, so that the ratio of any two is what an investment becomes.
struct PriceTimeline: Sendable, Equatable {
    /// A day with its price, in units of the timeline's scale.
    struct Point: Sendable, Equatable {
        let day: CalendarDay
        /// Above 0. The unit cancels out in ratios.
        let close: Int64
    }

    /// For how many days an investment waits for the next price: over a long weekend, or until the end of a month.
    private static let longestWait = (daily: 7, monthly: 31)

    /// Oldest first.
    let points: [Point]
    /// Whether prices are those of the ends of months.
    let isMonthly: Bool
    /// Where the prices come from.
    var source = ""
    var fetchedAt: Date?

    /// - Precondition: The points are in order, with one a day at most, and their closes are above 0.
    init(_ points: [Point], isMonthly: Bool) {
        (self.points, self.isMonthly) = (points, isMonthly)
    }

    /// A series as catalog sends it; nil for one that is empty or malformed.
    init?(_ series: Catalog.PriceSeries) {
        guard series.days.count == series.closes.count, !series.days.isEmpty else { return nil }
        let points = zip(series.days, series.closes).compactMap { number, close in
            CalendarDay(dayNumber: Int(number)).flatMap { close > 0 ? Point(day: $0, close: close) : nil }
        }
        guard points.count == series.days.count, zip(points, points.dropFirst()).allSatisfy({ $0.day < $1.day }) else {
            return nil
        }
        self.init(points, isMonthly: series.interval == .month)
        (source, fetchedAt) = (series.source, series.fetchedAt?.date)
    }

    /// The timeline of days where it covers a day, or else the one that begins first; nil where there is none.
    static func best(of history: Catalog.PriceHistory, for day: CalendarDay) -> PriceTimeline? {
        let timelines = history.series.compactMap(PriceTimeline.init)
        if let daily = timelines.first(where: { !$0.isMonthly }), daily.points[0].day <= day { return daily }
        return timelines.min { ($0.points[0].day, $0.isMonthly ? 0 : 1) < ($1.points[0].day, $1.isMonthly ? 0 : 1) }
    }

    /// The index of the price at which a day's money is invested: that of the day or the next one soon after; nil where there is none.
    func start(on day: CalendarDay) -> Int? {
        let index = firstIndex { $0.day >= day }
        let wait = isMonthly ? Self.longestWait.monthly : Self.longestWait.daily
        guard index < points.count, day.distance(to: points[index].day) <= wait else { return nil }
        return index
    }

    /// The index of the latest price up to a day; nil where there is none.
    func end(on day: CalendarDay) -> Int? {
        let index = firstIndex { $0.day > day }
        return index > 0 ? index - 1 : nil
    }

    /// The first index whose point fulfils a condition that all later ones fulfil, too; the number of points where none does.
    private func firstIndex(where condition: (Point) -> Bool) -> Int {
        var range = 0..<points.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = condition(points[middle]) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
        }
        return range.lowerBound
    }
}
