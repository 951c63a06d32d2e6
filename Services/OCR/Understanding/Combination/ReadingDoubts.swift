/// The doubts that the readings of a photo leave so far.
package struct ReadingDoubts {
    private let interpretation: Interpretation
    private let draft: ReceiptDraft

    /// Determines the doubts.
    /// - Parameter page: with its alternatives so far.
    package init(_ page: RecognizedPage) {
        interpretation = ReceiptInterpreter().interpretation(of: page)
        draft = ReadingCombination.draft(of: page, read: interpretation.draft, by: ReceiptInterpreter())
    }

    /// Whether there is any doubt.
    package var exist: Bool { !ReadingCombination.suffices(draft) }

    /// Whether date or total are doubtful, or no store was found.
    package var concernEssentials: Bool { concernDay || draft.total?.needsReview ?? true || draft.storeName == nil }

    /// Whether date, total or sums are doubtful, which justifies rereading the whole page.
    package var concernSums: Bool {
        draft.sumsAgree != true || draft.total?.needsReview ?? true || draft.date?.needsReview ?? true
    }

    /// Whether the date is doubtful.
    package var concernDay: Bool { draft.date?.needsReview ?? true }

    /// The rows that contain doubtful fields, from top to bottom.
    package var rows: [RowBand] {
        var interpretation = interpretation
        interpretation.draft = draft
        return DoubtfulRows(interpretation: interpretation).bands()
    }
}
