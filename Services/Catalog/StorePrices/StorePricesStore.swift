import Foundation
import Foundations
import Postgres
import ServiceKit

/// What a product may cost in a currency, for as much as is sold together.
struct PriceRange: Sendable {
    let product: UUID
    let currency: Currency
    /// Inclusive; nil for no such bound.
    let lowest: Money?
    let highest: Money?
}

/// Prices at stores in the database.
struct StorePricesStore: Sendable {
    /// How many days back former prices are looked for: three years.
    static let days: Int32 = 1_096

    /// How many days after the first day of its week an observed price is still taken to hold: four weeks after the week's end.
    static let observedDays: Int32 = 34

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
            \(dated(of: [product], at: stores, observed: .all))
            SELECT \(Self.columns), false AS is_current FROM dated
            WHERE ends_on < today AND ends_on > today - \(Self.days)
            ORDER BY ends_on DESC, first_day DESC, id LIMIT \(limit)
            """
        ).map(StorePriceRow.init)
    }

    /// The lowest price of today of each product, in each currency and for each common unit, of equal ones that at the first store.
    /// - Parameters:
    ///   - ranges: What some products may cost, one for each product and currency.
    ///   - since: The first day of weeks in which observed prices were paid; nil for all that still hold.
    func lowest(
        of products: [UUID],
        in ranges: [PriceRange] = [],
        at stores: [ReachableStore],
        observedSince since: CalendarDay? = nil
    ) async throws -> [StorePriceRow] {
        try await pool.query(
            """
            \(current(of: products, at: stores))
            SELECT DISTINCT ON (product_id, currency, dimension) \(Self.columns), true AS is_current
            FROM ranked LEFT JOIN unnest(
                \(ranges.map(\.product)), \(ranges.map(\.currency.code)),
                \(ranges.map { $0.lowest?.amount.description ?? "" }),
                \(ranges.map { $0.highest?.amount.description ?? "" })
            ) AS range (product_id, currency, lowest, highest) USING (product_id, currency)
            WHERE price >= coalesce(nullif(range.lowest, '')::numeric, price)
                AND price <= coalesce(nullif(range.highest, '')::numeric, price)
                AND (NOT is_observed OR \(since)::date IS NULL OR first_day >= \(since))
            ORDER BY product_id, currency, dimension, unit_cost, place, label, id
            """
        ).map(StorePriceRow.init)
    }

    // MARK: Statements

    private static let columns: Statement =
        "store_id, product_id, label, price, currency, quantity_thousandths, unit, first_day, ends_on, is_observed"

    /// Which observed prices are read.
    private enum Observed {
        /// Those that may still hold, of as much of a product at a store the latest.
        case latest
        /// Also former ones.
        case all

        /// How many days before today their weeks begin at the earliest.
        var days: Int32 {
            switch self {
            case .latest: StorePricesStore.observedDays
            case .all: StorePricesStore.days + StorePricesStore.observedDays
            }
        }

        var selection: Statement {
            switch self {
            case .latest: "DISTINCT ON (store, quantity_thousandths, unit, currency)"
            case .all: ""
            }
        }

        var order: Statement {
            switch self {
            case .latest: "ORDER BY store, quantity_thousandths, unit, currency, week DESC"
            case .all: ""
            }
        }
    }

    /// Begins a statement: `dated` are the prices of products at stores with the day on which they end, null where it isn't known, and
    /// today where the store is. One without a last day ends with the next such one of the same thing, and an observed one after a while.
    private func dated(of products: [UUID], at stores: [ReachableStore], observed: Observed) -> Statement {
        let days = Dictionary(grouping: stores, by: \.timeZone).keys.reduce(into: [TimeZone: CalendarDay]()) {
            $0[$1] = CalendarDay(of: clock.now, in: $1)
        }
        let near = stores.compactMap { store in days[store.timeZone].map { (store, $0) } }
        let slugs = near.map(\.0.slug)
        let earliest = days.values.min()?.advanced(by: -Int(observed.days))
        // Product by product, in an index that has the stores of each.
        return """
            WITH near AS MATERIALIZED (
                SELECT * FROM unnest(\(near.map(\.0.id)), \(slugs), \(near.map(\.1))) WITH ORDINALITY
                    AS near (id, slug, today, place)
            ), dated AS (
                SELECT price.*, near.id AS store_id, near.today, near.place, product.id AS product_id,
                    coalesce(price.last_day, least(lead(price.first_day) OVER (
                        PARTITION BY product.id, price.store, price.label, price.quantity_thousandths, price.unit,
                            price.currency, price.last_day IS NULL, price.is_observed
                        ORDER BY price.first_day
                    ) - 1, CASE WHEN is_observed THEN price.first_day + \(Self.observedDays) END)) AS ends_on
                FROM products product CROSS JOIN LATERAL (
                    SELECT id, store, label, price, currency, quantity_thousandths, unit, first_day, last_day,
                        false AS is_observed
                    FROM store_prices
                    WHERE store_prices.product = product.slug AND store = ANY(\(slugs)) AND withdrawn_at IS NULL
                    UNION ALL
                    (SELECT \(observed.selection) id::text, store, '', price, currency, quantity_thousandths, unit, week,
                        NULL::date, true
                    FROM price_observations
                    WHERE price_observations.product = product.slug AND store = ANY(\(slugs)) AND state = 'used'
                        AND week >= \(earliest) \(observed.order)) OFFSET 0
                ) price JOIN near ON near.slug = price.store
                WHERE product.id = ANY(\(products))
                    AND (price.last_day IS NULL OR price.last_day > near.today - \(Self.days))
            )
            """
    }

    /// Begins a statement: `ranked` are the prices of today with what one of the common unit costs. Of as much of what a store calls
    /// alike it is the one that has an end, or else the one that began last, so that an offer takes the place of the regular price.
    private func current(of products: [UUID], at stores: [ReachableStore]) -> Statement {
        """
        \(dated(of: products, at: stores, observed: .latest)), measured AS (
            SELECT dated.*, size.dimension, quantity_thousandths * size.numerator / size.denominator AS amount,
                \(Statement.unitCost(of: "dated")) AS unit_cost
            FROM dated JOIN \(Statement.unitSizes) USING (unit)
        ), ranked AS (
            SELECT DISTINCT ON (store_id, product_id, label, dimension, amount, currency) * FROM measured
            WHERE first_day <= today AND (ends_on IS NULL OR ends_on >= today)
            ORDER BY store_id, product_id, label, dimension, amount, currency,
                last_day IS NULL, first_day DESC, is_observed
        )
        """
    }
}
