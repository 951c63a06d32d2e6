import ImageFiles
package import ReceiptUnderstanding

/// A message between a worker process and its supervisor.
///
/// Frame: length of the rest (4 bytes), kind (1 byte), body; all numbers are big endian. Texts are UTF-8 with a 2-byte
/// length.
package enum WorkerMessage: Sendable, Hashable {
    /// Requests the worker to read an image.
    case request(id: UInt64, image: [UInt8])
    /// Reports that the worker is ready, without the listed readers.
    case ready(missing: [MissingReader])
    /// Reports progress in percent, 0…100.
    case progress(id: UInt64, percent: UInt8)
    case page(id: UInt64, RecognizedPage)
    case failure(id: UInt64, ReadingError)

    /// The maximum length of a frame in either direction, in bytes.
    package static let maximumFrameLength = ImageHeader.Limits.bytes + 1024

    /// The maximum number of words; the rest is cut off. A receipt has a few hundred.
    static let maximumWords = 8_000

    /// The maximum length of a word in bytes; the rest is cut off. A tax number with its label has thirty.
    static let maximumWordLength = 200

    /// The maximum coordinate of a page, photo or box in pixels, so that arithmetic never overflows.
    static let farthest = 1 << 20

    /// The maximum number of further readings; the rest is dropped.
    static let maximumAlternatives = 8

    /// The maximum number of photos of one receipt.
    static let maximumParts = 16

    /// The maximum number of reread rows.
    static let maximumRereadRows = 200

    /// The encoded frame.
    package func encoded() -> [UInt8] {
        var writer = FrameWriter()
        switch self {
        case .request(let id, let image):
            writer.reserve(image.count + 16)
            writer.put(UInt8(1))
            writer.put(id)
            writer.put(image)
        case .ready(let missing):
            writer.put(UInt8(2))
            let missing = missing.prefix(Int(UInt8.max))
            writer.put(UInt8(missing.count))
            for reader in missing {
                writer.put(text: reader.name)
                writer.put(text: reader.reason)
            }
        case .progress(let id, let percent):
            writer.put(UInt8(3))
            writer.put(id)
            writer.put(percent)
        case .page(let id, let page):
            writer.put(UInt8(4))
            writer.put(id)
            writer.put(page)
        case .failure(let id, let error):
            writer.put(UInt8(5))
            writer.put(id)
            writer.put(error.kind.rawValue)
            writer.put(text: error.message)
        }
        return writer.frame()
    }

    /// Decodes a frame without its length: kind and body.
    /// - Throws: ``WorkerCodecError`` when it is malformed.
    package init(frame: ArraySlice<UInt8>) throws(WorkerCodecError) {
        var reader = FrameReader(frame)
        switch try reader.byte() {
        case 1:
            self = .request(id: try reader.number(UInt64.self), image: reader.remaining())
        case 2:
            var missing: [MissingReader] = []
            for _ in 0..<(try reader.byte()) {
                missing.append(MissingReader(name: try reader.text(), reason: try reader.text()))
            }
            self = .ready(missing: missing)
        case 3:
            let id = try reader.number(UInt64.self)
            let percent = try reader.byte()
            guard percent <= 100 else { throw .malformed }
            self = .progress(id: id, percent: percent)
        case 4:
            let id = try reader.number(UInt64.self)
            self = .page(id: id, try reader.page())
        case 5:
            let id = try reader.number(UInt64.self)
            guard let kind = ReadingError.Kind(rawValue: try reader.byte()) else { throw .malformed }
            self = .failure(id: id, ReadingError(kind, try reader.text()))
        default:
            throw .malformed
        }
        guard reader.isAtEnd else { throw .malformed }
    }
}

/// The error when the other side sent a malformed message.
package enum WorkerCodecError: Error, Sendable, Hashable {
    case malformed
    case tooLong
}

