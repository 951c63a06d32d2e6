import ReceiptUnderstanding

/// The words of a page as JSON, to repeat the interpretation without reading.
struct WordFile: Codable {
    struct Word: Codable {
        var text: String
        /// The confidence, 0…100.
        var confidence: Int
        var x: Int
        var y: Int
        var width: Int
        var height: Int
        /// As ``RecognizedWord/line``.
        var line: Int
    }

    /// As ``PagePart``, with the projection's coefficients row by row.
    struct Part: Codable {
        var photo: Int
        var top: Int
        var photoWidth: Int
        var photoHeight: Int
        var projection: [Double]
    }

    /// As ``RowBand``.
    struct Row: Codable {
        var left: Int
        var right: Int
        var leftMiddle: Int
        var rightMiddle: Int
        var height: Int
    }

    /// The size of the page in pixels, to which boxes refer.
    var width: Int
    var height: Int
    /// The page's position on the photo; nil when the page is the photo.
    var parts: [Part]?
    /// The time that reading took.
    var timing: Timing
    var words: [Word]
    /// Other readings of the same photo.
    var alternatives: [WordFile]?
    /// As ``RecognizedPage/rereadRows``.
    var rereadRows: [Row]?

    init(_ page: RecognizedPage, _ timing: Timing) {
        width = page.width
        height = page.height
        parts = page.parts.isEmpty ? nil : page.parts.map(Part.init)
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
            parts: (parts ?? []).compactMap(\.part),
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

extension WordFile.Part {
    init(_ part: PagePart) {
        let rows = [part.projection.x, part.projection.y, part.projection.w]
        self.init(
            photo: part.photo,
            top: part.top,
            photoWidth: part.photoWidth,
            photoHeight: part.photoHeight,
            projection: rows.flatMap { [$0.x, $0.y, $0.z] }
        )
    }

    /// The decoded part; nil when coefficients are missing.
    var part: PagePart? {
        guard projection.count == 9 else { return nil }
        func row(_ start: Int) -> SIMD3<Double> {
            SIMD3(projection[start], projection[start + 1], projection[start + 2])
        }
        let map = Projection(x: row(0), y: row(3), w: row(6))
        return PagePart(photo: photo, top: top, photoWidth: photoWidth, photoHeight: photoHeight, projection: map)
    }
}
