/// A rectangle in pixels of a page or a photo; the origin is its top left corner.
package struct PixelBox: Sendable, Hashable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package var right: Int { x + width }
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

/// One printed word as a reader saw it.
package struct RecognizedWord: Sendable, Hashable {
    /// What is printed, without white space.
    package var text: String
    /// How sure the reader is, 0…100.
    package var confidence: Int
    package var box: PixelBox
    /// The reader's own idea of the printed line, counted from the top. Words of one line may still carry
    /// different indices when the reader saw columns; rows are made from boxes, not from this alone.
    package var line: Int

    package init(text: String, confidence: Int, box: PixelBox, line: Int) {
        self.text = text
        self.confidence = min(100, max(0, confidence))
        self.box = box
        self.line = line
    }
}

/// Everything a reader found in one image.
package struct RecognizedPage: Sendable, Hashable {
    /// Width of the page in pixels; the boxes refer to it. The page is upright and flat, which the photo may not be.
    package var width: Int
    /// Height of the page in pixels.
    package var height: Int
    package var words: [RecognizedWord]
    /// Where the page lies on the photos that it was read from, from top to bottom; empty when it is the photo as it is
    /// displayed. Alternatives lie there too.
    package var parts: [PagePart]
    /// What the photo looks like, where readers tell.
    package var statistics: ImageStatistics?
    /// What other readers, or the same one with another preparation, saw on the same photo, if the first reading left
    /// doubts. Alternatives have none of their own.
    package var alternatives: [RecognizedPage]
    /// The rows of another reading that alone were read again; a word's `line` counts them. Empty when the whole photo
    /// was read.
    package var rereadRows: [RowBand]

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

    /// A page from typed text: one printed row a line, characters ten pixels wide, rows twenty pixels apart.
    ///
    /// Serves text that has no image, for example a receipt received as an e-mail.
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
