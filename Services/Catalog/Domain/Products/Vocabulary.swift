internal import Foundation

/// The words of all names and aliases with their rarity, to interpret printed words.
struct Vocabulary: Sendable {
    private var numbers: [String: Int] = [:]
    private var words: [Word] = []
    /// The shapes of the words by number; stored separately, since all are scanned for every unknown word.
    private var shapes: [WordShape] = []

    // The three weights and the minimum confidence were fitted on the tests' samples.

    /// The weight of a brand or filler word, relative to the rarest word.
    private static let weightOfPlain = 0.1
    /// The minimum weight of an unknown word, relative to the rarest word.
    ///
    /// An unknown word usually changes the meaning of its neighbours, as in oyster noodles.
    private static let weightOfUnknown = 0.8
    /// The factor for the similarity of a word that resembles several words equally.
    private static let certaintyOfAmbiguous = 0.88

    private struct Word: Sendable {
        let letters: [UInt8]
        var texts: [Int] = []
        var products: Set<Int> = []
    }

    /// A printed word with its possible meanings.
    struct Interpretation {
        /// The weight of the word; higher for rare words.
        let weight: Double
        /// Words of the vocabulary with their similarity, 0 to 1; empty for a word that resembles none.
        let meanings: [(word: Int, similarity: Double)]
    }

    /// Adds the words of one text and returns their numbers, each once.
    mutating func insert(_ printed: PrintedText, text: Int, product: Int) -> [Int] {
        var inserted: [Int] = []
        for word in printed.comparable {
            let number = numbers[word] ?? append(word)
            guard !inserted.contains(number) else { continue }
            inserted.append(number)
            words[number].texts.append(text)
            words[number].products.insert(product)
        }
        return inserted
    }

    private mutating func append(_ word: String) -> Int {
        numbers[word] = words.count
        let letters = Array(word.utf8)
        words.append(Word(letters: letters))
        shapes.append(WordShape(letters))
        return words.count - 1
    }

    /// The letters of all words, by their numbers.
    var allLetters: some Sequence<[UInt8]> {
        words.lazy.map(\.letters)
    }

    /// The texts in which a word occurs.
    func texts(with word: Int) -> [Int] {
        words[word].texts
    }

    /// The inverse document frequency of a word among `products` products.
    func weight(of word: Int, products: Int) -> Double {
        log(1 + Double(products) / Double(words[word].products.count))
    }

    /// The possible meanings of each printed word.
    ///
    /// Joined or split words are repaired when the result is known to the vocabulary.
    func interpretations(of printed: PrintedText, products: Int) -> [Interpretation] {
        var seen: Set<String> = []
        return repaired(printed.comparable).filter { seen.insert($0).inserted }.map { word in
            let found = interpretation(of: word, isPlain: printed.plain.contains(word), products: products)
            guard printed.plain.contains(word) else { return found }
            let most = Self.weightOfPlain * log(1 + Double(products))
            return Interpretation(weight: min(found.weight, most), meanings: found.meanings)
        }
    }

    private func interpretation(of word: String, isPlain: Bool, products: Int) -> Interpretation {
        if let known = numbers[word] ?? misread(word) {
            return Interpretation(weight: weight(of: known, products: products), meanings: [(known, 1)])
        }
        let meanings = isPlain ? [] : resembling(Array(word.utf8))
        guard let best = meanings.max(by: { $0.similarity < $1.similarity }) else {
            return Interpretation(weight: Self.weightOfUnknown * log(1 + Double(products)), meanings: [])
        }
        let others = meanings.filter { $0.similarity >= best.similarity - 0.05 }.count
        let ambiguity = others > 1 ? Self.certaintyOfAmbiguous : 1
        return Interpretation(
            weight: max(weight(of: best.word, products: products), Self.weightOfUnknown * log(1 + Double(products))),
            meanings: meanings.map { ($0.word, $0.similarity * ambiguity) }
        )
    }

    private func resembling(_ letters: [UInt8]) -> [(word: Int, similarity: Double)] {
        let shape = WordShape(letters)
        var found: [(word: Int, similarity: Double)] = []
        shapes.withUnsafeBufferPointer { shapes in
            // Not a for-in loop, which is many times slower in debug builds.
            var word = 0
            while word < shapes.count {
                if shape.mayResemble(shapes[word]) {
                    let similarity = WordSimilarity.of(letters, words[word].letters)
                    if similarity >= WordSimilarity.least { found.append((word, similarity)) }
                }
                word += 1
            }
        }
        return found
    }

    /// The word whose letters were misread as similar digits: `M1LK`.
    private func misread(_ word: String) -> Int? {
        guard word.contains(where: \.isNumber), word.contains(where: \.isLetter) else { return nil }
        let corrected = word.map { Self.lookalikes[$0] ?? $0 }
        let readings = [corrected, corrected.map { $0 == "i" ? "l" : $0 }]
        return readings.lazy.compactMap { numbers[SingularWord.of(String($0))] }.first
    }

    private static let lookalikes: [Character: Character] = ["0": "o", "1": "i", "5": "s", "8": "b"]

    private func repaired(_ printed: [String]) -> [String] {
        var result: [String] = []
        var index = 0
        while index < printed.count {
            let word = printed[index]
            if index + 1 < printed.count, numbers[word + printed[index + 1]] != nil {
                result.append(word + printed[index + 1])
                index += 2
            } else {
                result += numbers[word] == nil ? split(word) : [word]
                index += 1
            }
        }
        return result
    }

    /// The parts of joined words, such as `ORANGEJUICE`; the word itself when no split yields two known words.
    private func split(_ word: String) -> [String] {
        let shortest = 3
        guard word.count >= 2 * shortest else { return [word] }
        for cut in shortest...(word.count - shortest) {
            let head = SingularWord.of(String(word.prefix(cut)))
            let tail = SingularWord.of(String(word.dropFirst(cut)))
            if numbers[head] != nil, numbers[tail] != nil {
                return [head, tail]
            }
        }
        return [word]
    }
}
