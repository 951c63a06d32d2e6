extension AbbreviationTable {
    /// The abbreviations that Larder ships.
    package init(_ reference: ReferenceData) {
        self.init(reference.abbreviations.map { ($0.abbreviation, $0.meaning) })
    }
}
