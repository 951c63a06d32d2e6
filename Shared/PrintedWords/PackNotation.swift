/// Notation beside the name: item codes, sizes, counts and tax marks.
package enum PackNotation {
    /// The words without item codes, sizes, counts and tax marks.
    package static func removed(from words: [String]) -> [String] {
        var kept: [String] = []
        var index = 0
        while index < words.count {
            let word = words[index]
            if isNumber(word), index + 1 < words.count, isUnit(words[index + 1]) || words[index + 1] == "x" {
                index += 2
                continue
            }
            if !isCode(word) && !isSize(word) && !lonelyUnits.contains(word) {
                kept.append(word)
            }
            index += 1
        }
        if kept.count > 1, let last = kept.last, taxMarks.contains(last) {
            kept.removeLast()
        }
        return kept
    }

    /// Whether a word is a number, perhaps with points.
    package static func isNumber(_ word: String) -> Bool {
        word.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") }
    }

    /// The word without a leading count, such as `9NUGGETS`.
    package static func withoutCount(_ word: String) -> String {
        let digits = word.utf8.prefix(while: isDigit).count
        // A single digit that resembles a letter is probably that letter: `8ANANAS`.
        guard (1...3).contains(digits), word.utf8.count - digits >= 4, digits > 1 || !"0158".contains(word.prefix(1))
        else { return word }
        let rest = word.dropFirst(digits)
        return rest.allSatisfy(\.isLetter) ? String(rest) : word
    }

    /// Whether a word is a code: a price look-up code has four or five digits, a bar code eight or more.
    private static func isCode(_ word: String) -> Bool {
        word.utf8.count >= 4 && word.utf8.allSatisfy(isDigit)
    }

    /// Whether a word is a size, such as `500g`, `1.5l`, `12pk` or `6x355ml`.
    private static func isSize(_ word: String) -> Bool {
        let number = word.utf8.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
        guard !number.isEmpty else { return false }
        let rest = String(word.dropFirst(number.count))
        if isUnit(rest) { return true }
        guard rest.hasPrefix("x"), rest.utf8.count > 1 else { return false }
        let multiple = String(rest.dropFirst())
        return isNumber(multiple) || isSize(multiple)
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private static func isUnit(_ word: String) -> Bool {
        lonelyUnits.contains(word) || unitsAfterNumbers.contains(word)
    }

    /// Units that are also printed without a number, as in `APPLES KG`.
    private static let lonelyUnits: Set<String> = [
        "kg", "g", "gr", "gm", "mg", "lb", "lbs", "oz", "l", "ltr", "ml", "cl", "pk", "pc", "pcs", "pce", "pack", "ct",
        "ea",
        "each", "doz", "dozen", "sht",
    ]
    /// Units that mean something else without a number: light cream, egg rolls, `100'S`.
    private static let unitsAfterNumbers: Set<String> = ["lt", "roll", "rolls", "s", "ply", "sheets"]
    private static let taxMarks: Set<String> = ["h", "f", "t", "p", "gp", "hst", "gst", "pst", "tx"]
}
