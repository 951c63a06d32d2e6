import Foundations

/// The order of a date's parts.
enum DateOrder: Sendable, CaseIterable {
    case yearMonthDay, dayMonthYear, monthDayYear
}

/// A day, and a time of day where there is one, as programs and people write them.
struct WrittenDate: Sendable, Equatable {
    let day: CalendarDay
    /// `HH:MM`.
    let time: String?

    /// Reads 2025-03-09, 09.03.25, 3/9'25, 20250309, 9 Mar 2025, 2025-03-09T17:42:10 and the like.
    ///
    /// nil for what is no day, or before 1900. Of years with two digits, those to 69 are of this century.
    init?(_ text: String, _ order: DateOrder) {
        let bytes = Array(text.utf8)
        guard bytes.count <= 40 else { return nil }
        var (tokens, isDigits) = ([[UInt8]](), false)
        var dayEnd = bytes.count
        for (index, byte) in bytes.enumerated() {
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            let isLetter = byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            // The time begins behind three parts, or eight digits.
            if tokens.count == 3 && tokens[2].isEmpty == false || tokens.first?.count == 8,
                byte == UInt8(ascii: "T") || byte == UInt8(ascii: " ")
            {
                dayEnd = index
                break
            }
            guard isDigit || isLetter else {
                isDigits = false
                if tokens.last?.isEmpty == false { tokens.append([]) }
                continue
            }
            if tokens.isEmpty || (tokens.last?.isEmpty == false && isDigits != isDigit) { tokens.append([]) }
            isDigits = isDigit
            tokens[tokens.count - 1].append(byte)
        }
        tokens.removeAll(where: \.isEmpty)
        guard let day = Self.day(tokens, order), day.year >= 1900 else { return nil }
        self.day = day
        time = Self.time(bytes[dayEnd...])
    }

    private static func day(_ tokens: [[UInt8]], _ order: DateOrder) -> CalendarDay? {
        if tokens.count == 1, tokens[0].count == 8 {
            let digits = tokens[0]
            let parts =
                order == .yearMonthDay
                ? [digits[0..<4], digits[4..<6], digits[6..<8]] : [digits[0..<2], digits[2..<4], digits[4..<8]]
            return day(parts.map(Array.init), order)
        }
        guard tokens.count == 3 else { return nil }
        // A named month says where it is.
        if let place = tokens.firstIndex(where: { month(named: $0) != nil }), let month = month(named: tokens[place]) {
            let others = tokens.indices.filter { $0 != place }.map { tokens[$0] }
            let isYearFirst = others[0].count == 4
            guard let day = number(others[isYearFirst ? 1 : 0]), let year = year(others[isYearFirst ? 0 : 1]) else {
                return nil
            }
            return CalendarDay(year: year, month: month, day: day)
        }
        let order = tokens[0].count == 4 ? .yearMonthDay : order
        let (yearPart, monthPart, dayPart) =
            switch order {
            case .yearMonthDay: (tokens[0], tokens[1], tokens[2])
            case .dayMonthYear: (tokens[2], tokens[1], tokens[0])
            case .monthDayYear: (tokens[2], tokens[0], tokens[1])
            }
        guard let year = year(yearPart), let month = number(monthPart), let day = number(dayPart) else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }

    private static func number(_ digits: [UInt8]) -> Int? {
        digits.count <= 2 ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }

    private static func year(_ digits: [UInt8]) -> Int? {
        guard digits.count == 4 || digits.count == 2, let year = Int(String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        return digits.count == 4 ? year : year + (year < 70 ? 2_000 : 1_900)
    }

    /// The month of an English or French name or its beginning.
    private static func month(named bytes: [UInt8]) -> Int? {
        guard bytes.count >= 3, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[0]) else { return nil }
        let name = String(decoding: bytes, as: UTF8.self).lowercased()
        return months.firstIndex { names in names.contains { $0.hasPrefix(name) || name.hasPrefix($0) } }.map { $0 + 1 }
    }

    private static let months: [[String]] = [
        ["january", "janvier"], ["february", "février", "fevrier"], ["march", "mars"], ["april", "avril"],
        ["may", "mai"],
        ["june", "juin"], ["july", "juillet"], ["august", "août", "aout"], ["september", "septembre"],
        ["october", "octobre"], ["november", "novembre"], ["december", "décembre", "decembre"],
    ]

    /// The time behind a day: `17:42`, `T17:42:10Z`, `5:42 PM`.
    private static func time(_ bytes: ArraySlice<UInt8>) -> String? {
        timeOfDay(String(decoding: bytes.drop { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: " ") }, as: UTF8.self))
    }

    /// Reads 17:42, 17:42:10, 5:42 PM and 17h42 as `HH:MM`; nil for anything else.
    static func timeOfDay(_ text: String) -> String? {
        // Most dates have none, and looking for one takes a while.
        if text.isEmpty { return nil }
        guard
            let parts = text.prefixMatch(of: /([0-9]{1,2})[:hH]([0-9]{2})(?::[0-9]{2})?(?:\.[0-9]+)?\s*([AaPp][Mm])?/),
            var hour = Int(parts.1), let minute = Int(parts.2), minute < 60
        else { return nil }
        if let half = parts.3 {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half.lowercased() == "pm" ? 12 : 0)
        }
        guard hour < 24 else { return nil }
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}

extension DateOrder {
    /// The order that the day and the month are confused in: nil where the year is first.
    var confusable: DateOrder? {
        switch self {
        case .yearMonthDay: nil
        case .dayMonthYear: .monthDayYear
        case .monthDayYear: .dayMonthYear
        }
    }

    /// The order in which dates are written, by what they are in each order: the one in which most are days and, among equals, in
    /// which they follow each other best.
    /// - Parameters:
    ///   - texts: The dates as they are in the file.
    ///   - dayIsFirst: Whether that is likelier where both the day and the month may be.
    static func detected(in texts: [String], dayIsFirst: Bool) -> DateOrder {
        let isMonthFirst = !dayIsFirst && texts.contains { $0.contains("/") }
        let usual: [DateOrder] = isMonthFirst ? [.monthDayYear, .dayMonthYear] : [.dayMonthYear, .monthDayYear]
        // A year of two digits is rather the last part, unless the days would be years apart then.
        let isYearLast = texts.contains { text in
            text.contains { "/.'".contains($0) } && text.prefix(while: \.isNumber).count < 4
        }
        let orders = isYearLast ? usual + [.yearMonthDay] : [.yearMonthDay] + usual
        let scores = orders.map { order in
            let days = texts.compactMap { WrittenDate($0, order)?.day }
            let ascending = zip(days, days.dropFirst()).count { $0 <= $1 }
            let descending = zip(days, days.dropFirst()).count { $0 >= $1 }
            let years = (days.max()?.year ?? 0) - (days.min()?.year ?? 0)
            return (order: order, days: days.count, inOrder: max(ascending, descending), years: years)
        }
        let best = scores.reduce(scores[0]) { best, next in
            (next.days, next.inOrder, -next.years) > (best.days, best.inOrder, -best.years) ? next : best
        }
        return best.order
    }
}
