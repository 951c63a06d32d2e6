import Foundation

/// A day of the Gregorian calendar from the year 1900 on, written `YYYY-MM-DD`.
struct CalendarDay: Sendable, Hashable {
    let text: String

    /// Reads `YYYY-MM-DD`; nil for another form and for days that don't exist.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = CalendarDay.number(bytes[0..<4]), let month = CalendarDay.number(bytes[5..<7]),
            let day = CalendarDay.number(bytes[8..<10]),
            year >= 1900, (1...12).contains(month), (1...CalendarDay.length(month: month, year: year)).contains(day)
        else { return nil }
        self.text = text
    }

    /// The day that an instant is in, in a time zone.
    init(of date: Date, in timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        text = [(parts.year, 4), (parts.month, 2), (parts.day, 2)]
            .map { number, width in
                let digits = String(number ?? 0)
                return String(repeating: "0", count: max(0, width - digits.count)) + digits
            }
            .joined(separator: "-")
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.reduce(0) { sum, byte in
            guard let sum, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            return sum * 10 + Int(byte - UInt8(ascii: "0"))
        }
    }

    private static func length(month: Int, year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
