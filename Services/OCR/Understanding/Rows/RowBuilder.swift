/// Makes printed rows of a page's words, on skewed and curved pages too.
///
/// Each line that the reader saw is a straight piece with its own slope; pieces side by side become one row where the
/// one, prolonged, meets the other, so that a name at the left margin finds its amount at the right one.
struct RowBuilder {
    private let pieces: [Piece]
    /// The slope of most lines: pixels down for each pixel to the right.
    private let slope: Double

    init(page: RecognizedPage) {
        var lines: [Int: [RecognizedWord]] = [:]
        for word in page.words where !word.text.isEmpty { lines[word.line, default: []].append(word) }
        let groups = lines.values.flatMap { Self.separated($0.sorted { ($0.box.x, $0.box.y) < ($1.box.x, $1.box.y) }) }
        let shape = PageShape(lines: groups)
        let slopes = groups.compactMap { LineFit.slope(Piece.flattened($0, shape)) }.sorted()
        let slope = slopes.isEmpty ? 0 : slopes[slopes.count / 2]
        self.slope = slope
        pieces = groups.map { Piece($0, flat: Piece.flattened($0, shape), pageSlope: slope) }.sorted {
            ($0.level(slope), $0.left) < ($1.level(slope), $1.left)
        }
    }

    /// The rows from top to bottom, their words from left to right.
    func rows() -> [[RecognizedWord]] {
        var rows: [Piece] = []
        for piece in pieces {
            let candidates = rows.indices.suffix(6).filter { rows[$0].continues(with: piece) }
            if let index = candidates.min(by: { rows[$0].gap(to: piece) < rows[$1].gap(to: piece) }) {
                rows[index] = Piece(
                    rows[index].words + piece.words,
                    flat: rows[index].flat + piece.flat,
                    pageSlope: slope
                )
            } else {
                rows.append(piece)
            }
        }
        return rows.sorted { $0.level(slope) < $1.level(slope) }.map { $0.words.sorted { $0.box.x < $1.box.x } }
    }

    /// Takes a line apart where words stand above one another: the reader joined two rows.
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
    /// The words as they would stand on a page without bends.
    var flat: [RecognizedWord]
    var left: Int
    var right: Int
    /// The median height of its words.
    var height: Int
    /// Where its middle line crosses `x`: `y + slope * (x - x0)`.
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

    /// Its height on the page if the page were not skewed.
    func level(_ pageSlope: Double) -> Double { y0 - pageSlope * x0 }

    func continues(with other: Piece) -> Bool {
        guard isFree(for: other) else { return false }
        // Readers draw the box of a lone word too high at times; half of such a box may be off.
        let limit = min(Double(max(height, other.height)) * 0.5, Double(min(height, other.height)) * 0.85)
        return gap(to: other) < limit
    }

    /// Whether the other's words stand beside these, or in a gap between them.
    private func isFree(for other: Piece) -> Bool {
        let tolerance = min(height, other.height) / 3
        return other.words.allSatisfy { word in
            words.allSatisfy {
                min($0.box.right, word.box.right) - max($0.box.x, word.box.x) <= min(tolerance, word.box.width / 2)
            }
        }
    }

    /// How far the two, prolonged, miss one another where they meet.
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
    /// The height of its horizontal middle line.
    var middle: Int { y + height / 2 }
}
