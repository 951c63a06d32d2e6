internal import Foundation

/// A point on the earth (WGS 84) in millionths of a degree, which is about 11 centimetres.
package struct Coordinates: Hashable, Sendable {
    /// Millionths of a degree north of the equator, -90,000,000 to 90,000,000.
    package let latitudeMicrodegrees: Int
    /// Millionths of a degree east of Greenwich, -180,000,000 to 180,000,000.
    package let longitudeMicrodegrees: Int

    /// A point; `nil` when a coordinate is out of range.
    package init?(latitudeMicrodegrees: Int, longitudeMicrodegrees: Int) {
        guard (-90_000_000...90_000_000).contains(latitudeMicrodegrees),
            (-180_000_000...180_000_000).contains(longitudeMicrodegrees)
        else { return nil }
        self.latitudeMicrodegrees = latitudeMicrodegrees
        self.longitudeMicrodegrees = longitudeMicrodegrees
    }

    /// The great-circle distance in metres, accurate to 0.5 % since the earth is treated as a sphere.
    ///
    /// Source: the haversine formula as given by R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68(2),
    /// 1984, with the mean radius R1 of the GRS 80 ellipsoid (H. Moritz, Journal of Geodesy 74, 2000), 6,371,008.8 m.
    package func distance(to other: Coordinates) -> Double {
        let halfLatitude = (other.latitude - latitude) / 2
        let halfLongitude = (other.longitude - longitude) / 2
        let haversine =
            sin(halfLatitude) * sin(halfLatitude)
            + cos(latitude) * cos(other.latitude) * sin(halfLongitude) * sin(halfLongitude)
        // Rounding may raise the haversine of antipodes just above 1.
        return 2 * Self.earthRadius * asin(min(1, haversine.squareRoot()))
    }

    /// The earth's mean radius in metres.
    static let earthRadius = 6_371_008.8

    /// The latitude in radians.
    var latitude: Double {
        Double(latitudeMicrodegrees) / 1_000_000 * .pi / 180
    }

    /// The longitude in radians.
    var longitude: Double {
        Double(longitudeMicrodegrees) / 1_000_000 * .pi / 180
    }
}
