import BudgetMessages
import CommonMessages
import ServiceKit

/// What an owner did to a purchase at once, or what catalog said of it; a step in messages.
typealias PurchaseRevision = Revision

extension PurchaseRevision {
    /// As clients receive it.
    var message: Budget.PurchaseStep {
        Budget.PurchaseStep(
            version: version,
            madeAt: Common.Timestamp(madeAt),
            changes: changes,
            undoesVersion: undoes ?? 0,
            undoneByVersion: undoneBy ?? 0,
            matched: isAutomatic
        )
    }
}
