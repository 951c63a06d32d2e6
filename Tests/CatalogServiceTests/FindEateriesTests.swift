import CatalogMessages
import CommonMessages
import Foundation
import FoundationsTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_catalog

@Suite("Finding eateries", .timeLimit(.minutes(5)))
struct FindEateriesTests {
    /// Wednesday 2026-07-15, 12:00 in Vancouver.
    private let noon = Date(timeIntervalSince1970: 1_784_142_000)
    private let town = Common.Location(latitudeMicrodegrees: 49_600_000, longitudeMicrodegrees: -119_700_000)

    private func find(
        _ environment: CatalogTestEnvironment,
        _ request: Catalog.FindEateriesRequest
    ) async throws -> [Catalog.NearbyEatery] {
        let service = EateryDirectoryService(
            store: EateriesStore(pool: environment.pool),
            clock: ManualWallClock(now: noon)
        )
        return try await service.findEateries(request, context: .service).eateries
    }

    @Test("reports all violations of a request")
    func invalidRequest() async throws {
        try await CatalogTestEnvironment.run { environment in
            let nowhere = try await failure {
                _ = try await find(environment, .init(radiusMetres: 0, at: .init(seconds: .max), limit: 101))
            }
            #expect(nowhere.fieldViolations.map(\.field) == ["near", "radius_metres", "limit", "at"])
            let beyond = Common.Location(latitudeMicrodegrees: 90_000_001, longitudeMicrodegrees: .max)
            let status = try await failure {
                _ = try await find(environment, .init(near: beyond, radiusMetres: 50_001))
            }
            #expect(status.fieldViolations.map(\.field) == ["near", "radius_metres"])
        }
    }

    @Test("lists the nearest first, with unknown hours marked as such")
    func nearestFirst() async throws {
        try await CatalogTestEnvironment.run { environment in
            let found = try await find(environment, .init(near: town, radiusMetres: 2_000))
            #expect(found.map(\.eatery?.name) == ["Near Café", "Night Owl", "Riddle Bar", "Far Diner"])
            #expect(found.map(\.distanceMetres) == [111, 222, 334, 1_112])
            #expect(found.map(\.openness) == [.open, .closed, .unknown, .open])
            #expect(found.map(\.closesAt?.seconds) == [1_784_160_000, nil, nil, 1_784_160_000])
            #expect(found[3].eatery?.dietaryTags == ["vegan", "halal"])
            #expect(found[3].eatery?.phone == "250-555-0101")
        }
    }

    @Test("omits what is too far away or beyond the limit")
    func limits() async throws {
        try await CatalogTestEnvironment.run { environment in
            let (short, long) = (
                try await find(environment, .init(near: town, radiusMetres: 1_111)),
                try await find(environment, .init(near: town, radiusMetres: 1_112))
            )
            #expect(short.count == 3)
            #expect(long.count == 4)
            #expect(try await find(environment, .init(near: town, radiusMetres: 2_000, limit: 2)).count == 2)
            let elsewhere = Common.Location(latitudeMicrodegrees: 0, longitudeMicrodegrees: 179_999_999)
            #expect(try await find(environment, .init(near: elsewhere, radiusMetres: 50_000)) == [])
        }
    }

    @Test("omits closed and unknown ones when only open ones are requested, at any instant")
    func openOnly() async throws {
        try await CatalogTestEnvironment.run { environment in
            func names(hours: Double) async throws -> [String?] {
                let at = Common.Timestamp(noon.addingTimeInterval(hours * 3_600))
                let request = Catalog.FindEateriesRequest(near: town, radiusMetres: 2_000, at: at, openOnly: true)
                return try await find(environment, request).map(\.eatery?.name)
            }
            let (open, late) = (try await names(hours: 0), try await names(hours: 15))
            #expect(open == ["Near Café", "Far Diner"])
            #expect(try await names(hours: 13) == ["Night Owl"])
            #expect(late == [])
        }
    }

    @Test("omits a withdrawn eatery")
    func withdrawn() async throws {
        try await CatalogTestEnvironment.run { environment in
            let kept = TestReferenceData.eateries.split(separator: "\n").filter { !$0.hasPrefix("near") }
            try await environment.loader(
                TestReferenceData.files(["eateries.csv": kept.joined(separator: "\n") + "\n"])
            ).run()
            let found = try await find(environment, .init(near: town, radiusMetres: 500))
            #expect(found.map(\.eatery?.name) == ["Night Owl", "Riddle Bar"])
        }
    }
}
