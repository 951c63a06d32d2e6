internal import Foundation

/// Decides which product a printed text means.
package enum ProductResolver {
    /// The confidence from which a resemblance is taken; below it a product of its own is right more often than the
    /// one that resembles it.
    package static let leastConfidence = 75

    /// The confidence from which a match needs no second look: in the samples of the tests, those tuned on and those not, at
    /// least 95 in 100 are right from here on.
    package static let sureConfidence = 80

    /// The confidence below which a guess has too little to do with the text to be shown.
    package static let leastConfidenceOfGuess = 30

    /// Decides in this order: a name or alias, the best resemblance of at least ``leastConfidence``, and else a new
    /// product.
    ///
    /// - Parameters:
    ///   - text: the printed text.
    ///   - indexes: where to look: usually the products of the user and those of everybody. Of equals the first counts.
    package static func resolve(_ text: PrintedText, in indexes: [ProductIndex]) -> ProductResolution {
        let found = best(of: indexes.flatMap { $0.matches(for: text, limit: 1) }, limit: 1).first
        if let found, found.confidence >= leastConfidence {
            return .known(found)
        }
        return .new(name: text.suggestedName, resembles: found)
    }

    /// The products that a text may mean, best first and each once, of at least ``leastConfidenceOfGuess``.
    ///
    /// - Parameters:
    ///   - text: the printed text.
    ///   - limit: how many at most.
    ///   - indexes: where to look. Of equals those of the first come first.
    package static func guesses(for text: PrintedText, limit: Int, in indexes: [ProductIndex]) -> [ProductMatch] {
        best(
            of: indexes.flatMap { $0.matches(for: text, limit: limit) }.filter {
                $0.confidence >= leastConfidenceOfGuess
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
