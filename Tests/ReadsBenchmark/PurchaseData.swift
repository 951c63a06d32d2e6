import BudgetMessages
import CommonMessages
import Foundation
import Logging
import Postgres
import RPC

/// The purchases that are in the database while reads are measured.
struct PurchaseData {
    let configuration: PostgresConfiguration

    static let purchasesOfUser = 10
    private static let itemsOfPurchase = 15
    /// How many different products a user buys, one as often as another: more than households do.
    private static let productsOfUser = 1_000

    /// Loads users with ten purchases of 15 items each, until there are so many, unless that was done before.
    func load(users: Int) async throws {
        try await withPool { pool in
            let present = try await pool.query("SELECT to_regclass('reads_benchmark.readers') IS NOT NULL AS present")
            if try present[0]["present"] {
                try await requireEncrypted(pool)
            } else {
                try await pool.withConnection { try await $0.executeScript(Self.schema) }
            }
            let rows = try await pool.query(
                "SELECT coalesce(max(users), 0)::bigint AS users FROM reads_benchmark.loaded"
            )
            let loaded: Int = try rows[0]["users"]
            guard loaded < users else { return }
            say("loading \((users - loaded) * Self.purchasesOfUser) purchases, once")
            try await pool.withConnection { connection in
                // Rows that come in the order of their keys, without looking up each foreign key, load many times faster.
                let numbers =
                    "SELECT md5('user ' || number)::uuid FROM generate_series(\(loaded + 1), \(users)) AS number"
                try await connection.executeScript(
                    """
                    BEGIN;
                    SET LOCAL session_replication_role = replica;
                    SET LOCAL statement_timeout = 0;
                    \(Self.purchases(ofUsers: numbers))
                    INSERT INTO reads_benchmark.loaded VALUES (\(users));
                    COMMIT;
                    """
                )
                try await connection.executeScript("SET statement_timeout = 0")
                try await connection.executeScript("VACUUM ANALYZE")
            }
        }
    }

    private static let schema = """
        CREATE SCHEMA reads_benchmark;
        CREATE TABLE reads_benchmark.readers (
            number integer PRIMARY KEY, user_id uuid NOT NULL, purchase_id uuid NOT NULL
        );
        CREATE TABLE reads_benchmark.loaded (users integer PRIMARY KEY);
        -- As long as a text that is encrypted; nobody reads it.
        CREATE FUNCTION reads_benchmark.sealed(seed text, length integer) RETURNS bytea LANGUAGE sql
            AS $$ SELECT substring(decode(repeat(md5(seed), 4), 'hex') FOR 29 + length) $$;
        """

    /// Data of a former release would be encrypted while reads are measured.
    private func requireEncrypted(_ pool: PostgresPool) async throws {
        let rows = try await pool.query("SELECT FROM budget.purchases WHERE store_name IS NOT NULL LIMIT 1")
        let counted = try await pool.query("SELECT to_regclass('reads_benchmark.loaded') IS NOT NULL AS present")
        if try !rows.isEmpty || !counted[0]["present"] {
            throw ReadsError(
                "The purchases were loaded for a former release: remove the folder of --data to load them anew."
            )
        }
    }

    /// Gives each reader as many purchases as others have, which budget stores as those of receipts, and notes which are read.
    /// - Parameter budget: A client that may record purchases.
    func addReaders(_ readers: [Reader], recordedBy budget: Budget.PurchasesClient) async throws {
        var recorded: [(user: UUID, purchase: UUID)] = []
        // The tasks of a reader read its purchases in the order of the list, newest first.
        for number in (1...Self.purchasesOfUser).reversed() {
            for reader in readers {
                let request = Budget.RecordPurchaseRequest(
                    userID: reader.id.uuidString,
                    purchase: Self.purchase(on: "2026-01-\(number < 10 ? "0" : "")\(number)")
                )
                let purchase = try await budget.recordPurchase(request, options: CallOptions(timeout: .seconds(10)))
                guard let id = UUID(uuidString: purchase.id) else { throw ReadsError("A purchase has no id.") }
                recorded.append((reader.id, id))
            }
        }
        let (users, purchases) = (recorded.map(\.user), recorded.map(\.purchase))
        try await withPool { pool in
            try await pool.execute("TRUNCATE reads_benchmark.readers")
            try await pool.execute(
                """
                INSERT INTO reads_benchmark.readers SELECT place - 1, user_id, purchase_id
                FROM unnest(\(users), \(purchases)) WITH ORDINALITY AS reader (user_id, purchase_id, place)
                """
            )
        }
    }

