import Foundation
import Foundations
import Postgres
import ServiceKit

/// What recomputing a user's ledger has found. Amounts are in minor units.
struct LedgerCheck: Sendable, Equatable {
    /// Something that is not what its parts add up to.
    struct Difference: Sendable, Equatable {
        enum Kind: Sendable {
            /// The printed total differs from items and taxes, which is for the ledger's owner to correct.
            case printedTotal
            /// What is kept of a purchase doesn't fit its items.
            case stored
            /// The sum of everything in a currency differs.
            case sum
        }

        let kind: Kind
        /// Nil for a sum.
        var purchase: UUID?
        /// The day under which the purchase is listed; nil for a sum.
        var day: CalendarDay?
        var storeName = ""
        let currency: String
        /// What is printed or kept.
        let kept: Int128
        let recomputed: Int128

        /// Whether it is a fault of this service's.
        var isFault: Bool { kind != .printedTotal }
    }

    /// The most differences that are listed.
    static let limit = 500

    /// How many purchases count.
    var purchases = 0
    /// What those add up to, by the codes of currencies.
    var totals: [String: Int128] = [:]
    /// The latest first, at most ``limit`` of purchases.
    var differences: [Difference] = []
    /// How many there are.
    var differenceCount = 0

    /// Compares what the service adds up with the totals that were recomputed.
    mutating func compare(_ ledger: [CountedPurchase]) {
        var sums: [String: Int128] = [:]
        for purchase in ledger { sums[purchase.currency, default: 0] += purchase.sums.counted }
        for currency in Set(sums.keys).union(totals.keys).sorted() {
            let (kept, recomputed) = (sums[currency] ?? 0, totals[currency] ?? 0)
            guard kept != recomputed else { continue }
            differences.insert(Difference(kind: .sum, currency: currency, kept: kept, recomputed: recomputed), at: 0)
            differenceCount += 1
        }
    }
}

extension SpendingStore {
    /// Recomputes every total of a user's ledger in the database, in another way than the service adds up.
    func check(of user: UUID) async throws -> LedgerCheck {
        try await readings.withTurn(of: user) {
            let ever = (first: CalendarDay.distantPast, last: CalendarDay.distantFuture)
            let statements = [recomputedTotals(of: user), differing(of: user)]
            let rows = try await pool.snapshot(statements + Self.countedRows(from: ever.first, to: ever.last, of: user))
            var check = LedgerCheck()
            for row in rows[0] {
                check.purchases += try row["number"] as Int
                check.totals[try row["currency"]] = try row.number("total")
            }
            check.differenceCount = try rows[1].first.map { try $0["found"] } ?? 0
            let key = rows[1].isEmpty ? nil : try await keys.existingKey(of: user)
            check.differences = try rows[1].map { try .init($0, of: user, with: key) }
            check.compare(try await counted(Array(rows.dropFirst(statements.count)), of: user))
            return check
        }
    }

    /// Each purchase of a user with what its items and taxes add up to.
    private func recomputed(of user: UUID) -> Statement {
        """
        SELECT purchases.*, coalesce(items.number, 0) AS items_found, coalesce(items.amount, 0) AS items_amount,
            coalesce(taxes.amount, 0) AS taxes_amount
        FROM purchases LEFT JOIN (
            SELECT purchase_id, count(*) AS number, sum(amount_minor::numeric + discount_minor) AS amount
            FROM purchase_items WHERE user_id = \(user) GROUP BY purchase_id
        ) AS items ON items.purchase_id = purchases.id LEFT JOIN (
            SELECT purchase_id, sum(amount_minor) AS amount FROM purchase_taxes WHERE user_id = \(user) GROUP BY purchase_id
        ) AS taxes ON taxes.purchase_id = purchases.id
        WHERE purchases.user_id = \(user) AND \(Self.counts)
        """
    }

    private func recomputedTotals(of user: UUID) -> Statement {
        """
        SELECT currency, count(*) AS number, sum(coalesce(total_minor, items_amount + taxes_amount))::text AS total
        FROM (\(recomputed(of: user))) AS purchases GROUP BY currency
        """
    }

    /// The purchases that are not what their parts add up to, the latest first.
    private func differing(of user: UUID) -> Statement {
        let isStoredWrongly: Statement = """
            (item_count <> items_found
                OR kind = 'expenditure' AND (items_found <> 1 OR total_minor IS NOT NULL OR taxes_amount <> 0))
            """
        return """
            SELECT id, listed_on, currency, item_count, items_found, \(isStoredWrongly) AS is_stored_wrongly,
                \(PurchaseColumns.storeName.selection()), coalesce(total_minor, items_amount)::text AS kept,
                (items_amount + taxes_amount)::text AS recomputed, count(*) OVER () AS found
            FROM (\(recomputed(of: user))) AS purchases
            WHERE \(isStoredWrongly)
                OR items_found > 0 AND total_minor NOT IN (items_amount + taxes_amount, items_amount)
            ORDER BY listed_on DESC, recorded_at DESC, id DESC LIMIT \(LedgerCheck.limit)
            """
    }

    /// The first user after another one who has a ledger.
    func owner(after user: UUID?) async throws -> UUID? {
        let after: Statement = user.map { "WHERE user_id > \($0)" } ?? ""
        return try await pool.query("SELECT user_id FROM purchases \(after) ORDER BY user_id LIMIT 1").first.map {
            try $0["user_id"]
        }
    }
}

extension LedgerCheck.Difference {
    fileprivate init(_ row: Row, of user: UUID, with key: DataKey?) throws {
        let id: UUID = try row["id"]
        self.init(
            kind: try row["is_stored_wrongly"] ? .stored : .printedTotal,
            purchase: id,
            day: try row["listed_on"],
            storeName: try PurchaseColumns.storeName.text(in: row, row: [user.canonical, id.canonical], with: key)
                ?? "",
            currency: try row["currency"],
            kept: try row.number("kept"),
            recomputed: try row.number("recomputed")
        )
    }
}

extension Row {
    /// A numeric that was read as text is not a whole number.
    private struct UnreadableNumber: Error {}

    /// A whole number beyond 64 bits, read as text.
    fileprivate func number(_ column: String) throws -> Int128 {
        guard let number = Int128(try self[column] as String) else { throw UnreadableNumber() }
        return number
    }
}

extension CalendarDay {
    /// Before every day of a ledger.
    fileprivate static var distantPast: CalendarDay { bound("0001-01-01") }
    /// After every day of a ledger.
    fileprivate static var distantFuture: CalendarDay { bound("9999-12-31") }

    private static func bound(_ text: String) -> CalendarDay {
        guard let day = CalendarDay(text) else { preconditionFailure("\(text) is a day") }
        return day
    }
}
