/// An interval of opening in local time, at most 24 hours long.
package struct OpeningInterval: Hashable, Sendable {
    /// Minutes after midnight at which it opens, 0 to 1,439.
    package let opens: Int
    /// Minutes after that day's midnight at which it closes, above ``opens`` by 1 to 1,440. From 1,440 on it is on the
    /// next day: closing at 01:00 is 1,500.
    package let closes: Int

    /// An interval; `nil` when a value is out of range.
    package init?(opens: Int, closes: Int) {
        guard (0..<Self.minutesOfDay).contains(opens), closes > opens, closes - opens <= Self.minutesOfDay else {
            return nil
        }
        self.opens = opens
        self.closes = closes
    }

    static let minutesOfDay = 1_440
}

extension OpeningInterval: LosslessStringConvertible {
    /// Parses `HH:MM-HH:MM`. A closing time at or before the opening one is on the next day: `20:00-01:00` lasts five
    /// hours, `00:00-24:00` is the whole day.
    package init?(_ description: String) {
        let ends = description.split(separator: "-", omittingEmptySubsequences: false).map(Self.minutes)
        guard ends.count == 2, let opens = ends[0], let closes = ends[1] else { return nil }
        self.init(opens: opens, closes: closes > opens ? closes : closes + Self.minutesOfDay)
    }

    /// The interval as `HH:MM-HH:MM`.
    package var description: String {
        let closing = closes <= Self.minutesOfDay ? closes : closes - Self.minutesOfDay
        return "\(Self.time(opens))-\(Self.time(closing))"
    }

    private static func minutes(_ time: Substring) -> Int? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy(isDigit) }),
            let hours = Int(parts[0]), let minutes = Int(parts[1]), minutes < 60, hours * 60 + minutes <= minutesOfDay
        else { return nil }
        return hours * 60 + minutes
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private static func time(_ minutes: Int) -> String {
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }
}
