import Foundations

/// A calendar date as printed, before the order of its numbers is decided.
struct PrintedDate: Sendable, Hashable {
    enum Order: Sendable, Hashable { case yearMonthDay, dayMonthYear, monthDayYear, undecided }

    var numbers: [Int]
    /// The number of digits of the last number as printed: `26` and `2026` differ.
    var lastDigits: Int
    var order: Order

    /// The date as yyyy-MM-dd in an order; `nil` unless it exists between 2000 and 2079.
    func iso(_ order: Order) -> String? {
        let (year, month, day) =
            switch order {
            case .yearMonthDay: (numbers[0], numbers[1], numbers[2])
            case .dayMonthYear, .undecided: (numbers[2], numbers[1], numbers[0])
            case .monthDayYear: (numbers[2], numbers[0], numbers[1])
            }
        let full = year < 100 ? 2000 + year : year
        guard (2000...2079).contains(full) else { return nil }
        return CalendarDay(year: full, month: month, day: day)?.text
    }
}

/// A time of day as printed.
struct PrintedTime: Sendable, Hashable {
    var hour: Int
    var minute: Int
    var hasSeconds: Bool
    var text: String { "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)" }
}

/// Scans a row's characters for dates and times.
struct DateScanner {
    private let text: [Character]

    init(_ text: String) { self.text = Self.corrected(Array(text.uppercased())) }

    func dates() -> [PrintedDate] { scan { numericDate($0) ?? dayFirstName($0) ?? monthFirstName($0) ?? japanese($0) } }

    func times() -> [PrintedTime] { scan(time) }

    private func scan<Value>(_ read: (Int) -> (Value, Int)?) -> [Value] {
        var found: [Value] = []
        var index = 0
        while index < text.count {
            let startsToken =
                index == 0 || !(text[index - 1].isASCIIDigit || text[index - 1] == "." && text[index].isASCIIDigit)
            if startsToken, let (value, next) = read(index) {
                found.append(value)
                index = max(next, index + 1)
            } else {
                index += 1
            }
        }
        return found
    }

    private func digits(_ index: Int, _ counts: ClosedRange<Int>) -> (value: Int, count: Int, next: Int)? {
        var end = index
        var value = 0
        while end < text.count, let digit = text[end].isASCIIDigit ? text[end].wholeNumberValue : nil, end - index < 5 {
            value = value * 10 + digit
            end += 1
        }
        return counts.contains(end - index) ? (value, end - index, end) : nil
    }

    private func skipping(_ index: Int, _ set: String, atMost limit: Int) -> Int {
        var index = index
        var count = 0
        while index < text.count, count < limit, set.contains(text[index]) {
            index += 1
            count += 1
        }
        return index
    }

    private func numericDate(_ index: Int) -> (PrintedDate, Int)? {
        guard let first = digits(index, 1...4), first.count != 3 else { return nil }
        let afterFirst = skipping(first.next, "/-. ", atMost: 3)
        guard text[first.next..<afterFirst].contains(where: { $0 != " " }), let second = digits(afterFirst, 1...2)
        else { return nil }
        let afterSecond = skipping(second.next, "/-. ", atMost: 3)
        guard text[second.next..<afterSecond].contains(where: { $0 != " " }), let third = digits(afterSecond, 1...4)
        else { return nil }
        if third.next + 1 < text.count, "/.-".contains(text[third.next]), text[third.next + 1].isASCIIDigit {
            return nil
        }
        // Requires tight separators, or the same one twice: `3. 50 - 10` is not a date.
        let separators = Set(text[first.next..<afterFirst]).union(text[second.next..<afterSecond]).subtracting([" "])
        guard separators.count == 1 else { return nil }
        if first.count == 4 {
            guard third.count <= 2 else { return nil }
            return (
                PrintedDate(numbers: [first.value, second.value, third.value], lastDigits: 2, order: .yearMonthDay),
                third.next
            )
        }
        guard third.count == 2 || third.count == 4 else { return nil }
        let date = PrintedDate(
            numbers: [first.value, second.value, third.value],
            lastDigits: third.count,
            order: .undecided
        )
        return (date, third.next)
    }

    /// Matches `14 NOV 2026` and `14-Nov-26`.
    private func dayFirstName(_ index: Int) -> (PrintedDate, Int)? {
        guard let day = digits(index, 1...2) else { return nil }
        let ordinal =
            day.next + 2 <= text.count && ["ST", "ND", "RD", "TH"].contains(String(text[day.next..<day.next + 2]))
        for candidate in [day.next, ordinal ? day.next + 2 : day.next].map({ skipping($0, " -/.,", atMost: 2) }) {
            guard let (month, afterMonth) = monthName(candidate) else { continue }
            let yearStart = skipping(afterMonth, " -/.,'", atMost: 3)
            guard let year = digits(yearStart, 2...4), year.count != 3 else { continue }
            let date = PrintedDate(
                numbers: [day.value, month, year.value],
                lastDigits: year.count,
                order: .dayMonthYear
            )
            return (date, year.next)
        }
        return nil
    }

