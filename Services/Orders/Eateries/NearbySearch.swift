import Geography
import Messages
import RPC

/// A search for open eateries, checked.
struct NearbySearch {
    let near: Common.Location
    let point: Coordinates
    /// Metres.
    let radius: Int32
    let limit: Int32

    /// - Throws: INVALID_ARGUMENT with everything that is wrong.
    init(validating request: Orders.ListOpenEateriesRequest) throws(Status) {
        var violations: [Status.FieldViolation] = []
        radius = request.radiusMetres == 0 ? 2_000 : request.radiusMetres
        limit = request.limit == 0 ? 50 : request.limit
        near = request.near ?? Common.Location()
        let point = Coordinates(
            latitudeMicrodegrees: Int(near.latitudeMicrodegrees),
            longitudeMicrodegrees: Int(near.longitudeMicrodegrees)
        )
        if request.near == nil {
            violations.append(.init("near", "Say near which place to look: near is missing."))
        } else if point == nil {
            let ranges = "a latitude of -90 to 90 degrees and a longitude of -180 to 180"
            violations.append(.init("near", "near must have \(ranges)."))
        }
        if !(1...50_000).contains(radius) {
            violations.append(.init("radius_metres", "radius_metres must be 1 to 50,000."))
        }
        if !(1...100).contains(limit) {
            violations.append(.init("limit", "limit must be 1 to 100."))
        }
        guard violations.isEmpty, let point else { throw .invalid(violations) }
        self.point = point
    }
}
