import Foundation
import Foundations
import Postgres
import ServiceKit

/// A purchase or an expenditure as it counts in sums, in minor units of its currency.
struct CountedPurchase: Sendable {
    /// What is read beside amounts, which has to be decrypted.
    struct Details: OptionSet, Sendable {
        let rawValue: Int

        static let storeNames = Details(rawValue: 1)
        static let productNames = Details(rawValue: 2)
        /// Also the names of products.
        static let quantities = Details(rawValue: 6)
    }

    /// An item, with its discount.
    struct Item: Sendable {
        let productID: UUID?
        /// As its owner is shown it, or as printed where ``Details/quantities`` are read; empty where it has none.
        let name: String
        /// The slug; empty when unknown.
        let category: String
        let symbol: String
        let amount: Int128
        /// How much was bought; nil unless ``Details/quantities`` are read, and for a charge.
        var quantity: BoughtQuantity?
    }

    let id: UUID
    /// The day under which it is listed.
    let day: CalendarDay
    let currency: String
    let kind: Purchase.Kind
    let storeID: UUID?
    let storeName: String
    let items: [Item]
    /// The sum of taxes.
    let taxes: Int128
    /// Nil when not printed.
    let total: Int64?

    var sums: PurchaseSums {
        PurchaseSums(items: items.reduce(0) { $0 + $1.amount }, taxes: taxes, total: total)
    }
}

extension CountedPurchase.Item {
    fileprivate init(_ row: Row, name: String, quantity: BoughtQuantity?) throws {
        self.init(
            productID: try row["product_id"],
            name: name,
            category: try row["category"],
            symbol: try row["category_symbol"],
            amount: Int128(try row["amount_minor"] as Int64) + Int128(try row["discount_minor"] as Int64),
            quantity: quantity
        )
    }
}

extension SpendingStore {
    /// What counts of a user's ledger in a period, oldest first: neither what was discarded, nor what seems to be a duplicate.
    ///
    /// Of one user one is read at a time, so that a long one holds up only its reader.
    /// - Parameter details: What is read of it beside amounts.
    func counted(
        from first: CalendarDay,
        to last: CalendarDay,
        of user: UUID,
        with details: CountedPurchase.Details = []
    ) async throws -> [CountedPurchase] {
        try await readings.withTurn(of: user) { try await read(first, last, of: user, with: details) }
    }

    private func read(
        _ first: CalendarDay,
        _ last: CalendarDay,
        of user: UUID,
        with details: CountedPurchase.Details
    ) async throws -> [CountedPurchase] {
        let rows = try await pool.snapshot(Self.countedRows(from: first, to: last, of: user, with: details))
        return try await counted(rows, of: user, with: details)
    }

    /// Reads the purchases, the items and the taxes of ``counted(_:of:with:)``.
    static func countedRows(
        from first: CalendarDay,
        to last: CalendarDay,
        of user: UUID,
        with details: CountedPurchase.Details = []
    ) -> [Statement] {
        let items = details.contains(.productNames) ? PurchaseRows.itemColumns : itemColumns
        return [
            countedPurchases(first, last, of: user),
            parts(items, of: "purchase_items", first, last, of: user),
            parts("purchase_id, position, amount_minor", of: "purchase_taxes", first, last, of: user),
        ]
    }

    /// What counts, of the rows of ``countedRows(from:to:of:with:)``.
    func counted(
        _ rows: [[Row]],
        of user: UUID,
        with details: CountedPurchase.Details = []
    ) async throws -> [CountedPurchase] {
        guard !rows[0].isEmpty else { return [] }
        let hasNames = details.contains(.productNames)
        let hasQuantities = details.contains(.quantities)
        let key = try await keys.existingKey(of: user)
        return try await offLoop(for: user) { [names] in
            let items = try Dictionary(grouping: rows[1]) { try $0["purchase_id"] as UUID }
            let taxes = try Dictionary(grouping: rows[2]) { try $0["purchase_id"] as UUID }
            return try rows[0].map { row in
                let id: UUID = try row["id"]
                let place = [user.canonical, id.canonical]
                return CountedPurchase(
                    id: id,
                    day: try row["listed_on"],
                    currency: try row["currency"],
                    kind: try row["kind"],
                    storeID: try row["store_id"],
                    storeName: details.contains(.storeNames)
                        ? try PurchaseColumns.storeName.text(in: row, row: place, with: key) ?? "" : "",
                    items: try (items[id] ?? []).map { row in
                        guard hasNames else { return try .init(row, name: "", quantity: nil) }
                        let item = try PurchaseItem(row, in: place, with: key)
                        let name = names.name(of: item)
                        guard hasQuantities else { return try .init(row, name: name, quantity: nil) }
                        let shown = name.isEmpty ? item.printedText : name
                        return try .init(row, name: shown, quantity: BoughtQuantity(item))
                    },
                    taxes: try (taxes[id] ?? []).reduce(0) { $0 + Int128(try $1["amount_minor"] as Int64) },
                    total: try row["total_minor"]
                )
            }
        }
    }

    /// The columns of items without their names.
    private static let itemColumns: Statement =
        "purchase_id, product_id, category, category_symbol, amount_minor, discount_minor"

    private static func countedPurchases(_ first: CalendarDay, _ last: CalendarDay, of user: UUID) -> Statement {
        """
        SELECT id, listed_on, currency, kind, store_id, total_minor, \(PurchaseColumns.storeName.selection())
        FROM purchases WHERE \(counts(first, last, of: user)) ORDER BY listed_on, recorded_at, id
        """
    }

    /// Reads the items or taxes of what counts.
    private static func parts(
        _ columns: Statement,
        of table: String,
        _ first: CalendarDay,
        _ last: CalendarDay,
        of user: UUID
    ) -> Statement {
        """
        SELECT \(columns) FROM \(identifier: table) WHERE user_id = \(user) AND purchase_id IN (
            SELECT id FROM purchases WHERE \(counts(first, last, of: user))
        ) ORDER BY purchase_id, position
        """
    }

    private static func counts(_ first: CalendarDay, _ last: CalendarDay, of user: UUID) -> Statement {
        "user_id = \(user) AND listed_on BETWEEN \(first) AND \(last) AND \(counts)"
    }

    /// Whether a row of purchases counts.
    static let counts: Statement = """
        state <> 'discarded' AND NOT EXISTS (
            SELECT FROM purchases AS original WHERE original.user_id = purchases.user_id
                AND original.id = purchases.duplicate_of AND original.state <> 'discarded'
        )
        """
}
