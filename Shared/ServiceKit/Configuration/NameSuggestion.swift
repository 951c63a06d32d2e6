import MessageCoding

/// A suggestion in place of a name that doesn't exist.
struct NameSuggestion {
    /// A sentence; empty when no name is near.
    let text: String

    /// The nearest of all names.
    static func of(_ name: String, _ names: some Sequence<String>) -> NameSuggestion {
        let nearest = NearestNames.of(name, among: names, limit: 1).first
        return NameSuggestion(text: nearest.map { "Do you mean \($0)?" } ?? "")
    }
}
