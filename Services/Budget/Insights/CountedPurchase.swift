import Foundation
import Foundations
import Postgres
import ServiceKit
import Texts

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
        /// As its owner is shown it, or as printed where ``Details/quantities`` are read; empty where it has none. Without those all
        /// items of a product have its latest name.
        let name: String
        /// The slug; empty when unknown.
        let category: String
        let symbol: String
        let amount: Int128
        /// How much was bought; nil unless ``Details/quantities`` are read, and for a charge.
        var quantity: BoughtQuantity?
        /// Whether it is a line of a receipt, rather than added by its owner; false unless ``Details/quantities`` are read.
        var isPrinted = false
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

/// Reads the items of purchases, those of the latest purchase first.
private struct CountedItemReader {
    let details: CountedPurchase.Details
    let names: ProductNames
    let key: DataKey?
    /// What products are called, as far as items of them were read: a ledger has few products and many items, whose names are encrypted.
    private var known: [UUID: String] = [:]

    init(_ details: CountedPurchase.Details, _ names: ProductNames, _ key: DataKey?) {
        (self.details, self.names, self.key) = (details, names, key)
    }

    /// - Parameter purchase: The values of its purchase's key.
    mutating func item(_ row: Row, of purchase: [String]) throws -> CountedPurchase.Item {
        var (name, quantity, isPrinted) = ("", BoughtQuantity?.none, false)
        let product: UUID? = try row["product_id"]
        if details.contains(.quantities) {
            let item = try PurchaseItem(row, in: purchase, with: key)
            (name, quantity, isPrinted) = (names.name(of: item), BoughtQuantity(item), item.receiptLine > 0)
            if name.isEmpty { name = item.printedText }
        } else if details.contains(.productNames) {
            name = try product.flatMap { known[$0] } ?? ownName(row, product, of: purchase)
            if let product, !name.isEmpty { known[product] = name }
        }
        return .init(
            productID: product,
            name: name,
            category: try row["category"],
            symbol: try row["category_symbol"],
            amount: Int128(try row["amount_minor"] as Int64) + Int128(try row["discount_minor"] as Int64),
            quantity: quantity,
            isPrinted: isPrinted
        )
    }

    private func ownName(_ row: Row, _ product: UUID?, of purchase: [String]) throws -> String {
        let place = purchase + [(try row["id"] as UUID).canonical]
        let name = try PurchaseColumns.productName.text(in: row, row: place, with: key) ?? ""
        return names.text(of: ItemName(productID: product, productName: name, charge: try ReceiptCharge(in: row)))
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
        let items =
            details.contains(.quantities)
            ? PurchaseRows.itemColumns
            : details.contains(.productNames) ? namedItemColumns : itemColumns
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
        let key = try await keys.existingKey(of: user)
        return try await offLoop(for: user) { [names] in
            var reader = CountedItemReader(details, names, key)
            let items = try Dictionary(grouping: rows[1]) { try $0["purchase_id"] as UUID }
            let taxes = try Dictionary(grouping: rows[2]) { try $0["purchase_id"] as UUID }
            return try rows[0].reversed().map { row in
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
                    items: try (items[id] ?? []).map { try reader.item($0, of: place) },
                    taxes: try (taxes[id] ?? []).reduce(0) { $0 + Int128(try $1["amount_minor"] as Int64) },
                    total: try row["total_minor"]
                )
            }.reversed()
        }
    }

    /// The columns of items without their names.
    private static let itemColumns: Statement =
        "purchase_id, product_id, category, category_symbol, amount_minor, discount_minor"

    /// Those with what their names are made of.
    private static let namedItemColumns: Statement =
        "\(itemColumns), id, charge, \(PurchaseColumns.productName.selection())"

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
