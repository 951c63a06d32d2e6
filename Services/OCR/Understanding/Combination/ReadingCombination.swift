/// Combines several readings of the same receipt field by field.
///
/// Readers fail in different places: a value on which two agree is nearly certain, one on which they differ is doubtful
/// unless the sums confirm it.
package struct ReadingCombination: Sendable {
    private struct Reading {
        var draft: ReceiptDraft
        /// The rows that were reread; empty for a reading of the whole photo.
        var rows: [RowBand] = []

        /// Whether a field rests on this reading rather than on the first one.
        func isOwn<Value>(_ field: Field<Value>, of first: Field<Value>?) -> Bool {
            if rows.isEmpty || first?.value != field.value { return true }
            guard let box = field.box else { return false }
            return rows.contains { $0.meets(box) }
        }
    }

    /// The readings, most trusted first.
    private let readings: [Reading]
    private let weights: Weights

    /// The additional confidence required to replace the most trusted reading's value.
    ///
    /// The most trusted reading is right more often when both are in doubt; values without a sum to confirm them are
    /// best kept.
    private enum Margin {
        static let text = 12
        static let date = 15
        static let total = 25
    }
    /// The maximum confidence of a contested value: below the review threshold.
    private static let contested = ReceiptDraft.reviewThreshold - 5

    /// Combines drafts.
    /// - Parameter drafts: at least one, most trusted first.
    package init(_ drafts: [ReceiptDraft]) { self.init(drafts.map { Reading(draft: $0) }, weights: .fitted) }

    private init(_ readings: [Reading], weights: Weights) {
        precondition(!readings.isEmpty, "there is something to combine")
        self.readings = readings
        self.weights = weights
    }

    /// The draft of a page, combined with its alternatives where it leaves doubts.
    package static func draft(
        of page: RecognizedPage,
        hints: ReceiptHints = ReceiptHints(),
        weights: Weights = .fitted
    ) -> ReceiptDraft {
        let interpreter = ReceiptInterpreter(hints: hints, weights: weights)
        return draft(of: page, read: interpreter.draft(from: page), by: interpreter)
    }

    /// The draft of a page whose first reading has been interpreted.
    static func draft(of page: RecognizedPage, read first: ReceiptDraft, by interpreter: ReceiptInterpreter)
        -> ReceiptDraft
    {
        guard !page.alternatives.isEmpty, !suffices(first) else { return first }
        var readings = [Reading(draft: first)]
        readings += page.alternatives.map { other in
            Reading(draft: interpreter.draft(from: page.replacingRows(by: other)), rows: other.rereadRows)
        }
        // All amounts are to count the same minor units.
        if let printed = readings.compactMap(\.draft.currency?.value).first {
            let interpreter = interpreter.knowing(currency: printed)
            for (index, rows) in ([page] + page.alternatives.map(page.replacingRows)).enumerated()
            where readings[index].draft.currency == nil {
                readings[index].draft = interpreter.draft(from: rows)
            }
        }
        return ReadingCombination(readings, weights: interpreter.weights).draft
    }

    /// Whether a reading alone is good enough to skip further readings.
    package static func suffices(_ draft: ReceiptDraft) -> Bool {
        guard draft.sumsAgree == true, let total = draft.total, let date = draft.date, let store = draft.storeName
        else { return false }
        return !total.needsReview && !date.needsReview && !store.needsReview
    }

    /// The combined draft.
    package var draft: ReceiptDraft {
        var draft = ranked[0].draft
        guard readings.count > 1 else { return draft }
        draft.date = best(\.date, margin: Margin.date)
        draft.time = best(\.time)
        draft.currency = best(\.currency)
        if draft.currency != nil { draft.suggestedCurrency = nil }
        draft.storeName = best(\.storeName, margin: Margin.text, contests: false)
        draft.storeAddress = bestAddress
        draft.storePhone = best(\.storePhone)
        draft.storeName?.weigh(against: own(\.storeName))
        draft.storeAddress?.weigh(against: own(\.storeAddress))
        weights.calibration.applyToHead(of: &draft)
        // Items and sums belong together: they come from one reading, preferably one whose sums agree.
        if draft.sumsAgree != true {
            draft.total = best(\.total, margin: Margin.total)
            draft.subtotal = draft.subtotal ?? best(\.subtotal)
            ItemMixing.mix(&draft, readings.map(\.draft))
        }
        return draft
    }

    /// The readings ordered by whether their sums agree, then by trust.
    private var ranked: [Reading] {
        readings.filter { $0.draft.sumsAgree == true } + readings.filter { $0.draft.sumsAgree != true }
    }

    /// The best address; one with fewer lines than the most trusted reading's never wins.
    private var bestAddress: Field<String>? {
        let best = best(\.storeAddress, margin: Margin.text, contests: false)
        guard let first = readings[0].draft.storeAddress, let found = best else { return best }
        return found.value.count * 10 < first.value.count * 9 ? first : found
    }

    /// The value with the highest combined confidence.
    /// - Parameters:
    ///   - margin: by how much it must exceed the first reading's.
    ///   - contests: whether another value makes this one doubtful; texts differ by a letter too often for that.
    private func best<Value>(
        _ field: KeyPath<ReceiptDraft, Field<Value>?>,
        margin: Int = 0,
        contests: Bool = true
    ) -> Field<Value>? {
        let first = readings[0].draft[keyPath: field]
        let found = own(field)
        var candidates: [(field: Field<Value>, support: Int)] = []
        for each in found {
            if let index = candidates.firstIndex(where: { $0.field.value == each.value }) {
                candidates[index].support += contests ? each.confidence : each.own
                candidates[index].field.confirm(with: each)
            } else {
                candidates.append((each, contests ? each.confidence : each.own))
            }
        }
        // Ties go to the most trusted reading.
        guard var best = candidates.first else { return nil }
        let least = best.support + (first == nil ? 0 : margin)
        for candidate in candidates where candidate.support > max(best.support, least) { best = candidate }
        if contests, candidates.count > 1, best.support < 2 * (candidates.map(\.support).reduce(0, +) - best.support) {
            best.field.confidence = min(best.field.confidence, Self.contested)
            best.field.isContested = true
        }
        return best.field
    }

    /// The values of a field that rest on each reading itself.
    private func own<Value>(_ field: KeyPath<ReceiptDraft, Field<Value>?>) -> [Field<Value>] {
        let first = readings[0].draft[keyPath: field]
        return readings.enumerated().compactMap { index, reading in
            guard let value = reading.draft[keyPath: field] else { return nil }
            return index == 0 || reading.isOwn(value, of: first) ? value : nil
        }
    }
}

extension Field {
    /// The share of the remaining doubt that an agreeing reading removes, in percent; readers of the same print
    /// sometimes make the same mistake.
    private static var agreement: Int { 35 }

    private static func together(_ one: Int, _ other: Int) -> Int {
        let (most, least) = (max(one, other), min(one, other))
        return most + (100 - most) * agreement * least / 10_000
    }

    /// Raises the confidence because another reading agrees.
    fileprivate mutating func confirm(with other: Field) {
        ceiling = min(ceiling, other.ceiling)
        doubt = min(doubt, other.doubt)
        own = Self.together(own, other.own)
        confidence = Self.together(confidence, other.confidence)
    }
}

extension Field<String> {
    /// Adjusts the confidence of a text by all readings: similar texts confirm it, others contradict it.
    fileprivate mutating func weigh(against readings: [Field]) {
        var others = readings
        // Equal values have already confirmed it.
        others.removeAll { $0.value == value }
        for other in others {
            if TextLikeness.areSame(value, other.value) {
                own = Self.together(own, other.own)
            } else {
                own = max(0, own - other.own / 8)
            }
        }
    }
}
