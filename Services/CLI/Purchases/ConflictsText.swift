import LarderClient
import Texts

/// Formats the versions of a purchase that aren't shown, for its owner to choose.
enum ConflictsText {
    /// The versions by their numbers, and how to choose; empty for none.
    static func text(_ purchase: Budget.Purchase, _ paint: Paint) -> String {
        guard !purchase.conflicts.isEmpty else { return "" }
        let lines = purchase.conflicts.enumerated().map { index, conflict in
            let sentence = LocalizedText.cli.purchaseOtherVersion(
                time: conflict.madeAt?.localText ?? "",
                changes: changes(of: conflict)
            )
            return paint("\(index + 1)", .dim) + "  " + paint(sentence.shown, .yellow)
        }
        let number = purchase.conflicts.count == 1 ? "1" : LocalizedText.cli.purchaseItemNumber.shown
        let command = "larder purchase choose \(TerminalText.clean(purchase.id)) \(number)"
        let hint = LocalizedText.cli.purchaseTakeOrKeep(command: "\(command) take", other: "\(command) keep")
        return (lines + [hint.shown]).joined(separator: "\n")
    }

    /// What choosing a version changes. What a note would be is said here, since changes don't repeat notes.
    private static func changes(of conflict: Budget.PurchaseConflict) -> String {
        if case .note(let note)? = conflict.edit?.edit {
            let text = note.value.isEmpty ? LocalizedText.cli.purchaseNoNote.shown : TerminalText.clean(note.value)
            return "\(LocalizedText.cli.purchaseNote.shown) \(text)"
        }
        return conflict.changes.map(TerminalText.clean).joined(separator: "; ")
    }
}
