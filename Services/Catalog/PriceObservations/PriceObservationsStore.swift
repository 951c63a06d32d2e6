import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// What users have paid at stores, in the database.
struct PriceObservationsStore: Sendable {
    /// A price that is as many times another as this is hardly of the same thing.
    static let farthest: Int64 = 4
    /// At how many places something has a price at least with which others are compared, and within how many days.
    static let leastCompared: Int64 = 3
    static let comparedDays = 366
    /// For how many days held observations are kept, and others.
    static let heldDays = 180
    static let keptDays = Int(StorePricesStore.days) + 60
    /// The most observations that operators see.
    private static let listLimit = 1_000

    let pool: PostgresPool
    /// The current time.
    var clock: any WallClock = SystemWallClock()

    /// Forgets old observations.
    var forgetting: ScheduledJob {
        ScheduledJob("forget old observed prices", .every(.seconds(86_400))) { _ in try await forgetOld() }
    }

    /// Deletes what is older than it is kept.
    func forgetOld() async throws {
        let today = CalendarDay(of: clock.now, in: .gmt)
        let (held, others) = (today.advanced(by: -Self.heldDays), today.advanced(by: -Self.keptDays))
        try await pool.execute("DELETE FROM price_observations WHERE week < \(others)")
        try await pool.execute("DELETE FROM price_observations WHERE state = 'held' AND week < \(held)")
    }

    /// Records observations of a week at a store: how many of them are used and how many are held. What isn't known is left out.
    func record(
        _ prices: [ObservedPrice],
        at store: UUID,
        in week: CalendarDay
    ) async throws -> (used: Int, held: Int) {
        let slugs = try await slugs(of: prices.map(\.product))
        let known = prices.compactMap { price in slugs[price.product].map { ($0, price) } }
        let states: [PriceObservationState] = try await pool.query(
            """
            WITH observed AS (
                SELECT store.slug AS store, given.* FROM unnest(
                    \(known.map(\.0)), \(known.map(\.1.price.amount.description))::text[]::numeric[],
                    \(known.map(\.1.price.currency.code)), \(known.map(\.1.quantityThousandths)),
                    \(known.map(\.1.unit.rawValue))
                ) AS given (product, price, currency, quantity_thousandths, unit)
                JOIN stores store ON store.id = \(store) AND store.withdrawn_at IS NULL
            ), \(usual(of: Array(Set(known.map(\.0))), in: week, except: store))
            INSERT INTO price_observations (store, product, week, price, currency, quantity_thousandths, unit, state)
            SELECT observed.store, observed.product, \(week), observed.price, observed.currency,
                observed.quantity_thousandths, observed.unit,
                CASE WHEN \(Statement.unitCost(of: "observed")) > usual.price * \(Self.farthest)
                    OR \(Statement.unitCost(of: "observed")) * \(Self.farthest) < usual.price THEN 'held' ELSE 'used' END
            FROM observed JOIN \(Statement.unitSizes) USING (unit)
            LEFT JOIN usual USING (product, currency, dimension)
            ORDER BY observed.product, observed.unit, observed.quantity_thousandths, observed.currency
            ON CONFLICT (product, store, week, quantity_thousandths, unit, currency)
                DO UPDATE SET price = excluded.price, state = excluded.state WHERE NOT price_observations.is_decided
            RETURNING state
            """
        ).map { try $0["state"] }
        return (states.count { $0 == .used }, states.count { $0 == .held })
    }

    /// The observations that are held, or all of a product, the latest week first.
    func observations(of product: String? = nil) async throws -> [Catalog.PriceObservation] {
        try await observations(product.map { "product = \($0)" } ?? "state = 'held'")
    }

    /// Has an observation used, or refuses it; nil where there is none.
    func decide(_ id: UUID, isUsed: Bool) async throws -> Catalog.PriceObservation? {
        let state: PriceObservationState = isUsed ? .used : .refused
        try await pool.execute(
            "UPDATE price_observations SET state = \(state), is_decided = true WHERE id = \(id)"
        )
        return try await observations("id = \(id)").first
    }

    private func observations(_ condition: Statement) async throws -> [Catalog.PriceObservation] {
        let rows = try await pool.query(
            """
            SELECT observation.*, size.dimension, store.name AS store_name, product.name AS product_name
            FROM (
                SELECT * FROM price_observations WHERE \(condition) ORDER BY week DESC, id LIMIT \(Self.listLimit)
            ) AS observation JOIN \(Statement.unitSizes) USING (unit)
            JOIN stores store ON store.slug = observation.store
            JOIN products product ON product.slug = observation.product
            ORDER BY observation.week DESC, store.name, product.name, observation.id
            """
        )
        let usual = try await usualPrices(of: Set(rows.map { try $0["product"] as String }))
        return try rows.map { row in
            let key = UsualPrice(product: try row["product"], currency: try row["currency"], unit: try row["dimension"])
            return try Catalog.PriceObservation(row, usual: usual[key])
        }
    }

