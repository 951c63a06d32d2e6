/// Reconstructs garbled dates: lost separators, confused digits, dates in the future.
///
/// Used only when a receipt has no valid date; the result is marked for review.
struct DateRepair {
    /// The latest possible date, yyyy-MM-dd; `nil` when today is unknown.
    let latest: String?
    let monthFirst: Bool

    /// A word of this confidence was not misread: an impossible date was printed.
    private static let sure = 90

    /// The dates that a row may show, as yyyy-MM-dd.
    func dates(in row: TextRow) -> [String] { row.words.compactMap(date) }

    private func date(in word: RecognizedWord) -> String? {
        let trimmed = word.text.uppercased().drop { !$0.isASCIIDigit && Self.digits[$0] == nil }
        var groups: [[Int]] = [[]]
        for character in trimmed {
            if let digit = character.wholeNumberValue, character.isASCIIDigit {
                groups[groups.count - 1].append(digit)
            } else if let digit = Self.digits[character] {
                groups[groups.count - 1].append(digit)
            } else if "/-.".contains(character) {
                groups.append([])
            } else {
                break
            }
        }
        groups.removeAll(where: \.isEmpty)
        guard trimmed.prefix(10).count(where: \.isASCIIDigit) >= 5 else { return nil }
        switch groups.count {
        case 3: return sound(groups) ?? (word.confidence < Self.sure ? corrected(groups) : nil)
        case 2: return split(groups)
        case 1: return run(groups[0])
        default: return nil
        }
    }

    /// Restores one lost separator: `2703/2018`, `27/032018`.
    private func split(_ groups: [[Int]]) -> String? {
        switch (groups[0].count, groups[1].count) {
        case (4, 4), (4, 2): sound([Array(groups[0][..<2]), Array(groups[0][2...]), groups[1]])
        case (2, 6): sound([groups[0], Array(groups[1][..<2]), Array(groups[1][2...])])
        default: nil
        }
    }

    /// Splits digits without separators: `27032018`, and `17/01/2018` with strokes read as digits.
    private func run(_ digits: [Int]) -> String? {
        if digits.count == 8 { return sound([Array(digits[..<2]), Array(digits[2..<4]), Array(digits[4...])]) }
        if digits.count == 10, [1, 7].contains(digits[2]), [1, 7].contains(digits[5]) {
            return sound([Array(digits[..<2]), Array(digits[3..<5]), Array(digits[6...])])
        }
        return nil
    }

    private func sound(_ groups: [[Int]]) -> String? {
        let isYearFirst = groups[0].count == 4
        let years = isYearFirst ? groups[0] : groups[2]
        guard years.count == 4 || years.count == 2, groups.allSatisfy({ !$0.isEmpty && $0.count <= 4 }) else {
            return nil
        }
        let values = groups.map { $0.reduce(0) { $0 * 10 + $1 } }
        let printed = PrintedDate(numbers: values, lastDigits: years.count, order: .undecided)
        let orders: [PrintedDate.Order] =
            isYearFirst
            ? [.yearMonthDay] : monthFirst ? [.monthDayYear, .dayMonthYear] : [.dayMonthYear, .monthDayYear]
        for order in orders {
            if let iso = printed.iso(order), iso >= "2000", latest.map({ iso <= $0 }) ?? true { return iso }
        }
        return nil
    }

    /// Replaces one confused digit.
    private func corrected(_ groups: [[Int]]) -> String? {
        for rank in 0..<4 {
            for (group, digits) in groups.enumerated().reversed() {
                for (index, digit) in digits.enumerated() {
                    let alike = Self.alike[digit]
                    guard rank < alike.count else { continue }
                    var candidate = groups
                    candidate[group][index] = alike[rank]
                    if let iso = sound(candidate) { return iso }
                }
            }
        }
        return nil
    }

    private static let digits: [Character: Int] = [
        "O": 0, "Q": 0, "D": 0, "@": 0, "I": 1, "L": 1, "|": 1, "!": 1, "]": 1, "Z": 2, "S": 5, "G": 6, "B": 8,
    ]

    /// The digits that each digit is most often a misreading of.
    private static let alike: [[Int]] = [
        [6, 8, 9], [7, 4], [7], [8, 5], [1, 9], [6, 3, 8], [0, 5, 8], [1, 2], [0, 3, 6, 5], [0, 4, 5],
    ]
}
