import Foundation
import Foundations
import Postgres
import ServiceKit

/// A purchase whose store or lines catalog has yet to resolve.
struct PurchaseLookup: QueuedWork {
    let user: UUID
    let purchase: UUID
    /// Items to look up, by their receipt_line.
    let receiptLines: Set<Int32>
    let takesStoreName: Bool
    /// With the store's telephone number.
    private let row: Row

    static let columns: Statement = """
        work.user_id, work.purchase_id, work.receipt_lines, work.takes_store_name,
        \(PurchaseColumns.storePhone.selection(of: "work"))
        """

    init(_ row: Row) throws {
        user = try row["user_id"]
        purchase = try row["purchase_id"]
        receiptLines = Set(try row["receipt_lines"] as [Int32])
        takesStoreName = try row["takes_store_name"]
        self.row = row
    }

    /// The store's telephone number as printed; empty when unknown, and for a store that its owner names.
    func storePhone(with key: DataKey?) throws -> String {
        try PurchaseColumns.storePhone.text(in: row, row: [user.canonical, purchase.canonical], with: key) ?? ""
    }

    var identity: Statement { "user_id = \(user) AND purchase_id = \(purchase)" }

    /// The queue's name in log, metrics, health and notifications. The table has kept the one that it was released with.
    static let queueName = "purchase_lookups"

    /// The lookups of all users, shared by all instances.
    ///
    /// A lease also ends when the purchase is queued with another request: the response to the former one is discarded.
    static func queue(in pool: PostgresPool) -> LeaseQueue<PurchaseLookup> {
        let table = LeaseTable(
            name: "purchases_to_match",
            key: ["user_id", "purchase_id"],
            since: "queued_at",
            order: "work.due_at"
        )
        return LeaseQueue(pool: pool, table: table)
    }

    /// Queues the lookup of a purchase's store, together with lines that are queued already.
    /// - Parameter delay: The time in which the call that queues it does the lookup itself.
    static func insertion(of purchase: UUID, _ user: UUID, after delay: Duration) -> Statement {
        """
        INSERT INTO purchases_to_match (user_id, purchase_id, receipt_lines, takes_store_name, due_at)
        VALUES (\(user), \(purchase), '{}', false, \(due(in: delay)))
        ON CONFLICT (user_id, purchase_id) DO UPDATE
        SET takes_store_name = false, store_phone = NULL, store_phone_sealed = NULL, due_at = EXCLUDED.due_at,
            attempts = 0, claim = NULL, claimed_until = NULL
        """
    }

    /// Queues the lookup of a new purchase's store and lines.
    static func insertion(
        of purchase: UUID,
        _ user: UUID,
        _ unmatched: NewPurchase.Unmatched,
        with key: DataKey,
        after delay: Duration
    ) throws -> Statement {
        let place = [user.canonical, purchase.canonical]
        return """
            INSERT INTO purchases_to_match (
                user_id, purchase_id, receipt_lines, takes_store_name, store_phone_sealed, due_at
            ) VALUES (
                \(user), \(purchase), \(unmatched.receiptLines), true,
                \(try PurchaseColumns.storePhone.seal(unmatched.storePhone, row: place, with: key)), \(due(in: delay))
            )
            """
    }

    private static func due(in delay: Duration) -> Statement {
        "clock_timestamp() + make_interval(secs => \(delay / .seconds(1)))"
    }
}