    /// The slugs of shared products.
    private func slugs(of products: [UUID]) async throws -> [UUID: String] {
        let rows = try await pool.query(
            "SELECT id, slug FROM products WHERE id = ANY(\(products)) AND withdrawn_at IS NULL"
        )
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0["id"] as UUID, try $0["slug"] as String) })
    }

    // MARK: What prices are compared with

    /// What something is usually compared by.
    private struct UsualPrice: Hashable {
        let product: String
        let currency: String
        let unit: String
    }

    /// What one of the unit in which prices are compared usually costs now.
    private func usualPrices(of products: Set<String>) async throws -> [UsualPrice: ExactDecimal] {
        let today = CalendarDay(of: clock.now, in: .gmt)
        let rows = try await pool.query(
            """
            WITH \(usual(of: Array(products), in: today))
            SELECT product, currency, dimension,
                round(price * CASE dimension WHEN 'each' THEN 1000 ELSE 1000000 END, 6) AS price FROM usual
            """
        )
        let prices = try rows.map { row in
            let key = UsualPrice(product: try row["product"], currency: try row["currency"], unit: try row["dimension"])
            return (key, try row["price"] as ExactDecimal)
        }
        return Dictionary(uniqueKeysWithValues: prices)
    }

    /// `usual`: of each product and currency, and each unit in which prices are compared, the middle one of the latest prices at stores
    /// within a year before or after a day, be they operators' or observed, and of the latest averages of each region.
    /// - Parameter store: Whose observations of that week are left out, since they are to be recorded.
    private func usual(of products: [String], in week: CalendarDay, except store: UUID? = nil) -> Statement {
        let (first, last) = (week.advanced(by: -Self.comparedDays), week.advanced(by: Self.comparedDays))
        return """
            compared AS (
                SELECT product, store AS place, currency, unit, quantity_thousandths, price, first_day FROM store_prices
                WHERE product = ANY(\(products)) AND withdrawn_at IS NULL AND first_day <= \(last)
                    AND (last_day IS NULL OR last_day >= \(first))
                UNION ALL
                SELECT product, store, currency, unit, quantity_thousandths, price, week FROM price_observations
                WHERE product = ANY(\(products)) AND state = 'used' AND week BETWEEN \(first) AND \(last)
                    AND NOT (week = \(week) AND store IN (SELECT slug FROM stores WHERE id = \(store)))
                UNION ALL
                SELECT product, good.slug || ' ' || average.region, 'CAD', good.unit, good.quantity * 1000::bigint,
                    price::numeric, NULL
                FROM average_goods good
                CROSS JOIN LATERAL unnest(good.products) AS product
                JOIN average_prices average ON average.good = good.slug AND average.withdrawn_at IS NULL
                CROSS JOIN LATERAL (
                    SELECT price FROM unnest(average.prices) WITH ORDINALITY AS each (price, month)
                    WHERE price <> '' ORDER BY month DESC LIMIT 1
                ) AS latest
                WHERE good.withdrawn_at IS NULL AND product = ANY(\(products))
            ), latest AS (
                SELECT DISTINCT ON (product, currency, dimension, place) product, currency, dimension,
                    \(Statement.unitCost(of: "compared")) AS price
                FROM compared JOIN \(Statement.unitSizes) USING (unit)
                ORDER BY product, currency, dimension, place, first_day DESC
            ), usual AS (
                SELECT product, currency, dimension, percentile_disc(0.5) WITHIN GROUP (ORDER BY price) AS price
                FROM latest GROUP BY product, currency, dimension HAVING count(*) >= \(Self.leastCompared)
            )
            """
    }
}

/// A price that users have paid.
struct ObservedPrice: Sendable {
    let product: UUID
    let price: Money
    /// As much as the price is for, in thousandths of the unit.
    let quantityThousandths: Int64
    let unit: UnitOfMeasure
}

/// What becomes of an observation.
enum PriceObservationState: String, PostgresCodable, Sendable {
    case used
    /// It is far from other prices of the product.
    case held
    case refused

    var message: Catalog.PriceObservationState {
        switch self {
        case .used: .used
        case .held: .held
        case .refused: .refused
        }
    }
}

extension Catalog.PriceObservation {
    /// - Parameter usual: What one of the unit in which it is compared usually costs.
    fileprivate init(_ row: Row, usual: ExactDecimal?) throws {
        guard let currency = Currency(code: try row["currency"]), let unit = UnitOfMeasure(rawValue: try row["unit"])
        else { throw PostgresError(.decoding, "an observation has an unknown currency or unit") }
        let price = try Money(exactly: try row["price"], currency: currency)
        let (quantity, week): (Int64, CalendarDay) = (try row["quantity_thousandths"], try row["week"])
        let comparison = unit.dimension.comparisonUnit
        let state: PriceObservationState = try row["state"]
        let id: UUID = try row["id"]
        self.init(
            id: id.canonical,
            store: try row["store"],
            product: try row["product"],
            storeName: try row["store_name"],
            productName: try row["product_name"],
            week: week.text,
            quantity: ExactDecimal(quantity, scale: 3).normalized.description,
            unit: unit.rawValue,
            price: Common.Money(minorUnits: price.minorUnits, currency: currency.code),
            unitPrice: try UnitPrice(of: price, for: Quantity(thousandths: quantity, unit), per: comparison)
                .rounded().description,
            usualUnitPrice: try usual.map {
                try Rational($0).rounded(toScale: currency.minorDigits + 2).description
            } ?? "",
            comparisonUnit: comparison.rawValue,
            state: state.message
        )
    }
}
