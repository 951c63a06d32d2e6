import Geography
import RPC

/// A town or campus where people can order from each other.
struct OperatingArea: Sendable {
    let name: String
    let centre: Coordinates
    /// The radius in metres.
    let radius: Int

    /// The distance of a point outside the area in metres; 0 or less inside.
    func distanceOutside(of point: Coordinates) -> Double {
        centre.distance(to: point) - Double(radius)
    }
}

/// Decides whether Larder serves a location.
enum AreaCheck {
    /// Requires a point to be in an area.
    /// - Throws: FAILED_PRECONDITION, naming the nearest area, for a point outside all areas.
    static func require(_ point: Coordinates, in areas: [OperatingArea]) throws(Status) {
        let nearest = areas.map { (area: $0, distance: $0.distanceOutside(of: point)) }
            .min { $0.distance < $1.distance }
        guard let nearest else {
            throw Status(
                .failedPrecondition,
                .orders.nowhere,
                reason: .outsideOperatingArea
            )
        }
        guard nearest.distance > 0 else { return }
        throw Status(
            .failedPrecondition,
            .orders.outside(area: nearest.area.name, distance: text(ofDistance: nearest.distance)),
            reason: .outsideOperatingArea
        )
    }

    /// Rounded up, so that a location outside is never 0 away.
    private static func text(ofDistance metres: Double) -> LocalizedText {
        metres <= 1_000
            ? .orders.metres(metres: "\(Int(metres.rounded(.up)))")
            : .orders.kilometres(kilometres: "\(Int((metres / 1_000).rounded(.up)))")
    }
}

extension StatusReason {
    /// The location is outside every area that is served.
    static let outsideOperatingArea: StatusReason = "OUTSIDE_OPERATING_AREA"
}
