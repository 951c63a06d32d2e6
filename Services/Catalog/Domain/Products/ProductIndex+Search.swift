package import Foundation

extension ProductIndex {
    /// A search result.
    package struct Hit: Equatable, Sendable {
        /// The product's identifier.
        package let productID: UUID
        /// The score, 0 to 1: the share of the text found in the name, minus a little for the rest of the name.
        package let score: Double
    }

    /// The minimum score of a search result; fitted on the tests' queries.
    package static let minimumHitScore = 0.6

    /// Searches products by typed words: complete, incomplete or misspelt, in any order.
    ///
    /// Best first; ties in insertion order.
    package func search(_ text: String, limit: Int) -> [Hit] {
        let words = PrintedText(text, abbreviations: abbreviations).comparable
        guard !words.isEmpty, limit > 0 else { return [] }
        var covered: [Int: [Double]] = [:]
        for (number, word) in words.enumerated() {
            for meaning in vocabulary.completions(of: word) {
                for text in vocabulary.texts(with: meaning.word) {
                    covered[text, default: Array(repeating: 0, count: words.count)][number].raise(
                        to: meaning.similarity
                    )
                }
            }
        }
        var scores: [Int: Double] = [:]
        for (index, similarities) in covered {
            let text = texts[index]
            let found = similarities.reduce(0, +) / Double(words.count)
            let said = min(1, Double(words.count) / Double(max(1, text.words.count)))
            let score = found * (0.8 + 0.2 * said)
            guard score >= Self.minimumHitScore else { continue }
            scores[text.product, default: 0].raise(to: score)
        }
        return scores.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit).map {
            Hit(productID: products[$0.key], score: $0.value)
        }
    }
}

extension Double {
    fileprivate mutating func raise(to other: Double) {
        if other > self { self = other }
    }
}

extension Vocabulary {
    /// The words that a typed word may be or become, with their likeness, 0 to 1.
    fileprivate func completions(of typed: String) -> [(word: Int, similarity: Double)] {
        let letters = Array(typed.utf8)
        return allLetters.enumerated().compactMap { number, word in
            let similarity = Self.likeness(of: letters, to: word)
            return similarity > 0 ? (number, similarity) : nil
        }
    }

    /// The likeness of a typed word to a word; one letter is too short, four letters tolerate one error, eight two.
    private static func likeness(of typed: [UInt8], to word: [UInt8]) -> Double {
        if typed == word { return 1 }
        if typed.count >= 2, word.starts(with: typed) {
            return 0.8 + 0.2 * Double(typed.count) / Double(word.count)
        }
        guard typed.count >= 4, typed.first == word.first || typed.count >= 6 else { return 0 }
        let allowed = typed.count >= 8 ? 2 : 1
        if abs(word.count - typed.count) <= allowed {
            let edits = EditDistance.between(typed, word)
            if edits <= allowed || edits == 2 && isSwap(typed, word) { return 0.85 - 0.1 * Double(max(0, edits - 1)) }
        }
        // A misspelling in an incomplete word.
        guard typed.count >= 5, word.count > typed.count + allowed else { return 0 }
        let begun = Array(word.prefix(typed.count))
        return EditDistance.between(typed, begun) <= 1 ? 0.7 : 0
    }

    /// Whether the words differ by two adjacent swapped letters.
    private static func isSwap(_ typed: [UInt8], _ word: [UInt8]) -> Bool {
        guard typed.count == word.count else { return false }
        let differing = typed.indices.filter { typed[$0] != word[$0] }
        guard differing.count == 2, differing[1] == differing[0] + 1 else { return false }
        return typed[differing[0]] == word[differing[1]] && typed[differing[1]] == word[differing[0]]
    }
}
