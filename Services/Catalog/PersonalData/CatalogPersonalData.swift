import Foundations
import ServiceKit

extension PersonalTables {
    /// The tables of catalog.
    static func catalog(_ mappings: MappingsStore) -> PersonalTables {
        PersonalTables(
            [
                .exported("user_products", .catalog.exportProducts),
                .exported("user_stores", .catalog.exportStores),
                .exported("receipt_text_mappings", .catalog.exportMappings),
                .exported("receipt_users", .catalog.exportFirstReceipt),
                .exported("abusive_feedback", .catalog.exportFeedback),
                .exported("sharing_withdrawals", .catalog.exportWithdrawals),
            ],
            others: [
                "reference_files": "reference data",
                "categories": "reference data",
                "abbreviations": "reference data",
                "shelf_lives": "reference data",
                "nutrition": "reference data",
                "products": "reference data",
                "stores": "reference data",
                "eateries": "reference data",
                "printed_words": "reference data",
                "shared_text_mappings": "what enough users agree on, without a trace of who they are",
            ],
            // Nothing that the user has said counts for others any more.
            prepareErasure: { try await mappings.stopSharing(by: $0, withdrawnAt: mappings.clock.now) }
        )
    }
}