    /// A purchase as a receipt has it. One with the same day and time as another seems to be the same, and is in no sum.
    static func purchase(on day: String, at time: String = "17:42") -> Budget.Purchase {
        func money(_ minorUnits: Int64) -> Common.Money { .init(minorUnits: minorUnits, currency: "CAD") }
        let items = (1...itemsOfPurchase).map { number in
            let product = Int.random(in: 0..<productsOfUser)
            return Budget.PurchaseItem(
                productID: "00000000-0000-4000-8000-\(100_000_000_000 + product)",
                productName: "Whole milk, number \(product)",
                categorySymbol: "🥛",
                printedText: "WHOLE MILK 2L \(number)",
                quantityThousandths: 1_000,
                unit: "g",
                unitPrice: money(529),
                amount: money(529),
                confidence: 90,
                receiptLine: Int32(number)
            )
        }
        return Budget.Purchase(
            receiptID: UUID().uuidString,
            storeName: "Juniper Street Market",
            purchasedAt: .init(date: day, time: time, timeZone: "America/Vancouver"),
            currency: "CAD",
            items: items,
            subtotal: money(9_085),
            taxes: [.init(label: "Tax 1", amount: money(90)), .init(label: "Tax 2", amount: money(90))],
            total: money(9_265)
        )
    }

    private static func purchases(ofUsers users: String) -> String {
        """
        INSERT INTO budget.purchases (user_id, id, state, store_name_sealed, store_name_hash, store_address_sealed,
            known_store_sealed, purchased_on, purchased_time, time_zone, listed_on, currency, subtotal_minor, total_minor,
            item_count, recorded_at)
        SELECT user_id, md5(user_id::text || ' ' || number)::uuid AS id, 'to_verify',
            reads_benchmark.sealed(user_id::text || number, 21), reads_benchmark.sealed(user_id::text, 3),
            reads_benchmark.sealed(user_id::text || number, 0), reads_benchmark.sealed(user_id::text || number, 0),
            date '2026-01-01' + number, '17:42', 'America/Vancouver', date '2026-01-01' + number, 'CAD', 9085, 9265,
            \(itemsOfPurchase), timestamptz '2026-01-01 12:00Z' + number * interval '1 day'
        FROM (\(users)) AS users (user_id), generate_series(1, \(purchasesOfUser)) AS number
        ORDER BY user_id, id;
        INSERT INTO budget.purchase_items (user_id, purchase_id, id, position, product_id, product_name_sealed,
            category_symbol, printed_text_sealed, quantity_thousandths, unit, unit_price_minor, amount_minor, needs_review,
            confidence, receipt_line)
        SELECT user_id, id, md5(id::text || ' ' || number)::uuid, number - 1, md5('product ' || number)::uuid,
            reads_benchmark.sealed(id::text || number, 20), '🥛', reads_benchmark.sealed(id::text || number, 15), 1000, 'g',
            529, 529, false, 90, number
        FROM budget.purchases, generate_series(1, \(itemsOfPurchase)) AS number
        WHERE user_id IN (\(users)) ORDER BY user_id, id;
        INSERT INTO budget.purchase_taxes (user_id, purchase_id, position, label_sealed, amount_minor)
        SELECT user_id, id, number - 1, reads_benchmark.sealed(id::text || number, 5), 90
        FROM budget.purchases, generate_series(1, 2) AS number WHERE user_id IN (\(users)) ORDER BY user_id, id;
        """
    }

    /// Runs `body` with connections to the database.
    func withPool<Result>(_ body: (PostgresPool) async throws -> Result) async throws -> Result {
        let log = Logger(label: "reads-benchmark") { _ in SwiftLogNoOpLogHandler() }
        let pool = PostgresPool(configuration: configuration, logger: log)
        do {
            let result = try await body(pool)
            await pool.close()
            return result
        } catch {
            await pool.close()
            throw error
        }
    }
}
