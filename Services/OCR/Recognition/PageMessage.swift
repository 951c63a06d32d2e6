import MessageCoding
package import NIOCore
package import ReceiptUnderstanding
import WorkerMessages

extension RecognizedPage {
    /// Limits of what a reader recognized. A sender drops what exceeds them; a receiver rejects it.
    enum Limits {
        /// The maximum number of words. A receipt has a few hundred.
        static let words = 4_000
        /// The maximum length of a word in bytes. A tax number with its label has thirty.
        static let wordLength = 200
        /// The maximum coordinate of a page, photo or box in pixels, so that arithmetic never overflows.
        static let farthest = 1 << 20
        /// The maximum number of further readings.
        static let alternatives = 8
        /// The maximum number of photos of one receipt.
        static let parts = 16
        /// The maximum number of reread rows.
        static let rereadRows = 200
    }

    /// The page as `larder.worker.v1.Page`, to be stored.
    /// - Throws: ``WorkerCodecError`` when it needs too much memory.
    package func packed() throws(WorkerCodecError) -> ByteBuffer {
        do { return try Worker.Page(self).encoded() } catch { throw .tooLong }
    }

    /// Decodes a ``packed()`` page.
    /// - Throws: ``WorkerCodecError`` when it is malformed.
    package init(packed bytes: ByteBuffer) throws(WorkerCodecError) {
        let page: Worker.Page
        do { page = try Worker.Page(decoding: bytes) } catch { throw .malformed }
        self = try RecognizedPage(page)
    }

    init(_ page: Worker.Page) throws(WorkerCodecError) {
        guard let first = page.readings.first, page.readings.count <= 1 + Limits.alternatives,
            page.parts.count <= Limits.parts
        else { throw .malformed }
        self = try RecognizedPage(first)
        for reading in page.readings.dropFirst() { alternatives.append(try RecognizedPage(reading)) }
        for part in page.parts { parts.append(try PagePart(part)) }
        statistics = try page.statistics.map(ImageStatistics.init)
    }

    private init(_ reading: Worker.Reading) throws(WorkerCodecError) {
        guard reading.words.count <= Limits.words, reading.rereadRows.count <= Limits.rereadRows else {
            throw .malformed
        }
        self.init(
            width: try length(reading.width),
            height: try length(reading.height),
            words: try reading.words.map(RecognizedWord.init),
            rereadRows: try reading.rereadRows.map(RowBand.init)
        )
    }
}

extension Worker.Page {
    init(_ page: RecognizedPage) {
        let readings = [page] + page.alternatives.prefix(RecognizedPage.Limits.alternatives)
        self.init(
            readings: readings.map(Worker.Reading.init),
            parts: page.parts.prefix(RecognizedPage.Limits.parts).map(Worker.Part.init),
            statistics: page.statistics.map(Worker.Statistics.init)
        )
    }
}

extension Worker.Reading {
    fileprivate init(_ page: RecognizedPage) {
        self.init(
            width: UInt32(clamping: page.width),
            height: UInt32(clamping: page.height),
            words: page.words.prefix(RecognizedPage.Limits.words).map(Worker.Word.init),
            rereadRows: page.rereadRows.prefix(RecognizedPage.Limits.rereadRows).map(Worker.Row.init)
        )
    }
}

// MARK: Words

extension RecognizedWord {
    fileprivate init(_ word: Worker.Word) throws(WorkerCodecError) {
        guard word.confidence <= 100, word.text.utf8.count <= RecognizedPage.Limits.wordLength else { throw .malformed }
        let box = PixelBox(
            x: try length(word.x),
            y: try length(word.y),
            width: try length(word.width),
            height: try length(word.height)
        )
        self.init(text: word.text, confidence: Int(word.confidence), box: box, line: Int(word.line))
    }
}

extension Worker.Word {
    fileprivate init(_ word: RecognizedWord) {
        self.init(
            text: word.text.clipped(toBytes: RecognizedPage.Limits.wordLength),
            confidence: UInt32(clamping: word.confidence),
            line: UInt32(clamping: word.line),
            x: UInt32(clamping: word.box.x),
            y: UInt32(clamping: word.box.y),
            width: UInt32(clamping: word.box.width),
            height: UInt32(clamping: word.box.height)
        )
    }
}

