import CatalogDomain
import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import Geography
import PersonalMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_catalog

/// Requirement CAT-03, of stores that only their owner knows.
@Suite("A user's own stores", .timeLimit(.minutes(5)))
struct OwnStoreTests {
    /// Where the user of the tests lives, and a point 111 m north of it.
    private static let home = Common.Location(49.6012, -119.6763)
    private static let near = Common.Location(49.6022, -119.6763)

    /// Runs `body` with a user who lives where the first store of the town is.
    private func with(_ body: (CatalogTestEnvironment) async throws -> Void) async throws {
        try await CatalogTestEnvironment.run { environment in
            environment.areas.set(49.6012, -119.6763, radius: 2_000, of: environment.user)
            try await body(environment)
        }
    }

    @Test("are listed to their owner alone, with where they are once that is said, until it is taken back")
    func listed() async throws {
        try await with { environment in
            let (user, other) = (environment.user, UUID())
            let corner = try await environment.make("Corner Shop", "1 Elm Road")
            let stall = try await environment.make("Fruit Stall", "")
            _ = try await environment.make("Corner Shop", "1 Elm Road", for: other)
            _ = try await environment.resolveStore("Juniper Street Market", "14 Juniper Street, Fernhollow BC V0X 1Z0")
            #expect(Set(try await environment.listOwn().map(\.id)) == [corner.id, stall.id])
            #expect(try await environment.listOwn().allSatisfy { $0.location == nil })

            let placed = try await environment.locate(corner.id, Self.near)
            #expect(placed == .init(id: corner.id, name: "Corner Shop", address: "1 Elm Road", location: Self.near))
            #expect(try await environment.listOwn().first { $0.id == corner.id } == placed)
            #expect(try await environment.listOwn(of: other).map(\.location) == [nil])
            // The same receipt finds it, with where it is.
            #expect(try await environment.resolveStore("CORNER SHOP", "1 Elm Rd.").store == placed)
            #expect(try await environment.locate(corner.id, Self.home).location == Self.home)
            #expect(try await environment.locate(corner.id, nil).location == nil)
            // Saying so again is no mistake.
            #expect(try await environment.locate(corner.id, nil) == corner)
            #expect(try await environment.listOwn(of: user).allSatisfy { $0.location == nil })
        }
    }

