package import Foundation

/// Decides which product a printed text means.
package enum ProductResolver {
    /// The confidence from which a resemblance is taken; below it a product of its own is right more often than the
    /// one that resembles it.
    package static let leastConfidence = 70

    /// Decides in this order: what this text was said to mean, a name or alias, the best resemblance of at least
    /// ``leastConfidence``, and else a new product.
    ///
    /// - Parameters:
    ///   - mapping: the product that this text was said to mean at the store, if any.
    ///   - text: the printed text.
    ///   - indexes: where to look: usually the products of everybody and those of the user.
    package static func resolve(
        _ text: PrintedText,
        mapping: UUID? = nil,
        in indexes: ProductIndex...
    ) -> ProductResolution {
        if let mapping {
            return .known(ProductMatch(productID: mapping, confidence: 100, basis: .mapping))
        }
        let found = indexes.flatMap { $0.matches(for: text, limit: 1) }.max { $0.confidence < $1.confidence }
        if let found, found.confidence >= leastConfidence {
            return .known(found)
        }
        return .new(name: text.suggestedName, resembles: found)
    }
}
