import PrintedWords

/// Finds securities whose symbol or name resembles a text, for those who mistype one.
package struct SimilarSecurities: Sendable {
    /// A security by its symbol and its name in normal form.
    package struct Entry: Sendable {
        fileprivate let symbol: String
        fileprivate let words: [[UInt8]]

        /// An entry.
        package init(symbol: String, searchName: String) {
            self.symbol = symbol
            words = searchName.split(separator: " ").map { Array($0.utf8) } + [Array(symbol.lowercased().utf8)]
        }
    }

    /// From which similarity on a word is taken for another one.
    private static let threshold = 0.84

    /// Finds what is similar.
    /// - Parameters:
    ///   - text: As typed.
    ///   - limit: The most that are returned.
    /// - Returns: Symbols, the most similar first.
    package static func symbols(resembling text: String, in entries: [Entry], limit: Int) -> [String] {
        let typed = NormalisedText(text).words.prefix(8).map { Array($0.utf8) }
        guard !typed.isEmpty else { return [] }
        let scored = entries.compactMap { entry -> (score: Double, symbol: String)? in
            let best = typed.map { word in entry.words.map { JaroWinkler.similarity(word, $0) }.max() ?? 0 }
            guard best.allSatisfy({ $0 >= threshold }) else { return nil }
            return (best.reduce(0, +) / Double(best.count), entry.symbol)
        }
        return scored.sorted { ($1.score, $0.symbol) < ($0.score, $1.symbol) }.prefix(limit).map(\.symbol)
    }
}
