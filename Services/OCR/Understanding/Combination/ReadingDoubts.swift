/// What the readings of a photo so far leave in doubt.
package struct ReadingDoubts {
    private let interpretation: Interpretation
    private let draft: ReceiptDraft

    /// - Parameter page: with the further readings that there are.
    package init(_ page: RecognizedPage) {
        interpretation = ReceiptInterpreter().interpretation(of: page)
        draft = ReadingCombination.draft(of: page)
    }

    /// Whether another look is worth its time.
    package var exist: Bool { !ReadingCombination.suffices(draft) }

    /// Whether the day, the total or the sums are among them, for which a whole page may be read once more.
    package var concernSums: Bool {
        draft.sumsAgree != true || draft.total?.needsReview ?? true || draft.date?.needsReview ?? true
    }

    /// Whether the day is among them.
    package var concernDay: Bool { draft.date?.needsReview ?? true }

    /// The rows that what is doubtful stands in, from top to bottom.
    package var rows: [RowBand] {
        var interpretation = interpretation
        interpretation.draft = draft
        return DoubtfulRows(interpretation: interpretation).bands()
    }
}
