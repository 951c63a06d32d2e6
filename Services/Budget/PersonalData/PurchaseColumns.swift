import ServiceKit

/// The columns that are encrypted under the keys of purchases' owners: what they bought and where, as printed or typed.
///
/// Amounts, days, units and identifiers are readable to the database.
enum PurchaseColumns {
    private static let purchase = ["user_id", "id"]
    private static let item = ["user_id", "purchase_id", "id"]

    /// Found in any case of its letters.
    static let storeName = SealedColumn("purchases", "store_name", key: purchase).foundBy { $0.lowercased() }
    static let storeAddress = SealedColumn("purchases", "store_address", key: purchase)
    static let knownStore = SealedColumn("purchases", "known_store", key: purchase)
    static let note = SealedColumn("purchases", "note", key: purchase, hasFormer: false)
    static let conflicts = SealedColumn("purchases", "conflicts", .bytes, key: purchase, hasFormer: false)
    static let productName = SealedColumn("purchase_items", "product_name", key: item)
    static let printedText = SealedColumn("purchase_items", "printed_text", key: item)
    static let taxLabel = SealedColumn("purchase_taxes", "label", key: ["user_id", "purchase_id", "position"])
    static let steps = SealedRevisions("purchase_steps", record: "purchase_id")
    static let storePhone = SealedColumn("purchases_to_match", "store_phone", key: ["user_id", "purchase_id"])

    static let all = [
        storeName, storeAddress, knownStore, note, conflicts, productName, printedText, taxLabel, steps.changes,
        steps.before, storePhone,
    ]
}
