extension AbbreviationTable {
    /// The table of the shipped abbreviations and words.
    package init(_ reference: ReferenceData) {
        self.init(
            reference.abbreviations.map { ($0.abbreviation, $0.meaning) },
            words: reference.printedWords.map { ($0.printed, $0.meaning) }
        )
    }
}
