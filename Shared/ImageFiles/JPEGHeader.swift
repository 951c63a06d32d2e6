/// Finds size and orientation in the marker segments of a JPEG file.
enum JPEGHeader {
    static func read(_ reader: ByteReader) throws(ImageRejection) -> ImageHeader {
        var frame: Frame?
        var orientation = ImageHeader.Orientation.upright
        var componentsInScan = 0
        var index = 2
        scan: while true {
            guard let (marker, start) = nextMarker(reader, from: index) else { throw .truncated }
            switch marker {
            case 0xD8, 0x01, 0xD0...0xD7:
                index = start
                continue scan
            case 0xD9:
                throw .damaged
            case 0xDA:
                componentsInScan = reader.byte(start + 2) ?? 0
                break scan
            default: break
            }
            guard let length = reader.number(start, size: 2) else { throw .truncated }
            guard length >= 2 else { throw .damaged }
            guard start + length <= reader.count else { throw .truncated }
            if isFrame(marker) {
                guard length >= 8, let read = Frame(reader, at: start, marker: marker) else { throw .damaged }
                guard read.isCommon else { throw .unusualCoding }
                frame = read
            } else if marker == 0xE1, let found = EXIF.orientation(reader, segment: start + 2..<start + length) {
                orientation = found
            }
            index = start + length
        }
        guard let frame else { throw .damaged }
        guard index < reader.count else { throw .truncated }
        // Decoding shows how much is missing of a file without an end marker, unless each scan covers the whole picture.
        let isComplete = try hasEnd(reader, from: index)
        guard isComplete || !frame.isProgressive else { throw .truncated }
        return ImageHeader(
            format: .jpeg,
            width: frame.width,
            height: frame.height,
            orientation: orientation,
            decodedBytes: frame.decodedBytes(componentsInScan: componentsInScan),
            isComplete: isComplete
        )
    }

    /// The content of the frame header.
    private struct Frame {
        var width: Int
        var height: Int
        var isProgressive: Bool
        /// Whether common decoders support it: eight bits, baseline or progressive, not lossless or hierarchical.
        var isCommon: Bool
        /// Blocks of each component, horizontally and vertically, in a unit of the image.
        var sampling: [(across: Int, down: Int)] = []

        init?(_ reader: ByteReader, at start: Int, marker: UInt8) {
            guard let height = reader.number(start + 3, size: 2), let width = reader.number(start + 5, size: 2),
                let count = reader.byte(start + 7)
            else { return nil }
            self.width = width
            self.height = height
            isCommon = reader.byte(start + 2) == 8 && [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker)
            isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
            for index in 0..<min(count, 4) {
                guard let factors = reader.byte(start + 9 + 3 * index) else { return nil }
                sampling.append((max(1, factors >> 4), max(1, factors & 15)))
            }
        }

        /// Peak memory for decoding, in bytes.
        ///
        /// With several scans, all coefficients are kept, of two bytes each. The picture itself is reduced as it is
        /// decoded.
        func decodedBytes(componentsInScan: Int) -> Int {
            guard isProgressive || componentsInScan < sampling.count else { return 0 }
            let (across, down) = (sampling.map(\.across).max() ?? 1, sampling.map(\.down).max() ?? 1)
            let share = sampling.reduce(0) { $0 + $1.across * $1.down }
            return width * height * 2 * share / (across * down) + 4 * min(width * height, ImageHeader.usefulPixels)
        }
    }

    /// Whether an end marker follows the scans.
    /// - Parameter index: of the first scan's marker.
    /// - Throws: ``ImageRejection`` when there are too many scans.
    private static func hasEnd(_ reader: ByteReader, from index: Int) throws(ImageRejection) -> Bool {
        var index = index
        var scans = 0
        while let (marker, end) = reader.nextMarkerInScan(from: index) {
            if marker == 0xD9 { return true }
            if marker == 0xDA { scans += 1 }
            guard scans <= ImageHeader.Limits.scans else { throw .tooManyScans }
            index = afterSegment(reader, marker: marker, start: end)
        }
        return false
    }

    /// The index after a segment between scans, whose content may look like markers.
    ///
    /// - Parameter start: of the segment's length. Where this is impossible, the marker is damaged data of a scan, and no
    ///   segment.
    private static func afterSegment(_ reader: ByteReader, marker: Int, start: Int) -> Int {
        guard isBetweenScans(marker), let length = reader.number(start, size: 2, littleEndian: false), length >= 2,
            reader.byte(start + length) == 0xFF || marker == 0xDA
        else { return start }
        return start + length
    }

    /// Whether a marker has a segment and may stand between scans: tables, the next scan, comments and application data.
    private static func isBetweenScans(_ marker: Int) -> Bool {
        [0xC4, 0xCC, 0xDA, 0xDB, 0xDD, 0xFE].contains(marker) || (0xE0...0xEF).contains(marker)
    }

    /// The marker at or after an index, and the start of its segment.
    private static func nextMarker(_ reader: ByteReader, from index: Int) -> (UInt8, Int)? {
        var index = index
        while let byte = reader.byte(index), byte != 0xFF { index += 1 }
        while let byte = reader.byte(index), byte == 0xFF { index += 1 }
        guard let marker = reader.byte(index) else { return nil }
        return (UInt8(marker), index + 1)
    }

    /// Whether a marker starts a frame; DHT, JPG and DAC share its range.
    private static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }
}

/// The orientation in an EXIF block.
enum EXIF {
    static func orientation(_ reader: ByteReader, segment: Range<Int>) -> ImageHeader.Orientation? {
        var start = segment.lowerBound
        if reader.matches(Array("Exif".utf8) + [0, 0], at: start) { start += 6 }
        let little = reader.matches([0x49, 0x49, 0x2A, 0x00], at: start)
        guard little || reader.matches([0x4D, 0x4D, 0x00, 0x2A], at: start) else { return nil }
        guard let offset = reader.number(start + 4, size: 4, littleEndian: little), offset < segment.count else {
            return nil
        }
        let directory = start + offset
        guard let count = reader.number(directory, size: 2, littleEndian: little) else { return nil }
        for entry in 0..<min(count, 200) {
            let index = directory + 2 + entry * 12
            guard index + 12 <= segment.upperBound else { return nil }
            guard reader.number(index, size: 2, littleEndian: little) == 0x0112 else { continue }
            let value = reader.number(index + 8, size: 2, littleEndian: little) ?? 1
            return ImageHeader.Orientation(rawValue: UInt8(clamping: value))
        }
        return nil
    }
}
