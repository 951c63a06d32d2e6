package import Messages

extension Catalog.ResolvedProduct {
    /// The minimum confidence of a match that needs no review.
    private static let sureMatch: Int32 = 80

    /// Whether the user should check the line's product. A product created for the line is right unless known ones are
    /// similar.
    package var isDoubtful: Bool { basis == .made || created ? needsChoice : confidence < Self.sureMatch }
}
