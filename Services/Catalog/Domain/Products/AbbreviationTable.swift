/// What tills print for a word: `CHKN` for chicken. Also what words of other languages and trade names mean, `POITRINE DE
/// POULET` for chicken breasts and `GARDENIA` for bread, and which words say little.
package struct AbbreviationTable: Sendable {
    private let meanings: [String: [String]]
    private let phrases: [String: [String]]
    private let wordsOfPhrases: Set<String>
    /// How many words the longest phrase has that begins with a word.
    private let lengths: [String: Int]

    /// Takes each abbreviation with its meaning of one or more words, and words or phrases with what they mean, which is
    /// nothing for those that say little. Of two entries for one abbreviation or phrase the first counts.
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

    /// The words that a printed word stands for; the word itself when it is no abbreviation.
    func expand(_ word: String) -> [String] {
        meanings[word] ?? [word]
    }

    /// What printed words say.
    struct Translation {
        /// In the language of the products' names.
        var words: [String] = []
        /// Those of the words that say little.
        var plain: Set<String> = []
    }

    /// Puts phrases into the language of the products' names, the longest first.
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

    /// The longest phrase that the words begin with, as a count of words, and its meaning; one word without a meaning when
    /// there is none.
    private func phrase(in words: ArraySlice<String>) -> (length: Int, meaning: [String]?) {
        guard let first = words.first, let longest = lengths[Self.root(first)] else { return (1, nil) }
        for length in stride(from: min(longest, words.count), to: 0, by: -1) {
            if let meaning = phrases[Self.key(words.prefix(length))] { return (length, meaning) }
        }
        return (1, nil)
    }

    /// `D'ARACHIDE`, which is one word in normal form, as two.
    private func parted(_ word: String) -> [String] {
        let rest = String(word.dropFirst())
        guard let first = word.first, first == "d" || first == "l", let second = rest.first, "aeiouh".contains(second),
            wordsOfPhrases.contains(Self.root(rest)), !wordsOfPhrases.contains(Self.root(word))
        else { return [word] }
        return [String(first), rest]
    }

    /// Plurals end in s or x in the languages at hand.
    private static func key(_ words: ArraySlice<String>) -> String {
        words.map(root).joined(separator: " ")
    }

    private static func root(_ word: String) -> String {
        guard word.utf8.count > 3, let last = word.last, last == "s" || last == "x" else { return word }
        return String(word.dropLast())
    }
}
