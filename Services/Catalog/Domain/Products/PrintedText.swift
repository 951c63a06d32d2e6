package import PrintedWords

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
