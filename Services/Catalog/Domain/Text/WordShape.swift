/// A cheap summary of a word that rules out most comparisons by letters.
struct WordShape: Sendable {
    /// One bit for each of 32 classes of letters; a letter's class is its code modulo 32.
    private let classes: UInt32
    private let count: Int
    private let first: UInt8

    init(_ letters: [UInt8]) {
        classes = letters.reduce(0) { $0 | 1 << UInt32($1 % 32) }
        count = letters.count
        first = letters.first ?? 0
    }

    /// Whether two words may be similar; false only if ``WordSimilarity/of(_:_:)`` is 0.
    ///
    /// A shortened word begins like the whole one and has no letter that it lacks. For a misread one the Jaro-Winkler
    /// similarity must reach 0.9, of which the common prefix gives at most 0.4 of what is missing: so that of Jaro must
    /// reach 5/6, and the letters shared, counted against both lengths, 3/2. Letters of a class that the other word
    /// lacks are not shared.
    func mayResemble(_ word: WordShape) -> Bool {
        let missing = classes & ~word.classes
        if missing == 0, first == word.first { return true }
        let difference = count - word.count
        guard difference <= 2, difference >= -2 else { return false }
        let surplus = word.classes & ~classes
        let shared = min(count - missing.nonzeroBitCount, word.count - surplus.nonzeroBitCount)
        return 2 * shared * (count + word.count) >= 3 * count * word.count
    }
}
