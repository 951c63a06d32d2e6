import CTesseract

/// An image reduced to cells, to locate the sheet: the largest connected bright part.
struct PaperCells {
    /// The side of a cell, in pixels.
    let side: Int
    let width: Int
    let height: Int
    /// The mean brightness of each cell, row by row.
    private(set) var levels: [UInt8] = []

    /// The minimum difference in brightness between paper and table, of 255.
    private static let minimumContrast = 40

    /// Reduces an image.
    /// - Returns: `nil` when the image is too small or memory runs out.
    init?(_ image: UnsafeMutablePointer<PIX>, side: Int) {
        self.side = side
        width = Int(pixGetWidth(image)) / side
        height = Int(pixGetHeight(image)) / side
        guard width >= 8, height >= 8, let small = pixScaleToSize(image, Int32(width), Int32(height)) else {
            return nil
        }
        defer { Picture(small).destroy() }
        guard let grey = GreyImage(small) else { return nil }
        levels = grey.cut(toWidth: width, height: height).pixels
    }

    /// The cells of the sheet and the brightness that separates it from the rest; `nil` when none is distinct.
    func sheet() -> (cells: [Int], threshold: UInt8)? {
        guard let threshold = threshold() else { return nil }
        let bright = brightened().map { $0 > threshold }
        var seen = [Bool](repeating: false, count: levels.count)
        var best: [Int] = []
        for start in levels.indices where bright[start] && !seen[start] {
            let part = connected(start, bright, &seen)
            if part.count > best.count { best = part }
        }
        return (best, threshold)
    }

    /// The range from the first to the last of some cells in each row.
    func spans(_ cells: [Int]) -> [ClosedRange<Int>?] {
        var spans = [ClosedRange<Int>?](repeating: nil, count: height)
        for index in cells {
            let (x, y) = (index % width, index / width)
            spans[y] = spans[y].map { min($0.lowerBound, x)...max($0.upperBound, x) } ?? x...x
        }
        return spans
    }

    /// The maximum of each cell and its neighbours, so that lines of print do not split the sheet.
    private func brightened() -> [UInt8] {
        levels.indices.map { index in
            let (x, y) = (index % width, index / width)
            var brightest: UInt8 = 0
            for row in max(0, y - 1)...min(height - 1, y + 1) {
                for column in max(0, x - 1)...min(width - 1, x + 1) {
                    brightest = max(brightest, levels[row * width + column])
                }
            }
            return brightest
        }
    }

    private func connected(_ start: Int, _ bright: [Bool], _ seen: inout [Bool]) -> [Int] {
        var part = [start]
        seen[start] = true
        var next = 0
        while next < part.count {
            let index = part[next]
            next += 1
            let x = index % width
            for (neighbour, exists) in [
                (index - 1, x > 0), (index + 1, x < width - 1), (index - width, index >= width),
                (index + width, index < levels.count - width),
            ] where exists && bright[neighbour] && !seen[neighbour] {
                seen[neighbour] = true
                part.append(neighbour)
            }
        }
        return part
    }

    /// The level that best separates bright from dark cells, if they differ enough.
    ///
    /// Otsu, A threshold selection method from gray-level histograms, IEEE SMC 9 (1979).
    private func threshold() -> UInt8? {
        var histogram = [Int](repeating: 0, count: 256)
        for level in levels { histogram[Int(level)] += 1 }
        let sum = histogram.indices.reduce(0) { $0 + $1 * histogram[$1] }
        var (below, belowSum, best) = (0, 0, (variance: 0.0, level: 0, contrast: 0))
        for level in 0..<255 {
            below += histogram[level]
            belowSum += level * histogram[level]
            let above = levels.count - below
            guard below > 0, above > 0 else { continue }
            let difference = Double(sum - belowSum) / Double(above) - Double(belowSum) / Double(below)
            let variance = Double(below) * Double(above) * difference * difference
            if variance > best.variance { best = (variance, level, Int(difference)) }
        }
        return best.contrast >= Self.minimumContrast ? UInt8(best.level) : nil
    }
}
