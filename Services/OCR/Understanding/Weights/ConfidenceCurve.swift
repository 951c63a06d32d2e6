/// A piecewise linear map from the confidence of rules and readers to the observed share of correct fields.
package struct ConfidenceCurve: Sendable, Hashable {
    private struct Point: Hashable {
        var own: Int
        var calibrated: Int
    }

    private let points: [Point]

    /// A curve from own to calibrated confidence, both 0…100, through increasing points; constant beyond the last one.
    package init(_ points: [(own: Int, calibrated: Int)]) {
        self.points = points.map { Point(own: $0.own, calibrated: $0.calibrated) }
    }

    func callAsFunction(_ confidence: Int) -> Int {
        var before = Point(own: 0, calibrated: 0)
        for point in points {
            if confidence <= point.own {
                let width = max(1, point.own - before.own)
                return before.calibrated + (point.calibrated - before.calibrated) * (confidence - before.own) / width
            }
            before = point
        }
        return before.calibrated
    }
}

/// In JSON, a list of pairs.
extension ConfidenceCurve: Codable {
    /// Decodes a list of pairs of own and calibrated confidence.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let pairs = try container.decode([[Int]].self)
        func check(_ isTrue: Bool, _ rule: String) throws {
            guard !isTrue else { return }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: rule)
        }
        try check(!pairs.isEmpty, "A curve has at least one point.")
        let isInRange = pairs.allSatisfy { $0.count == 2 && $0.allSatisfy((0...100).contains) }
        try check(isInRange, "A point is a pair of numbers from 0 to 100.")
        let increases = zip(pairs, pairs.dropFirst()).allSatisfy { $0[0] < $1[0] }
        try check(increases, "The points of a curve do not increase.")
        self.init(pairs.map { ($0[0], $0[1]) })
    }

    /// Encodes a list of pairs.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(points.map { [$0.own, $0.calibrated] })
    }
}
