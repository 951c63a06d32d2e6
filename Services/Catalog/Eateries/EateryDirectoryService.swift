import CatalogDomain
import CatalogMessages
import Foundation
import Foundations
import Geography
import RPC
import ServiceKit

/// The service that finds eateries.
struct EateryDirectoryService: Catalog.EateryDirectoryProvider {
    let store: EateriesStore
    /// The current time.
    var clock: any WallClock = SystemWallClock()

    func findEateries(
        _ request: Catalog.FindEateriesRequest,
        context: CallContext
    ) async throws -> Catalog.FindEateriesResponse {
        let request = try EaterySearchRequest(validating: request, now: clock.now)
        let (search, limit) = (request.search, request.limit)
        let box = BoundingBox(around: search.centre, radius: Double(search.radius) + 1)
        let entries = try await store.eateries(in: box)
        let found = try await offLoop { search.nearest(of: entries.map(\.place), limit: limit) }
        let messages = Dictionary(entries.map { ($0.place.id, $0.message) }) { first, _ in first }
        return Catalog.FindEateriesResponse(
            eateries: found.map { Catalog.NearbyEatery($0, eatery: messages[$0.id]) }
        )
    }
}

extension Catalog.NearbyEatery {
    fileprivate init(_ place: NearbyPlace, eatery: Catalog.Eatery?) {
        self.init(eatery: eatery, distanceMetres: Int32(place.distance))
        (openness, closesAt) = place.openness.fields
    }
}
