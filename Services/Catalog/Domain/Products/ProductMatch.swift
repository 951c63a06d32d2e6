package import Foundation

/// A product that a printed text may mean.
package struct ProductMatch: Equatable, Sendable {
    /// The basis of a match.
    package enum Basis: Equatable, Sendable {
        /// The text is the product's name or one of its aliases.
        case alias
        /// The text contains the same words as the name or an alias, in another order or form.
        case words
        /// The text resembles the name or an alias.
        case resemblance
    }

    /// The product's identifier.
    package let productID: UUID
    /// The confidence, 0 to 100.
    package let confidence: Int
    /// The basis of the match.
    package let basis: Basis

    /// A match of a product.
    package init(productID: UUID, confidence: Int, basis: Basis) {
        self.productID = productID
        self.confidence = confidence
        self.basis = basis
    }
}

/// The resolution of a printed text.
package enum ProductResolution: Equatable, Sendable {
    /// A known product.
    case known(ProductMatch)
    /// No known product: one with this name should be created, perhaps in the category of the most similar one.
    case new(name: String, resembles: ProductMatch?)
}
