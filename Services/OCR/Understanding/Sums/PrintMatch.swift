import Foundations

/// Measures how far a printed text is from an amount, given typical misreadings.
///
/// A weighted edit distance of the amount to the nearest part of the text: letters that look like digits, digits that
/// look alike and lost decimal points cost less than arbitrary differences.
struct PrintMatch {
    /// The characters of the amount.
    private let pattern: [Character]

    init(_ value: Int64, decimals: Int) {
        pattern = Array(ExactDecimal(value, scale: decimals).description.trimmingPrefix("-"))
    }

    /// The number of characters at the end of a row that can hold the amount.
    private static let window = 18

    /// The cost of matching the amount at the end of `text`: 0 when exact, about 0.5 a confused digit, at most the
    /// number of digits.
    func cost(in text: String) -> Double {
        let text = Array(text.suffix(Self.window))
        guard !text.isEmpty else { return Double(pattern.count) }
        // The alignment may begin anywhere, but beginning after a digit has a cost.
        var previous = text.indices.map { Self.start(text, $0) } + [0]
        for symbol in pattern {
            var row = [Double](repeating: .infinity, count: text.count + 1)
            row[0] = previous[0] + Self.lost(symbol)
            for index in text.indices {
                let replaced = previous[index] + Self.substitution(symbol, text[index])
                let dropped = previous[index + 1] + Self.lost(symbol)
                let added = row[index] + Self.extra(text[index])
                row[index + 1] = min(replaced, dropped, added)
            }
            previous = row
        }
        var best = Double(pattern.count)
        for end in previous.indices { best = min(best, previous[end] + Self.end(text, end)) }
        return best
    }

    private static func start(_ text: [Character], _ index: Int) -> Double {
        guard index > 0 else { return 0 }
        if text[index - 1].isASCIIDigit { return 0.55 }
        return index > 1 && ".,".contains(text[index - 1]) && text[index - 2].isASCIIDigit ? 0.9 : 0
    }

    private static func end(_ text: [Character], _ end: Int) -> Double {
        guard end < text.count else { return 0 }
        if text[end].isASCIIDigit { return 0.7 }
        let digits = text[end...].count(where: \.isASCIIDigit)
        return digits == 0 ? 0 : min(0.9, 0.3 * Double(digits))
    }

    private static func lost(_ symbol: Character) -> Double { symbol == "." ? 0.3 : 1 }

    private static func extra(_ character: Character) -> Double {
        if character == " " { return 0.15 }
        return character.isASCIIDigit ? 0.9 : 0.6
    }

    private static func substitution(_ symbol: Character, _ character: Character) -> Double {
        if symbol == character { return 0 }
        if symbol == "." {
            if character == "," { return 0 }
            return " ;:-/'`·*°~_".contains(character) ? 0.15 : 1
        }
        if let alike = likeness[symbol], alike.contains(character) { return character.isASCIIDigit ? 0.5 : 0.3 }
        return character.isASCIIDigit ? 0.8 : 1
    }

    /// The characters that each digit is misread as.
    private static let likeness: [Character: Set<Character>] = [
        "0": Set("OoDQGCUc@689()¢©"), "1": Set("IliíL|!][{}74tTf/"), "2": Set("Zz7?eE"), "3": Set("859BJ"),
        "4": Set("A19h"), "5": Set("Ss$6893"), "6": Set("580Gb&é"), "7": Set("12T/?"), "8": Set("B36095&@Sge"),
        "9": Set("08435gqy"),
    ]
}
