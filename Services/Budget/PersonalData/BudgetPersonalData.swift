import BudgetMessages
import ServiceKit

extension PersonalTables {
    /// The tables of budget.
    static func budget(_ keys: PersonKeys) -> PersonalTables {
        PersonalTables(
            [
                .exported(
                    "purchases",
                    .budget.exportPurchases,
                    hiding: ["store_name_hash"],
                    reading: [
                        "store_name": .text(PurchaseColumns.storeName),
                        "store_address": .text(PurchaseColumns.storeAddress),
                        "known_store": .text(PurchaseColumns.knownStore),
                        "note": .text(PurchaseColumns.note),
                        "conflicts": .message(Budget.PurchaseConflicts.self, in: PurchaseColumns.conflicts),
                    ]
                ),
                .exported(
                    "purchase_items",
                    .budget.exportItems,
                    reading: [
                        "product_name": .text(PurchaseColumns.productName),
                        "printed_text": .text(PurchaseColumns.printedText),
                    ]
                ),
                .exported("purchase_taxes", .budget.exportTaxes, reading: ["label": .text(PurchaseColumns.taxLabel)]),
                .exported(
                    "purchase_steps",
                    .budget.exportHistory,
                    reading: [
                        "changes": .text(PurchaseColumns.steps.changes),
                        "before": .message(Budget.Purchase.self, in: PurchaseColumns.steps.before),
                    ]
                ),
                .exported("goals", .budget.exportGoals),
                .exported(
                    "goal_steps",
                    .budget.exportGoalHistory,
                    reading: ["before": .message(Budget.Goal.self)]
                ),
                .exported(
                    "recurring",
                    .budget.exportRecurring,
                    reading: [
                        "expenditure": .message(Budget.CreateExpenditureRequest.self, in: RecurringColumns.expenditure)
                    ]
                ),
                .exported(
                    "recurring_steps",
                    .budget.exportRecurringHistory,
                    reading: [
                        "changes": .text(RecurringColumns.steps.changes),
                        "before": .message(Budget.RecurringExpenditure.self, in: RecurringColumns.steps.before),
                    ]
                ),
                .withheld("import_entries", "says which purchases are of which import"),
                .exported("imports", .budget.exportImports, reading: ["file_name": .text(ImportColumns.fileName)]),
                .exported(
                    "import_mappings",
                    .budget.exportImportMappings,
                    hiding: ["header_hash"],
                    reading: ["mapping": .message(Budget.ImportMapping.self, in: ImportColumns.mapping)]
                ),
                .exported("saved_securities", .budget.exportSavedSecurities),
                .exported("passed_goals", .budget.exportPassedGoals),
                .exported("price_preferences", .budget.exportPreferences),
                .exported("suggestion_votes", .budget.exportSuggestionVotes),
                // Before the badges: a check that is going on is waited for.
                .withheld("badges_to_check", "says that it waits to be seen which badges the person has reached"),
                .exported("badges", .budget.exportBadges),
                // Before the prices: a check that is going on is waited for.
                .withheld("prices_to_check", "says that what the person has bought is compared with prices near them"),
                .exported("price_drops", .budget.exportPriceDrops),
                .withheld(
                    "purchases_to_match",
                    "says which purchases wait for catalog",
                    reviewing: ["store_phone": .text(PurchaseColumns.storePhone)]
                ),
                // Filled when purchases are deleted.
                .withheld("goals_to_check", "says that goals wait to be compared with what was spent"),
                .withheld("goal_changes", "says which goals have changed, for those who watch them"),
                .withheld(
                    "recurring_changes",
                    "says which recurring expenditures have changed, for those who watch them"
                ),
                .withheld("purchase_changes", "says which purchases have changed, for those who watch them"),
            ],
            others: ["observed_weeks": "which weeks catalog was told of"],
            former: PurchaseColumns.all.compactMap(\.former),
            key: { user, _ in try await keys.existingKey(of: user) }
        )
    }
}
