import BudgetMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// Merges what a device has edited with what others have changed since the version that it knew, part by part: a three-way merge.
///
/// A part that only one side has changed is as that side has it. Where both have, the newest change counts, and the other version is
/// kept as a conflict. What others have changed and undone is not changed; what they have changed and set again to what it was, is.
struct PurchaseMerge {
    /// A change that the device didn't know.
    typealias Change = (revision: Revision, before: Purchase)

    /// How many changes since the version that a device knew are merged with its edits.
    static let limit = 50

    /// One of the others' changes.
    private struct Transition {
        let revision: Revision
        let after: Purchase
        /// The items that it has added, changed or removed.
        let items: Set<UUID>

        init(_ change: Change, _ after: Purchase) {
            revision = change.revision
            self.after = after
            let (former, present) = (change.before.itemsByID, after.itemsByID)
            let all = Set(former.keys).union(present.keys)
            items = all.filter { former[$0] != present[$0] }
        }

        /// Whether it may have changed a part.
        func touches(_ part: PurchasePart) -> Bool {
            switch part {
            case .item(let id), .detail(_, let id): items.contains(id)
            default: true
            }
        }
    }

    /// The owner's changes since the version that the device knew, the oldest first.
    private let transitions: [Transition]
    /// The purchase before them.
    private let known: Purchase
    /// When the device's edits were made.
    private let madeAt: Date
    private let names: ProductNames
    /// The three states, in the currency of the result.
    private var base: Purchase
    private var edited: Purchase
    private var present: Purchase
    private var result: Purchase

    /// Merges an edited former version with the present purchase.
    /// - Parameters:
    ///   - edited: The purchase before the first of the changes, as the device has edited it.
    ///   - present: The purchase as it is.
    ///   - changes: The owner's changes since the version that the device knew, the oldest first; at least one.
    ///   - madeAt: When the edits were made.
    ///   - names: What the owner is shown.
    /// - Throws: ABORTED when amounts don't fit a currency that was changed on one side, and for too many conflicts.
    static func merged(
        _ edited: Purchase,
        with present: Purchase,
        changed changes: [Change],
        madeAt: Date,
        _ names: ProductNames
    ) throws(Status) -> Purchase {
        var merge = PurchaseMerge(edited, present, changes, madeAt, names)
        do {
            try merge.mergeCurrency()
        } catch {
            throw overtaken(present)
        }
        for field in PurchasePart.fields { merge.merge(field) }
        merge.mergeItems()
        merge.mergeMarks()
        guard merge.result.conflicts.count <= PurchaseConflict.limit else { throw overtaken(present) }
        return merge.result
    }

    /// What a device gets whose edits can't be merged.
    static func overtaken(_ present: Purchase) -> Status {
        Status(.aborted, .budget.editNotMerged(present: "\(present.version)"), reason: .versionConflict)
    }

    private init(
        _ edited: Purchase,
        _ present: Purchase,
        _ changes: [Change],
        _ madeAt: Date,
        _ names: ProductNames
    ) {
        transitions = zip(changes, changes.dropFirst().map(\.before) + [present]).map(Transition.init)
        known = changes[0].before
        self.madeAt = madeAt
        self.names = names
        base = known
        self.edited = edited
        self.present = present
        result = present
        // What the device has settled is none any more, whatever is kept now.
        let settled = Set(base.conflicts.map(\.id)).subtracting(edited.conflicts.map(\.id))
        result.conflicts.removeAll { settled.contains($0.id) }
    }

    // MARK: Fields

    /// Amounts are compared in one currency: printed ones stay as they are printed.
    private mutating func mergeCurrency() throws(PurchaseContent.CurrencyProblem) {
        merge(.currency)
        guard let currency = Currency(code: result.content.currency) else { return }
        try base.content.change(to: currency)
        try edited.content.change(to: currency)
        result.content.currency = present.content.currency
        try result.content.change(to: currency)
        try present.content.change(to: currency)
    }

    /// Merges a part that both sides have.
    private mutating func merge(_ part: PurchasePart) {
        if part.isSame(in: base, edited) || part.isSame(in: edited, present) { return }
        let othersMadeAt = othersChange(of: part)
        let isEditedNewer = othersMadeAt.map { madeAt >= $0 } ?? true
        if let othersMadeAt { keep(part, isEditedNewer: isEditedNewer, othersMadeAt: othersMadeAt) }
        if isEditedNewer { part.copy(from: edited, to: &result) }
    }

    /// When others have changed a part last; nil where they haven't, or have undone it.
    private func othersChange(of part: PurchasePart) -> Date? {
        let revisions = self.revisions(of: part)
        let isChanged = !part.isSame(in: base, present) || revisions.contains { $0.undoes == nil && $0.undoneBy == nil }
        return isChanged ? time(of: revisions) : nil
    }

    /// The others' revisions that have changed a part, the oldest first.
    private func revisions(of part: PurchasePart) -> [Revision] {
        let touching = transitions.filter { $0.touches(part) && part.isPart(of: $0.after) }
        return revisions(among: touching, part.isSame(in:_:))
    }

    private func revisions(
        among transitions: [Transition],
        _ isSame: (Purchase, Purchase) -> Bool
    ) -> [Revision] {
        var revisions: [Revision] = []
        var former = known
        for transition in transitions {
            if !isSame(former, transition.after) { revisions.append(transition.revision) }
            former = transition.after
        }
        return revisions
    }

