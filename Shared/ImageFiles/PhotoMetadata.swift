import CZlib

/// Rewrites image files without camera metadata: location, time, device, previews, comments.
///
/// The image data stay byte for byte the same; of the metadata only the orientation is rewritten. Sources: ITU-T
/// T.81 annex B, EXIF 2.32 section 4.6, PNG (third edition) section 5, RFC 9649.
package struct PhotoMetadata {
    private let input: [UInt8]
    private let orientation: ImageHeader.Orientation

    private init(_ input: [UInt8], _ orientation: ImageHeader.Orientation) {
        self.input = input
        self.orientation = orientation
    }

    /// The file without its metadata.
    /// - Parameters:
    ///   - bytes: a file whose header was inspected.
    ///   - orientation: the rotation that makes the stored picture upright.
    /// - Returns: `nil` when the file does not conform to its format.
    package static func rewritten(
        _ bytes: [UInt8],
        _ format: ImageHeader.Format,
        orientation: ImageHeader.Orientation
    ) -> [UInt8]? {
        let file = PhotoMetadata(bytes, orientation)
        return switch format {
        case .jpeg: file.jpeg()
        case .png: file.png()
        case .webp: file.webp()
        }
    }

    private func number(_ index: Int, size: Int, isLittle: Bool = false) -> Int? {
        guard index >= 0, index <= input.count - size else { return nil }
        let bytes = input[index..<index + size]
        return isLittle ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private func has(_ text: String, at index: Int) -> Bool { input.dropFirst(index).starts(with: text.utf8) }

    /// A TIFF structure that contains only the orientation.
    private var note: [UInt8] {
        [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0]
            + [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation.rawValue, 0, 0, 0]
            + [0, 0, 0, 0]
    }

    private var needsNote: Bool { orientation != .upright }
}

// MARK: JPEG

extension PhotoMetadata {
    private func jpeg() -> [UInt8]? {
        var output: [UInt8] = [0xFF, 0xD8]
        output.reserveCapacity(input.count + 64)
        var noteIsDue = needsNote
        var index = 2
        while let (marker, start) = nextMarker(from: index) {
            if marker == 0xD9 { return output + [0xFF, 0xD9] }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                output += [0xFF, marker]
                index = start
                continue
            }
            guard let length = number(start, size: 2), length >= 2, start + length <= input.count else { return nil }
            let end = start + length
            // A JFIF segment, if any, comes first.
            if noteIsDue, marker != 0xE0 {
                output += [0xFF, 0xE1, 0, UInt8(2 + 6 + note.count)] + Array("Exif\0\0".utf8) + note
                noteIsDue = false
            }
            if belongsToPicture(marker, start + 2) { output += [0xFF, marker] + input[start..<end] }
            index = end
            if marker == 0xDA {
                index = endOfScan(from: end)
                output += input[end..<index]
            }
        }
        // The end marker is missing, which decoders tolerate.
        return output.count > 2 ? output + [0xFF, 0xD9] : nil
    }

    private func belongsToPicture(_ marker: UInt8, _ content: Int) -> Bool {
        switch marker {
        case 0xE0: has("JFIF\0", at: content)
        case 0xE2: has("ICC_PROFILE\0", at: content)
        // The colour encoding.
        case 0xEE: has("Adobe", at: content)
        case 0xE0...0xEF, 0xFE: false
        default: true
        }
    }

    private func nextMarker(from index: Int) -> (UInt8, Int)? {
        var index = index
        while index < input.count, input[index] != 0xFF { index += 1 }
        while index < input.count, input[index] == 0xFF { index += 1 }
        return index < input.count ? (input[index], index + 1) : nil
    }

    /// The end of the coded data: a marker that is neither a stuffed byte nor a restart.
    private func endOfScan(from start: Int) -> Int {
        input.withUnsafeBufferPointer { bytes in
            var index = start
            while index + 1 < bytes.count {
                if bytes[index] == 0xFF {
                    let next = bytes[index + 1]
                    if next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { return index }
                }
                index += 1
            }
            return bytes.count
        }
    }
}

