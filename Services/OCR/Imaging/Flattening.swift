import CTesseract
import ReceiptUnderstanding

extension Projection {
    /// The projection from a rectangle at the origin to a quadrilateral, corner to corner.
    ///
    /// Heckbert, Fundamentals of texture mapping and image warping (1989), 2.2.3.
    init?(fromWidth width: Double, height: Double, to shape: Quadrilateral) {
        let (a, b, c, d) = (shape.topLeft, shape.topRight, shape.bottomRight, shape.bottomLeft)
        let (first, second, sum) = (b - c, d - c, a - b + c - d)
        let determinant = first.cross(second)
        guard determinant != 0, width > 0, height > 0 else { return nil }
        let (g, h) = (sum.cross(second) / determinant, first.cross(sum) / determinant)
        self.init(
            x: SIMD3((b.x - a.x + g * b.x) / width, (d.x - a.x + h * d.x) / height, a.x),
            y: SIMD3((b.y - a.y + g * b.y) / width, (d.y - a.y + h * d.y) / height, a.y),
            w: SIMD3(g / width, h / height, 1)
        )
    }
}

extension Picture {
    /// The content of a quadrilateral, rectified, and its projection to this picture.
    /// - Returns: `nil` when it is not a quadrilateral or memory runs out.
    func flattened(_ shape: Quadrilateral) -> (picture: Picture, projection: Projection)? {
        let (newWidth, newHeight) = (Int(shape.width.rounded()), Int(shape.height.rounded()))
        guard newWidth >= 40, newHeight >= 40, newWidth <= 2 * width + height, newHeight <= 2 * height + width,
            let projection = Projection(fromWidth: Double(newWidth), height: Double(newHeight), to: shape),
            let source = GreyImage(pointer), let target = pixCreate(Int32(newWidth), Int32(newHeight), 8),
            let words = pixGetData(target)
        else { return nil }
        let stride = Int(pixGetWpl(target))
        source.pixels.withUnsafeBufferPointer { pixels in
            let sampler = ProjectedRow(pixels: pixels, width: width, height: height)
            for row in 0..<newHeight {
                sampler.fill(words + row * stride, count: newWidth, y: Double(row) + 0.5, projection)
            }
        }
        return (Picture(target), projection)
    }
}

/// Samples a row of a projected image bilinearly; the border is extended outward.
private struct ProjectedRow {
    let pixels: UnsafeBufferPointer<UInt8>
    let width: Int
    let height: Int

    /// Fills a row.
    /// - Parameter words: of the row, with four pixels each, the first in the highest byte.
    func fill(_ words: UnsafeMutablePointer<UInt32>, count: Int, y: Double, _ projection: Projection) {
        var word: UInt32 = 0
        // Along a row all three sums grow linearly.
        var (u, v, w) = (
            projection.x.x * 0.5 + projection.x.y * y + projection.x.z,
            projection.y.x * 0.5 + projection.y.y * y + projection.y.z,
            projection.w.x * 0.5 + projection.w.y * y + projection.w.z
        )
        for column in 0..<count {
            word = word << 8 | UInt32(value(Float(u / w - 0.5), Float(v / w - 0.5)))
            if column & 3 == 3 { words[column / 4] = word }
            u += projection.x.x
            v += projection.y.x
            w += projection.w.x
        }
        if count & 3 != 0 { words[count / 4] = word << UInt32(8 * (4 - count & 3)) }
    }

    @inline(__always)
    private func value(_ x: Float, _ y: Float) -> UInt8 {
        // A NaN coordinate counts as the corner.
        let x = x > 0 ? min(x, Float(width - 1)) : 0
        let y = y > 0 ? min(y, Float(height - 1)) : 0
        let (left, top) = (Int(x), Int(y))
        let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
        let (u, v) = (x - Float(left), y - Float(top))
        let upper = Float(pixels[top * width + left]) * (1 - u) + Float(pixels[top * width + right]) * u
        let lower = Float(pixels[bottom * width + left]) * (1 - u) + Float(pixels[bottom * width + right]) * u
        return UInt8(upper * (1 - v) + lower * v + 0.5)
    }
}