    /// When the last of others' revisions was made, or what they made first.
    private func time(of revisions: [Revision]) -> Date { (revisions.last ?? transitions[0].revision).madeAt }

    /// Keeps the version of a part that isn't shown, among the others by its time, and once: edits may be sent again.
    private mutating func keep(_ part: PurchasePart, isEditedNewer: Bool, othersMadeAt: Date) {
        let edit = part.edit(from: isEditedNewer ? present : edited, names)
        var kept = PurchaseConflict(id: UUID(), madeAt: isEditedNewer ? othersMadeAt : madeAt, edit: edit)
        if let known = result.conflicts.firstIndex(where: { isSame($0, kept) }) {
            let former = result.conflicts.remove(at: known)
            kept = PurchaseConflict(id: former.id, madeAt: max(former.madeAt, kept.madeAt), edit: former.edit)
        }
        let place = result.conflicts.firstIndex { $0.madeAt > kept.madeAt } ?? result.conflicts.endIndex
        result.conflicts.insert(kept, at: place)
    }

    private func isSame(_ one: PurchaseConflict, _ other: PurchaseConflict) -> Bool {
        one.edit(fitting: result) == other.edit(fitting: result)
    }

    // MARK: Items

    private mutating func mergeItems() {
        let (mine, others) = (edited.itemsByID, present.itemsByID)
        for item in base.content.items {
            switch (mine[item.id], others[item.id]) {
            case (nil, nil): break
            case (nil, _?): mergeRemoval(of: item)
            case (let own?, nil): mergeReturn(of: own, item)
            case (let own?, _?) where own != item:
                for detail in PurchasePart.ItemDetail.allCases { merge(.detail(detail, of: item.id)) }
            default: break
            }
        }
        let known = Set(base.content.items.map(\.id))
        // One that a conflict brings back may be back already.
        for item in edited.content.items where !known.contains(item.id) && others[item.id] == nil { insert(item) }
    }

    /// Merges the removal of an item, which others may have changed.
    private mutating func mergeRemoval(of item: PurchaseItem) {
        let latest = details(of: item.id).compactMap(othersChange).max()
        let isNewer = latest.map { madeAt >= $0 } ?? true
        if let latest { keep(.item(item.id), isEditedNewer: isNewer, othersMadeAt: latest) }
        guard isNewer else { return }
        keepVersions(of: item.id)
        result.content.items.removeAll { $0.id == item.id }
    }

    /// Has the other versions of an item that goes, which the device hasn't seen, bring the item back.
    private mutating func keepVersions(of item: UUID) {
        let seen = Set(base.conflicts.map(\.id))
        for (index, conflict) in result.conflicts.enumerated() where !seen.contains(conflict.id) {
            guard case .item(let correction)? = conflict.edit.edit, correction.itemID == item.canonical,
                let chosen = try? PurchaseEditor.edited(present, by: [conflict.edit(fitting: present)], names)
            else { continue }
            let edit = PurchasePart.item(item).edit(from: chosen, names)
            result.conflicts[index] = PurchaseConflict(id: conflict.id, madeAt: conflict.madeAt, edit: edit)
        }
    }

    /// Merges changes of an item that others have removed.
    private mutating func mergeReturn(of own: PurchaseItem, _ item: PurchaseItem) {
        // A category alone brings nothing back.
        let changed = details(of: item.id).filter { !$0.isSame(in: base, edited) && !$0.isCategory }
        guard !changed.isEmpty else { return }
        let time = self.time(of: revisions(of: .item(item.id)))
        keep(.item(item.id), isEditedNewer: madeAt >= time, othersMadeAt: time)
        if madeAt >= time { insert(own) }
    }

    private func details(of item: UUID) -> [PurchasePart] {
        PurchasePart.ItemDetail.allCases.map { .detail($0, of: item) }
    }

    /// Adds an item of the device behind the one that it is behind there.
    private mutating func insert(_ item: PurchaseItem) {
        let predecessor = edited.predecessor(of: item.id)
        let place = result.content.items.firstIndex { $0.id == predecessor }
        result.content.items.insert(
            item,
            at: place.map { $0 + 1 } ?? (predecessor == nil ? 0 : result.content.items.endIndex)
        )
    }

    // MARK: Marks

    /// Whether nobody has decided about something after the device. Of two decisions the former isn't kept.
    /// - Parameter isSame: Whether two states have the same decision.
    private func isLatest(_ isSame: (Purchase, Purchase) -> Bool) -> Bool {
        isSame(base, present) || madeAt >= time(of: revisions(among: transitions, isSame))
    }

    /// What was reviewed or decided on the device is so.
    private mutating func mergeMarks() {
        result.review.subtract(base.review.subtracting(edited.review))
        let doubtful = Set(base.content.items.filter(\.needsReview).map(\.id))
        let reviewed = doubtful.subtracting(edited.content.items.filter(\.needsReview).map(\.id))
        for index in result.content.items.indices where reviewed.contains(result.content.items[index].id) {
            result.content.items[index].needsReview = false
        }
        let isSameDuplicate = { (one: Purchase, other: Purchase) in one.duplicateOf == other.duplicateOf }
        // That a purchase is none to be discarded is also said by keeping it beside the one that it seems to duplicate.
        let isSameState = { (one: Purchase, other: Purchase) in
            one.state == other.state && isSameDuplicate(one, other)
        }
        if edited.state != base.state, isLatest(isSameState) { result.state = edited.state }
        if !isSameDuplicate(base, edited), isLatest(isSameDuplicate) { result.duplicateOf = edited.duplicateOf }
    }
}
