import BudgetMessages
import CommonMessages
import RPC
import ServiceKit

extension Revision {
    /// A purchase's revision as clients receive it, who know it as a step.
    /// - Parameter names: What they are shown for the names of shared products.
    func message(_ names: ProductNames) -> Budget.PurchaseStep {
        Budget.PurchaseStep(
            version: version,
            madeAt: Common.Timestamp(madeAt),
            changes: changes.map { PurchaseChange.text(ofStored: $0, names).forCaller },
            undoesVersion: undoes ?? 0,
            undoneByVersion: undoneBy ?? 0,
            matched: isAutomatic
        )
    }
}
