import CatalogDomain
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Geography
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_catalog

/// Requirements CAT-03 and CAT-08, and the comparison of CAT-09.
@Suite("Stores and prices in reach", .timeLimit(.minutes(5)))
struct StorePricesTests {
    /// 2026-11-27, 06:30 in UTC: still the day before in Vancouver.
    private static let now = Date(timeIntervalSince1970: 1_795_761_000)
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

    @Test("are the stores that a computation over all of them finds, preferred ones first and ignored ones left out")
    func reference() async throws {
        try await with { environment in
            let seed = UInt64.random(in: 0...UInt64.max)
            var generator = SeededGenerator(seed: seed)
            let hours = Array(repeating: "", count: 7).joined(separator: ",")
            let lines = (0..<300).map { number in
                let latitude = Double.random(in: 49.5...49.7, using: &generator)
                let longitude = Double.random(in: -119.8 ... -119.5, using: &generator)
                let place = String(format: "%.6f,%.6f", latitude, longitude)
                return "random-\(number),Store \(number),grocery,\(number) Road,\(place),America/Vancouver,,\(hours)\n"
            }
            let header =
                "slug,name,kind,address,latitude,longitude,time_zone,phone,monday,tuesday,wednesday,thursday,friday,saturday,sunday\n"
            try await environment.take(header + lines.joined(), into: "stores")
            let home = try #require(
                Coordinates(latitudeMicrodegrees: 49_601_200, longitudeMicrodegrees: -119_676_300)
            )
            let all = try await environment.pool.query(
                "SELECT id, latitude_microdegrees, longitude_microdegrees FROM stores WHERE withdrawn_at IS NULL"
            ).map { row -> (id: UUID, distance: Double) in
                let place = try #require(
                    Coordinates(
                        latitudeMicrodegrees: try row["latitude_microdegrees"],
                        longitudeMicrodegrees: try row["longitude_microdegrees"]
                    )
                )
                return (try row["id"], home.distance(to: place).rounded())
            }
            for radius in [300, 2_000, 7_500] {
                environment.areas.set(49.6012, -119.6763, radius: UInt32(radius), of: environment.user)
                let inside = all.filter { $0.distance <= Double(radius) }.map(\.id.canonical)
                let (preferred, ignored) = (Set(inside.prefix(3)), Set(inside.dropFirst(3).prefix(3)))
                environment.areas.choose(
                    preferred: Array(preferred),
                    ignored: Array(ignored),
                    of: environment.user
                )
                let found = try await environment.find(.init(limit: 200))
                let ids = found.stores.compactMap(\.store?.id)
                #expect(Set(ids) == Set(inside).subtracting(ignored) && ids.count == Set(ids).count, "seed \(seed)")
                #expect(Set(ids.prefix(preferred.count)) == preferred)
                let others = found.stores.dropFirst(preferred.count).map(\.distanceMetres)
                #expect(others == others.sorted() && found.radiusMetres == UInt32(radius) && found.more == 0)
                let withIgnored = try await environment.find(.init(limit: 200, withIgnored: true)).stores
                #expect(Set(withIgnored.suffix(ignored.count).compactMap(\.store?.id)) == ignored)
                #expect(withIgnored.filter(\.ignored).count == ignored.count)
            }
        }
    }

    @Test("are asked for around another point, which needs no home place; without either it is said what is missing")
    func points() async throws {
        try await with { environment in
            let elsewhere = UUID()
            let missing = try await failure { _ = try await environment.find(.init(), of: elsewhere) }
            #expect(missing.code == .failedPrecondition && missing.reason == .homePlaceMissing)
            #expect(missing.message.contains("profile"))
            let near = try await environment.find(.init(near: .init(49.6054, -119.6712)), of: elsewhere)
            #expect(near.stores.map(\.store?.name) == ["Fernhollow Co-op Foods", "Juniper Street Market"])
            #expect(near.stores.map(\.distanceMetres) == [0, 594] && near.radiusMetres == 5_000)
            #expect(near.stores[0].kind == "supermarket" && near.stores[0].phone == "250-555-0102")
            // 22:30 on Thursday in Vancouver.
            #expect(near.stores.map(\.openness) == [.closed, .closed])
            let one = try await environment.find(.init(near: .init(49.6054, -119.6712), limit: 1), of: elsewhere)
            #expect(one.stores.count == 1 && one.more == 1)
            let none = try await environment.find(.init(near: .init(0, 0), radiusMetres: 100), of: elsewhere)
            #expect(none.stores.isEmpty && none.radiusMetres == 100)
            let wrong = try await failure {
                _ = try await environment.find(.init(near: .init(91, 0), radiusMetres: 99, limit: 201))
            }
            #expect(wrong.fieldViolations.map(\.field) == ["near", "radius_metres", "limit"])
        }
    }

    @Test("cost what operators' files say: today's prices by their common unit, then former ones, and none to come")
    func prices() async throws {
        try await with { environment in
            try await environment.take(
                Self.header + """
                    juniper,milk,,5.20,CAD,2,l,2026-11-01,
                    juniper,milk,Meadow,4.70,CAD,1,gal US,2026-11-01,
                    co-op,milk,,6.00,CAD,2,l,2026-10-01,
                    co-op,milk,,5.50,CAD,2,l,2026-11-10,
                    co-op,milk,,3.90,CAD,2,l,2026-11-20,2026-11-26
                    juniper,milk,,0.10,CAD,2,l,2026-11-27,
                    juniper,milk,,1.00,CAD,2,l,2020-01-01,2020-02-01
                    juniper,cheddar,,9.00,CAD,1,dozen,2026-11-01,

                    """,
                into: "store_prices"
            )
            let found = try await environment.prices(of: "milk")
            #expect(
                found.prices.map(StorePricesTests.text) == [
                    // 4.70 for 3.785411784 l; the offer of a store in place of its regular price; the one from tomorrow on is left out.
                    "juniper Meadow 1.2416/l since 2026-11-01 until  true",
                    "co-op  1.9500/l since 2026-11-20 until 2026-11-26 true",
                    "juniper  2.6000/l since 2026-11-01 until 2026-11-26 true",
                    "co-op  3.0000/l since 2026-10-01 until 2026-11-09 false",
                ]
            )
            #expect(found.stores == 2 && found.radiusMetres == 2_000)
            #expect(found.prices[0].price == .init(minorUnits: 470, currency: "CAD"))
            #expect((found.prices[0].quantity, found.prices[0].unit) == ("1", "gal US"))
            let dozen = try await environment.prices(of: "cheddar").prices
            #expect(dozen.map(\.unitPrice) == ["0.7500"] && dozen[0].comparisonUnit == "each")
            // Eight hours later it is the next day there.
            var later = environment
            later.clock = ManualWallClock(now: Self.now + 8 * 3_600)
            let next = try await later.prices(of: "milk").prices
            #expect(next.filter(\.current).map(\.unitPrice) == ["0.0500", "1.2416", "2.7500"])
        }
    }

    @Test("are those of stores in reach that aren't ignored, and none is of a withdrawn row")
    func reach() async throws {
        try await with { environment in
            try await environment.take(
                Self.header + "juniper,milk,,5.20,CAD,2,l,2026-11-01,\nco-op,milk,,5.00,CAD,2,l,2026-11-01,\n",
                into: "store_prices"
            )
            let juniper = try #require(try environment.catalog.snapshot.stores.last).id.canonical
            #expect(try await environment.prices(of: "milk").prices.count == 2)
            environment.areas.choose(ignored: [juniper], of: environment.user)
            #expect(try await environment.prices(of: "milk").prices.count == 1)
            environment.areas.choose(of: environment.user)
            environment.areas.set(49.6012, -119.6763, radius: 100, of: environment.user)
            let near = try await environment.prices(of: "milk")
            #expect(near.prices.map(\.store?.store?.name) == ["Juniper Street Market"] && near.stores == 1)
            let key = try await environment.tables.listReferenceRows(
                .init(table: "store_prices", keyPrefix: "juniper"),
                context: .user(environment.user)
            ).rows[0].key
            _ = try await environment.tables.withdrawReferenceRow(
                .init(table: "store_prices", key: key),
                context: .user(environment.user)
            )
            #expect(try await environment.prices(of: "milk").prices.isEmpty)
        }
    }

    @Test("of equal prices name the preferred store first, and then the nearest")
    func ties() async throws {
        try await with { environment in
            try await environment.take(
                Self.header + "juniper,milk,,2.60,CAD,1,l,2026-11-01,\nco-op,milk,,5.20,CAD,2,l,2026-11-01,\n",
                into: "store_prices"
            )
            #expect(try await environment.prices(of: "milk").prices.first?.store?.distanceMetres == 0)
            let snapshot = try environment.catalog.snapshot
            let coop = try #require(snapshot.storeMessages.values.first { $0.name.contains("Co-op") }).id
            environment.areas.choose(preferred: [coop], of: environment.user)
            let first = try #require(try await environment.prices(of: "milk").prices.first?.store)
            #expect(first.preferred && first.store?.id == coop)
            let lowest = try await environment.lowest(of: ["milk"])
            #expect(lowest.prices.map(\.store?.store?.id) == [coop])
        }
    }

    @Test("are for budget the lowest of each product, currency and common unit")
    func lowest() async throws {
        try await with { environment in
            try await environment.take(
                Self.header + """
                    juniper,milk,,5.20,CAD,2,l,2026-11-01,
                    co-op,milk,,5.00,CAD,2,l,2026-11-01,
                    co-op,milk,,3.00,USD,2,l,2026-11-01,
                    co-op,milk,Powder,6.00,CAD,500,g,2026-11-01,
                    juniper,tomatoes,,2.00,CAD,1,lb,2026-11-01,
                    co-op,cheddar,,2.00,CAD,1,each,2026-12-01,

                    """,
                into: "store_prices"
            )
            let found = try await environment.lowest(of: ["milk", "tomatoes", "cheddar"])
            #expect(found.hasHome)
            #expect(
                Set(found.prices.map { "\($0.price?.currency ?? "") \($0.unitPrice)/\($0.comparisonUnit)" }) == [
                    "CAD 2.5000/l", "USD 1.5000/l", "CAD 12.0000/kg", "CAD 4.4092/kg",
                ]
            )
            // What may cost something else is left out, in that currency alone.
            let dear = try await environment.lowest(of: ["milk", "tomatoes"], within: ("milk", 501, 0))
            #expect(
                Set(dear.prices.map { "\($0.price?.currency ?? "") \($0.unitPrice)/\($0.comparisonUnit)" }) == [
                    "CAD 2.6000/l", "USD 1.5000/l", "CAD 12.0000/kg", "CAD 4.4092/kg",
                ]
            )
            let none = try await environment.lowest(of: ["milk"], within: ("milk", 521, 599))
            #expect(none.prices.map(\.price?.currency) == ["USD"])
            let exact = try await environment.lowest(of: ["milk"], within: ("milk", 500, 520))
            #expect(exact.prices.filter { $0.price?.currency == "CAD" }.map(\.unitPrice) == ["2.5000"])
            let stranger = try await environment.lowest(of: ["milk"], for: UUID())
            #expect(!stranger.hasHome && stranger.prices.isEmpty)
            let wrong = try await failure {
                _ = try await environment.storePrices.findLowestPrices(
                    .init(userID: "x", productIDs: Array(repeating: "", count: 301), ranges: [.init()]),
                    context: .service
                )
            }
            #expect(wrong.fieldViolations.map(\.field) == ["user_id", "product_ids", "ranges"])
        }
    }

    @Test("of an unknown product are not found, and of a user's own there are none")
    func unknownProducts() async throws {
        try await with { environment in
            let unknown = try await failure {
                _ = try await environment.storePrices.findStorePrices(
                    .init(productID: UUID().canonical),
                    context: .user(environment.user)
                )
            }
            #expect(unknown.code == .notFound)
            let product = try await environment.products.createProduct(
                .init(product: .init(name: "Grandmother's jam", categorySlug: "other", defaultUnit: "each")),
                context: .user(environment.user)
            ).product
            let id = try #require(product?.id)
            func ask(_ user: UUID) async throws -> Catalog.FindStorePricesResponse {
                try await environment.storePrices.findStorePrices(.init(productID: id), context: .user(user))
            }
            #expect(try await ask(environment.user).prices.isEmpty)
            let stranger = try await failure { _ = try await ask(UUID()) }
            #expect(stranger.code == .notFound)
        }
    }

    private static func text(_ price: Catalog.StorePrice) -> String {
        let store = price.store?.store?.name.contains("Juniper") == true ? "juniper" : "co-op"
        return """
            \(store) \(price.label) \(price.unitPrice)/\(price.comparisonUnit) since \(price.firstDay) \
            until \(price.lastDay) \(price.current)
            """
    }
}

