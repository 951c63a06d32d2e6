import ReceiptUnderstanding

/// The words of a page as JSON, so that understanding can be tried again without reading.
struct WordFile: Codable {
    struct Word: Codable {
        var text: String
        /// 0…100.
        var confidence: Int
        var x: Int
        var y: Int
        var width: Int
        var height: Int
        /// As in ``RecognizedWord/line``.
        var line: Int
    }

    /// As in ``RowBand``.
    struct Row: Codable {
        var left: Int
        var right: Int
        var leftMiddle: Int
        var rightMiddle: Int
        var height: Int
    }

    /// Pixels of the upright image, in which the boxes are given.
    var width: Int
    var height: Int
    /// As in ``RecognizedPage/quarterTurns``; 0 where it is not told.
    var quarterTurns: Int?
    /// What reading took.
    var timing: Timing
    var words: [Word]
    /// Other readings of the same photo.
    var alternatives: [WordFile]?
    /// As in ``RecognizedPage/rereadRows``.
    var rereadRows: [Row]?

    init(_ page: RecognizedPage, _ timing: Timing) {
        width = page.width
        height = page.height
        quarterTurns = page.quarterTurns
        self.timing = timing
        alternatives = page.alternatives.isEmpty ? nil : page.alternatives.map { WordFile($0, timing) }
        rereadRows =
            page.rereadRows.isEmpty
            ? nil
            : page.rereadRows.map {
                Row(
                    left: $0.left,
                    right: $0.right,
                    leftMiddle: $0.leftMiddle,
                    rightMiddle: $0.rightMiddle,
                    height: $0.height
                )
            }
        words = page.words.map { word in
            Word(
                text: word.text,
                confidence: word.confidence,
                x: word.box.x,
                y: word.box.y,
                width: word.box.width,
                height: word.box.height,
                line: word.line
            )
        }
    }

    var page: RecognizedPage {
        RecognizedPage(
            width: width,
            height: height,
            words: words.map { word in
                RecognizedWord(
                    text: word.text,
                    confidence: word.confidence,
                    box: PixelBox(x: word.x, y: word.y, width: word.width, height: word.height),
                    line: word.line
                )
            },
            quarterTurns: quarterTurns ?? 0,
            alternatives: (alternatives ?? []).map(\.page),
            rereadRows: (rereadRows ?? []).map {
                RowBand(
                    left: $0.left,
                    right: $0.right,
                    leftMiddle: $0.leftMiddle,
                    rightMiddle: $0.rightMiddle,
                    height: $0.height
                )
            }
        )
    }
}
