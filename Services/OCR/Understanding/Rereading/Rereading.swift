extension RecognizedPage {
    /// The page with what another reading of some of its rows gave in place of their words.
    ///
    /// A row in which the other reading saw nothing stays as it was.
    func replacingRows(by other: RecognizedPage) -> RecognizedPage {
        guard !other.rereadRows.isEmpty else { return other }
        let seen = Set(other.words.map(\.line))
        let bands = other.rereadRows.indices.filter(seen.contains).map { other.rereadRows[$0] }
        var page = self
        page.alternatives = []
        page.words = words.filter { word in !bands.contains { $0.holds(word.box) } }
        let next = (words.map(\.line).max() ?? 0) + 1
        page.words += other.words.map { word in
            var word = word
            word.line += next
            return word
        }
        return page
    }
}
