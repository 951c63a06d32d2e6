import CatalogDomain
import CatalogMessages
import CommonMessages
import Foundation
import RPC
import ServiceKit

/// A validated search for eateries.
struct EaterySearchRequest {
    let search: PlaceSearch
    let limit: Int

    /// Validates a request.
    /// - Parameter now: the instant for which opening hours are evaluated when the request names none.
    /// - Throws: INVALID_ARGUMENT with all violations.
    init(validating request: Catalog.FindEateriesRequest, now: Date) throws(Status) {
        var validator = FieldValidator()
        let centre = validator.point(request.near, "near")
        let radius = Int(validator.number(request.radiusMetres, "radius_metres", in: 1...50_000))
        limit = request.limit == 0 ? 50 : Int(validator.number(request.limit, "limit", in: 1...100))
        // The years 1 to 9999, as in calendars.
        if let instant = request.at, !(-62_135_596_800...253_402_300_799).contains(instant.seconds) {
            validator.reject("at", .catalog.ruleYears)
        }
        try validator.finish()
        guard let centre else { preconditionFailure("a search without a point was rejected") }
        search = PlaceSearch(
            centre: centre,
            radius: radius,
            instant: request.at?.date ?? now,
            openOnly: request.openOnly
        )
    }
}
