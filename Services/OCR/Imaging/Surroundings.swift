import CTesseract

/// Finds the sheet of paper in a photo and whitens what lies around it, so that the edges of a table are not read as
/// letters. Works on an image reduced to cells; the sheet is the largest connected bright part.
struct Surroundings {
    /// Pixels on a side of a cell.
    private static let cell: Int32 = 8
    /// Paper and table must differ by so much of 255.
    private static let leastContrast = 40

    private let width: Int
    private let height: Int
    private var levels: [UInt8] = []

    /// Whitens in place; an image without a sheet that stands out stays as it is.
    static func whiten(_ image: UnsafeMutablePointer<PIX>) {
        guard let surroundings = Surroundings(image), let spans = surroundings.sheet() else { return }
        let full = pixGetWidth(image)
        let inset = cell * 3 / 2
        for (row, span) in spans.enumerated() {
            let top = Int32(row) * cell
            // The last row of cells also covers the rest of the division.
            let height = row == spans.count - 1 ? pixGetHeight(image) - top : cell
            guard let span else {
                fill(image, x: 0, y: top, width: full, height: height)
                continue
            }
            let left = Int32(span.lowerBound) * cell + inset
            let right = Int32(span.upperBound + 1) * cell - inset
            fill(image, x: 0, y: top, width: left, height: height)
            fill(image, x: right, y: top, width: full - right, height: height)
        }
    }

    private static func fill(_ image: UnsafeMutablePointer<PIX>, x: Int32, y: Int32, width: Int32, height: Int32) {
        guard width > 0, height > 0 else { return }
        var box = boxCreate(x, y, width, height)
        pixSetInRectArbitrary(image, box, 255)
        boxDestroy(&box)
    }

    private init?(_ image: UnsafeMutablePointer<PIX>) {
        width = Int(pixGetWidth(image) / Self.cell)
        height = Int(pixGetHeight(image) / Self.cell)
        guard width >= 8, height >= 8 else { return nil }
        var small = pixScaleToSize(image, Int32(width), Int32(height))
        defer { pixDestroy(&small) }
        levels.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width {
                var value: UInt32 = 0
                pixGetPixel(small, Int32(x), Int32(y), &value)
                levels.append(UInt8(truncatingIfNeeded: value))
            }
        }
    }

    /// The cells of the sheet, row by row.
    private func sheet() -> [ClosedRange<Int>?]? {
        guard let threshold = threshold() else { return nil }
        let bright = brightened().map { $0 > threshold }
        var seen = [Bool](repeating: false, count: levels.count)
        var best: [Int] = []
        for start in levels.indices where bright[start] && !seen[start] {
            let part = connected(start, bright, &seen)
            if part.count > best.count { best = part }
        }
        var spans = [ClosedRange<Int>?](repeating: nil, count: height)
        for index in best {
            let (x, y) = (index % width, index / width)
            spans[y] = spans[y].map { min($0.lowerBound, x)...max($0.upperBound, x) } ?? x...x
        }
        let area = spans.reduce(0) { $0 + ($1?.count ?? 0) }
        return area * 5 >= levels.count && area * 100 <= levels.count * 97 ? spans : nil
    }

    /// The brightest of each cell and its neighbours, so that lines of print do not cut the sheet in pieces.
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

    /// The level that best parts bright from dark cells, if they differ enough.
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
        return best.contrast >= Self.leastContrast ? UInt8(best.level) : nil
    }
}
