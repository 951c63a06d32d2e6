/// A position in an image, in pixels.
package struct Point: Hashable, Sendable {
    /// The horizontal position.
    package var x: Double
    /// The vertical position, downward.
    package var y: Double

    /// A point by its coordinates.
    package init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// A point by a pair of coordinates.
    package init(_ place: (x: Double, y: Double)) { self.init(place.x, place.y) }

    /// The sum of two vectors.
    package static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
    /// The difference of two vectors.
    package static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
    /// The vector scaled by a factor.
    package static func * (a: Point, factor: Double) -> Point { Point(a.x * factor, a.y * factor) }

    /// The Euclidean length.
    package var length: Double { (x * x + y * y).squareRoot() }

    /// The cross product: positive when `other` is clockwise on the screen.
    package func cross(_ other: Point) -> Double { x * other.y - y * other.x }
    /// The dot product.
    package func dot(_ other: Point) -> Double { x * other.x + y * other.y }
}

/// A possibly rotated rectangle, by its corners.
package struct Quadrilateral: Hashable, Sendable {
    /// The top left corner in reading direction.
    package var topLeft: Point
    /// The top right corner in reading direction.
    package var topRight: Point
    /// The bottom right corner in reading direction.
    package var bottomRight: Point
    /// The bottom left corner in reading direction.
    package var bottomLeft: Point

    /// The corners clockwise from the top left.
    package var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }
    /// The length of the longer horizontal side.
    package var width: Double { max((topRight - topLeft).length, (bottomRight - bottomLeft).length) }
    /// The length of the longer vertical side.
    package var height: Double { max((bottomLeft - topLeft).length, (bottomRight - topRight).length) }

    /// A quadrilateral by its corners.
    package init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// A quadrilateral by unordered corners: the leftmost two by height, then the others.
    package init(corners: [Point]) {
        let sorted = corners.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        let left = sorted.prefix(2).sorted { $0.y < $1.y }
        let right = sorted.suffix(2).sorted { $0.y < $1.y }
        (topLeft, bottomLeft) = (left[0], left[1])
        (topRight, bottomRight) = (right[0], right[1])
    }

    /// The quadrilateral scaled horizontally and vertically.
    package func scaled(_ x: Double, _ y: Double) -> Quadrilateral {
        func scale(_ point: Point) -> Point { Point(point.x * x, point.y * y) }
        return Quadrilateral(
            topLeft: scale(topLeft),
            topRight: scale(topRight),
            bottomRight: scale(bottomRight),
            bottomLeft: scale(bottomLeft)
        )
    }
}

/// The smallest rectangle, at any angle, around some points.
package struct EnclosingRectangle {
    /// One corner, and the directions of the sides from it.
    private var origin: Point
    private var along: Point
    private var across: Point
    /// The length of the first side.
    package var width: Double
    /// The length of the second side.
    package var height: Double

    /// Tries every side of the convex hull; the smallest rectangle shares one (Freeman and Shapira 1975).
    /// - Returns: `nil` without points.
    package init?(around points: [Point]) {
        let hull = ConvexHull.of(points)
        guard let first = hull.first else { return nil }
        (origin, along, across) = (first, Point(1, 0), Point(0, 1))
        (width, height) = (0, 0)
        var best = Double.infinity
        for (index, start) in hull.enumerated() {
            let side = hull[(index + 1) % hull.count] - start
            guard side.length > 0 else { continue }
            let direction = side * (1 / side.length)
            let normal = Point(-direction.y, direction.x)
            let lengths = hull.map { ($0 - start).dot(direction) }
            let depths = hull.map { ($0 - start).dot(normal) }
            guard let left = lengths.min(), let right = lengths.max(), let top = depths.min(), let bottom = depths.max()
            else { continue }
            let area = (right - left) * (bottom - top)
            guard area < best else { continue }
            best = area
            origin = start + direction * left + normal * top
            (along, across) = (direction, normal)
            (width, height) = (right - left, bottom - top)
        }
    }

    /// The rectangle enlarged by the same distance on all sides.
    package func grown(by distance: Double) -> EnclosingRectangle {
        var grown = self
        grown.origin = origin - along * distance - across * distance
        grown.width += 2 * distance
        grown.height += 2 * distance
        return grown
    }

    /// The rectangle's corners.
    package var quadrilateral: Quadrilateral {
        Quadrilateral(corners: [
            origin, origin + along * width, origin + along * width + across * height, origin + across * height,
        ])
    }
}

/// Convex hulls by Andrew's monotone chain (1979).
package enum ConvexHull {
    /// The convex hull of some points, in order.
    package static func of(_ points: [Point]) -> [Point] {
        let sorted = Set(points).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        guard sorted.count > 2 else { return sorted }
        return chain(sorted).dropLast() + chain(sorted.reversed()).dropLast()
    }

    private static func chain(_ points: some Sequence<Point>) -> [Point] {
        var hull: [Point] = []
        for point in points {
            while hull.count > 1, (hull[hull.count - 1] - hull[hull.count - 2]).cross(point - hull[hull.count - 2]) <= 0
            {
                hull.removeLast()
            }
            hull.append(point)
        }
        return hull
    }
}
