internal import Foundation

/// Decides which product a printed text means.
package enum ProductResolver {
    /// The minimum confidence of a resemblance; below it a new product is right more often.
    package static let minimumConfidence = 75

    /// The minimum confidence of a match that needs no review.
    ///
    /// In the tests' samples, tuned and held out, at least 95 % of such matches are correct.
    package static let sureConfidence = 80

    /// The minimum confidence of a guess.
    package static let minimumGuessConfidence = 30

    /// Resolves a text: by name or alias, by the best resemblance of at least ``minimumConfidence``, or as a new product.
    ///
    /// - Parameters:
    ///   - text: the printed text.
    ///   - indexes: usually the user's products and the shared ones; ties go to the first.
    package static func resolve(_ text: PrintedText, in indexes: [ProductIndex]) -> ProductResolution {
        let found = best(of: indexes.flatMap { $0.matches(for: text, limit: 1) }, limit: 1).first
        if let found, found.confidence >= minimumConfidence {
            return .known(found)
        }
        return .new(name: text.suggestedName, resembles: found)
    }

    /// The products that a text may mean, best first, each once, of at least ``minimumGuessConfidence``.
    ///
    /// - Parameters:
    ///   - text: the printed text.
    ///   - limit: the maximum number of products.
    ///   - indexes: ties go to the first.
    package static func guesses(for text: PrintedText, limit: Int, in indexes: [ProductIndex]) -> [ProductMatch] {
        best(
            of: indexes.flatMap { $0.matches(for: text, limit: limit) }.filter {
                $0.confidence >= minimumGuessConfidence
            },
            limit: limit
        )
    }

    private static func best(of matches: [ProductMatch], limit: Int) -> [ProductMatch] {
        var seen: Set<UUID> = []
        return Array(
            matches.enumerated()
                .sorted { ($1.element.confidence, $0.offset) < ($0.element.confidence, $1.offset) }
                .map(\.element)
                .filter { seen.insert($0.productID).inserted }
                .prefix(limit)
        )
    }
}
