/// Joins the pages of several photos of one long receipt, without duplicating shared rows.
package struct PageJoin {
    private var whole: RecognizedPage

    /// One page made of several, in the order in which the photos were sent.
    ///
    /// The order is reversed when only then the pages have rows in common.
    /// - Parameter pages: at least one, each of one photo.
    package static func joined(_ pages: [RecognizedPage]) -> RecognizedPage {
        precondition(!pages.isEmpty, "a receipt has a photo")
        guard pages.count > 1 else { return pages[0] }
        let numbered = pages.enumerated().map { number, page in page.asPart(number) }
        let down = overlaps(numbered)
        let up = overlaps(numbered.reversed())
        let ordered = up.count > down.count ? numbered.reversed() : numbered
        return ordered.dropFirst().reduce(into: PageJoin(whole: ordered[0])) { $0.append($1) }.whole
    }

    private static func overlaps(_ pages: [RecognizedPage]) -> [PageOverlap] {
        let rows = pages.map { TextRow.rows(of: $0).map(\.text) }
        return zip(rows, rows.dropFirst()).compactMap { PageOverlap(upper: $0, lower: $1) }
    }

    private init(whole: RecognizedPage) { self.whole = whole }

    private mutating func append(_ page: RecognizedPage) {
        let (upper, lower) = (TextRow.rows(of: whole), TextRow.rows(of: page))
        guard !upper.isEmpty else { return whole = page }
        guard !lower.isEmpty else { return }
        let overlap = PageOverlap(upper: upper.map(\.text), lower: lower.map(\.text))
        let seam = overlap.map { Seam($0, upper, lower) } ?? Seam(below: upper, lower)
        attach(page, seam)
    }

    /// The rereadings of rows on both sides of the seam, in rounds: first of both pages, then second.
    private func rereadings(_ page: RecognizedPage, _ seam: Seam, width: Int, height: Int) -> [RecognizedPage] {
        let upper = whole.alternatives.filter { !$0.rereadRows.isEmpty }
        let lower = page.alternatives.filter { !$0.rereadRows.isEmpty }
        return (0..<max(upper.count, lower.count)).compactMap { index in
            var joined = RecognizedPage(width: width, height: height, words: [])
            if index < upper.count { joined.addRereadRows(of: upper[index]) { $0.middle < seam.upper } }
            if index < lower.count {
                joined.addRereadRows(of: lower[index], movedBy: seam.map) { $0.middle >= seam.lower }
            }
            return joined.rereadRows.isEmpty ? nil : joined
        }
    }

    private mutating func attach(_ page: RecognizedPage, _ seam: Seam) {
        let first = (whole.words + whole.alternatives.flatMap(\.words)).map(\.line).max() ?? 0
        func join(_ upper: [RecognizedWord], _ lower: [RecognizedWord]) -> [RecognizedWord] {
            let below = lower.filter { Double($0.box.middle) >= seam.lower }.map { word in
                var word = word
                word.box = seam.map.bounds(of: word.box)
                word.line += first + 1
                return word
            }
            return upper.filter { Double($0.box.middle) < seam.upper } + below
        }
        let size = seam.map(Double(page.width), Double(page.height))
        let (upper, lower) = (whole.wholeAlternatives, page.wholeAlternatives)
        let alternatives = (0..<max(upper.count, lower.count)).map { index in
            RecognizedPage(
                width: max(whole.width, Int(size.x)),
                height: Int(size.y),
                // A page without such a rereading contributes its first reading.
                words: join(
                    index < upper.count ? upper[index].words : whole.words,
                    index < lower.count ? lower[index].words : page.words
                )
            )
        }
        whole = RecognizedPage(
            width: max(whole.width, Int(size.x)),
            height: Int(size.y),
            words: join(whole.words, page.words),
            parts: whole.parts + page.parts.map { seam.part($0) },
            statistics: whole.statistics,
            alternatives: rereadings(page, seam, width: max(whole.width, Int(size.x)), height: Int(size.y))
                + alternatives
        )
    }
}

/// The position where one page continues on the next.
private struct Seam {
    /// Words above this position are taken from the upper page.
    var upper: Double
    /// Words below this position, in pixels of the lower page, are taken from the lower page.
    var lower: Double
    /// The projection from the lower page to the upper one.
    var map: Projection

    /// A seam through the middle of the overlap, since photos are worst at their edges.
    init(_ overlap: PageOverlap, _ upperRows: [TextRow], _ lowerRows: [TextRow]) {
        let pair = overlap.pairs[overlap.pairs.count / 2]
        upper = Self.end(of: pair.upper, upperRows)
        lower = Self.end(of: pair.lower, lowerRows)
        let ends = overlap.pairs.flatMap { pair in
            let (a, b) = (upperRows[pair.upper].box, lowerRows[pair.lower].box)
            return [(Double(a.x), Double(b.x)), (Double(a.right), Double(b.right))]
        }
        map = Self.map(ends, upper, lower)
    }

    /// A seam without overlap; the columns determine the scale.
    init(below upperRows: [TextRow], _ lowerRows: [TextRow]) {
        func margins(_ rows: [TextRow]) -> (Double, Double) {
            let (lefts, rights) = (rows.map(\.box.x).sorted(), rows.map(\.box.right).sorted())
            return (Double(lefts[lefts.count / 10]), Double(rights[rights.count - 1 - rights.count / 10]))
        }
        let (a, b) = (margins(upperRows), margins(lowerRows))
        let last = upperRows[upperRows.count - 1].box
        upper = Double(last.bottom + last.height)
        lower = Double(lowerRows[0].box.y)
        map = Self.map([(a.0, b.0), (a.1, b.1)], upper, lower)
    }

    /// The position between a row and the next.
    private static func end(of row: Int, _ rows: [TextRow]) -> Double {
        let box = rows[row].box
        guard row + 1 < rows.count else { return Double(box.bottom) }
        return Double(box.middle + rows[row + 1].box.middle) / 2
    }

    /// The scale and shift that best map positions on the lower page to those on the upper one.
    private static func map(_ places: [(upper: Double, lower: Double)], _ upper: Double, _ lower: Double) -> Projection
    {
        let count = Double(places.count)
        let means = (places.reduce(0) { $0 + $1.upper } / count, places.reduce(0) { $0 + $1.lower } / count)
        let spread = places.reduce(0) { $0 + ($1.lower - means.1) * ($1.lower - means.1) }
        let common = places.reduce(0) { $0 + ($1.upper - means.0) * ($1.lower - means.1) }
        let scale = spread > 0 ? min(4, max(0.25, common / spread)) : 1
        return Projection(
            x: SIMD3(scale, 0, means.0 - scale * means.1),
            y: SIMD3(0, scale, upper - scale * lower)
        )
    }

    func part(_ part: PagePart) -> PagePart {
        var part = part
        part.top = Int(upper)
        if let back = map.inverse { part.projection = part.projection.after(back) }
        return part
    }
}

extension RecognizedPage {
    /// The page with the photo's number set in its parts.
    fileprivate func asPart(_ number: Int) -> RecognizedPage {
        var page = self
        if parts.isEmpty {
            page.parts = [PagePart(photoWidth: width, photoHeight: height, projection: .identity)]
        }
        for index in page.parts.indices { page.parts[index].photo = number }
        return page
    }

    /// The alternatives that cover the whole photo.
    fileprivate var wholeAlternatives: [RecognizedPage] { alternatives.filter(\.rereadRows.isEmpty) }
}
