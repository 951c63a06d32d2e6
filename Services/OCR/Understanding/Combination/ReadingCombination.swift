/// Puts together what several readings of the same receipt say, field by field.
///
/// Readers fail in different places: a value on which two agree is nearly certain, one on which they differ is doubtful
/// unless the sums speak for it.
package struct ReadingCombination: Sendable {
    private struct Reading {
        var draft: ReceiptDraft
        /// The rows that alone were read again; empty for a reading of the whole photo.
        var rows: [RowBand] = []

        /// Whether a field rests on what this reading saw, not on the first one.
        func isOwn<Value>(_ field: Field<Value>, of first: Field<Value>?) -> Bool {
            if rows.isEmpty || first?.value != field.value { return true }
            guard let box = field.box else { return false }
            return rows.contains { $0.meets(box) }
        }
    }

    /// The readings, the most trusted first.
    private let readings: [Reading]

    /// How much more confidence another value needs than the most trusted reading's, which is right more often where
    /// both are in doubt. What has no sum to confirm it is safest left as it is.
    private enum Margin {
        static let text = 12
        static let date = 15
        static let total = 25
    }
    /// The most that a value is trusted with which another reading disagrees: below the threshold of review.
    private static let contested = ReceiptDraft.reviewThreshold - 5

    /// - Parameter drafts: at least one, the most trusted first.
    package init(_ drafts: [ReceiptDraft]) { self.init(drafts.map { Reading(draft: $0) }) }

    private init(_ readings: [Reading]) {
        precondition(!readings.isEmpty, "there is something to combine")
        self.readings = readings
    }

    /// Understands a page, with its alternatives where it leaves doubts.
    package static func draft(of page: RecognizedPage, hints: ReceiptHints = ReceiptHints()) -> ReceiptDraft {
        let interpreter = ReceiptInterpreter(hints: hints)
        let first = interpreter.draft(from: page)
        guard !page.alternatives.isEmpty, !suffices(first) else { return first }
        let others = page.alternatives.map { other in
            Reading(draft: interpreter.draft(from: page.replacingRows(by: other)), rows: other.rereadRows)
        }
        return ReadingCombination([Reading(draft: first)] + others).draft
    }

    /// Whether a reading alone is good enough that another one is not worth its time.
    package static func suffices(_ draft: ReceiptDraft) -> Bool {
        guard draft.sumsAgree == true, let total = draft.total, let date = draft.date, let store = draft.storeName
        else { return false }
        return !total.needsReview && !date.needsReview && !store.needsReview
    }

    package var draft: ReceiptDraft {
        var draft = ranked[0].draft
        guard readings.count > 1 else { return draft }
        draft.date = best(\.date, margin: Margin.date)
        draft.time = best(\.time)
        draft.currency = best(\.currency)
        draft.storeName = best(\.storeName, margin: Margin.text, contests: false)
        draft.storeAddress = bestAddress
        draft.storePhone = best(\.storePhone)
        draft.storeName?.weigh(against: own(\.storeName))
        draft.storeAddress?.weigh(against: own(\.storeAddress))
        Calibration.applyToHead(of: &draft)
        // Items and sums belong together: they come from one reading, whose sums agree if any's do.
        if draft.sumsAgree != true {
            draft.total = best(\.total, margin: Margin.total)
            draft.subtotal = draft.subtotal ?? best(\.subtotal)
            ItemMixing.mix(&draft, readings.map(\.draft))
        }
        return draft
    }

    /// The readings whose sums agree, then the others; the most trusted first of each.
    private var ranked: [Reading] {
        readings.filter { $0.draft.sumsAgree == true } + readings.filter { $0.draft.sumsAgree != true }
    }

    /// An address with a line less than the most trusted reading's is no better one, however sure.
    private var bestAddress: Field<String>? {
        let best = best(\.storeAddress, margin: Margin.text, contests: false)
        guard let first = readings[0].draft.storeAddress, let found = best else { return best }
        return found.value.count * 10 < first.value.count * 9 ? first : found
    }

    /// The value that has the most confidence behind it.
    /// - Parameters:
    ///   - margin: by how much it must outdo the first reading's.
    ///   - contests: whether another value makes this one doubtful; texts differ by a letter too often.
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
        // The first of equals: the most trusted reading's.
        guard var best = candidates.first else { return nil }
        let least = best.support + (first == nil ? 0 : margin)
        for candidate in candidates where candidate.support > max(best.support, least) { best = candidate }
        if contests, candidates.count > 1, best.support < 2 * (candidates.map(\.support).reduce(0, +) - best.support) {
            best.field.confidence = min(best.field.confidence, Self.contested)
            best.field.isContested = true
        }
        return best.field
    }

    /// What each reading says of a field from what it saw itself.
    private func own<Value>(_ field: KeyPath<ReceiptDraft, Field<Value>?>) -> [Field<Value>] {
        let first = readings[0].draft[keyPath: field]
        return readings.enumerated().compactMap { index, reading in
            guard let value = reading.draft[keyPath: field] else { return nil }
            return index == 0 || reading.isOwn(value, of: first) ? value : nil
        }
    }
}

extension Field {
    /// The share of the remaining doubt that another reading's agreement takes away, in percent: readers of one print make
    /// the same mistakes at times.
    private static var agreement: Int { 35 }

    private static func together(_ one: Int, _ other: Int) -> Int {
        let (most, least) = (max(one, other), min(one, other))
        return most + (100 - most) * agreement * least / 10_000
    }

    /// Takes in that another reading says the same.
    fileprivate mutating func confirm(with other: Field) {
        ceiling = min(ceiling, other.ceiling)
        own = Self.together(own, other.own)
        confidence = Self.together(confidence, other.confidence)
    }
}

extension Field<String> {
    /// Takes in what all readings saw of a text, itself among them: one that is nearly the same confirms it, another one
    /// speaks against it.
    fileprivate mutating func weigh(against readings: [Field]) {
        var others = readings
        // Equal ones have confirmed it already.
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
