import Foundation
import Foundations
import Postgres
import ServiceKit
import Texts

/// Reads purchases from their three tables.
enum PurchaseRows {
    static let columns: Statement = """
        id, receipt_id, state, store_id, purchased_on, purchased_time, time_zone, currency, subtotal_minor,
        total_minor, recorded_at, version, review_fields, same_photo_receipt_id, duplicate_of, typed_in,
        suggested_currency, kind, recurring_id, \(PurchaseColumns.storeName.selection()), \(PurchaseColumns.storeAddress.selection()),
        \(PurchaseColumns.knownStore.selection()), \(PurchaseColumns.note.selection()),
        \(PurchaseColumns.conflicts.selection()),
        NOT EXISTS (
            SELECT FROM purchases AS original WHERE original.user_id = purchases.user_id
                AND original.id = purchases.duplicate_of AND original.state <> 'discarded'
        ) AS is_original_gone,
        EXISTS (
            SELECT FROM purchases_to_match WHERE purchases_to_match.user_id = purchases.user_id
                AND purchases_to_match.purchase_id = purchases.id
        ) AS awaits_matching
        """

    /// Reads a user's purchase without its items and taxes.
    static func header(_ condition: Statement, user: UUID, lock: Statement = "") -> Statement {
        "SELECT \(columns) FROM purchases WHERE user_id = \(user) AND \(condition) \(lock)"
    }

    /// Reads a purchase with its items and taxes.
    static func whole(_ id: UUID, of user: UUID) -> [Statement] {
        [header("id = \(id)", user: user), items(of: [id], user: user), taxes(of: [id], user: user)]
    }

    /// The columns of items.
    static let itemColumns: Statement = """
        purchase_id, id, product_id, category, category_symbol, quantity_thousandths, unit, unit_price_minor, amount_minor,
        discount_minor, needs_review, confidence, receipt_line, charge,
        \(PurchaseColumns.productName.selection()), \(PurchaseColumns.printedText.selection())
        """

    /// Reads the items of purchases.
    static func items(of purchases: [UUID], user: UUID) -> Statement {
        """
        SELECT \(itemColumns)
        FROM purchase_items WHERE user_id = \(user) AND purchase_id = ANY(\(purchases)) ORDER BY purchase_id, position
        """
    }

    /// Reads the taxes of purchases.
    static func taxes(of purchases: [UUID], user: UUID) -> Statement {
        """
        SELECT purchase_id, position, amount_minor, \(PurchaseColumns.taxLabel.selection())
        FROM purchase_taxes WHERE user_id = \(user) AND purchase_id = ANY(\(purchases)) ORDER BY purchase_id, position
        """
    }

    /// Adds items and taxes to purchases.
    /// - Parameters:
    ///   - headers: rows with ``columns``.
    ///   - connection: in a transaction whose statements see the same state, or that holds the purchases' locks.
    static func complete(
        _ headers: [Row],
        of user: UUID,
        in connection: PostgresConnection
    ) async throws -> StoredPurchases {
        guard !headers.isEmpty else { return StoredPurchases(headers: [], items: [], taxes: []) }
        let ids: [UUID] = try headers.map { try $0["id"] }
        let parts = try await connection.pipeline([Self.items(of: ids, user: user), Self.taxes(of: ids, user: user)])
        return StoredPurchases(headers: headers, items: parts[0], taxes: parts[1])
    }
}

/// The rows of a user's purchases, which are decrypted once the transaction that read them has ended.
struct StoredPurchases: Sendable {
    /// With ``PurchaseRows/columns``.
    let headers: [Row]
    let items: [Row]
    let taxes: [Row]

    var rowCount: Int { headers.count + items.count + taxes.count }