extension RowBand {
    fileprivate init(_ row: Worker.Row) throws(WorkerCodecError) {
        self.init(
            left: try coordinate(row.left),
            right: try coordinate(row.right),
            leftMiddle: try coordinate(row.leftMiddle),
            rightMiddle: try coordinate(row.rightMiddle),
            height: try coordinate(row.height)
        )
    }
}

extension Worker.Row {
    fileprivate init(_ row: RowBand) {
        self.init(
            left: Int32(clamping: row.left),
            right: Int32(clamping: row.right),
            leftMiddle: Int32(clamping: row.leftMiddle),
            rightMiddle: Int32(clamping: row.rightMiddle),
            height: Int32(clamping: row.height)
        )
    }
}

// MARK: Photos

extension PagePart {
    fileprivate init(_ part: Worker.Part) throws(WorkerCodecError) {
        let numbers = part.projection
        guard numbers.count == 9 else { throw .malformed }
        let rows = [0, 3, 6].map { SIMD3(numbers[$0], numbers[$0 + 1], numbers[$0 + 2]) }
        let projection = Projection(x: rows[0], y: rows[1], w: rows[2])
        guard projection.isFinite else { throw .malformed }
        self.init(
            photo: Int(part.photo),
            top: try length(part.top),
            photoWidth: try length(part.photoWidth),
            photoHeight: try length(part.photoHeight),
            projection: projection
        )
    }
}

extension Worker.Part {
    fileprivate init(_ part: PagePart) {
        let rows = [part.projection.x, part.projection.y, part.projection.w]
        self.init(
            photo: UInt32(clamping: part.photo),
            top: UInt32(clamping: part.top),
            photoWidth: UInt32(clamping: part.photoWidth),
            photoHeight: UInt32(clamping: part.photoHeight),
            projection: rows.flatMap { row in row.indices.map { row[$0] } }
        )
    }
}

extension ImageStatistics {
    fileprivate init(_ statistics: Worker.Statistics) throws(WorkerCodecError) {
        guard let brightness = UInt8(exactly: statistics.brightness),
            let contrast = UInt8(exactly: statistics.contrast),
            let sharpness = UInt8(exactly: statistics.sharpness)
        else { throw .malformed }
        self.init(brightness: brightness, contrast: contrast, sharpness: sharpness)
    }
}

extension Worker.Statistics {
    fileprivate init(_ statistics: ImageStatistics) {
        self.init(
            brightness: UInt32(statistics.brightness),
            contrast: UInt32(statistics.contrast),
            sharpness: UInt32(statistics.sharpness)
        )
    }
}

// MARK: Bounds

/// A length in pixels.
private func length(_ value: UInt32) throws(WorkerCodecError) -> Int {
    guard value <= RecognizedPage.Limits.farthest else { throw .malformed }
    return Int(value)
}

/// A coordinate in pixels that may be negative: rows can begin left of the photo.
private func coordinate(_ value: Int32) throws(WorkerCodecError) -> Int {
    guard abs(Int(value)) <= RecognizedPage.Limits.farthest else { throw .malformed }
    return Int(value)
}

extension String {
    /// The maximum length of a sentence in bytes.
    static let maximumLength = 4096

    /// Whether a receiver accepts it as a sentence.
    var isWithinLimit: Bool { utf8.count <= Self.maximumLength }

    /// The text with blanks in place of control characters and line breaks, so that it makes no lines of its own in a log.
    var onOneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.map { Self.breaksLine($0) ? " " : $0 }))
    }

    private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }

    /// The text without what protobuf-c cannot hold, cut to a number of bytes between two characters of Unicode.
    func clipped(toBytes limit: Int = maximumLength) -> String {
        var scalars = String.UnicodeScalarView()
        var size = 0
        for scalar in unicodeScalars where scalar != "\0" {
            size += UTF8.width(scalar)
            guard size <= limit else { break }
            scalars.append(scalar)
        }
        return String(scalars)
    }
}
