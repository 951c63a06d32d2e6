import ReceiptImaging

/// A line of text cut out of an image, leveled, at the network's height.
struct LineStrip {
    static let height = 48
    /// The maximum width in pixels: 53 times the height exceeds any line of a receipt.
    static let longest = 2560

    var width: Int
    /// The pixels row by row, 0…255.
    var pixels: [Float]
    /// The corners in reading direction; a box that is taller than wide is rotated by a quarter.
    var outline: Quadrilateral

    /// Cuts out a line.
    /// - Parameter longest: longer lines are compressed.
    init(_ image: GreyImage, _ box: Quadrilateral, longest: Int = LineStrip.longest) {
        // Lines are wider than high; a taller box holds a line that runs vertically.
        outline =
            box.height >= 1.5 * box.width
            ? Quadrilateral(
                topLeft: box.topRight,
                topRight: box.bottomRight,
                bottomRight: box.bottomLeft,
                bottomLeft: box.topLeft
            ) : box
        let ratio = outline.width / max(1, outline.height)
        width = min(longest, max(8, Int((Double(Self.height) * ratio).rounded(.up))))
        pixels = []
        pixels = Self.sample(image, outline, width)
    }

    /// Samples bilinearly, averaging several samples where the image is much larger.
    private static func sample(_ image: GreyImage, _ outline: Quadrilateral, _ width: Int) -> [Float] {
        let across = (outline.topRight - outline.topLeft) * (1 / Double(width))
        let down = (outline.bottomLeft - outline.topLeft) * (1 / Double(height))
        let count = max(1, min(4, Int((down.length / 1.25).rounded())))
        return [Float](unsafeUninitializedCapacity: width * height) { buffer, initialized in
            image.pixels.withUnsafeBufferPointer { source in
                let sampler = Sampler(pixels: source, width: image.width, height: image.height)
                for row in 0..<height {
                    for column in 0..<width {
                        var sum: Float = 0
                        for i in 0..<count {
                            let v = Double(row) + (Double(i) + 0.5) / Double(count)
                            for j in 0..<count {
                                let u = Double(column) + (Double(j) + 0.5) / Double(count)
                                let x = outline.topLeft.x + across.x * u + down.x * v
                                let y = outline.topLeft.y + across.y * u + down.y * v
                                sum += sampler.value(Float(x - 0.5), Float(y - 0.5))
                            }
                        }
                        buffer[row * width + column] = sum / Float(count * count)
                    }
                }
            }
            initialized = width * height
        }
    }

    /// Writes the strip as network input: grey in all three channels, -1…1, zero-padded on the right.
    /// - Parameter inputWidth: the width of the network's input, at least that of the strip.
    func fill(_ input: UnsafeMutableBufferPointer<Float>, width inputWidth: Int) {
        let plane = Self.height * inputWidth
        for row in 0..<Self.height {
            for column in 0..<inputWidth {
                let value = column < width ? pixels[row * width + column] / 127.5 - 1 : 0
                let target = row * inputWidth + column
                input[target] = value
                input[target + plane] = value
                input[target + 2 * plane] = value
            }
        }
    }

    /// The strip with fewer columns, each the mean of those that it covers.
    func compressed(to columns: Int) -> LineStrip {
        guard columns < width else { return self }
        let ratio = Float(width) / Float(columns)
        var compressed = self
        compressed.width = columns
        compressed.pixels = [Float](repeating: 0, count: columns * Self.height)
        for column in 0..<columns {
            let start = Float(column) * ratio
            let end = min(start + ratio, Float(width))
            for source in Int(start)..<min(width, Int(end.rounded(.up))) {
                let share = (min(end, Float(source + 1)) - max(start, Float(source))) / ratio
                for row in 0..<Self.height {
                    compressed.pixels[row * columns + column] += pixels[row * width + source] * share
                }
            }
        }
        return compressed
    }

    private struct Sampler {
        let pixels: UnsafeBufferPointer<UInt8>
        let width: Int
        let height: Int

        /// The interpolated value; the border is extended outward.
        @inline(__always)
        func value(_ x: Float, _ y: Float) -> Float {
            let x = min(max(x, 0), Float(width - 1))
            let y = min(max(y, 0), Float(height - 1))
            let (left, top) = (Int(x), Int(y))
            let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
            let (u, v) = (x - Float(left), y - Float(top))
            let a = Float(pixels[top * width + left])
            let b = Float(pixels[top * width + right])
            let c = Float(pixels[bottom * width + left])
            let d = Float(pixels[bottom * width + right])
            let upper = a + (b - a) * u
            let lower = c + (d - c) * u
            return upper + (lower - upper) * v
        }
    }

    /// Stretches the range from the line's ink to its paper.
    mutating func stretchContrast() {
        let (ink, paper) = levels()
        guard paper - ink >= 24, paper - ink < 200 else { return }
        for index in pixels.indices { pixels[index] = min(255, max(0, (pixels[index] - ink) * 255 / (paper - ink))) }
    }

    /// The number of ink pixels in each column: darker than halfway between paper and ink.
    func ink() -> [Int] {
        let (ink, paper) = levels()
        let threshold = paper - (paper - ink) * 0.45
        var counts = [Int](repeating: 0, count: width)
        for row in 0..<Self.height {
            for column in 0..<width where pixels[row * width + column] < threshold { counts[column] += 1 }
        }
        return counts
    }

    /// The brightness of the darkest print and of the paper.
    private func levels() -> (ink: Float, paper: Float) {
        var histogram = [Int](repeating: 0, count: 256)
        for pixel in pixels { histogram[Int(min(255, max(0, pixel)))] += 1 }
        func level(_ share: Double) -> Float {
            var rest = Int(Double(pixels.count) * share)
            for (value, count) in histogram.enumerated() {
                rest -= count
                if rest < 0 { return Float(value) }
            }
            return 255
        }
        return (level(0.02), level(0.7))
    }
}
