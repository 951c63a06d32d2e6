import Foundation

/// A line that tells a measured figure beside what is promised.
enum FigureLine {
    /// - Parameter bar: what the figure has to stay within, with its unit.
    static func row(_ name: String, _ figure: String, bar: String) -> String {
        name.padding(toLength: 44, withPad: " ", startingAt: 0)
            + figure.padding(toLength: 48, withPad: " ", startingAt: 0) + "bar \(bar)"
    }

    /// Median and worst of some values.
    static func of(_ name: String, _ values: [Double], _ unit: String, bar: String) -> String {
        let figures = "median \(text(percentile(50, of: values))), worst \(text(values.max() ?? 0)) \(unit)"
        return row(name, "\(figures) of \(values.count)", bar: bar)
    }

    /// Median, one percentile that the bar is for, and worst.
    static func of(_ name: String, _ values: [Double], _ unit: String, percentile: Int, bar: String) -> String {
        let middle = text(Self.percentile(50, of: values))
        let high = text(Self.percentile(percentile, of: values))
        let figures = "p50 \(middle), p\(percentile) \(high), worst \(text(values.max() ?? 0)) \(unit)"
        return row(name, "\(figures) of \(values.count)", bar: bar)
    }

    /// The smallest value that so many percent of all do not exceed; 0 of none.
    static func percentile(_ percent: Int, of values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, max(0, (sorted.count * percent + 99) / 100 - 1))]
    }

    static func text(_ value: Double, digits: Int = 1) -> String {
        value.formatted(.number.precision(.fractionLength(digits)).grouping(.never))
    }
}