    /// The purchases in the order of their rows.
    /// - Parameter key: The user's; nil where they have none, so that nothing is encrypted.
    func purchases(of user: UUID, with key: DataKey?) throws -> [Purchase] {
        let items = try Dictionary(grouping: items) { try $0["purchase_id"] as UUID }
        let taxes = try Dictionary(grouping: taxes) { try $0["purchase_id"] as UUID }
        return try headers.map { row in
            let place = [user.canonical, (try row["id"] as UUID).canonical]
            var purchase = try Purchase(row, at: place, with: key)
            let id = purchase.id
            purchase.content.items = try (items[id] ?? []).map { try PurchaseItem($0, in: place, with: key) }
            purchase.content.taxes = try (taxes[id] ?? []).map { try PurchaseTax($0, in: place, with: key) }
            return purchase
        }
    }
}

extension Purchase.State: PostgresCodable {}

extension Purchase.Kind: PostgresCodable {}

extension Purchase {
    /// - Parameter place: The values of the row's key.
    fileprivate init(_ row: Row, at place: [String], with key: DataKey?) throws {
        id = try row["id"]
        kind = try row["kind"]
        receiptID = try row["receipt_id"]
        state = try row["state"]
        content = PurchaseContent(
            storeID: try row["store_id"],
            storeName: try PurchaseColumns.storeName.text(in: row, row: place, with: key) ?? "",
            storeAddress: try PurchaseColumns.storeAddress.text(in: row, row: place, with: key) ?? "",
            knownStore: try PurchaseColumns.knownStore.text(in: row, row: place, with: key) ?? "",
            purchasedAt: PurchaseTime(
                day: try row["purchased_on"],
                time: try row["purchased_time"],
                timeZone: try row["time_zone"]
            ),
            currency: try row["currency"],
            suggestedCurrency: try row["suggested_currency"],
            items: [],
            subtotal: try row["subtotal_minor"],
            taxes: [],
            total: try row["total_minor"],
            note: try PurchaseColumns.note.text(in: row, row: place, with: key) ?? ""
        )
        review = PurchaseFields(rawValue: try row["review_fields"])
        samePhotoReceiptID = try row["same_photo_receipt_id"]
        duplicateOf = try row["duplicate_of"]
        isTypedIn = try row["typed_in"]
        recurringID = try row["recurring_id"]
        conflicts = try PurchaseConflict.list(PurchaseColumns.conflicts.bytes(in: row, row: place, with: key))
        isOriginalGone = try row["is_original_gone"]
        awaitsMatching = try row["awaits_matching"]
        recordedAt = try row["recorded_at"]
        version = try row["version"]
    }
}

extension PurchaseItem {
    /// - Parameter purchase: The values of its purchase's key.
    init(_ row: Row, in purchase: [String], with key: DataKey?) throws {
        id = try row["id"]
        let place = purchase + [id.canonical]
        productID = try row["product_id"]
        productName = try PurchaseColumns.productName.text(in: row, row: place, with: key) ?? ""
        category = try row["category"]
        categorySymbol = try row["category_symbol"]
        printedText = try PurchaseColumns.printedText.text(in: row, row: place, with: key) ?? ""
        quantityThousandths = try row["quantity_thousandths"]
        unit = try row["unit"]
        unitPrice = try row["unit_price_minor"]
        amount = try row["amount_minor"]
        discount = try row["discount_minor"]
        needsReview = try row["needs_review"]
        confidence = try row["confidence"]
        receiptLine = try row["receipt_line"]
        charge = try ReceiptCharge(in: row)
    }
}

extension ReceiptCharge {
    /// What the row of an item is charged for; nil for a product.
    init?(in row: Row) throws {
        guard let value: String = try row["charge"] else { return nil }
        self.init(rawValue: value)
    }
}

extension PurchaseTax {
    /// - Parameter purchase: The values of its purchase's key.
    fileprivate init(_ row: Row, in purchase: [String], with key: DataKey?) throws {
        let place = purchase + [String(try row["position"] as Int32)]
        label = try PurchaseColumns.taxLabel.text(in: row, row: place, with: key) ?? ""
        amount = try row["amount_minor"]
    }
}
