package import FoundationEssentials

extension UUID {
    /// Reads a UUID in its canonical form, 36 characters in lower case; nil for any other text.
    package init?(canonical text: String) {
        guard text.utf8.count == 36, let id = UUID(uuidString: text), id.canonical == text else { return nil }
        self = id
    }

    /// The UUID's 36 characters in lower case, the form in which it is written (RFC 9562, section 4).
    package var canonical: String { uuidString.lowercased() }
}
