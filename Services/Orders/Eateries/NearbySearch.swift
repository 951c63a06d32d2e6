import CommonMessages
import Geography
import OrdersMessages
import RPC
import ServiceKit

/// A validated search for open eateries.
struct NearbySearch {
    let near: Common.Location
    let point: Coordinates
    /// The radius in metres.
    let radius: Int32
    let limit: Int32

    /// Validates a request.
    /// - Throws: INVALID_ARGUMENT with all violations.
    init(validating request: Orders.ListOpenEateriesRequest) throws(Status) {
        var validator = FieldValidator()
        radius =
            request.radiusMetres == 0 ? 2_000 : validator.number(request.radiusMetres, "radius_metres", in: 1...50_000)
        limit = request.limit == 0 ? 50 : validator.number(request.limit, "limit", in: 1...100)
        near = request.near ?? Common.Location()
        let point = validator.point(request.near, "near")
        try validator.finish()
        guard let point else { preconditionFailure("a search without a point was rejected") }
        self.point = point
    }
}
