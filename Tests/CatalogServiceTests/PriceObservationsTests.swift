import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_catalog

/// Requirement CAT-07.
@Suite("Observed prices", .timeLimit(.minutes(5)))
struct PriceObservationsTests {
    /// 2026-11-27, a Friday.
    private static let now = Date(timeIntervalSince1970: 1_795_761_000)
    private static let storeHeader =
        "slug,name,kind,address,latitude,longitude,time_zone,phone,monday,tuesday,wednesday,thursday,friday,saturday,sunday\n"
    private static let header = "store,product,label,price,currency,quantity,unit,first_day,last_day\n"

    /// Runs `body` with a user who lives in town, at a known time.
    private func with(_ body: (CatalogTestEnvironment) async throws -> Void) async throws {
        try await CatalogTestEnvironment.run { environment in
            var environment = environment
            environment.clock = ManualWallClock(now: Self.now)
            environment.areas.set(49.6012, -119.6763, radius: 2_000, of: environment.user)
            try await body(environment)
        }
    }

    @Test("are prices at stores for four weeks after theirs, unless another is observed or an operator's is newer")
    func current() async throws {
        try await with { environment in
            try await environment.take(
                Self.header + "juniper,milk,,6.00,CAD,2000,ml,2026-01-01,\n",
                into: "store_prices"
            )
            try await environment.observe(490, week: "2026-10-19")
            try await environment.observe(520, week: "2026-11-16")
            #expect(
                try await environment.shown() == [
                    "5.20 of 2026-11-16 to 2026-11-22 observed true", "4.90 of 2026-10-19 to 2026-10-25 observed false",
                ]
            )
            // An offer that began later.
            try await environment.take(
                Self.header + "juniper,milk,,4.00,CAD,2,l,2026-11-20,2026-11-30\n",
                into: "store_prices"
            )
            #expect(try await environment.shown().first == "4.00 of 2026-11-20 to 2026-11-30 false true")
            var later = environment
            later.clock = ManualWallClock(now: Self.now + 20 * 86_400)
            #expect(try await later.shown().first == "5.20 of 2026-11-16 to 2026-11-22 observed true")
            later.clock = ManualWallClock(now: Self.now + 25 * 86_400)
            #expect(try await later.shown().first == "6.00 of 2026-01-01 to  false true")
        }
    }

    @Test("that are far from others are held and used by nobody until an operator decides, whose word stands")
    func held() async throws {
        try await with { environment in
            // Averages are of 2.60, 2.99 and 3.08 for a litre: what is more than four times the middle one is far from it.
            #expect(try await environment.observe(2_393, week: "2026-10-19") == .init(held: 1))
            #expect(try await environment.observe(2_392, at: "co-op", week: "2026-10-19") == .init(used: 1))
            _ = try await environment.decide(try #require(try await environment.held().first).id, used: false)
            for (week, price) in [("2026-10-26", 500), ("2026-11-02", 520), ("2026-11-09", 480)] {
                #expect(try await environment.observe(Int64(price), week: week) == .init(used: 1))
            }
            // Of each store the latest counts.
            #expect(try await environment.observe(2_393, week: "2026-11-16") == .init(held: 1))
            #expect(try await environment.observe(149, at: "co-op", week: "2026-11-16") == .init(held: 1))
            #expect(try await environment.observe(150, at: "co-op", week: "2026-11-09") == .init(used: 1))
            var listed = try await environment.held()
            #expect(listed.map(\.unitPrice) == ["0.7450", "11.9650"])
            #expect(listed.map(\.usualUnitPrice) == ["2.6000", "2.6000"])
            let other = try #require(listed.last)
            #expect(listed.allSatisfy { $0.state == .held })
            #expect((other.store, other.product, other.week) == ("juniper", "milk", "2026-11-16"))
            #expect((other.quantity, other.unit, other.comparisonUnit) == ("2", "l", "l"))
            #expect(other.price == .init(minorUnits: 2_393, currency: "CAD"))
            #expect(try await !environment.shown().contains { $0.contains("23.93") || $0.contains("1.49") })

            _ = try await environment.decide(listed[0].id, used: false)
            let used = try await environment.decide(other.id, used: true)
            #expect(used.id == other.id)
            #expect(try await environment.held().isEmpty)
            #expect(try await environment.shown().contains("23.93 of 2026-11-16 to 2026-11-22 observed true"))
            #expect(try await environment.observe(2_393, week: "2026-11-16") == .init())
            #expect(try await environment.observe(500, at: "co-op", week: "2026-11-16") == .init())
            // What is used can be taken down, also twice.
            for _ in 0..<2 { #expect(try await environment.decide(other.id, used: false).state == .refused) }
            #expect(try await !environment.shown().contains { $0.contains("23.93") })
            let all = try await environment.listed("milk")
            #expect(all.count == 8 && all.count { $0.state == .refused } == 3)
            #expect(try await environment.listed("cheddar").isEmpty)
            let unknown = try await failure { _ = try await environment.decide(UUID().canonical, used: true) }
            #expect(unknown.code == .notFound)
            listed = try await environment.held()
            #expect(listed.isEmpty)
        }
    }

    @Test("are compared with operators' prices and averages of any pack, and not with those of other currencies")
    func compared() async throws {
        try await with { environment in
            func observe(_ amount: Int64, week: String) async throws -> Catalog.RecordPriceObservationsResponse {
                try await environment.observe(amount, of: "cheddar", week: week)
            }
            let store = "third,Third Store,grocery,3 Road,49.600000,-119.600000,America/Vancouver,,,,,,,,\n"
            try await environment.take(Self.storeHeader + store, into: "stores")
            let rows = [
                "juniper,cheddar,,1.00,USD,2,l", "co-op,cheddar,,2.50,CAD,1,gal US", "third,cheddar,,2.50,CAD,500,ml",
            ]
            try await environment.take(Self.header + rows.map { "\($0),2026-11-01,\n" }.joined(), into: "store_prices")
            // There is not enough to compare with.
            #expect(try await observe(9_999, week: "2026-11-02") == .init(used: 1))
            try await environment.take(
                Self.header + "juniper,cheddar,,2.50,CAD,1,l,2026-11-10,\n",
                into: "store_prices"
            )
            #expect(try await observe(9_999, week: "2026-11-16") == .init(held: 1))
            // What is there already isn't what it is compared with, nor does it become another one.
            #expect(try await observe(9_999, week: "2026-11-16") == .init(held: 1))
            #expect(try await environment.count("price_observations") == 2)
            #expect(try await observe(510, week: "2026-11-16") == .init(used: 1))
            #expect(try await environment.shown("cheddar").contains { $0.hasPrefix("5.10") })
        }
    }

    @Test("keep no field, time or order of anybody")
    func joins() async throws {
        try await with { environment in
            let columns = try await environment.pool.query(
                """
                SELECT column_name::text || ' ' || data_type AS field FROM information_schema.columns
                WHERE table_name = 'price_observations' ORDER BY ordinal_position
                """
            ).map { try $0["field"] as String }
            // The week is the only time, and the identifier is random.
            #expect(
                columns == [
                    "id uuid", "store text", "product text", "week date", "price numeric", "currency text",
                    "quantity_thousandths bigint", "unit text", "state text", "is_decided boolean",
                ]
            )
            let (milk, cheddar) = (try await environment.product("milk"), try await environment.product("cheddar"))
            for order in [[milk, cheddar], [cheddar, milk]] {
                try await environment.pool.execute("DELETE FROM price_observations")
                _ = try await environment.observations.recordPriceObservations(
                    .init(
                        storeID: try await environment.store("juniper"),
                        week: "2026-11-16",
                        prices: order.map { CatalogTestEnvironment.price(500, of: $0) }
                    ),
                    context: .service
                )
                let stored = try await environment.pool.query("SELECT product FROM price_observations ORDER BY ctid")
                #expect(try stored.map { try $0["product"] as String } == ["cheddar", "milk"])
            }
        }
    }

    @Test("are refused with what is wrong, leave out what is unknown, and are forgotten after three years")
    func refused() async throws {
        try await with { environment in
            let wrong = try await failure {
                _ = try await environment.observations.recordPriceObservations(
                    .init(
                        storeID: "x",
                        week: "2026-11-17",
                        prices: Array(repeating: CatalogTestEnvironment.price(0, of: "x"), count: 501)
                    ),
                    context: .service
                )
            }
            #expect(wrong.fieldViolations.map(\.field) == ["store_id", "week", "prices", "prices"])
            let milk = try await environment.product("milk")
            let twice = try await failure {
                _ = try await environment.observations.recordPriceObservations(
                    .init(
                        storeID: UUID().canonical,
                        week: "2026-11-16",
                        prices: [500, 510].map { CatalogTestEnvironment.price($0, of: milk) }
                    ),
                    context: .service
                )
            }
            #expect(twice.fieldViolations.map(\.field) == ["prices"])
            let unknown = try await environment.observations.recordPriceObservations(
                .init(
                    storeID: UUID().canonical,
                    week: "2026-11-16",
                    prices: [CatalogTestEnvironment.price(500, of: milk)]
                ),
                context: .service
            )
            #expect(unknown == .init())
            let invalid = try await failure { _ = try await environment.decide("x", used: true) }
            #expect(invalid.fieldViolations.map(\.field) == ["observation_id"])

            try await environment.observe(500, week: "2026-11-16")
            try await environment.observe(500, week: "2023-01-02")
            try await environment.observationsStore.forgetOld()
            #expect(try await environment.count("price_observations") == 1)
        }
    }
}

