import Foundations

/// A time as JSON writes it: RFC 3339 in UTC.
struct JSONTimestamp: Equatable {
    var seconds: Int64
    var nanos: Int32

    private static let secondsOfDay: Int64 = 86_400
    /// 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z, what four digits of a year can say.
    private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    init(seconds: Int64, nanos: Int32) {
        self.seconds = seconds
        self.nanos = nanos
    }

    /// Such as `2025-03-01T09:30:00Z`, with three, six or nine digits of a second's fraction if there is one.
    ///
    /// - Throws: `MessageJSONError` outside of the years 1 to 9999 and of 0 to 999,999,999 nanoseconds.
    func text() throws(MessageJSONError) -> String {
        guard Self.range.contains(seconds), (0...999_999_999).contains(nanos) else {
            throw MessageJSONError(.outOfRange, "The time is outside of the years 1 to 9999.")
        }
        let second = ((seconds % Self.secondsOfDay) + Self.secondsOfDay) % Self.secondsOfDay
        let day = CivilDate(dayNumber: Int((seconds - second) / Self.secondsOfDay)).text
        let time = [second / 3600, second / 60 % 60, second % 60].map { Self.digits($0, 2) }.joined(separator: ":")
        return "\(day)T\(time)\(fraction)Z"
    }

    private var fraction: String {
        if nanos == 0 { return "" }
        if nanos % 1_000_000 == 0 { return "." + Self.digits(Int64(nanos / 1_000_000), 3) }
        if nanos % 1000 == 0 { return "." + Self.digits(Int64(nanos / 1000), 6) }
        return "." + Self.digits(Int64(nanos), 9)
    }

    private static func digits(_ number: Int64, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(width - text.count, 0)) + text
    }

    /// Reads `YYYY-MM-DDTHH:MM:SS[.fraction](Z|±HH:MM)`; `nil` for anything else, leap seconds included.
    init?(_ text: String) {
        var scanner = Scanner(rest: text.utf8[...])
        guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
            let day = scanner.number(2), scanner.skip("T"), let hour = scanner.number(2), scanner.skip(":"),
            let minute = scanner.number(2), scanner.skip(":"), let second = scanner.number(2),
            let date = CivilDate(year: Int(year), month: Int(month), day: Int(day)), year >= 1, hour < 24, minute < 60,
            second < 60, let nanos = scanner.fraction(), let offset = scanner.offset(),
            scanner.rest.isEmpty
        else { return nil }
        self.seconds = Int64(date.dayNumber) * Self.secondsOfDay + hour * 3600 + minute * 60 + second - offset
        self.nanos = nanos
        guard Self.range.contains(seconds) else { return nil }
    }
}

private struct Scanner {
    var rest: Substring.UTF8View

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(_ digits: Int) -> Int64? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(digits)
        return text.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    /// Nanoseconds of an optional fraction of 1 to 9 digits.
    mutating func fraction() -> Int32? {
        guard skip(".") else { return 0 }
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard (1...9).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        let value = digits.reduce(Int32(0)) { $0 * 10 + Int32($1 - 0x30) }
        return (digits.count..<9).reduce(value) { value, _ in value * 10 }
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int64? {
        if skip("Z") { return 0 }
        let sign: Int64
        if skip("+") {
            sign = 1
        } else if skip("-") {
            sign = -1
        } else {
            return nil
        }
        guard let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
