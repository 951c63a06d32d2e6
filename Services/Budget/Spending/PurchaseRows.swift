import Foundation
import Foundations
import Postgres
import Texts

/// Reads purchases from their three tables.
enum PurchaseRows {
    static let columns: Statement = """
        id, receipt_id, state, store_id, store_name, purchased_on, purchased_time, time_zone, currency, subtotal_minor,
        total_minor, recorded_at, version, store_address, known_store, review_fields, same_photo_receipt_id,
        duplicate_of, typed_in, suggested_currency,
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

    /// Reads the items of purchases.
    static func items(of purchases: [UUID], user: UUID) -> Statement {
        """
        SELECT purchase_id, id, product_id, product_name, category_symbol, printed_text, quantity_thousandths, unit,
            unit_price_minor, amount_minor, discount_minor, needs_review, confidence, receipt_line, charge
        FROM purchase_items WHERE user_id = \(user) AND purchase_id = ANY(\(purchases)) ORDER BY purchase_id, position
        """
    }

    /// Reads the taxes of purchases.
    static func taxes(of purchases: [UUID], user: UUID) -> Statement {
        """
        SELECT purchase_id, label, amount_minor
        FROM purchase_taxes WHERE user_id = \(user) AND purchase_id = ANY(\(purchases)) ORDER BY purchase_id, position
        """
    }

    /// Adds items and taxes to purchases.
    /// - Parameters:
    ///   - headers: rows with ``columns``.
    ///   - connection: in a transaction whose statements see the same state, or that holds the purchases' locks.
    static func complete(_ headers: [Row], of user: UUID, in connection: PostgresConnection) async throws -> [Purchase]
    {
        guard !headers.isEmpty else { return [] }
        let ids: [UUID] = try headers.map { try $0["id"] }
        let parts = try await connection.pipeline([Self.items(of: ids, user: user), Self.taxes(of: ids, user: user)])
        return try purchases(headers, items: parts[0], taxes: parts[1])
    }

    /// Makes purchases of rows with ``columns`` and those of their items and taxes.
    static func purchases(_ headers: [Row], items: [Row], taxes: [Row]) throws -> [Purchase] {
        let items = try Dictionary(grouping: items) { try $0["purchase_id"] as UUID }
        let taxes = try Dictionary(grouping: taxes) { try $0["purchase_id"] as UUID }
        return try headers.map { row in
            var purchase = try Purchase(row)
            let id = purchase.id
            purchase.content.items = try (items[id] ?? []).map(PurchaseItem.init)
            purchase.content.taxes = try (taxes[id] ?? []).map {
                PurchaseTax(label: try $0["label"], amount: try $0["amount_minor"])
            }
            return purchase
        }
    }
}

extension Purchase.State: PostgresCodable {}

extension Purchase {
    fileprivate init(_ row: Row) throws {
        id = try row["id"]
        receiptID = try row["receipt_id"]
        state = try row["state"]
        content = PurchaseContent(
            storeID: try row["store_id"],
            storeName: try row["store_name"],
            storeAddress: try row["store_address"],
            knownStore: try row["known_store"],
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
            total: try row["total_minor"]
        )
        review = PurchaseFields(rawValue: try row["review_fields"])
        samePhotoReceiptID = try row["same_photo_receipt_id"]
        duplicateOf = try row["duplicate_of"]
        isTypedIn = try row["typed_in"]
        isOriginalGone = try row["is_original_gone"]
        awaitsMatching = try row["awaits_matching"]
        recordedAt = try row["recorded_at"]
        version = try row["version"]
    }
}

extension PurchaseItem {
    fileprivate init(_ row: Row) throws {
        id = try row["id"]
        productID = try row["product_id"]
        productName = try row["product_name"]
        categorySymbol = try row["category_symbol"]
        printedText = try row["printed_text"]
        quantityThousandths = try row["quantity_thousandths"]
        unit = try row["unit"]
        unitPrice = try row["unit_price_minor"]
        amount = try row["amount_minor"]
        discount = try row["discount_minor"]
        needsReview = try row["needs_review"]
        confidence = try row["confidence"]
        receiptLine = try row["receipt_line"]
        charge = (try row["charge"] as String?).flatMap(ReceiptCharge.init(rawValue:))
    }
}
