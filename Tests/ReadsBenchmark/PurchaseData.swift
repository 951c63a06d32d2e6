import Foundation
import Logging
import Postgres

/// The purchases that are in the database while reads are measured.
struct PurchaseData {
    let configuration: PostgresConfiguration

    private static let purchasesOfUser = 10
    private static let itemsOfPurchase = 15

    /// Loads users with ten purchases of 15 items each, unless that was done before.
    func load(users: Int, say: (String) -> Void) async throws {
        try await withPool { pool in
            let present = try await pool.query("SELECT to_regclass('reads_benchmark.readers') IS NOT NULL AS present")
            if try present[0]["present"] { return }
            say("loading \(users * Self.purchasesOfUser) purchases, once")
            try await pool.withConnection { connection in
                // Rows that come in the order of their keys, without looking up each foreign key, load many times faster.
                try await connection.executeScript(
                    """
                    BEGIN;
                    SET LOCAL session_replication_role = replica;
                    SET LOCAL statement_timeout = 0;
                    CREATE SCHEMA reads_benchmark;
                    CREATE TABLE reads_benchmark.readers (
                        number integer PRIMARY KEY, user_id uuid NOT NULL, purchase_id uuid NOT NULL
                    );
                    \(Self.purchases(ofUsers: "SELECT md5('user ' || number)::uuid FROM generate_series(1, \(users)) AS number"))
                    COMMIT;
                    """
                )
                try await connection.executeScript("SET statement_timeout = 0")
                try await connection.executeScript("VACUUM ANALYZE")
            }
        }
    }

    /// Gives each reader as many purchases as others have, and notes which one is read.
    func addReaders(_ readers: [Reader]) async throws {
        try await withPool { pool in
            let users = readers.map { "('\($0.id)'::uuid)" }.joined(separator: ", ")
            try await pool.withConnection { try await $0.executeScript(Self.purchases(ofUsers: "VALUES \(users)")) }
            try await pool.execute("TRUNCATE reads_benchmark.readers")
            let ids = readers.map(\.id)
            // The tasks of a reader read its purchases in the order of the list, newest first.
            try await pool.execute(
                """
                INSERT INTO reads_benchmark.readers
                SELECT number, user_id, md5(user_id::text || ' ' || \(Self.purchasesOfUser) - number / \(ids.count))::uuid
                FROM generate_series(0, \(ids.count * Self.purchasesOfUser - 1)) AS number,
                    LATERAL (SELECT (\(ids))[number % \(ids.count) + 1] AS user_id) AS reader
                """
            )
        }
    }

    private static func purchases(ofUsers users: String) -> String {
        """
        INSERT INTO budget.purchases (user_id, id, state, store_name, purchased_on, purchased_time, time_zone, listed_on,
            currency, subtotal_minor, total_minor, item_count, recorded_at)
        SELECT user_id, md5(user_id::text || ' ' || number)::uuid AS id, 'to_verify', 'Juniper Street Market',
            date '2026-01-01' + number, '17:42', 'America/Vancouver', date '2026-01-01' + number, 'CAD', 9085, 9265,
            \(itemsOfPurchase), timestamptz '2026-01-01 12:00Z' + number * interval '1 day'
        FROM (\(users)) AS users (user_id), generate_series(1, \(purchasesOfUser)) AS number
        ORDER BY user_id, id;
        INSERT INTO budget.purchase_items (user_id, purchase_id, id, position, product_id, product_name, category_symbol,
            printed_text, quantity_thousandths, unit, unit_price_minor, amount_minor, needs_review, confidence, receipt_line)
        SELECT user_id, id, md5(id::text || ' ' || number)::uuid, number - 1, md5('product ' || number)::uuid,
            'Whole milk, number ' || number, '🥛', 'WHOLE MILK 2L ' || number, 1000, 'g', 529, 529, false, 90, number
        FROM budget.purchases, generate_series(1, \(itemsOfPurchase)) AS number
        WHERE user_id IN (\(users)) ORDER BY user_id, id;
        INSERT INTO budget.purchase_taxes (user_id, purchase_id, position, label, amount_minor)
        SELECT user_id, id, number - 1, 'Tax ' || number, 90
        FROM budget.purchases, generate_series(1, 2) AS number WHERE user_id IN (\(users)) ORDER BY user_id, id;
        """
    }

    private func withPool(_ body: (PostgresPool) async throws -> Void) async throws {
        let log = Logger(label: "reads-benchmark") { _ in SwiftLogNoOpLogHandler() }
        let pool = PostgresPool(configuration: configuration, logger: log)
        do {
            try await body(pool)
            await pool.close()
        } catch {
            await pool.close()
            throw error
        }
    }
}