    /// Matches `NOV 14, 2026`.
    private func monthFirstName(_ index: Int) -> (PrintedDate, Int)? {
        guard index == 0 || !text[index - 1].isLetter, let (month, afterMonth) = monthName(index) else { return nil }
        guard let day = digits(skipping(afterMonth, " -/.", atMost: 2), 1...2) else { return nil }
        guard let year = digits(skipping(day.next, " -/.,'STNDRH", atMost: 5), 2...4), year.count != 3,
            year.next != day.next
        else {
            return nil
        }
        if year.count == 2, year.next < text.count, ":".contains(text[year.next]) { return nil }
        return (
            PrintedDate(numbers: [month, day.value, year.value], lastDigits: year.count, order: .monthDayYear),
            year.next
        )
    }

    /// Matches `2026年11月14日`.
    private func japanese(_ index: Int) -> (PrintedDate, Int)? {
        guard let year = digits(index, 4...4), year.next < text.count, text[year.next] == "年" else { return nil }
        guard let month = digits(skipping(year.next + 1, " ", atMost: 1), 1...2), month.next < text.count,
            text[month.next] == "月"
        else {
            return nil
        }
        guard let day = digits(skipping(month.next + 1, " ", atMost: 1), 1...2) else { return nil }
        return (
            PrintedDate(numbers: [year.value, month.value, day.value], lastDigits: 2, order: .yearMonthDay), day.next
        )
    }

    private func monthName(_ index: Int) -> (Int, Int)? {
        var end = index
        while end < text.count, text[end].isLetter { end += 1 }
        let word = String(text[index..<end])
        guard word.count >= 3 else { return nil }
        for (number, names) in Self.months.enumerated() {
            if names.contains(where: { $0 == word || (word.count >= 4 && $0.hasPrefix(word)) || $0.prefix(3) == word })
            {
                return (number + 1, end)
            }
        }
        return nil
    }

    private func time(_ index: Int) -> (PrintedTime, Int)? {
        guard let hour = digits(index, 1...2) else { return nil }
        let colon = skipping(hour.next, " ", atMost: 1)
        guard colon < text.count, text[colon] == ":" || (text[colon] == "H" && colon == hour.next) else { return nil }
        guard let minute = digits(skipping(colon + 1, " ", atMost: 1), 2...2), minute.value < 60 else { return nil }
        var next = minute.next
        var hasSeconds = false
        if next < text.count, text[next] == ":", let second = digits(skipping(next + 1, " ", atMost: 1), 2...2),
            second.value < 60
        {
            next = second.next
            hasSeconds = true
        }
        var value = hour.value
        let suffix = skipping(next, " .", atMost: 1)
        if suffix < text.count, "AP".contains(text[suffix]) {
            let after = suffix + 1 < text.count ? text[suffix + 1] : " "
            if "MHN".contains(after) || after == "." || !after.isLetter {
                if text[suffix] == "P", value < 12 { value += 12 }
                if text[suffix] == "A", value == 12 { value = 0 }
            }
        }
        guard value < 24 else { return nil }
        return (PrintedTime(hour: value, minute: minute.value, hasSeconds: hasSeconds), next)
    }

    /// Replaces letters misread for digits between digits and separators: `25/12/2O18`.
    private static func corrected(_ text: [Character]) -> [Character] {
        var result = text
        for index in text.indices where "OIL|".contains(text[index]) {
            let before = index > 0 ? result[index - 1] : " "
            let after = index + 1 < text.count ? text[index + 1] : " "
            let isInside =
                (before.isASCIIDigit || "/:".contains(before))
                && (after.isASCIIDigit || "/:".contains(after) || after == text[index])
            let isLast =
                before.isASCIIDigit && !after.isLetter && index > 1
                && (text[index - 2].isASCIIDigit || "/:".contains(text[index - 2]))
            if isInside || isLast { result[index] = text[index] == "O" ? "0" : "1" }
        }
        return result
    }

    private static let months: [[String]] = [
        ["JANUARY", "JANVIER", "JANUARI", "JÄNNER"], ["FEBRUARY", "FÉVRIER", "FEVRIER", "FEBRUARI"],
        ["MARCH", "MARS", "MÄRZ", "MAC"],
        ["APRIL", "AVRIL"], ["MAY", "MAI", "MEI"], ["JUNE", "JUIN", "JUNI"], ["JULY", "JUILLET", "JULI", "JULAI"],
        ["AUGUST", "AOÛT", "AOUT", "OGOS"], ["SEPTEMBER", "SEPTEMBRE", "SEPT"], ["OCTOBER", "OCTOBRE", "OKTOBER"],
        ["NOVEMBER", "NOVEMBRE"], ["DECEMBER", "DÉCEMBRE", "DEZEMBER", "DECEMBRE", "DISEMBER"],
    ]
}
