import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import OrdersMessages
import RPC
import ServiceKit

/// The service for eateries that accept orders.
struct EateriesService: Orders.EateriesProvider {
    let areas: AreasStore
    let directory: Catalog.EateryDirectoryClient
    /// The current time.
    var clock: any WallClock = SystemWallClock()

    /// The maximum wait for catalog, which answers in milliseconds, when the caller has no deadline.
    private static let maximumWait = Duration.seconds(5)

    func listOpenEateries(
        _ request: Orders.ListOpenEateriesRequest,
        context: CallContext
    ) async throws -> Orders.ListOpenEateriesResponse {
        let search = try NearbySearch(validating: request)
        try AreaCheck.require(search.point, in: try await areas.enabledAreas())
        let found = try await openEateries(search)
        return Orders.ListOpenEateriesResponse(eateries: found.compactMap(Orders.OpenEatery.init))
    }

    private func openEateries(_ search: NearbySearch) async throws -> [Catalog.NearbyEatery] {
        let request = Catalog.FindEateriesRequest(
            near: search.near,
            radiusMetres: search.radius,
            at: Common.Timestamp(clock.now),
            openOnly: true,
            limit: search.limit
        )
        do {
            return try await directory.findEateries(request, options: CallOptions(timeout: Self.maximumWait)).eateries
        } catch let status as Status where status.code == .unavailable {
            throw Status(
                .unavailable,
                .orders.catalogUnavailable,
                retryDelay: status.retryDelay ?? .seconds(2),
                reason: .catalogUnavailable
            )
        }
    }
}

extension Orders.OpenEatery {
    /// The eatery; nil unless it is known to be open.
    fileprivate init?(_ nearby: Catalog.NearbyEatery) {
        guard nearby.openness == .open, let eatery = nearby.eatery else { return nil }
        self.init(
            id: eatery.id,
            name: eatery.name,
            kind: eatery.kind,
            address: eatery.address,
            location: eatery.location,
            distanceMetres: nearby.distanceMetres,
            closesAt: nearby.closesAt,
            dietaryTags: eatery.dietaryTags
        )
    }
}

extension StatusReason {
    /// Catalog does not answer.
    static let catalogUnavailable: StatusReason = "CATALOG_UNAVAILABLE"
}