extension CatalogTestEnvironment {
    fileprivate func find(
        _ request: Catalog.FindStoresRequest,
        of user: UUID? = nil
    ) async throws -> Catalog.FindStoresResponse {
        try await stores.findStores(request, context: .user(user ?? self.user))
    }

    fileprivate func prices(of slug: String) async throws -> Catalog.FindStorePricesResponse {
        try await storePrices.findStorePrices(.init(productID: try await product(slug)), context: .user(user))
    }

    /// - Parameter range: What a product may cost in Canadian dollars, in cents.
    fileprivate func lowest(
        of slugs: [String],
        within range: (slug: String, lowest: Int64, highest: Int64)? = nil,
        for user: UUID? = nil
    ) async throws -> Catalog.FindLowestPricesResponse {
        var ids: [String] = []
        for slug in slugs { ids.append(try await product(slug)) }
        var ranges: [Catalog.PriceRange] = []
        if let range {
            ranges.append(
                .init(
                    productID: try await product(range.slug),
                    currency: "CAD",
                    lowestMinor: range.lowest,
                    highestMinor: range.highest
                )
            )
        }
        return try await storePrices.findLowestPrices(
            .init(userID: (user ?? self.user).canonical, productIDs: ids, ranges: ranges),
            context: .service
        )
    }
}
