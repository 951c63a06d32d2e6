import CommonMessages
import Foundations
import ServiceKit

extension PersonalTables {
    /// The tables of catalog.
    static func catalog(_ mappings: MappingsStore) -> PersonalTables {
        PersonalTables(
            [
                .exported(
                    "user_products",
                    .catalog.exportProducts,
                    hiding: ["normalised_name", "is_sealed"],
                    reading: ["name": .text(CatalogColumns.productName)]
                ),
                .exported(
                    "user_stores",
                    .catalog.exportStores,
                    hiding: ["normalised_name", "normalised_address", "is_sealed"],
                    reading: [
                        "name": .text(CatalogColumns.storeName),
                        "address": .text(CatalogColumns.storeAddress),
                        "phone": .text(CatalogColumns.storePhone),
                        "location": .message(Common.Location.self, in: CatalogColumns.storeLocation),
                    ]
                ),
                .exported(
                    "receipt_text_mappings",
                    .catalog.exportMappings,
                    hiding: ["chain_key", "store_key", "is_sealed"],
                    reading: [
                        "normalised_text": .text(CatalogColumns.normalisedText),
                        "printed_text": .text(CatalogColumns.printedText),
                    ]
                ),
                .exported("receipt_users", .catalog.exportFirstReceipt),
                .exported("abusive_feedback", .catalog.exportFeedback),
                .exported("sharing_withdrawals", .catalog.exportWithdrawals),
                .exported(
                    "exchange_rate_acts",
                    .catalog.exportRateActs,
                    owner: "operator_id",
                    keptBecause: "who changed what all users see stays on record; nothing says any more who that was"
                ),
                .exported(
                    "reference_acts",
                    .catalog.exportReferenceActs,
                    owner: "operator_id",
                    keptBecause: "who changed what all users see stays on record; nothing says any more who that was"
                ),
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
                "store_prices": "reference data",
                "price_observations": "what three persons at least have paid alike, and nothing of one of them",
                "reference_changes": "who changed them is in reference_acts",
                "brokers": "reference data",
                "broker_links": "what checks of brokers' links said",
                "average_goods": "reference data",
                "average_prices": "reference data",
                "tax_rates": "reference data",
                "printed_words": "reference data",
                "exchange_rates": "rates of currencies",
                "exchange_rate_changes": "rates of currencies as they were before",
                "securities": "listed companies and funds",
                "security_renewals": "when prices of securities were asked for",
                "vendor_calls": "how often a vendor was asked",
                "security_series": "prices of securities",
                "security_prices": "prices of securities",
                "shared_text_mappings": "what enough users agree on, without a trace of who they are",
            ],
            former: CatalogColumns.former,
            key: { user, _ in try await mappings.sealing.keys.existingKey(of: user) },
            // Nothing that the user has said counts for others any more.
            prepareErasure: { try await mappings.stopSharing(by: $0, withdrawnAt: mappings.clock.now) }
        )
    }
}
