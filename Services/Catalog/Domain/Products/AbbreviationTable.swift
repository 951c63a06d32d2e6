/// What tills print for a word: `CHKN` for chicken.
package struct AbbreviationTable: Sendable {
    private let meanings: [String: [String]]

    /// Takes each abbreviation with its meaning of one or more words. Of two entries for one abbreviation the first
    /// counts.
    package init(_ entries: [(abbreviation: String, meaning: String)]) {
        meanings = Dictionary(
            entries.map { (NormalisedText($0.abbreviation).value, NormalisedText($0.meaning).words) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The words that a printed word stands for; the word itself when it is no abbreviation.
    func expand(_ word: String) -> [String] {
        meanings[word] ?? [word]
    }
}
