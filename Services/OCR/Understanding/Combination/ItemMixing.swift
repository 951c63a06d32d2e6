/// Takes single items from other readings where that makes the sums agree.
///
/// Readings misread different amounts; the only combination of few changes that yields the total is what is printed.
enum ItemMixing {
    private struct Change: Hashable {
        /// The index of the replaced item; `nil` for an item that only the other reading has.
        var index: Int?
        /// The replacement; `nil` when the other reading lacks the item.
        var item: ReceiptItem?
        var difference: Int64
    }

    /// The maximum number of candidate changes, and of changes applied together.
    private static let maximumChanges = 30
    private static let maximumCombined = 3

    /// Replaces items of a draft where exactly one combination makes the sums agree.
    /// - Parameter drafts: all readings, most trusted first.
    static func mix(_ draft: inout ReceiptDraft, _ drafts: [ReceiptDraft]) {
        let targets = Reconciliation.targets(draft)
        guard !targets.isEmpty, !draft.items.isEmpty else { return }
        let changes = changes(draft.items, drafts)
        let sum = draft.items.reduce(0) { $0 + $1.amount }
        for count in 1...maximumCombined {
            let solutions = subsets(changes, count).filter {
                targets.contains(sum + $0.reduce(0) { $0 + $1.difference })
            }
            guard !solutions.isEmpty else { continue }
            // Several combinations that fit are ambiguous.
            guard solutions.count == 1 else { return }
            apply(solutions[0], to: &draft)
            return
        }
    }

    /// The differences of the other readings, each difference of a row once.
    private static func changes(_ items: [ReceiptItem], _ drafts: [ReceiptDraft]) -> [Change] {
        var changes: [Change] = []
        func add(_ change: Change) {
            let isKnown = changes.contains { known in
                guard known.difference == change.difference else { return false }
                if known.index != nil || change.index != nil { return known.index == change.index }
                return known.item.map { one in change.item.map { isSameRow(one, $0) } ?? false } ?? false
            }
            if !isKnown { changes.append(change) }
        }
        for draft in drafts where draft.items != items {
            for item in draft.items {
                if let index = items.firstIndex(where: { isSameRow($0, item) }) {
                    guard items[index].amount != item.amount else { continue }
                    add(Change(index: index, item: item, difference: item.amount - items[index].amount))
                } else {
                    add(Change(index: nil, item: item, difference: item.amount))
                }
            }
            for (index, item) in items.enumerated() where !draft.items.contains(where: { isSameRow($0, item) }) {
                add(Change(index: index, item: nil, difference: -item.amount))
            }
        }
        return Array(changes.prefix(maximumChanges))
    }

    private static func isSameRow(_ a: ReceiptItem, _ b: ReceiptItem) -> Bool {
        let shared = min(a.box.bottom, b.box.bottom) - max(a.box.y, b.box.y)
        return shared * 2 > min(a.box.height, b.box.height)
    }

    /// All combinations of a number of changes, at most one per item.
    private static func subsets(_ changes: [Change], _ count: Int) -> [[Change]] {
        guard count > 0 else { return [[]] }
        guard changes.count >= count else { return [] }
        var result: [[Change]] = []
        for (position, change) in changes.enumerated() {
            let rest = changes[(position + 1)...].filter { $0.index == nil || $0.index != change.index }
            result += subsets(Array(rest), count - 1).map { [change] + $0 }
        }
        return result
    }

    private static func apply(_ changes: [Change], to draft: inout ReceiptDraft) {
        var items: [ReceiptItem?] = draft.items
        var added: [ReceiptItem] = []
        for change in changes {
            guard let index = change.index else {
                if let item = change.item { added.append(item) }
                continue
            }
            if var item = change.item {
                if item.name.isEmpty { item.name = items[index]?.name ?? "" }
                items[index] = item
            } else {
                items[index] = nil
            }
        }
        draft.items = (items.compactMap { $0 } + added).sorted { $0.box.y < $1.box.y }
        draft.sumsAgree = true
        for index in draft.items.indices {
            draft.items[index].confidence = max(draft.items[index].confidence, ReceiptDraft.reviewThreshold)
        }
    }
}