    @Test("are not created without end, and found again where there is no room for others")
    func limit() async throws {
        try await with { environment in
            let store = StoresStore(pool: environment.pool, sealing: environment.sealing, limit: 2)
            func make(_ name: String) async throws -> Bool {
                let printed = try PrintedStore(validating: .init(userID: environment.user.canonical, name: name))
                return try await store.make(printed, at: nil).isCreated
            }
            for name in ["Corner Shop", "Fruit Stall"] { #expect(try await make(name)) }
            let full = try await failure { _ = try await make("Kiosk") }
            #expect(full.code == .failedPrecondition && full.reason == "TOO_MANY_STORES")
            #expect(try await !make("Corner Shop"))
        }
    }

    @Test("can be placed by nobody else, and nowhere but on the earth")
    func refused() async throws {
        try await with { environment in
            let theirs = try await environment.make("Corner Shop", "1 Elm Road", for: UUID())
            let shared = try #require(try environment.catalog.snapshot.stores.first).id.canonical
            for id in [theirs.id, shared, UUID().canonical] {
                for location in [Self.near, nil] {
                    let missing = try await failure { _ = try await environment.locate(id, location) }
                    #expect(missing.code == .notFound)
                }
            }
            // No key was made for somebody of whom nothing is stored.
            #expect(try await environment.count("person_keys") == 1)
            let wrong = try await failure { _ = try await environment.locate("corner", .init(91, 0)) }
            #expect(wrong.code == .invalidArgument)
            #expect(wrong.fieldViolations.map(\.field) == ["store_id", "location"])
            let own = try await environment.make("Corner Shop", "1 Elm Road")
            let far = try await failure { _ = try await environment.locate(own.id, .init(0, 180.000001)) }
            #expect(far.fieldViolations.map(\.field) == ["location"])
            #expect(try await environment.listOwn().map(\.location) == [nil])
        }
    }

    @Test("are found nearby among the others by distance and choice, once it is known where they are")
    func found() async throws {
        try await with { environment in
            let corner = try await environment.make("Corner Shop", "1 Elm Road")
            let far = try await environment.make("Far Shop", "9 Elm Road")
            let theirs = try await environment.make("Their Shop", "1 Oak Road", for: UUID())
            #expect(try await environment.find().stores.map(\.own) == [false, false])
            _ = try await environment.locate(corner.id, Self.near)
            _ = try await environment.locate(far.id, .init(49.7012, -119.6763))
            let names = ["Juniper Street Market", "Corner Shop", "Fernhollow Co-op Foods"]
            let found = try await environment.find()
            #expect(found.stores.map(\.store?.name) == names && found.more == 0)
            let own = found.stores[1]
            #expect(own.own && own.distanceMetres == 111 && own.store?.location == Self.near)
            #expect(own.kind.isEmpty && own.openness == .unknown && own.closesAt == nil)
            let wide = try await environment.find(.init(radiusMetres: 20_000))
            #expect(wide.stores.last?.store?.id == far.id)
            let two = try await environment.find(.init(radiusMetres: 20_000, limit: 2))
            #expect(two.stores.map(\.store?.name) == Array(names.prefix(2)) && two.more == 2)
            #expect(!wide.stores.contains { $0.store?.id == theirs.id })

            environment.areas.choose(preferred: [corner.id], of: environment.user)
            let preferred = try #require(try await environment.find().stores.first)
            #expect(preferred.store?.id == corner.id && preferred.preferred)
            environment.areas.choose(ignored: [corner.id], of: environment.user)
            #expect(try await environment.find().stores.count == 2)
            let ignored = try #require(try await environment.find(.init(withIgnored: true)).stores.last)
            #expect(ignored.store?.id == corner.id && ignored.ignored)

            environment.areas.choose(of: environment.user)
            _ = try await environment.locate(corner.id, nil)
            #expect(try await environment.find().stores.count == 2)
        }
    }

    @Test("are none of the stores whose prices are compared")
    func prices() async throws {
        try await with { environment in
            let corner = try await environment.make("Corner Shop", "1 Elm Road")
            _ = try await environment.locate(corner.id, Self.near)
            let prices = try await environment.storePrices.findStorePrices(
                .init(productID: try await environment.product("milk")),
                context: .user(environment.user)
            )
            #expect(prices.stores == 2)
        }
    }

    @Test("are where a known store or eatery is that has the same address, with a postal code")
    func address() async throws {
        try await CatalogTestEnvironment.run(
            TestReferenceData.files([
                "eateries.csv": TestReferenceData.eateries.replacing("9 Hill Road", with: "9 Hill Road V0X 1Z0")
            ])
        ) { environment in
            let market = try await environment.make("Zabala", "14 Juniper St. Fernhollow BC V0X 1Z0")
            #expect(market.location == .init(49.6012, -119.6763))
            let diner = try await environment.make("Far Out", "9 Hill Road V0X 1Z0")
            #expect(diner.location == .init(49.61, -119.70))
            // There is such a street in many towns.
            #expect(try await environment.make("Café", "1 Main Street").location == nil)
            // What its owner has taken back stays so.
            _ = try await environment.locate(market.id, nil)
            let again = try await environment.resolveStore("Zabala", "14 Juniper St. Fernhollow BC V0X 1Z0")
            #expect(!again.created && again.store?.id == market.id && again.store?.location == nil)
        }
    }

    @Test("are encrypted with where they are, each place for its row, and exported")
    func sealed() async throws {
        try await with { environment in
            let corner = try await environment.make("Corner Shop", "1 Elm Road")
            let stall = try await environment.make("Fruit Stall", "2 Elm Road")
            _ = try await environment.locate(corner.id, Self.near)
            _ = try await environment.locate(stall.id, Self.home)
            let packed = try #require(Coordinates(Self.near)).stored
            let stored: [[UInt8]] = try await environment.pool.query(
                "SELECT location_sealed FROM user_stores WHERE user_id = \(environment.user)"
            ).map { try $0["location_sealed"] }
            let readable = stored.filter { $0.contains(packed) }
            #expect(stored.count == 2 && readable.isEmpty)
            let exported = try await environment.export()
            #expect(exported.contains("49602200") && exported.contains("-119676300"))

            try await environment.pool.execute(
                """
                UPDATE user_stores AS one SET location_sealed = other.location_sealed FROM user_stores AS other
                WHERE one.user_id = \(environment.user) AND other.user_id = one.user_id AND other.id <> one.id
                """
            )
            await #expect(throws: EncryptionError.unreadable) { _ = try await environment.listOwn() }
        }
    }
}

extension CatalogTestEnvironment {
    /// A store that a receipt names and that the catalog doesn't know.
    fileprivate func make(_ name: String, _ address: String, for user: UUID? = nil) async throws -> Catalog.Store {
        let answer = try await resolveStore(name, address, for: user)
        guard answer.created, let store = answer.store else { throw TestSupportError("\(name) is known") }
        return store
    }

    fileprivate func listOwn(of user: UUID? = nil) async throws -> [Catalog.Store] {
        try await stores.listOwnStores(.init(), context: .user(user ?? self.user)).stores
    }

    fileprivate func locate(_ id: String, _ location: Common.Location?) async throws -> Catalog.Store {
        try await stores.setOwnStoreLocation(.init(storeID: id, location: location), context: .user(user))
    }

    /// What an export has of the user.
    fileprivate func export() async throws -> String {
        var records = ""
        try await PersonalExport(.catalog(mappings), in: pool).read(user, in: .english) { part in
            if case .record(let record) = part { records += record }
        }
        return records
    }

    fileprivate func find(_ request: Catalog.FindStoresRequest = .init()) async throws -> Catalog.FindStoresResponse {
        try await stores.findStores(request, context: .user(user))
    }
}
