/// The curvature of a page's lines, which keeps names aligned with their amounts.
///
/// Curled paper bends lines. Long lines determine the curvature; a short one takes that of the nearest long lines.
struct PageShape {
    private struct LongLine {
        var y: Double
        var curvature: Double
    }

    private let lines: [LongLine]
    private let centre: Double

    /// The number of long lines that determine the curvature at a position.
    private static let neighbours = 3

    init(lines: [[RecognizedWord]]) {
        let all = lines.joined()
        let left = Double(all.map(\.box.x).min() ?? 0)
        let right = Double(all.map(\.box.right).max() ?? 0)
        let centre = (left + right) / 2
        self.centre = centre
        self.lines = lines.compactMap { words in
            guard words.count >= 5, let first = words.map(\.box.x).min(), let last = words.map(\.box.right).max(),
                Double(last - first) > 0.6 * (right - left)
            else { return nil }
            return Self.curvature(words, centre: centre)
        }
    }

    /// The vertical distance of a point from the straight line, in pixels, positive downward.
    func bend(atX x: Double, y: Double) -> Double {
        guard !lines.isEmpty else { return 0 }
        let nearest = lines.sorted { abs($0.y - y) < abs($1.y - y) }.prefix(Self.neighbours)
        let curvatures = nearest.map(\.curvature).sorted()
        return curvatures[curvatures.count / 2] * (x - centre) * (x - centre)
    }

    /// The quadratic coefficient of the parabola fitted to the middles of a line's words.
    private static func curvature(_ words: [RecognizedWord], centre: Double) -> LongLine? {
        let scale = max(1, words.map { abs(Double($0.box.x) - centre) }.max() ?? 1)
        let heights = words.map(\.box.height).sorted()
        let median = heights[heights.count / 2]
        let used = words.filter { $0.box.height * 2 > median && $0.box.height < 2 * median }
        guard used.count >= 5 else { return nil }
        var s = [Double](repeating: 0, count: 5)
        var t = [Double](repeating: 0, count: 3)
        for word in used {
            let u = (Double(word.box.x) + Double(word.box.width) / 2 - centre) / scale
            let y = Double(word.box.middle)
            var power = 1.0
            for order in 0..<5 {
                s[order] += power
                if order < 3 { t[order] += y * power }
                power *= u
            }
        }
        // Cramer's rule for the normal equations of y = a + b u + c u².
        let determinant =
            s[0] * (s[2] * s[4] - s[3] * s[3]) - s[1] * (s[1] * s[4] - s[2] * s[3])
            + s[2] * (s[1] * s[3] - s[2] * s[2])
        guard abs(determinant) > 1e-6 else { return nil }
        let c =
            (s[0] * (s[2] * t[2] - s[3] * t[1]) - s[1] * (s[1] * t[2] - t[1] * s[2])
                + t[0] * (s[1] * s[3] - s[2] * s[2])) / determinant
        // More than a letter's height over half the line is a bad fit.
        guard abs(c) < 1.5 * Double(median) else { return nil }
        return LongLine(y: t[0] / Double(used.count), curvature: c / (scale * scale))
    }
}
