import Testing

@testable import Geography

@Suite("Coordinates")
struct CoordinatesTests {
    private func point(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
        try #require(
            Coordinates(
                latitudeMicrodegrees: Int((latitude * 1_000_000).rounded()),
                longitudeMicrodegrees: Int((longitude * 1_000_000).rounded())
            )
        )
    }

    @Test(
        "out of range are rejected",
        arguments: [(90_000_001, 0), (-90_000_001, 0), (0, 180_000_001), (0, -180_000_001)]
    )
    func outOfRange(latitude: Int, longitude: Int) {
        #expect(Coordinates(latitudeMicrodegrees: latitude, longitudeMicrodegrees: longitude) == nil)
    }

    @Test("at the limits of the range are valid")
    func edges() throws {
        let poles = try point(90, 0).distance(to: point(-90, 180))
        #expect(abs(poles - .pi * 6_371_008.8) < 0.01)
    }

    @Test("have no distance from themselves")
    func samePoint() throws {
        #expect(try point(49.6, -119.68).distance(to: point(49.6, -119.68)) == 0)
    }

    @Test("are as far apart as a degree of a great circle, along the equator, a meridian and across the date line")
    func oneDegree() throws {
        let degree = 6_371_008.8 * .pi / 180
        #expect(abs(try point(0, 0).distance(to: point(0, 1)) - degree) < 0.01)
        #expect(abs(try point(49, 7).distance(to: point(50, 7)) - degree) < 0.01)
        #expect(abs(try point(0, 179.5).distance(to: point(0, -179.5)) - degree) < 0.01)
    }

    @Test("have the known distance: Vancouver and Toronto 3,364 km to within half a per cent")
    func knownDistance() throws {
        let distance = try point(49.2827, -123.1207).distance(to: point(43.6532, -79.3832))
        #expect(abs(distance - 3_364_000) < 3_364_000 * 0.005)
    }
}

@Suite("A bounding box")
struct BoundingBoxTests {
    @Test(
        "contains every point within the radius",
        arguments: [
            (49_600_000, -119_680_000), (0, 179_990_000), (0, -179_990_000), (89_990_000, 10_000_000), (-75_000_000, 0),
        ],
        [0.0, 100, 5_000, 50_000]
    )
    func holdsTheCircle(centre: (Int, Int), radius: Double) throws {
        let centre = try #require(Coordinates(latitudeMicrodegrees: centre.0, longitudeMicrodegrees: centre.1))
        let box = BoundingBox(around: centre, radius: radius)
        #expect(box.contains(centre))
        var generator = SplitMix(state: 7)
        for _ in 0..<2_000 {
            let latitude = centre.latitudeMicrodegrees + Int.random(in: -600_000...600_000, using: &generator)
            let longitude = Int.random(in: -180_000_000...180_000_000, using: &generator)
            let near = centre.longitudeMicrodegrees + Int.random(in: -900_000...900_000, using: &generator)
            for longitude in [longitude, near] {
                guard let point = Coordinates(latitudeMicrodegrees: latitude, longitudeMicrodegrees: longitude) else {
                    continue
                }
                if centre.distance(to: point) <= radius {
                    #expect(box.contains(point))
                }
            }
        }
    }

    @Test("excludes what is far away")
    func leavesOut() throws {
        let centre = try #require(Coordinates(latitudeMicrodegrees: 49_600_000, longitudeMicrodegrees: -119_680_000))
        let north = try #require(Coordinates(latitudeMicrodegrees: 49_700_000, longitudeMicrodegrees: -119_680_000))
        let east = try #require(Coordinates(latitudeMicrodegrees: 49_600_000, longitudeMicrodegrees: -119_580_000))
        let box = BoundingBox(around: centre, radius: 1_000)
        #expect(!box.contains(north))
        #expect(!box.contains(east))
    }

    @Test("is two rectangles across the 180th meridian")
    func dateLine() throws {
        let centre = try #require(Coordinates(latitudeMicrodegrees: 0, longitudeMicrodegrees: 179_999_000))
        #expect(BoundingBox(around: centre, radius: 1_000).longitudes.count == 2)
    }
}

/// A small seeded generator, so that a failure can be reproduced.
///
/// Source: G. L. Steele, D. Lea and C. H. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
