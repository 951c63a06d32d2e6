/// Puts together what several readings of the same receipt say, field by field.
///
/// Readers fail in different places: a value on which two agree is nearly certain, one on which they differ is doubtful
/// unless the sums speak for it.
package struct ReadingCombination: Sendable {
    /// The readings, the most trusted first.
    private let drafts: [ReceiptDraft]

    /// The share of the remaining doubt that another reading's agreement takes away, in percent.
    private static let agreement = 60
    /// The most that a value is trusted with which another reading disagrees: below the threshold of review.
    private static let contested = ReceiptDraft.reviewThreshold - 5

    /// - Parameter drafts: at least one, the most trusted first.
    package init(_ drafts: [ReceiptDraft]) {
        precondition(!drafts.isEmpty, "there is something to combine")
        self.drafts = drafts
    }

    /// Understands a page, with its alternatives where it leaves doubts.
    package static func draft(of page: RecognizedPage, hints: ReceiptHints = ReceiptHints()) -> ReceiptDraft {
        let interpreter = ReceiptInterpreter(hints: hints)
        let first = interpreter.draft(from: page)
        guard !page.alternatives.isEmpty, !suffices(first) else { return first }
        return ReadingCombination([first] + page.alternatives.map { interpreter.draft(from: $0) }).draft
    }

    /// Whether a reading alone is good enough that another one is not worth its time.
    package static func suffices(_ draft: ReceiptDraft) -> Bool {
        guard draft.sumsAgree == true, let total = draft.total, let date = draft.date, let store = draft.storeName
        else { return false }
        return !total.needsReview && !date.needsReview && !store.needsReview
    }

    package var draft: ReceiptDraft {
        var draft = ranked[0]
        guard drafts.count > 1 else { return draft }
        draft.date = best(\.date)
        draft.time = best(\.time)
        draft.currency = best(\.currency)
        draft.storeName = best(\.storeName, contests: false)
        draft.storeAddress = best(\.storeAddress, contests: false)
        draft.storePhone = best(\.storePhone)
        // Items and sums belong together: they come from one reading, whose sums agree if any's do.
        if draft.sumsAgree != true {
            draft.total = best(\.total)
            draft.subtotal = draft.subtotal ?? best(\.subtotal)
        }
        return draft
    }

    /// The readings whose sums agree, then the others; the most trusted first of each.
    private var ranked: [ReceiptDraft] {
        drafts.filter { $0.sumsAgree == true } + drafts.filter { $0.sumsAgree != true }
    }

    /// The value that has the most confidence behind it.
    /// - Parameter contests: whether another value makes this one doubtful; texts differ by a letter too often.
    private func best<Value>(
        _ field: KeyPath<ReceiptDraft, Field<Value>?>,
        contests: Bool = true
    ) -> Field<Value>? {
        let found = drafts.compactMap { $0[keyPath: field] }
        var candidates: [(field: Field<Value>, support: Int)] = []
        for each in found {
            if let index = candidates.firstIndex(where: { $0.field.value == each.value }) {
                candidates[index].support += each.confidence
                let (most, least) = (
                    max(candidates[index].field.confidence, each.confidence),
                    min(candidates[index].field.confidence, each.confidence)
                )
                candidates[index].field.confidence = most + (100 - most) * Self.agreement * least / 10_000
            } else {
                candidates.append((each, each.confidence))
            }
        }
        // The first of equals: the most trusted reading's.
        guard var best = candidates.first else { return nil }
        for candidate in candidates where candidate.support > best.support { best = candidate }
        if contests, candidates.count > 1, best.support < 2 * (candidates.map(\.support).reduce(0, +) - best.support) {
            best.field.confidence = min(best.field.confidence, Self.contested)
        }
        return best.field
    }
}
