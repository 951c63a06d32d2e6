/// The rows that two photos of one receipt share: the upper's last, the lower's first.
struct PageOverlap: Equatable {
    /// Matching rows of the upper and the lower page, from top to bottom.
    var pairs: [(upper: Int, lower: Int)]
    /// The strength of the match; higher is stronger.
    var weight: Double

    static func == (a: PageOverlap, b: PageOverlap) -> Bool {
        a.weight == b.weight && a.pairs.elementsEqual(b.pairs) { $0 == $1 }
    }

    /// The minimum likeness of two readings of the same row.
    private static let sameRow = 0.7
    /// The number of rows at the edges that may be cut off.
    private static let cutRows = 2
    /// Rows with fewer characters match by chance too often.
    private static let minimumCharacters = 4

    /// Finds the shared rows.
    /// - Returns: `nil` when the pages share none.
    init?(upper: [String], lower: [String]) {
        let (upper, lower) = (upper.map(TextLikeness.key), lower.map(TextLikeness.key))
        var best: PageOverlap?
        for shift in 0..<max(1, upper.count) {
            var same: [(upper: Int, lower: Int)] = []
            var (weight, compared) = (0.0, 0)
            for row in shift..<upper.count where row - shift < lower.count {
                let (a, b) = (upper[row], lower[row - shift])
                guard max(a.count, b.count) >= Self.minimumCharacters else { continue }
                let similarity = TextLikeness.of(a, b)
                let isAtEdge = row >= upper.count - Self.cutRows || row - shift < Self.cutRows
                if similarity >= Self.sameRow {
                    same.append((row, row - shift))
                } else if isAtEdge {
                    continue
                }
                compared += 1
                weight += (similarity - 0.5) * Double(max(a.count, b.count))
            }
            guard same.count >= 2 || (same.count == 1 && upper[same[0].upper].count >= 12),
                same.count * 5 >= compared * 3, weight > best?.weight ?? 0
            else { continue }
            best = PageOverlap(pairs: same, weight: weight)
        }
        guard let best else { return nil }
        self = best
    }

    private init(pairs: [(upper: Int, lower: Int)], weight: Double) {
        self.pairs = pairs
        self.weight = weight
    }
}
