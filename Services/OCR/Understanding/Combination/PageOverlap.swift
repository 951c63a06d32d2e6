/// Which rows two photos of one receipt have in common: the last of the upper one and the first of the lower one.
struct PageOverlap: Equatable {
    /// Rows of the upper and the lower page that are the same, from top to bottom.
    var pairs: [(upper: Int, lower: Int)]
    /// How much speaks for it.
    var weight: Double

    static func == (a: PageOverlap, b: PageOverlap) -> Bool {
        a.weight == b.weight && a.pairs.elementsEqual(b.pairs) { $0 == $1 }
    }

    /// From here on two rows are the same, however readers saw them.
    private static let sameRow = 0.7
    /// So many rows at the edges may be cut through.
    private static let cutRows = 2
    /// Rows with fewer characters are the same by chance too often.
    private static let leastCharacters = 4

    /// - Returns: `nil` when nothing is in common.
    init?(upper: [String], lower: [String]) {
        let (upper, lower) = (upper.map(TextLikeness.key), lower.map(TextLikeness.key))
        var best: PageOverlap?
        for shift in 0..<max(1, upper.count) {
            var same: [(upper: Int, lower: Int)] = []
            var (weight, compared) = (0.0, 0)
            for row in shift..<upper.count where row - shift < lower.count {
                let (a, b) = (upper[row], lower[row - shift])
                guard max(a.count, b.count) >= Self.leastCharacters else { continue }
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
