import CTesseract
import ReceiptUnderstanding

extension Picture {
    /// The longer side of the reduced picture that is measured, in pixels.
    private static let judgedSide = 1400.0

    /// Statistics of the picture as a whole; `nil` when memory runs out.
    func statistics() -> ImageStatistics? {
        guard var small = pixClone(pointer).map(Picture.init) else { return nil }
        defer { small.destroy() }
        let factor = Self.judgedSide / Double(max(width, height))
        if factor < 1 { small.resize(factor) }
        guard let grey = GreyImage(small.pointer) else { return nil }
        var levels = Histogram()
        var edges = Histogram()
        grey.pixels.withUnsafeBufferPointer { pixels in
            for row in stride(from: 0, to: grey.height, by: 2) {
                let line = row * grey.width
                for column in stride(from: 2, to: grey.width, by: 2) {
                    let (before, here) = (pixels[line + column - 2], pixels[line + column])
                    levels.add(here)
                    edges.add(here > before ? here - before : before - here)
                }
            }
        }
        let (dark, bright) = (levels.value(below: 0.02), levels.value(below: 0.9))
        let contrast = bright > dark ? bright - dark : 0
        // The steepest of two hundred positions, fewer than the letter edges of a receipt.
        let sharpness = contrast == 0 ? 0 : min(100, Int(edges.value(below: 0.995)) * 100 / Int(contrast))
        return ImageStatistics(brightness: bright, contrast: contrast, sharpness: UInt8(sharpness))
    }
}

/// A histogram of brightness values.
private struct Histogram {
    private var counts = [Int](repeating: 0, count: 256)
    private var total = 0

    mutating func add(_ value: UInt8) {
        counts[Int(value)] += 1
        total += 1
    }

    /// The value at a quantile, 0…1.
    func value(below share: Double) -> UInt8 {
        var rest = Int(Double(total) * share)
        for (value, count) in counts.enumerated() {
            rest -= count
            if rest < 0 { return UInt8(value) }
        }
        return 255
    }
}
