import CatalogDomain
import Foundation
import Messages
import RPC
import ServiceKit

/// A search for eateries, checked.
struct EaterySearchRequest {
    let search: EaterySearch
    let limit: Int

    /// - Parameter now: The instant for which opening hours are judged when the request names none.
    /// - Throws: INVALID_ARGUMENT with everything that is wrong.
    init(validating request: Catalog.FindEateriesRequest, now: Date) throws(Status) {
        var validator = FieldValidator()
        let centre = validator.point(request.near, "near")
        let radius = Int(validator.number(request.radiusMetres, "radius_metres", in: 1...50_000))
        limit = request.limit == 0 ? 50 : Int(validator.number(request.limit, "limit", in: 1...100))
        // Year 1 to 9999, as calendars have it.
        if let instant = request.at, !(-62_135_596_800...253_402_300_799).contains(instant.seconds) {
            validator.reject("at", "must be in the years 1 to 9999")
        }
        try validator.finish()
        guard let centre else { preconditionFailure("a search without a point was refused") }
        search = EaterySearch(
            centre: centre,
            radius: radius,
            instant: request.at?.date ?? now,
            openOnly: request.openOnly
        )
    }
}
