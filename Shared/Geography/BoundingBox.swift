internal import Foundation

/// A rectangle that contains every point within a distance of another.
///
/// A coarse filter that a database index can evaluate, before ``Coordinates/distance(to:)`` decides.
package struct BoundingBox: Equatable, Sendable {
    /// Latitudes in millionths of a degree, -90,000,000 to 90,000,000.
    package let latitudes: ClosedRange<Int>
    /// Longitudes in millionths of a degree; two ranges when crossing the 180th meridian, else one.
    package let longitudes: [ClosedRange<Int>]

    /// The rectangle around a circle.
    ///
    /// Source of the range of longitudes: J. P. Matuschek, "Finding Points Within a Distance of a Latitude/Longitude
    /// Using Bounding Coordinates", equation 7: asin(sin r / cos latitude).
    ///
    /// - Parameter radius: metres, zero or more.
    package init(around centre: Coordinates, radius: Double) {
        // One part in a million more, so that rounding excludes nothing at the edge.
        let angle = max(0, radius) / Coordinates.earthRadius * 1.000_001
        let reach = Self.microdegrees(angle) + 1
        let south = centre.latitudeMicrodegrees - reach
        let north = centre.latitudeMicrodegrees + reach
        latitudes = max(south, -90_000_000)...min(north, 90_000_000)
        guard south > -90_000_000, north < 90_000_000, angle < .pi / 2 else {
            // A pole is inside, and so is every longitude.
            longitudes = [-180_000_000...180_000_000]
            return
        }
        let width = Self.microdegrees(asin(min(1, sin(angle) / cos(centre.latitude)))) + 1
        let west = centre.longitudeMicrodegrees - width
        let east = centre.longitudeMicrodegrees + width
        if west < -180_000_000 {
            longitudes = [-180_000_000...east, (west + 360_000_000)...180_000_000]
        } else if east > 180_000_000 {
            longitudes = [west...180_000_000, -180_000_000...(east - 360_000_000)]
        } else {
            longitudes = [west...east]
        }
    }

    /// Whether the rectangle contains a point, including its edge.
    package func contains(_ point: Coordinates) -> Bool {
        latitudes.contains(point.latitudeMicrodegrees)
            && longitudes.contains { $0.contains(point.longitudeMicrodegrees) }
    }

    private static func microdegrees(_ radians: Double) -> Int {
        Int((radians * 180 / .pi * 1_000_000).rounded(.up))
    }
}
