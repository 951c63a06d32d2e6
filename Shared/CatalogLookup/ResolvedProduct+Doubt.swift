package import Messages

extension Catalog.ResolvedProduct {
    /// Below this a match is put to the user.
    private static let sureMatch: Int32 = 80

    /// Whether the owner of the line should look at its product. What was made for the line is right unless something
    /// known is somewhat like it.
    package var isDoubtful: Bool { basis == .made || created ? needsChoice : confidence < Self.sureMatch }
}
