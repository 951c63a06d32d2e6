import Geography

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
