/// A projective map of the plane: a flat sheet seen from another viewpoint.
///
/// Maps straight lines to straight lines. A point is written (x, y, 1); the three rows give its image up to a factor.
package struct Projection: Sendable, Hashable {
    /// The row of the matrix that gives the image's x.
    package var x: SIMD3<Double>
    /// The row of the matrix that gives the image's y.
    package var y: SIMD3<Double>
    /// The row of the matrix that gives the common divisor.
    package var w: SIMD3<Double>

    /// A projection with the given rows; affine by default.
    package init(x: SIMD3<Double>, y: SIMD3<Double>, w: SIMD3<Double> = SIMD3(0, 0, 1)) {
        self.x = x
        self.y = y
        self.w = w
    }

    /// The projection that maps every point to itself.
    package static let identity = Projection(x: SIMD3(1, 0, 0), y: SIMD3(0, 1, 0))

    /// A scaling around the origin.
    package static func scale(_ factor: Double) -> Projection {
        Projection(x: SIMD3(factor, 0, 0), y: SIMD3(0, factor, 0))
    }

    /// A translation.
    package static func shift(_ x: Double, _ y: Double) -> Projection {
        Projection(x: SIMD3(1, 0, x), y: SIMD3(0, 1, y))
    }

    /// A rotation around the origin, clockwise on the screen.
    package static func rotation(cosine: Double, sine: Double) -> Projection {
        Projection(x: SIMD3(cosine, -sine, 0), y: SIMD3(sine, cosine, 0))
    }

    /// The image of a point.
    package func callAsFunction(_ px: Double, _ py: Double) -> (x: Double, y: Double) {
        let factor = w.x * px + w.y * py + w.z
        return ((x.x * px + x.y * py + x.z) / factor, (y.x * px + y.y * py + y.z) / factor)
    }

    /// The composition: first another projection, then this one.
    package func after(_ first: Projection) -> Projection {
        func row(_ row: SIMD3<Double>) -> SIMD3<Double> { first.x * row.x + first.y * row.y + first.w * row.z }
        return Projection(x: row(x), y: row(y), w: row(w))
    }

    /// The inverse projection; `nil` when it is degenerate.
    package var inverse: Projection? {
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        let (first, second, third) = (cross(y, w), cross(w, x), cross(x, y))
        let determinant = (x * first).sum()
        guard determinant != 0, determinant.isFinite else { return nil }
        let factor = 1 / determinant
        return Projection(
            x: SIMD3(first.x, second.x, third.x) * factor,
            y: SIMD3(first.y, second.y, third.y) * factor,
            w: SIMD3(first.z, second.z, third.z) * factor
        )
    }

    /// The bounding box of the image of a box.
    package func bounds(of box: PixelBox) -> PixelBox {
        let corners = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
        return PixelBox(around: corners.map { self(Double($0), Double($1)) })
    }

    /// Whether all coefficients are finite.
    package var isFinite: Bool {
        [x, y, w].allSatisfy { row in row.x.isFinite && row.y.isFinite && row.z.isFinite }
    }
}

extension PixelBox {
    /// The bounding box of some points.
    package init(around points: [(x: Double, y: Double)]) {
        func pixel(_ value: Double?) -> Int { Int(max(-1e8, min(1e8, value ?? 0))) }
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        let (left, top) = (pixel(xs.min()), pixel(ys.min()))
        self.init(x: left, y: top, width: max(1, pixel(xs.max()) - left), height: max(1, pixel(ys.max()) - top))
    }

    /// The part of a box inside an image of this size; at least one pixel.
    package func clipped(toWidth width: Int, height: Int) -> PixelBox {
        let (left, top) = (max(0, min(x, width - 1)), max(0, min(y, height - 1)))
        return PixelBox(
            x: left,
            y: top,
            width: max(1, min(right, width) - left),
            height: max(1, min(bottom, height) - top)
        )
    }
}
