import ReceiptImaging

/// The probability of each pixel to belong to the middle of a text line.
struct ProbabilityMap {
    var width: Int
    var height: Int
    /// The probabilities row by row, 0…1.
    var values: [Float]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        values = [Float](repeating: 0, count: width * height)
    }

    /// Parameters of differentiable binarization (Liao et al. 2020), with PP-OCR's values.
    struct Settings: Sendable {
        /// The minimum probability of a text pixel.
        var threshold: Float = 0.3
        /// The minimum mean probability inside a box.
        var boxThreshold: Float = 0.5
        /// The factor by which boxes grow, times area over circumference: the network marks lines thinner than they
        /// are.
        var growth = 1.6
        /// The minimum side of a box, in pixels; shorter ones are specks.
        var minimumSide = 3.0
    }

    /// The text lines as rectangles, from top to bottom.
    func boxes(_ settings: Settings) -> [Quadrilateral] {
        var boxes: [Quadrilateral] = []
        for outline in Components(self, above: settings.threshold).outlines() {
            guard let rectangle = EnclosingRectangle(around: outline) else { continue }
            guard min(rectangle.width, rectangle.height) >= settings.minimumSide,
                mean(inside: rectangle.quadrilateral) >= settings.boxThreshold
            else { continue }
            let circumference = 2 * (rectangle.width + rectangle.height)
            let distance = rectangle.width * rectangle.height * settings.growth / circumference
            boxes.append(rectangle.grown(by: distance).quadrilateral)
        }
        return boxes.sorted { ($0.topLeft.y, $0.topLeft.x) < ($1.topLeft.y, $1.topLeft.x) }
    }

    /// The mean of the values inside a convex shape, including its border.
    func mean(inside shape: Quadrilateral) -> Float {
        let corners = shape.corners
        let top = max(0, Int((corners.map(\.y).min() ?? 0).rounded(.down)))
        let bottom = min(height - 1, Int((corners.map(\.y).max() ?? 0).rounded(.up)))
        guard top <= bottom else { return 0 }
        var sum: Float = 0
        var count = 0
        for row in top...bottom {
            guard let span = Self.span(of: corners, at: Double(row)) else { continue }
            let left = max(0, Int(span.lowerBound.rounded(.down)))
            let right = min(width - 1, Int(span.upperBound.rounded(.down)))
            guard left <= right else { continue }
            for column in left...right { sum += values[row * width + column] }
            count += right - left + 1
        }
        return count == 0 ? 0 : sum / Float(count)
    }

    /// The range in which a horizontal line crosses a convex shape.
    private static func span(of corners: [Point], at y: Double) -> ClosedRange<Double>? {
        var (left, right) = (Double.infinity, -Double.infinity)
        for (index, a) in corners.enumerated() {
            let b = corners[(index + 1) % corners.count]
            guard min(a.y, b.y) <= y, y <= max(a.y, b.y) else { continue }
            if a.y == b.y {
                left = min(left, a.x, b.x)
                right = max(right, a.x, b.x)
            } else {
                let x = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)
                left = min(left, x)
                right = max(right, x)
            }
        }
        return left <= right ? left...right : nil
    }
}

/// The 8-connected components of a map above a threshold, as runs of pixels.
private struct Components {
    private struct Run {
        var row: Int
        var first: Int
        var last: Int
    }

    private var runs: [Run] = []
    /// For each run, another of the same component that is not later; the first run of a component refers to itself.
    private var parents: [Int] = []

    init(_ map: ProbabilityMap, above threshold: Float) {
        var above = 0..<0
        for row in 0..<map.height {
            let start = runs.count
            findRuns(map, row, threshold)
            var candidate = above.lowerBound
            for index in start..<runs.count {
                // One more pixel on each side, since diagonal neighbours connect.
                while candidate < above.upperBound, runs[candidate].last + 1 < runs[index].first { candidate += 1 }
                var other = candidate
                while other < above.upperBound, runs[other].first <= runs[index].last + 1 {
                    join(other, index)
                    other += 1
                }
            }
            above = start..<runs.count
        }
    }

    /// Finds the runs of a row. Each pixel extends to the right and below, as PP-OCR dilates its map.
    private mutating func findRuns(_ map: ProbabilityMap, _ row: Int, _ threshold: Float) {
        map.values.withUnsafeBufferPointer { values in
            var first: Int?
            let base = row * map.width
            func counts(_ column: Int) -> Bool {
                values[base + column] > threshold || (row > 0 && values[base - map.width + column] > threshold)
            }
            var before = false
            for column in 0..<map.width {
                let here = counts(column)
                if here || before {
                    if first == nil { first = column }
                } else if let begin = first {
                    append(Run(row: row, first: begin, last: column - 1))
                    first = nil
                }
                before = here
            }
            if let first { append(Run(row: row, first: first, last: map.width - 1)) }
        }
    }

    private mutating func append(_ run: Run) {
        parents.append(runs.count)
        runs.append(run)
    }

    private mutating func root(_ index: Int) -> Int {
        var index = index
        while parents[index] != index {
            parents[index] = parents[parents[index]]
            index = parents[index]
        }
        return index
    }

    private mutating func join(_ a: Int, _ b: Int) {
        let (a, b) = (root(a), root(b))
        if a < b { parents[b] = a } else { parents[a] = b }
    }

    /// The end points of each component's runs, which suffice for its hull.
    consuming func outlines() -> [[Point]] {
        var outlines: [[Point]] = []
        var places: [Int: Int] = [:]
        for index in runs.indices {
            let part = root(index)
            let place = places[part] ?? outlines.count
            if place == outlines.count {
                places[part] = place
                outlines.append([])
            }
            let run = runs[index]
            outlines[place].append(Point(Double(run.first), Double(run.row)))
            if run.last != run.first { outlines[place].append(Point(Double(run.last), Double(run.row))) }
        }
        return outlines
    }
}
