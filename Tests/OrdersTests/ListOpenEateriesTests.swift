import CommonMessages
import Foundation
import Foundations
import NIOCore
import OrdersMessages
import Postgres
import PostgresTestSupport
import RPC
import Testing

@testable import larder_orders

@Suite("Listing open eateries", .timeLimit(.minutes(5)))
struct ListOpenEateriesTests {
    private let town = OrdersTestEnvironment.town

    @Test("reports all violations of a request")
    func invalidRequest() async throws {
        try await OrdersTestEnvironment.run { environment in
            let nowhere = try await environment.refusal(of: .init(radiusMetres: 50_001, limit: 101))
            #expect(nowhere.code == .invalidArgument)
            #expect(nowhere.fieldViolations.map(\.field) == ["radius_metres", "limit", "near"])
            let beyond = Common.Location(latitudeMicrodegrees: 90_000_001, longitudeMicrodegrees: 0)
            let status = try await environment.refusal(of: .init(near: beyond, radiusMetres: -1, limit: -1))
            #expect(status.fieldViolations.map(\.field) == ["radius_metres", "limit", "near"])
        }
    }

    @Test("rejects a location outside every area, naming the nearest one")
    func outside() async throws {
        try await OrdersTestEnvironment.run { environment in
            try await environment.pool.execute(
                """
                INSERT INTO operating_areas (name, time_zone, latitude_microdegrees, longitude_microdegrees, radius_metres)
                VALUES ('Nullport', 'Etc/GMT', 0, 0, 1000)
                """
            )
            let vancouver = Common.Location(latitudeMicrodegrees: 49_282_000, longitudeMicrodegrees: -123_121_000)
            let status = try await environment.refusal(of: .init(near: vancouver))
            #expect(status.code == .failedPrecondition)
            #expect(status.reason == "OUTSIDE_OPERATING_AREA")
            #expect(status.message.contains("Fernhollow, 242 km away."))
            let ocean = try await environment.refusal(
                of: .init(near: .init(latitudeMicrodegrees: 0, longitudeMicrodegrees: 9_000))
            )
            #expect(ocean.message.contains("Nullport, 1 m away."))
        }
    }

    @Test("rejects an area that is not enabled")
    func disabledArea() async throws {
        try await OrdersTestEnvironment.run { environment in
            try await environment.pool.execute("UPDATE operating_areas SET enabled = false")
            let status = try await environment.refusal(of: .init(near: town))
            #expect(status.code == .failedPrecondition)
            #expect(status.reason == "OUTSIDE_OPERATING_AREA")
        }
    }

    @Test("reports that the list is unavailable when the catalog is down, and recovers")
    func catalogDown() async throws {
        try await OrdersTestEnvironment.run { environment in
            #expect(try await environment.list(.init(near: town)) != [])
            await environment.catalog.stop()
            let status = try await environment.refusal(of: .init(near: town))
            #expect(status.code == .unavailable)
            #expect(status.reason == "CATALOG_UNAVAILABLE")
            #expect(
                status.message == "The list of eateries is not available at the moment. Please try again in a minute."
            )
            #expect(status.retryDelay != nil)

            let restarted = try await OrdersTestEnvironment.startCatalog(
                environment.catalogPool,
                port: environment.catalog.port
            )
            try await until("the catalog is found again") {
                (try? await environment.list(.init(near: town))) != nil
            }
            await restarted.stop()
        }
    }

    @Test("asks the catalog with its caller's deadline")
    func inheritedDeadline() async throws {
        try await OrdersTestEnvironment.run { environment in
            let late = CallContext(method: "test", deadline: .now(), trace: TraceContext())
            let status = try await CallContext.$current.withValue(late) {
                try await environment.refusal(of: .init(near: town))
            }
            #expect(status.code == .deadlineExceeded)
        }
    }

    @Test("uses a method of the catalog that is for orders alone")
    func otherCallers() async throws {
        try await OrdersTestEnvironment.run(identity: "budget") { environment in
            let status = try await environment.refusal(of: .init(near: town))
            #expect(status.code == .permissionDenied)
            #expect(status.translatedForCaller.message == "Something went wrong on our side. Please try again later.")
        }
    }

    @Test("lists those known to be open, nearest first, with closing times")
    func openEateries() async throws {
        try await OrdersTestEnvironment.run { environment in
            let found = try await environment.list(.init(near: town, radiusMetres: 5_000, limit: 100))
            #expect(found.count > 10)
            #expect(found.map(\.distanceMetres) == found.map(\.distanceMetres).sorted())
            #expect(
                found.allSatisfy {
                    $0.closesAt.map { $0.seconds > Int64(OrdersTestEnvironment.noon.timeIntervalSince1970) } ?? true
                }
            )
            let unknown = try await environment.catalogPool.query("SELECT id FROM eateries WHERE opening_hours[3] = ''")
            let ids = try unknown.map { try $0.decode("id", as: UUID.self).canonical }
            #expect(!ids.isEmpty)
            #expect(Set(found.map(\.id)).isDisjoint(with: ids))
            let canteen = try #require(found.first { $0.name == "Maple Commons Canteen" })
            #expect(canteen.kind == "canteen")
            #expect(canteen.closesAt?.seconds == 1_784_151_000)
            #expect(canteen.dietaryTags == ["vegetarian", "vegan", "halal", "gluten-free"])
        }
    }

    @Test("respects radius and limit")
    func limits() async throws {
        try await OrdersTestEnvironment.run { environment in
            let all = try await environment.list(.init(near: town, radiusMetres: 10_000, limit: 100))
            let near = try await environment.list(.init(near: town, radiusMetres: 500, limit: 100))
            #expect(near.map(\.id) == all.filter { $0.distanceMetres <= 500 }.map(\.id))
            let usual = try await environment.list(.init(near: town))
            #expect(usual.map(\.id) == all.filter { $0.distanceMetres <= 2_000 }.prefix(50).map(\.id))
            #expect(try await environment.list(.init(near: town, limit: 3)).map(\.id) == usual.prefix(3).map(\.id))
        }
    }

    @Test("is empty where nothing is open")
    func nothingOpen() async throws {
        try await OrdersTestEnvironment.run { environment in
            try await environment.catalogPool.execute(
                "UPDATE eateries SET opening_hours = array_fill('closed'::text, ARRAY[7])"
            )
            #expect(try await environment.list(.init(near: town)) == [])
        }
    }
}
