import Geography

/// A town or campus where people can order from each other.
struct OperatingArea: Sendable {
    let name: String
    let centre: Coordinates
    /// Metres around the centre.
    let radius: Int

    /// How far a point is outside of the area, in metres; 0 or less inside.
    func distanceOutside(of point: Coordinates) -> Double {
        centre.distance(to: point) - Double(radius)
    }
}
