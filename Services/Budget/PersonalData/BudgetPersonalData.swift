import BudgetMessages
import ServiceKit

extension PersonalTables {
    /// The tables of budget.
    static let budget = PersonalTables([
        .exported("purchases", .budget.exportPurchases),
        .exported("purchase_items", .budget.exportItems),
        .exported("purchase_taxes", .budget.exportTaxes),
        .exported("purchase_steps", .budget.exportHistory, reading: ["before": .message(Budget.Purchase.self)]),
        .withheld("purchases_to_match", "says which purchases wait for catalog"),
        // Filled when purchases are deleted.
        .withheld("purchase_changes", "says which purchases have changed, for those who watch them"),
    ])
}
