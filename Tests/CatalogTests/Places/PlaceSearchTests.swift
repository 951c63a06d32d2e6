import CatalogEvaluation
import Foundation
import Geography
import Testing

@testable import CatalogDomain

@Suite("A search for eateries")
struct PlaceSearchTests {
    private let centre: Coordinates
    private let noon: Date

    init() throws {
        centre = try #require(Coordinates(latitudeMicrodegrees: 49_601_200, longitudeMicrodegrees: -119_676_300))
        noon = try Date("2025-06-04T12:00:00-07:00", strategy: .iso8601)
    }

    private func place(metresNorth: Double, hours: String = "09:00-17:00") throws -> Place {
        let microdegrees = Int((metresNorth / 6_371_008.8 * 180 / .pi * 1_000_000).rounded())
        return Place(
            id: UUID(),
            coordinates: try #require(
                Coordinates(
                    latitudeMicrodegrees: centre.latitudeMicrodegrees + microdegrees,
                    longitudeMicrodegrees: centre.longitudeMicrodegrees
                )
            ),
            hours: WeeklyHours(everyDay: try #require(DayHours(parsing: hours))),
            timeZone: try #require(TimeZone(identifier: "America/Vancouver"))
        )
    }

    private func search(radius: Int = 1_000, openOnly: Bool = false) -> PlaceSearch {
        PlaceSearch(centre: centre, radius: radius, instant: noon, openOnly: openOnly)
    }

    @Test("finds none among none")
    func none() {
        #expect(search().nearest(of: [], limit: 10).isEmpty)
    }

    @Test("returns at most as many as requested", arguments: [-1, 0, 1])
    func limit(limit: Int) throws {
        let places = [try place(metresNorth: 10), try place(metresNorth: 20)]
        #expect(search().nearest(of: places, limit: limit).count == max(0, limit))
    }

    @Test("omits places beyond the radius and keeps those at it")
    func radius() throws {
        let places = [try place(metresNorth: 999), try place(metresNorth: 1_000), try place(metresNorth: 1_001)]
        #expect(search(radius: 1_000).nearest(of: places, limit: 10).map(\.distance) == [999, 1_000])
    }

    @Test("returns the nearest first, with ties in a fixed order")
    func order() throws {
        let places = try [300.0, 100, 200, 100].map { try place(metresNorth: $0) }
        let found = search().nearest(of: places, limit: 10)
        #expect(found.map(\.distance) == [100, 100, 200, 300])
        #expect(found == search().nearest(of: places.reversed(), limit: 10))
    }

    @Test("for open ones omits closed and unknown ones")
    func openOnly() throws {
        let places = [
            try place(metresNorth: 10, hours: ""), try place(metresNorth: 20, hours: "closed"),
            try place(metresNorth: 30),
        ]
        let found = search(openOnly: true).nearest(of: places, limit: 10)
        #expect(found.map(\.distance) == [30])
        #expect(found.first?.openness == .open(until: noon.addingTimeInterval(5 * 3_600)))
        #expect(search().nearest(of: places, limit: 10).map(\.openness).prefix(2) == [.unknown, .closed])
    }

    @Test("near the campus finds places of the demonstration town")
    func demonstrationTown() throws {
        let places = try ShippedReferenceData.data.get().eateries.map(\.place).map {
            Place(id: UUID(), coordinates: $0.coordinates, hours: $0.hours, timeZone: $0.timeZone)
        }
        let found = search(radius: 3_000).nearest(of: places, limit: 100)
        #expect(found.count == places.count)
        #expect(found.contains { $0.openness == .unknown })
        #expect(found.contains { $0.openness == .closed })
    }
}
