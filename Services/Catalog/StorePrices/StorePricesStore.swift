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
            \(near(stores))
            SELECT \(Self.columns), true AS is_current FROM \(each(of: [product])) CROSS JOIN LATERAL (
                \(current(at: stores)) SELECT * FROM ranked
            ) current
            ORDER BY currency, dimension, unit_cost, place, label, id LIMIT \(limit)
            """
        ).map(StorePriceRow.init)
    }

    /// What a product cost at stores within three years and does no more, the latest first.
    func former(of product: UUID, at stores: [ReachableStore], limit: Int) async throws -> [StorePriceRow] {
        try await pool.query(
            """
            \(near(stores))
            SELECT \(Self.columns), false AS is_current FROM \(each(of: [product])) CROSS JOIN LATERAL (
                \(dated(at: stores, observed: .all)) SELECT * FROM dated
            ) former
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
            \(near(stores)), range AS MATERIALIZED (
                SELECT * FROM unnest(
                    \(ranges.map(\.product)), \(ranges.map(\.currency.code)),
                    \(ranges.map { $0.lowest?.amount.description ?? "" }),
                    \(ranges.map { $0.highest?.amount.description ?? "" })
                ) AS range (product_id, currency, lowest, highest)
            )
            SELECT \(Self.columns), true AS is_current FROM \(each(of: products)) CROSS JOIN LATERAL (
                \(current(at: stores))
                SELECT DISTINCT ON (currency, dimension) ranked.*
                FROM ranked LEFT JOIN range ON range.product_id = product.product_id AND range.currency = ranked.currency
                WHERE price >= coalesce(nullif(range.lowest, '')::numeric, price)
                    AND price <= coalesce(nullif(range.highest, '')::numeric, price)
                    AND (NOT is_observed OR \(since)::date IS NULL OR first_day >= \(since))
                ORDER BY currency, dimension, unit_cost, place, label, id
            ) lowest
            ORDER BY product_id, currency, dimension
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

    /// Begins a statement: `near` are stores with their order and today where they are, and `size` is how much units of measure are.
    private func near(_ stores: [ReachableStore]) -> Statement {
        let days = days(at: stores)
        let near = stores.compactMap { store in days[store.timeZone].map { (store, $0) } }
        return """
            WITH near AS MATERIALIZED (
                SELECT * FROM unnest(\(near.map(\.0.id)), \(near.map(\.0.slug)), \(near.map(\.1))) WITH ORDINALITY
                    AS near (id, slug, today, place)
            ), size AS MATERIALIZED (SELECT * FROM \(Statement.unitSizes))
            """
    }

    /// Today in the time zones of stores.
    private func days(at stores: [ReachableStore]) -> [TimeZone: CalendarDay] {
        let now = clock.now
        return Set(stores.map(\.timeZone)).reduce(into: [:]) { $0[$1] = CalendarDay(of: now, in: $1) }
    }

    /// Products, whose prices are joined one after the other: sorting those of each is much faster than sorting all of them.
    private func each(of products: [UUID]) -> Statement {
        "(SELECT id AS product_id, slug FROM products WHERE id = ANY(\(products))) product"
    }

    /// Begins a query within a statement that begins with ``near(_:)``: `dated` are the prices of `product` with the day on which they
    /// end, null where it isn't known. One without a last day ends with the next such one of the same thing, and an observed one after
    /// a while.
    private func dated(at stores: [ReachableStore], observed: Observed) -> Statement {
        let slugs = stores.map(\.slug)
        let earliest = days(at: stores).values.min()?.advanced(by: -Int(observed.days))
        // In an index that has the stores of each product.
        return """
            WITH dated AS (
                SELECT price.*, near.id AS store_id, near.today, near.place,
                    coalesce(price.last_day, least(lead(price.first_day) OVER (
                        PARTITION BY price.store, price.label, price.quantity_thousandths, price.unit, price.currency,
                            price.last_day IS NULL, price.is_observed
                        ORDER BY price.first_day
                    ) - 1, CASE WHEN is_observed THEN price.first_day + \(Self.observedDays) END)) AS ends_on
                FROM (
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
                WHERE price.last_day IS NULL OR price.last_day > near.today - \(Self.days)
            )
            """
    }

    /// Begins a query as ``dated(at:observed:)`` does: `ranked` are the prices of today with what one of the common unit costs. Of as
    /// much of what a store calls alike it is the one that has an end, or else the one that began last, so that an offer takes the place
    /// of the regular price.
    private func current(at stores: [ReachableStore]) -> Statement {
        """
        \(dated(at: stores, observed: .latest)), measured AS (
            SELECT dated.*, size.dimension, quantity_thousandths * size.numerator / size.denominator AS amount,
                \(Statement.unitCost(of: "dated")) AS unit_cost
            FROM dated JOIN size USING (unit)
        ), ranked AS (
            SELECT DISTINCT ON (store_id, label, dimension, amount, currency) * FROM measured
            WHERE first_day <= today AND (ends_on IS NULL OR ends_on >= today)
            ORDER BY store_id, label, dimension, amount, currency, last_day IS NULL, first_day DESC, is_observed
        )
        """
    }
}
