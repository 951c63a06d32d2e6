/// The size and place of the rows of a receipt's head, compared with the rest of the page.
struct HeadPrint {
    private let rows: [ReceiptRow]
    /// The median height of each row's words in pixels.
    private let heights: [Double]
    /// The median of these.
    private let typical: Double
    /// The left and right end of the print in pixels.
    private let ends: (left: Int, right: Int)

    /// From this height on, in typical ones, print stands out.
    private static let large = 1.25
    /// The most that may be blank between rows that belong together, in heights of the larger one: the page's usual
    /// distance and some more, within bounds.
    private let gap: Double
    private static let gaps = 0.75...1.2
    private static let aboveUsual = 1.3
    /// How far the middles or left ends of rows that belong together may be apart, as a share of the page's width.
    private static let shift = 0.06

    init(rows: [ReceiptRow]) {
        self.rows = rows
        let heights = rows.map { row in
            let heights = row.words.map(\.box.height).sorted()
            return Double(heights.isEmpty ? 0 : heights[heights.count / 2])
        }
        self.heights = heights
        let sorted = heights.sorted()
        typical = max(1, sorted.isEmpty ? 1 : sorted[sorted.count / 2])
        let blanks = rows.indices.dropFirst().map { index in
            Double(rows[index].box.y - rows[index - 1].box.bottom) / max(1, max(heights[index], heights[index - 1]))
        }
        let usual = blanks.filter { $0 > 0 }.sorted()
        gap = min(
            max(usual.isEmpty ? 0 : Self.aboveUsual * usual[usual.count / 2], Self.gaps.lowerBound),
            Self.gaps.upperBound
        )
        ends = (rows.map(\.box.x).min() ?? 0, rows.map(\.box.right).max() ?? 0)
    }

    /// The height of a row's letters in typical ones.
    func height(of row: Int) -> Double { heights[row] / typical }

    /// Whether a row's letters stand out.
    func isLarge(_ row: Int) -> Bool { height(of: row) >= Self.large }

    /// Whether a row is printed right below another, on the same axis or from the same left end.
    func areTogether(_ above: Int, _ below: Int) -> Bool {
        let (upper, lower) = (rows[above].box, rows[below].box)
        guard Double(lower.y - upper.bottom) <= gap * max(heights[above], heights[below]) else { return false }
        let most = Self.shift * Double(max(1, ends.right - ends.left))
        let middles = Double(abs(upper.x + upper.right - lower.x - lower.right)) / 2
        return middles <= most || Double(abs(upper.x - lower.x)) <= most
    }
}
