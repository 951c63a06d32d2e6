import Foundation
import Postgres

/// Prices at stores that are in the database while offers are measured: of all products that ship, at a thousand stores around one place.
struct StorePriceData {
    let database: PurchaseData

    /// The middle of the stores, in millionths of a degree, and how far around it users look, in metres.
    static let centre = (latitude: Int64(49_600_000), longitude: Int64(-119_680_000))
    static let radius: UInt32 = 25_000

    /// Loads prices until there are so many, and returns products that have some.
    func load(prices: Int, products: Int) async throws -> [UUID] {
        try await database.withPool { pool in
            try await pool.withConnection { connection in
                try await connection.executeScript(Self.script(prices: prices))
            }
            return try await pool.query(
                "SELECT id FROM catalog.products WHERE withdrawn_at IS NULL ORDER BY slug LIMIT \(products)"
            ).map { try $0["id"] }
        }
    }

    private static func script(prices: Int) -> String {
        """
        SET statement_timeout = 0;
        SET search_path = catalog;
        INSERT INTO stores (
            slug, name, kind, address, latitude_microdegrees, longitude_microdegrees, time_zone, opening_hours, is_own
        )
        SELECT 'benchmark-' || number, 'Store ' || number, 'grocery', number || ' Main Street',
            \(centre.latitude) + (random() - 0.5) * 400000, \(centre.longitude) + (random() - 0.5) * 400000,
            'America/Vancouver', array_fill(''::text, ARRAY[7]), true
        FROM generate_series(0, 999) AS number ON CONFLICT (slug) DO NOTHING;
        INSERT INTO store_prices (
            id, store, product, label, price, currency, quantity_thousandths, unit, first_day, last_day, is_own
        )
        SELECT 'benchmark ' || number, 'benchmark-' || number % 1000, product.slug,
            'Brand ' || number / (1000 * product.count), 1 + round((random() * 10)::numeric, 2), 'CAD', 1000000, 'g',
            current_date - 30, CASE WHEN number % 5 = 0 THEN current_date + 7 END, true
        FROM generate_series(0, \(prices - 1)) AS number JOIN (
            SELECT slug, row_number() OVER (ORDER BY slug) - 1 AS place, count(*) OVER () AS count
            FROM products WHERE withdrawn_at IS NULL
        ) AS product ON product.place = (number / 1000) % product.count
        ON CONFLICT (id) DO NOTHING;
        ANALYZE stores;
        ANALYZE store_prices;
        """
    }
}
