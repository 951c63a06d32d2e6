package import Foundation

/// A product that a printed text may mean.
package struct ProductMatch: Equatable, Sendable {
    /// What the match rests on.
    package enum Basis: Equatable, Sendable {
        /// The text is the product's name or one of its aliases.
        case alias
        /// The text has the same words as the name or an alias, in another order or form.
        case words
        /// The text resembles the name or an alias.
        case resemblance
    }

    /// The product's identifier.
    package let productID: UUID
    /// How sure the match is, 0 to 100.
    package let confidence: Int
    /// What the match rests on.
    package let basis: Basis

    package init(productID: UUID, confidence: Int, basis: Basis) {
        self.productID = productID
        self.confidence = confidence
        self.basis = basis
    }
}

/// What a printed text comes to.
package enum ProductResolution: Equatable, Sendable {
    /// A product that is known.
    case known(ProductMatch)
    /// None that is known: a product of this name should be made. It may be of the kind of the one that it resembles most.
    case new(name: String, resembles: ProductMatch?)
}
