import PrintedWords

/// Expands abbreviations and translates printed words into the language of product names.
///
/// `CHKN` is chicken, `POITRINE DE POULET` chicken breasts and `GARDENIA` bread; filler words have no meaning.
package struct AbbreviationTable: Sendable {
    private let meanings: [String: [String]]
    private let phrases: [String: [String]]
    private let wordsOfPhrases: Set<String>
    /// The number of words of the longest phrase that begins with a word.
    private let lengths: [String: Int]

    /// Builds the table from abbreviations and phrases with their meanings.
    ///
    /// Filler words have an empty meaning. Of two entries for the same abbreviation or phrase the first wins.
    package init(
        _ entries: [(abbreviation: String, meaning: String)],
        words: [(printed: String, meaning: String)] = []
    ) {
        meanings = Dictionary(
            entries.map { (NormalisedText($0.abbreviation).value, NormalisedText($0.meaning).words) },
            uniquingKeysWith: { first, _ in first }
        )
        let phrases = words.map { (NormalisedText($0.printed).words, NormalisedText($0.meaning).words) }
        self.phrases = Dictionary(
            phrases.map { (Self.key($0.0[...]), $0.1) },
            uniquingKeysWith: { first, _ in first }
        )
        lengths = Dictionary(
            phrases.filter { !$0.0.isEmpty }.map { (Self.root($0.0[0]), $0.0.count) },
            uniquingKeysWith: max
        )
        wordsOfPhrases = Set(phrases.flatMap { $0.0.map(Self.root) })
    }

    /// The words that a printed word stands for; the word itself when it is not an abbreviation.
    func expand(_ word: String) -> [String] {
        meanings[word] ?? [word]
    }

    /// The translation of printed words.
    struct Translation {
        /// The words in the language of product names.
        var words: [String] = []
        /// The words that carry little meaning.
        var plain: Set<String> = []
    }

    /// Translates phrases into the language of product names, longest first.
    func translate(_ words: [String]) -> Translation {
        let words = words.flatMap(parted)
        var translation = Translation()
        var index = 0
        while index < words.count {
            let (length, meaning) = phrase(in: words[index...])
            if let meaning, !meaning.isEmpty {
                translation.words += meaning
            } else {
                translation.words += words[index..<(index + length)]
                if meaning != nil { translation.plain.formUnion(words[index..<(index + length)]) }
            }
            index += length
        }
        return translation
    }

    /// The longest known phrase at the beginning, by its number of words, and its meaning; one word without a meaning
    /// when none is known.
    private func phrase(in words: ArraySlice<String>) -> (length: Int, meaning: [String]?) {
        guard let first = words.first, let longest = lengths[Self.root(first)] else { return (1, nil) }
        for length in stride(from: min(longest, words.count), to: 0, by: -1) {
            if let meaning = phrases[Self.key(words.prefix(length))] { return (length, meaning) }
        }
        return (1, nil)
    }

    /// The two parts of a word such as `D'ARACHIDE`, which normalization joins.
    private func parted(_ word: String) -> [String] {
        let rest = String(word.dropFirst())
        guard let first = word.first, first == "d" || first == "l", let second = rest.first, "aeiouh".contains(second),
            wordsOfPhrases.contains(Self.root(rest)), !wordsOfPhrases.contains(Self.root(word))
        else { return [word] }
        return [String(first), rest]
    }

    /// Plurals end in s or x in the supported languages.
    private static func key(_ words: ArraySlice<String>) -> String {
        words.map(root).joined(separator: " ")
    }

    private static func root(_ word: String) -> String {
        guard word.utf8.count > 3, let last = word.last, last == "s" || last == "x" else { return word }
        return String(word.dropLast())
    }
}
