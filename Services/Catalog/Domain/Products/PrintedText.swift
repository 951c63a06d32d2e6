/// A line of a receipt, or a product's name, prepared for matching.
///
/// Item codes, pack sizes and tax marks are removed, abbreviations expanded, words of other languages translated and
/// plurals reduced.
package struct PrintedText: Sendable {
    /// The line as printed, trimmed.
    package let original: String

    /// The line without codes, sizes and marks: the key under which its meaning is stored.
    package let key: NormalisedText

    /// The printed pack size, if any.
    package let size: PackSize?

    /// The words for comparison: expanded, translated, singular, without numbers and filler words.
    let comparable: [String]

    /// The words for comparison that carry little meaning, such as brands.
    let plain: Set<String>

    private let writtenOut: [String]

    /// Prepares a line. A line of only codes or sizes keeps all its words, so that ``key`` is empty only without
    /// letters and digits.
    package init(_ line: String, abbreviations: AbbreviationTable) {
        let printed = NormalisedText(line)
        let kept = PackNotation.removed(from: printed.words)
        let words = kept.isEmpty ? printed.words : kept
        original = Self.trimmed(line)
        key = NormalisedText(words: words)
        size = PackSize(in: printed.words)
        writtenOut = words.flatMap(abbreviations.expand)
        let translation = abbreviations.translate(words.map(PackNotation.withoutCount))
        let translated = translation.words.flatMap(abbreviations.expand)
        let significant = translated.filter(PrintedText.isSignificant)
        comparable = (significant.isEmpty ? translated : significant).map(SingularWord.of)
        plain = Set(translation.plain.map(SingularWord.of))
    }

    /// A readable product name: `"ORG KALE CHIPS 100G"` becomes "Organic kale chips".
    ///
    /// At most 80 Unicode scalars; the line itself when nothing remains of it.
    package var suggestedName: String {
        let name = writtenOut.joined(separator: " ")
        guard let first = name.first else { return Self.shortened(original) }
        return Self.shortened(first.uppercased() + name.dropFirst())
    }

    private static func trimmed(_ line: String) -> String {
        guard let first = line.firstIndex(where: { !$0.isWhitespace }),
            let last = line.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(line[first...last])
    }

    private static func shortened(_ name: String) -> String {
        var shortened = name.prefix(Self.maximumNameLength)
        while shortened.unicodeScalars.count > maximumNameLength { shortened.removeLast() }
        return String(shortened)
    }

    /// Whether a word carries meaning; single letters are cup sizes and tax marks.
    private static func isSignificant(_ word: String) -> Bool {
        word.unicodeScalars.count > 1 && !fillers.contains(word) && !PackNotation.isNumber(word)
    }

    private static let maximumNameLength = 80
    /// Conjunctions, advertising words, and names of packages that may hold anything.
    private static let fillers: Set<String> = [
        "and", "bunch", "clamshell", "de", "in", "of", "or", "organic", "pint", "punnet", "the", "with",
        "au", "aux", "des", "du", "en", "et", "la", "le", "les", "pour", "dan", "dengan",
    ]
}

/// Notation beside the name: item codes, sizes, counts and tax marks.
enum PackNotation {
    static func removed(from words: [String]) -> [String] {
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

    static func isNumber(_ word: String) -> Bool {
        word.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") }
    }

    /// The word without a leading count, such as `9NUGGETS`.
    static func withoutCount(_ word: String) -> String {
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