extension CatalogTestEnvironment {
    fileprivate var observationsStore: PriceObservationsStore { PriceObservationsStore(pool: pool, clock: clock) }
    fileprivate var observations: PriceObservationsService { PriceObservationsService(store: observationsStore) }

    fileprivate func store(_ slug: String) async throws -> String {
        let id: UUID = try await pool.query("SELECT id FROM stores WHERE slug = \(slug)")[0]["id"]
        return id.canonical
    }

    fileprivate static func price(_ amount: Int64, of product: String) -> Catalog.ObservedPrice {
        Catalog.ObservedPrice(
            productID: product,
            quantityThousandths: 2_000,
            unit: "l",
            price: .init(minorUnits: amount, currency: "CAD")
        )
    }

    /// Records what two litres of something cost at a store.
    @discardableResult
    fileprivate func observe(
        _ amount: Int64,
        of product: String = "milk",
        at slug: String = "juniper",
        week: String
    ) async throws -> Catalog.RecordPriceObservationsResponse {
        try await observations.recordPriceObservations(
            .init(
                storeID: try await store(slug),
                week: week,
                prices: [Self.price(amount, of: try await self.product(product))]
            ),
            context: .service
        )
    }

    fileprivate func held() async throws -> [Catalog.PriceObservation] { try await listed("") }

    /// All of a product; those that are held without one.
    fileprivate func listed(_ product: String) async throws -> [Catalog.PriceObservation] {
        try await observations.listPriceObservations(.init(product: product), context: .user(user)).observations
    }

    fileprivate func decide(_ id: String, used: Bool) async throws -> Catalog.PriceObservation {
        try await observations.decidePriceObservation(.init(observationID: id, used: used), context: .user(user))
    }

    /// What is shown of the prices of a product.
    fileprivate func shown(_ slug: String = "milk") async throws -> [String] {
        let found = try await storePrices.findStorePrices(
            .init(productID: try await product(slug)),
            context: .user(user)
        )
        return found.prices.map { price in
            let amount = (price.price?.minorUnits ?? 0) % 100
            let units = "\((price.price?.minorUnits ?? 0) / 100).\(amount < 10 ? "0" : "")\(amount)"
            return
                "\(units) of \(price.firstDay) to \(price.lastDay) \(price.observed ? "observed" : "false") \(price.current)"
        }
    }
}