/// Splits a stream of bytes into messages.
package struct WorkerMessageDecoder: Sendable {
    private var buffer: [UInt8] = []
    private var start = 0

    /// A decoder without data.
    package init() {}

    /// Appends received bytes.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        if start > 0, start == buffer.count || start > 1 << 16 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next complete message; `nil` until more bytes arrive.
    package mutating func next() throws(WorkerCodecError) -> WorkerMessage? {
        guard buffer.count - start >= 4 else { return nil }
        let length = buffer[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= WorkerMessage.maximumFrameLength else { throw .tooLong }
        guard length > 0 else { throw .malformed }
        guard buffer.count - start - 4 >= length else { return nil }
        let frame = buffer[start + 4..<start + 4 + length]
        start += 4 + length
        return try WorkerMessage(frame: frame)
    }
}

private struct FrameWriter {
    private var bytes: [UInt8] = [0, 0, 0, 0]

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    mutating func put(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ more: [UInt8]) { bytes.append(contentsOf: more) }

    mutating func put(text: String, atMost limit: Int = 4096) {
        var utf8 = Array(text.utf8.prefix(limit))
        while !utf8.isEmpty, String(validating: utf8, as: UTF8.self) == nil { utf8.removeLast() }
        put(UInt16(utf8.count))
        put(utf8)
    }

    mutating func put(_ page: RecognizedPage) {
        let alternatives = page.alternatives.prefix(WorkerMessage.maximumAlternatives)
        put(UInt8(alternatives.count))
        for each in [page] + alternatives { putWords(each) }
        let parts = page.parts.prefix(WorkerMessage.maximumParts)
        put(UInt8(parts.count))
        for part in parts { put(part) }
        put(UInt8(page.statistics == nil ? 0 : 1))
        if let statistics = page.statistics {
            for value in [statistics.brightness, statistics.contrast, statistics.sharpness] { put(value) }
        }
    }

    private mutating func put(_ part: PagePart) {
        for side in [part.photo, part.top, part.photoWidth, part.photoHeight] { put(UInt32(clamping: side)) }
        for row in [part.projection.x, part.projection.y, part.projection.w] {
            for index in row.indices { put(row[index].bitPattern) }
        }
    }

    private mutating func putWords(_ page: RecognizedPage) {
        put(UInt32(clamping: page.width))
        put(UInt32(clamping: page.height))
        let rows = page.rereadRows.prefix(WorkerMessage.maximumRereadRows)
        put(UInt16(rows.count))
        for row in rows {
            for number in [row.left, row.right, row.leftMiddle, row.rightMiddle, row.height] {
                put(UInt32(bitPattern: Int32(clamping: number)))
            }
        }
        let words = page.words.prefix(WorkerMessage.maximumWords)
        put(UInt32(words.count))
        for word in words {
            put(text: word.text, atMost: WorkerMessage.maximumWordLength)
            put(UInt8(clamping: word.confidence))
            put(UInt32(clamping: word.line))
            for side in [word.box.x, word.box.y, word.box.width, word.box.height] { put(UInt32(clamping: side)) }
        }
    }

    /// The frame with its length filled in.
    func frame() -> [UInt8] {
        var bytes = bytes
        withUnsafeBytes(of: UInt32(bytes.count - 4).bigEndian) { bytes.replaceSubrange(0..<4, with: $0) }
        return bytes
    }
}

private struct FrameReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() throws(WorkerCodecError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .malformed }
        return byte
    }

    mutating func number<Value: FixedWidthInteger & UnsignedInteger>(_ type: Value.Type) throws(WorkerCodecError)
        -> Value
    {
        let size = MemoryLayout<Value>.size
        guard rest.count >= size else { throw .malformed }
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size).reduce(0) { $0 << 8 | Value($1) }
    }

    mutating func text(atMost limit: Int = 4096) throws(WorkerCodecError) -> String {
        let count = Int(try number(UInt16.self))
        guard count <= limit, rest.count >= count, let text = String(validating: rest.prefix(count), as: UTF8.self)
        else {
            throw .malformed
        }
        rest = rest.dropFirst(count)
        return text
    }

    mutating func remaining() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    mutating func page() throws(WorkerCodecError) -> RecognizedPage {
        let count = Int(try byte())
        guard count <= WorkerMessage.maximumAlternatives else { throw .malformed }
        var page = try words()
        for _ in 0..<count { page.alternatives.append(try words()) }
        let parts = Int(try byte())
        guard parts <= WorkerMessage.maximumParts else { throw .malformed }
        for _ in 0..<parts { page.parts.append(try part()) }
        switch try byte() {
        case 0: break
        case 1: page.statistics = ImageStatistics(brightness: try byte(), contrast: try byte(), sharpness: try byte())
        default: throw .malformed
        }
        return page
    }

    private mutating func part() throws(WorkerCodecError) -> PagePart {
        let photo = Int(try number(UInt32.self))
        let top = try length()
        let width = try length()
        let height = try length()
        let projection = Projection(x: try row(), y: try row(), w: try row())
        guard projection.isFinite else { throw .malformed }
        return PagePart(photo: photo, top: top, photoWidth: width, photoHeight: height, projection: projection)
    }

    private mutating func row() throws(WorkerCodecError) -> SIMD3<Double> {
        var row = SIMD3<Double>.zero
        for index in row.indices { row[index] = Double(bitPattern: try number(UInt64.self)) }
        return row
    }

    private mutating func words() throws(WorkerCodecError) -> RecognizedPage {
        let width = try length()
        let height = try length()
        let rereadRows = try rows()
        let count = Int(try number(UInt32.self))
        // Every word takes at least 23 bytes: a larger count is invalid and must not reserve memory.
        guard count <= WorkerMessage.maximumWords, count * 23 <= rest.count else { throw .malformed }
        var words: [RecognizedWord] = []
        words.reserveCapacity(count)
        for _ in 0..<count {
            let text = try text(atMost: WorkerMessage.maximumWordLength)
            let confidence = Int(try byte())
            guard confidence <= 100 else { throw .malformed }
            let line = Int(try number(UInt32.self))
            let box = PixelBox(x: try length(), y: try length(), width: try length(), height: try length())
            words.append(RecognizedWord(text: text, confidence: confidence, box: box, line: line))
        }
        return RecognizedPage(width: width, height: height, words: words, rereadRows: rereadRows)
    }

    private mutating func rows() throws(WorkerCodecError) -> [RowBand] {
        let count = Int(try number(UInt16.self))
        guard count <= WorkerMessage.maximumRereadRows else { throw .malformed }
        var rows: [RowBand] = []
        for _ in 0..<count {
            rows.append(
                RowBand(
                    left: try side(),
                    right: try side(),
                    leftMiddle: try side(),
                    rightMiddle: try side(),
                    height: try side()
                )
            )
        }
        return rows
    }

    /// A length in pixels.
    private mutating func length() throws(WorkerCodecError) -> Int {
        let length = try side()
        guard length >= 0 else { throw .malformed }
        return length
    }

    /// A coordinate in pixels that may be negative: rows can begin left of the photo.
    private mutating func side() throws(WorkerCodecError) -> Int {
        let side = Int(Int32(bitPattern: try number(UInt32.self)))
        guard abs(side) <= WorkerMessage.farthest else { throw .malformed }
        return side
    }
}
