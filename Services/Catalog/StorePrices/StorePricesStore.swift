import Foundation
import Foundations
import Postgres
import ServiceKit

/// Prices at stores in the database.
struct StorePricesStore: Sendable {
    /// How many days back former prices are looked for: three years.
    static let days: Int32 = 1_096

    let pool: PostgresPool
    /// The current time.
    var clock: any WallClock = SystemWallClock()

    /// What a product costs today at stores, the lowest price for its common unit first, of equal ones that at the first store.
    func current(of product: UUID, at stores: [ReachableStore], limit: Int) async throws -> [StorePriceRow] {
        try await pool.query(
            """
            \(current(of: [product], at: stores))
            SELECT \(Self.columns), true AS is_current FROM ranked
            ORDER BY currency, dimension, unit_cost, place, label, id LIMIT \(limit)
            """
        ).map(StorePriceRow.init)
    }

    /// What a product cost at stores within three years and does no more, the latest first.
    func former(of product: UUID, at stores: [ReachableStore], limit: Int) async throws -> [StorePriceRow] {
        try await pool.query(
            """
            \(dated(of: [product], at: stores))
            SELECT \(Self.columns), false AS is_current FROM dated
            WHERE ends_on < today AND ends_on > today - \(Self.days)
            ORDER BY ends_on DESC, first_day DESC, id LIMIT \(limit)
            """
        ).map(StorePriceRow.init)
    }

    /// The lowest price of today of each product, in each currency and for each common unit, of equal ones that at the first store.
    func lowest(of products: [UUID], at stores: [ReachableStore]) async throws -> [StorePriceRow] {
        try await pool.query(
            """
            \(current(of: products, at: stores))
            SELECT DISTINCT ON (product_id, currency, dimension) \(Self.columns), true AS is_current FROM ranked
            ORDER BY product_id, currency, dimension, unit_cost, place, label, id
            """
        ).map(StorePriceRow.init)
    }

    // MARK: Statements

    private static let columns: Statement =
        "store_id, product_id, label, price, currency, quantity_thousandths, unit, first_day, ends_on"

    /// Begins a statement: `dated` are the prices of products at stores with the day on which they end, null where it isn't known, and
    /// today where the store is. One without a last day ends with the next such one of the same thing.
    private func dated(of products: [UUID], at stores: [ReachableStore]) -> Statement {
        let days = Dictionary(grouping: stores, by: \.timeZone).keys.reduce(into: [TimeZone: CalendarDay]()) {
            $0[$1] = CalendarDay(of: clock.now, in: $1)
        }
        let near = stores.compactMap { store in days[store.timeZone].map { (store, $0) } }
        let slugs = near.map(\.0.slug)
        // Product by product, in an index that has the stores of each.
        return """
            WITH near AS MATERIALIZED (
                SELECT * FROM unnest(\(near.map(\.0.id)), \(slugs), \(near.map(\.1))) WITH ORDINALITY
                    AS near (id, slug, today, place)
            ), dated AS (
                SELECT price.*, near.id AS store_id, near.today, near.place, product.id AS product_id,
                    coalesce(price.last_day, lead(price.first_day) OVER (
                        PARTITION BY product.id, price.store, price.label, price.quantity_thousandths, price.unit,
                            price.currency, price.last_day IS NULL
                        ORDER BY price.first_day
                    ) - 1) AS ends_on
                FROM products product CROSS JOIN LATERAL (
                    SELECT id, store, label, price, currency, quantity_thousandths, unit, first_day, last_day
                    FROM store_prices
                    WHERE store_prices.product = product.slug AND store = ANY(\(slugs)) AND withdrawn_at IS NULL OFFSET 0
                ) price JOIN near ON near.slug = price.store
                WHERE product.id = ANY(\(products))
                    AND (price.last_day IS NULL OR price.last_day > near.today - \(Self.days))
            )
            """
    }

    /// Begins a statement: `ranked` are the prices of today with what one of the common unit costs. Of what a store calls alike it is the
    /// price that began last, so that an offer takes the place of the regular price.
    private func current(of products: [UUID], at stores: [ReachableStore]) -> Statement {
        let units = UnitOfMeasure.allCases
        let sizes = units.map(\.inBaseUnits)
        return """
            \(dated(of: products, at: stores)), held AS (
                SELECT DISTINCT ON (store_id, product_id, label, quantity_thousandths, unit, currency) * FROM dated
                WHERE first_day <= today AND (ends_on IS NULL OR ends_on >= today)
                ORDER BY store_id, product_id, label, quantity_thousandths, unit, currency, first_day DESC
            ), ranked AS (
                SELECT held.*, size.dimension,
                    price * size.denominator / (quantity_thousandths * size.numerator) AS unit_cost
                FROM held JOIN unnest(
                    \(units.map(\.rawValue)), \(units.map(\.dimension.comparisonUnit.rawValue)),
                    \(sizes.map { "\($0.numerator)" })::text[]::numeric[],
                    \(sizes.map { "\($0.denominator)" })::text[]::numeric[]
                ) AS size (unit, dimension, numerator, denominator) USING (unit)
            )
            """
    }
}
