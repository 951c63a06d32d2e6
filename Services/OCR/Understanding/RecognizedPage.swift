/// A rectangle in pixels of a page or photo; the origin is top left.
package struct PixelBox: Sendable, Hashable {
    /// The left edge.
    package var x: Int
    /// The top edge.
    package var y: Int
    /// The width.
    package var width: Int
    /// The height.
    package var height: Int

    /// A rectangle by its top left corner and size.
    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The right edge, exclusive.
    package var right: Int { x + width }
    /// The bottom edge, exclusive.
    package var bottom: Int { y + height }

    /// The smallest box that contains both.
    package func union(_ other: PixelBox) -> PixelBox {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelBox(x: left, y: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
    }

    static func around(_ boxes: some Sequence<PixelBox>) -> PixelBox? {
        var result: PixelBox?
        for box in boxes { result = result?.union(box) ?? box }
        return result
    }
}

/// A printed word as a reader recognized it.
package struct RecognizedWord: Sendable, Hashable {
    /// The text, without white space.
    package var text: String
    /// The reader's confidence, 0…100.
    package var confidence: Int
    /// The position on the page.
    package var box: PixelBox
    /// The index of the reader's line, from the top.
    ///
    /// Words of one printed line can have different indices when the reader saw columns; rows are built from boxes, not
    /// from this alone.
    package var line: Int

    /// A word with its confidence, position and line.
    package init(text: String, confidence: Int, box: PixelBox, line: Int) {
        self.text = text
        self.confidence = min(100, max(0, confidence))
        self.box = box
        self.line = line
    }
}

/// Everything a reader recognized in one image.
package struct RecognizedPage: Sendable, Hashable {
    /// Width of the page in pixels, to which boxes refer. The page is upright and flat, unlike the photo.
    package var width: Int
    /// Height of the page in pixels.
    package var height: Int
    /// The recognized words.
    package var words: [RecognizedWord]
    /// The page's position on the photos it was read from, top to bottom.
    ///
    /// Empty when the page is the photo as displayed. Applies to alternatives, too.
    package var parts: [PagePart]
    /// Statistics of the photo; `nil` when the reader does not supply them.
    package var statistics: ImageStatistics?
    /// Further readings of the same photo when the first one left doubts.
    ///
    /// They come from other readers or other preprocessing, and have no alternatives themselves.
    package var alternatives: [RecognizedPage]
    /// The rows that were reread; empty when the whole photo was read. A word's `line` is an index into them.
    package var rereadRows: [RowBand]

    /// A page with its words, and optionally parts, statistics and alternatives.
    package init(
        width: Int,
        height: Int,
        words: [RecognizedWord],
        parts: [PagePart] = [],
        statistics: ImageStatistics? = nil,
        alternatives: [RecognizedPage] = [],
        rereadRows: [RowBand] = []
    ) {
        self.width = width
        self.height = height
        self.words = words
        self.parts = parts
        self.statistics = statistics
        self.alternatives = alternatives
        self.rereadRows = rereadRows
    }

    /// A page from typed text, for receipts without an image, such as e-mails.
    ///
    /// One printed row a line, characters ten pixels wide, rows twenty pixels apart.
    package init(text: String) {
        var words: [RecognizedWord] = []
        var widest = 0
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            var column = 0
            for piece in line.split(separator: " ", omittingEmptySubsequences: false) {
                if !piece.isEmpty {
                    let box = PixelBox(x: column * 10, y: index * 20, width: piece.count * 10, height: 16)
                    words.append(RecognizedWord(text: String(piece), confidence: 100, box: box, line: index))
                }
                column += piece.count + 1
            }
            widest = max(widest, column * 10)
        }
        self.init(width: widest, height: lines.count * 20, words: words)
    }
}