// MARK: PNG

extension PhotoMetadata {
    /// Chunks that affect the picture's appearance.
    private static let shown: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "bKGD", "pHYs",
    ]

    private func png() -> [UInt8]? {
        var output = Array(input.prefix(8))
        output.reserveCapacity(input.count + 64)
        var index = 8
        while let length = number(index, size: 4), index + 12 + length <= input.count {
            let name = String(decoding: input[index + 4..<index + 8], as: UTF8.self)
            if Self.shown.contains(name) { output += input[index..<index + 12 + length] }
            if name == "IHDR", needsNote { output += Self.chunk("eXIf", note) }
            if name == "IEND" { return output }
            index += 12 + length
        }
        return nil
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + content
        return bigEndian(UInt32(content.count)) + checked + bigEndian(UInt32(crc32(0, checked, UInt32(checked.count))))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
}

// MARK: WebP

extension PhotoMetadata {
    private func webp() -> [UInt8]? {
        guard let size = number(4, size: 4, isLittle: true) else { return nil }
        let end = min(size + 8, input.count)
        var chunks: [UInt8] = []
        chunks.reserveCapacity(end + 64)
        var index = 12
        var isExtended = false
        while index + 8 <= end, let length = number(index + 4, size: 4, isLittle: true) {
            let next = index + 8 + length + length % 2
            guard index + 8 + length <= end else { return nil }
            var chunk = Array(input[index..<min(next, end)])
            if chunk.count % 2 == 1 { chunk.append(0) }
            switch String(decoding: input[index..<index + 4], as: UTF8.self) {
            case "VP8X":
                guard length >= 10 else { return nil }
                isExtended = true
                // Clears the flags of EXIF and XMP, or keeps that of EXIF alone.
                chunk[8] = chunk[8] & ~0x0C | (needsNote ? 0x08 : 0)
                chunks += chunk
            case "VP8 ", "VP8L", "ALPH", "ICCP": chunks += chunk
            default: break
            }
            index = next
        }
        guard !chunks.isEmpty else { return nil }
        if needsNote {
            guard let header = isExtended ? [] : extendedHeader() else { return nil }
            chunks = header + chunks + Array("EXIF".utf8) + Self.littleEndian(UInt32(note.count)) + note
        }
        return Array("RIFF".utf8) + Self.littleEndian(UInt32(4 + chunks.count)) + Array("WEBP".utf8) + chunks
    }

    /// The extended header that a simple file needs to carry metadata.
    private func extendedHeader() -> [UInt8]? {
        guard let header = try? ImageHeader.inspect(input) else { return nil }
        let width = Self.littleEndian(UInt32(header.width - 1)).prefix(3)
        let height = Self.littleEndian(UInt32(header.height - 1)).prefix(3)
        // A lossless picture may have transparency; setting the flag does no harm when it has none.
        let hasAlpha = String(decoding: input[12..<16], as: UTF8.self) == "VP8L"
        return Array("VP8X".utf8) + Self.littleEndian(10) + [hasAlpha ? 0x18 : 0x08, 0, 0, 0] + width + height
    }

    private static func littleEndian(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}

extension ImageHeader.Orientation {
    /// The orientation after further clockwise quarter turns.
    package func turned(byQuarters turns: Int) -> Self {
        // The values of EXIF tag 0x0112; each is followed by itself after another quarter turn.
        let cycles: [[Self]] = [
            [.upright, .right, .upsideDown, .left], [.mirrored, .rightMirrored, .upsideDownMirrored, .leftMirrored],
        ]
        for cycle in cycles {
            if let place = cycle.firstIndex(of: self) { return cycle[(place + turns & 3) & 3] }
        }
        return self
    }
}
