/// Groups a page's words into printed rows, also on skewed and curved pages.
///
/// Each line that the reader saw is a straight piece with its own slope. Pieces side by side become one row when the
/// extension of one meets the other, so that a name at the left margin finds its amount at the right one.
struct RowBuilder {
    private let pieces: [Piece]
    /// The median slope of the lines: pixels down for each pixel to the right.
    private let slope: Double

    init(page: RecognizedPage) {
        var lines: [Int: [RecognizedWord]] = [:]
        for word in page.words where !word.text.isEmpty { lines[word.line, default: []].append(word) }
        let groups = lines.values.flatMap { Self.separated($0.sorted { ($0.box.x, $0.box.y) < ($1.box.x, $1.box.y) }) }
        let shape = PageShape(lines: groups)
        let slope = LineFit.slope(ofMost: groups.lazy.map { Piece.flattened($0, shape) })
        self.slope = slope
        pieces = groups.map { Piece($0, flat: Piece.flattened($0, shape), pageSlope: slope) }.sorted {
            ($0.level(slope), $0.left) < ($1.level(slope), $1.left)
        }
    }

    /// The rows from top to bottom, their words from left to right.
    ///
    /// Neighbours are joined first: paper bends little between them, and a run of neighbours extrapolates better to a
    /// word far to the right than a straight line.
    func rows() -> [[RecognizedWord]] {
        var rows: [Piece?] = pieces
        var rowOf = Array(pieces.indices)
        for join in joins() {
            let (a, b) = (rowOf[join.left], rowOf[join.right])
            guard a != b, let first = rows[a], let second = rows[b], first.isFree(for: second),
                first.continues(with: second) || join.isClose
            else { continue }
            rows[a] = Piece(first.words + second.words, flat: first.flat + second.flat, pageSlope: slope)
            rows[b] = nil
            for index in rowOf.indices where rowOf[index] == b { rowOf[index] = a }
        }
        return rows.compactMap { $0 }.sorted { $0.level(slope) < $1.level(slope) }.map {
            $0.words.sorted { $0.box.x < $1.box.x }
        }
    }

    /// Two pieces that may belong to one row.
    private struct Join {
        var left: Int
        var right: Int
        /// The vertical mismatch, which weighs more the farther apart the pieces are.
        var cost: Double
        /// Whether the pieces are joined regardless of the rows they already belong to.
        var isClose: Bool
    }

    /// The maximum change of slope, in pixels per pixel.
    private static let drift = 0.04

    /// The maximum vertical distance of two pieces of a row on an evenly skewed page, in heights of the taller.
    private static let reach = 3.0

    /// All pairs that meet, most certain first.
    private func joins() -> [Join] {
        var joins: [Join] = []
        let reach = Self.reach * Double(pieces.map(\.height).max() ?? 0)
        for left in pieces.indices {
            let (a, level) = (pieces[left], pieces[left].level(slope))
            for right in (left + 1)..<max(left + 1, pieces.count) {
                let b = pieces[right]
                // The pieces are sorted by level.
                guard b.level(slope) - level < reach else { break }
                guard a.continues(with: b) else { continue }
                let gap = a.gap(to: b)
                let distance = Double(max(0, max(a.left, b.left) - min(a.right, b.right)))
                joins.append(
                    Join(
                        left: left,
                        right: right,
                        cost: gap + Self.drift * distance,
                        isClose: gap < 0.6 * a.limit(for: b) && distance < 4 * Double(max(a.height, b.height))
                    )
                )
            }
        }
        return joins.sorted { ($0.cost, $0.left, $0.right) < ($1.cost, $1.left, $1.right) }
    }

    /// Splits a line whose words are above one another, because the reader joined two rows.
    private static func separated(_ words: [RecognizedWord]) -> [[RecognizedWord]] {
        var groups: [[RecognizedWord]] = []
        for word in words {
            let fits = groups.indices.filter { index in
                guard let last = groups[index].last else { return false }
                let shared = min(last.box.right, word.box.right) - max(last.box.x, word.box.x)
                let isAbove = abs(last.box.middle - word.box.middle) * 2 > max(last.box.height, word.box.height)
                return !(isAbove && shared * 3 > min(last.box.width, word.box.width))
            }
            let nearest = fits.min {
                abs((groups[$0].last?.box.middle ?? 0) - word.box.middle)
                    < abs((groups[$1].last?.box.middle ?? 0) - word.box.middle)
            }
            if let nearest { groups[nearest].append(word) } else { groups.append([word]) }
        }
        return groups
    }
}

/// A straight run of words.
private struct Piece {
    var words: [RecognizedWord]
    /// The words' positions after removing the page's curvature.
    var flat: [RecognizedWord]
    var left: Int
    var right: Int
    /// The median height of its words.
    var height: Int
    /// The slope of the middle line, which crosses `x` at `y + slope * (x - x0)`.
    private var slope: Double
    private var x0: Double
    private var y0: Double

    init(_ words: [RecognizedWord], flat: [RecognizedWord], pageSlope: Double) {
        self.words = words
        self.flat = flat
        left = words.map(\.box.x).min() ?? 0
        right = words.map(\.box.right).max() ?? 0
        let heights = words.map(\.box.height).sorted()
        height = max(1, heights.isEmpty ? 1 : heights[heights.count / 2])
        slope = LineFit.slope(flat) ?? pageSlope
        (x0, y0) = LineFit.centre(flat)
    }

    static func flattened(_ words: [RecognizedWord], _ shape: PageShape) -> [RecognizedWord] {
        words.map { word in
            var word = word
            let x = Double(word.box.x) + Double(word.box.width) / 2
            word.box.y -= Int(shape.bend(atX: x, y: Double(word.box.middle)).rounded())
            return word
        }
    }

    func y(at x: Double) -> Double { y0 + slope * (x - x0) }

    /// The vertical position with the page's skew removed.
    func level(_ pageSlope: Double) -> Double { y0 - pageSlope * x0 }

    func continues(with other: Piece) -> Bool {
        gap(to: other) < limit(for: other) && isFree(for: other)
    }

    /// The tolerance for joining; readers sometimes draw the box of a lone word too high, by up to half its height.
    func limit(for other: Piece) -> Double {
        min(Double(max(height, other.height)) * 0.5, Double(min(height, other.height)) * 0.85)
    }

    /// Whether the other's words are beside these, or in a gap between them.
    func isFree(for other: Piece) -> Bool {
        let tolerance = min(height, other.height) / 3
        return other.words.allSatisfy { word in
            words.allSatisfy {
                min($0.box.right, word.box.right) - max($0.box.x, word.box.x) <= min(tolerance, word.box.width / 2)
            }
        }
    }

    /// The vertical mismatch of the two, extended to where they meet.
    func gap(to other: Piece) -> Double {
        let x: Double
        if other.left >= right || left >= other.right {
            x = other.left >= left ? Double(right + other.left) / 2 : Double(left + other.right) / 2
        } else {
            x = (Double(max(left, other.left)) + Double(min(right, other.right))) / 2
        }
        return abs(y(at: x) - other.y(at: x))
    }
}

extension PixelBox {
    /// The vertical position of its horizontal middle line.
    var middle: Int { y + height / 2 }
}
