package import Foundation
import PrintedWords

/// An index that finds the products a printed text may mean.
///
/// A text that equals a name or alias decides. Otherwise names are compared word by word, each word weighted by its
/// rarity among the products, with tolerance for abbreviations and misreadings.
///
/// Source of the comparison: the SoftTFIDF measure of W. W. Cohen, P. Ravikumar and S. E. Fienberg, "A Comparison of
/// String Distance Metrics for Name-Matching Tasks", IIWeb 2003, here with the weights summed as in the Dice
/// coefficient (twice what is shared over the sum of both sides), so that words missing on either side cost alike.
package struct ProductIndex: Sendable {
    let abbreviations: AbbreviationTable
    private let ceiling: Int
    /// The products in the order of insertion.
    package private(set) var products: [UUID] = []
    private var units: [ProductUnit] = []
    private(set) var texts: [Text] = []
    private(set) var vocabulary = Vocabulary()
    private var productsByKey: [NormalisedText: Set<Int>] = [:]
    private var productsByWords: [[String]: Set<Int>] = [:]
    private var productsByWordsInAnyOrder: [[String]: Set<Int>] = [:]

    /// One name or alias of a product.
    struct Text: Sendable {
        let product: Int
        let words: [Int]
    }

    /// An index without products.
    /// - Parameter ceiling: the maximum confidence of a match, 0 to 100.
    package init(abbreviations: AbbreviationTable, ceiling: Int = 100) {
        self.abbreviations = abbreviations
        self.ceiling = ceiling
    }

    /// The number of products.
    package var count: Int {
        products.count
    }

    /// Adds a product with its name and its printed aliases.
    /// - Parameter unit: the unit in which it is usually counted.
    package mutating func insert(_ id: UUID, name: String, aliases: [String] = [], unit: ProductUnit = .each) {
        let product = products.count
        products.append(id)
        units.append(unit)
        for text in [name] + aliases {
            insert(PrintedText(text, abbreviations: abbreviations), of: product)
        }
    }

    private mutating func insert(_ printed: PrintedText, of product: Int) {
        guard !printed.key.isEmpty else { return }
        productsByKey[printed.key, default: []].insert(product)
        productsByWords[printed.comparable, default: []].insert(product)
        productsByWordsInAnyOrder[printed.comparable.sorted(), default: []].insert(product)
        let text = texts.count
        texts.append(Text(product: product, words: vocabulary.insert(printed, text: text, product: product)))
    }

    /// Prepares a line of a receipt for ``matches(for:limit:)``.
    package func printedText(_ line: String) -> PrintedText {
        PrintedText(line, abbreviations: abbreviations)
    }

    /// The products that the text may mean, most certain first, at most `limit`; ties in insertion order.
    package func matches(for printed: PrintedText, limit: Int) -> [ProductMatch] {
        guard !printed.key.isEmpty, limit > 0 else { return [] }
        var scores = resembling(printed)
        raise(productsByWordsInAnyOrder[printed.comparable.sorted()], to: 0.97, basis: .words, in: &scores)
        raise(productsByWords[printed.comparable], to: 0.99, basis: .words, in: &scores)
        raise(productsByKey[printed.key], to: 1, basis: .alias, in: &scores)
        return
            scores
            .map { (product: $0.key, score: $0.value.score * fit(printed, $0.key), basis: $0.value.basis) }
            .sorted { ($1.score, $0.product) < ($0.score, $1.product) }
            .prefix(limit)
            .map {
                ProductMatch(
                    productID: products[$0.product],
                    confidence: min(ceiling, Int(($0.score * 100).rounded())),
                    basis: $0.basis
                )
            }
    }

    private func fit(_ printed: PrintedText, _ product: Int) -> Double {
        printed.size?.fit(units[product]) ?? 1
    }

    private typealias Score = (score: Double, basis: ProductMatch.Basis)

    /// Raises the confidence of products; several products with the same key halve it, since only one can be meant.
    private func raise(
        _ found: Set<Int>?,
        to score: Double,
        basis: ProductMatch.Basis,
        in scores: inout [Int: Score]
    ) {
        guard let found else { return }
        let shared = found.count == 1 ? score : score / 2
        for product in found where shared > (scores[product]?.score ?? 0) {
            scores[product] = (shared, basis)
        }
    }

    private func resembling(_ printed: PrintedText) -> [Int: Score] {
        let words = vocabulary.interpretations(of: printed, products: products.count)
        let printedWeight = words.reduce(0) { $0 + $1.weight }
        var shares: [Int: (printed: Double, bestOfWord: [Int: Double])] = [:]
        for word in words {
            var bestInText: [Int: Double] = [:]
            for meaning in word.meanings {
                for text in vocabulary.texts(with: meaning.word) {
                    bestInText[text] = max(bestInText[text] ?? 0, meaning.similarity)
                    let known = shares[text]?.bestOfWord[meaning.word] ?? 0
                    shares[text, default: (0, [:])].bestOfWord[meaning.word] = max(known, meaning.similarity)
                }
            }
            for (text, similarity) in bestInText {
                shares[text]?.printed += word.weight * similarity
            }
        }
        var scores: [Int: Score] = [:]
        for (index, share) in shares {
            let text = texts[index]
            let weights = text.words.map { (word: $0, weight: vocabulary.weight(of: $0, products: products.count)) }
            let covered = weights.reduce(0) { $0 + $1.weight * (share.bestOfWord[$1.word] ?? 0) }
            let total = printedWeight + weights.reduce(0) { $0 + $1.weight }
            let score = min(0.96, (share.printed + covered) / total)
            if score > (scores[text.product]?.score ?? 0) {
                scores[text.product] = (score, .resemblance)
            }
        }
        return scores
    }
}
