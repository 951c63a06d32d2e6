import Foundation
import Foundations
import Glibc
import LarderClient
import Texts

/// Formats durations.
enum DurationText {
    /// The duration rounded up, such as "2 s" or "3 min".
    static func text(_ duration: Duration) -> String {
        let milliseconds = duration / .milliseconds(1)
        let seconds = Int((milliseconds / 1_000).rounded(.up))
        return seconds < 120 ? "\(max(seconds, 1)) s" : "\((seconds + 59) / 60) min"
    }
}

extension Common.Timestamp {
    /// The present time, to the second.
    static var now: Common.Timestamp { .init(seconds: WallTime.now.millisecondsSince1970 / 1_000) }

    /// The time in this machine's time zone, such as `2025-03-01 09:30`.
    var localText: String { "\(local.date) \(local.time)" }

    /// The day, such as `2025-03-01`.
    var localDateText: String { local.date }

    /// The time of day, such as `09:30`.
    var localTimeText: String { local.time }

    /// The time of day with seconds, such as `09:30:05`.
    var localSecondsText: String { "\(local.time):\(local.seconds)" }

    private var local: (date: String, time: String, seconds: String) {
        var parts = tm()
        var seconds = time_t(seconds)
        localtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = "\(parts.tm_year + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        return (date, "\(two(parts.tm_hour)):\(two(parts.tm_min))", two(parts.tm_sec))
    }
}

extension Common.Location {
    /// The point in degrees, to about a metre.
    var degrees: String {
        func degrees(_ micro: Int64) -> String { String(format: "%.5f", Double(micro) / 1e6) }
        return "\(degrees(latitudeMicrodegrees)), \(degrees(longitudeMicrodegrees))"
    }
}

extension ExactDecimal {
    /// The number as this run's language writes it.
    /// - Parameter keepsZeros: Whether trailing zeros of the fraction are written.
    func shown(keepsZeros: Bool) -> String {
        guard let units = Int64(exactly: coefficient) else { return description }
        return DecimalNumber.text(units, decimals: scale, keepsZeros: keepsZeros, in: .ofRun)
    }
}

/// Formats shares and changes.
enum PercentText {
    /// The number, such as `12.5 %`.
    /// - Parameter scaled: Percent times ten to the power of `decimals`.
    static func text(_ scaled: Int64, decimals: Int) -> String {
        DecimalNumber.text(scaled, decimals: decimals, keepsZeros: true, in: .ofRun) + " %"
    }
}

extension Common.Money {
    /// What stands before an amount above 0 that is a difference.
    var plus: String { minorUnits > 0 ? "+" : "" }

    /// The amount with the currency's decimals, as this run's language writes it.
    var shownAmount: String { amountText(in: .ofRun) }

    /// The amount and its currency, as this run's language writes them.
    var shown: String { text(in: .ofRun) }

    /// Parses an amount that was typed in this run's language.
    init(typed text: String, in currency: String) throws(DecimalNumber.Problem) {
        try self.init(typed: text, currency: currency, in: .ofRun)
    }
}

extension Common.LocalDateTime {
    /// The known parts, such as `2025-03-01 09:30`.
    var text: String { [date, time].filter { !$0.isEmpty }.joined(separator: " ") }
}

/// Formats and parses quantities in thousandths of their unit.
enum QuantityText {
    /// The quantity, such as `0.755 kg`, or `2` for counted items.
    static func text(_ thousandths: Int64, unit: String) -> String {
        let number = DecimalNumber.text(thousandths, decimals: 3, keepsZeros: false, in: .ofRun)
        return unit.isEmpty || unit == "each" ? number : "\(number) \(unit)"
    }

    /// Parses a quantity such as `2` or `0.755`.
    static func parse(_ text: String) throws -> Int64 {
        let quantity = try DecimalNumber.parse(text, decimals: 3, what: .cli.quantitySubject, in: .ofRun)
        guard quantity > 0 else { throw Failure(.invalid, .cli.quantityAboveZero) }
        return quantity
    }
}

/// Formats file sizes.
enum SizeText {
    /// The size, such as `340 kB` or `1.2 MB`.
    static func text(_ bytes: Int64) -> String {
        if bytes < 1_000 { return LocalizedText.cli.sizeBytes(size: "\(bytes)").shown }
        if bytes < 1_000_000 { return LocalizedText.cli.sizeKilobytes(size: "\((bytes + 500) / 1_000)").shown }
        let size = DecimalNumber.text((bytes + 50_000) / 100_000, decimals: 1, keepsZeros: true, in: .ofRun)
        return LocalizedText.cli.sizeMegabytes(size: size).shown
    }
}

/// Formats distances.
enum DistanceText {
    /// The distance, such as `350 m` or `1.2 km`.
    static func text(_ metres: Int32) -> String {
        if metres < 1_000 { return "\(metres) m" }
        return DecimalNumber.text((Int64(metres) + 50) / 100, decimals: 1, keepsZeros: true, in: .ofRun) + " km"
    }
}
