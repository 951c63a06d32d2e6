import BudgetMessages
import CommonMessages
import ServiceKit

extension Revision {
    /// A purchase's revision as clients receive it, who know it as a step.
    var message: Budget.PurchaseStep {
        Budget.PurchaseStep(
            version: version,
            madeAt: Common.Timestamp(madeAt),
            changes: changes.map(PurchaseChange.text(ofStored:)),
            undoesVersion: undoes ?? 0,
            undoneByVersion: undoneBy ?? 0,
            matched: isAutomatic
        )
    }
}
