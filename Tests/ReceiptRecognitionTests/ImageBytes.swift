/// Image files built byte by byte, for the tests of headers.
enum ImageBytes {
    private static func big(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private static func little(_ value: Int, _ size: Int) -> [UInt8] { big(value, size).reversed() }

    // MARK: PNG

    static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(kind.utf8) + data
        return big(data.count, 4) + checked + big(Int(checksum(checked)), 4)
    }

    /// PNG (third edition), annex D.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        bytes.withUnsafeBufferPointer { bytes in
            for byte in bytes {
                sum ^= UInt32(byte)
                for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
            }
        }
        return ~sum
    }

    static func png(_ width: Int, _ height: Int, extra: [UInt8] = [], data: [UInt8] = [1, 2, 3], end: Bool = true)
        -> [UInt8]
    {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(width, 4) + big(height, 4) + [8, 0, 0, 0, 0]) + extra + chunk("IDAT", data)
            + (end ? chunk("IEND", []) : [])
    }

    /// A file with any kind of pixels.
    /// - Parameters:
    ///   - kind: 0 grey, 2 colours, 3 palette, 6 colours and transparency.
    ///   - data: the rows as they are packed into IDAT.
    static func png(
        _ width: Int,
        _ height: Int,
        depth: UInt8,
        kind: UInt8,
        isInterlaced: Bool = false,
        extra: [UInt8] = [],
        data: [UInt8]
    ) -> [UInt8] {
        let header = big(width, 4) + big(height, 4) + [depth, kind, 0, 0, isInterlaced ? 1 : 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + extra
            + chunk("IDAT", data) + chunk("IEND", [])
    }

    /// Three colours and transparency, eight bits each; without pixels.
    static func colourPNG(_ width: Int, _ height: Int) -> [UInt8] {
        var bytes = png(width, height)
        bytes[25] = 6
        return bytes
    }

    // MARK: JPEG

    static func exif(orientation: Int, littleEndian: Bool = false) -> [UInt8] {
        let number = littleEndian ? little : big
        let tiff: [UInt8] = (littleEndian ? [0x49, 0x49] : [0x4D, 0x4D]) + number(42, 2) + number(8, 4)
        let entry = number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0]
        let body = Array("Exif".utf8) + [0, 0] + tiff + number(1, 2) + entry + number(0, 4)
        return [0xFF, 0xE1] + big(body.count + 2, 2) + body
    }

    static func jpeg(_ width: Int, _ height: Int, extra: [UInt8] = [], frame: UInt8 = 0xC0, end: Bool = true) -> [UInt8]
    {
        let size: [UInt8] = [0xFF, frame] + big(11, 2) + [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0]
        let scan: [UInt8] = [0xFF, 0xDA] + big(8, 2) + [1, 1, 0, 0, 63, 0] + [1, 2, 3, 4, 5]
        return [0xFF, 0xD8] + extra + size + scan + (end ? [0xFF, 0xD9] : [])
    }

    /// An EXIF block with a directory whose entries form a cycle.
    static func circularEXIF() -> [UInt8] {
        let tiff: [UInt8] = [0x4D, 0x4D] + big(42, 2) + big(8, 4)
        let entry = big(0x8769, 2) + big(4, 2) + big(1, 4) + big(8, 4)
        let body = Array("Exif".utf8) + [0, 0] + tiff + big(0xFFFF, 2) + entry + entry + big(8, 4)
        return [0xFF, 0xE1] + big(body.count + 2, 2) + body
    }

    /// A uniformly grey image with a number of scans, each of which covers the whole image.
    static func progressiveJPEG(_ width: Int, _ height: Int, scans: Int) -> [UInt8] {
        let quantities: [UInt8] = [0xFF, 0xDB] + big(67, 2) + [0] + [UInt8](repeating: 1, count: 64)
        // One code of one bit: no difference, or the end of the block.
        func codes(_ table: UInt8) -> [UInt8] {
            [0xFF, 0xC4] + big(20, 2) + [table, 1] + [UInt8](repeating: 0, count: 15) + [0]
        }
        let frame: [UInt8] = [0xFF, 0xC2] + big(11, 2) + [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0]
        func scan(_ first: UInt8, _ last: UInt8) -> [UInt8] {
            [0xFF, 0xDA] + big(8, 2) + [1, 1, 0, first, last, 0, 0, 0]
        }
        let all = (0..<scans).flatMap { $0 == 0 ? scan(0, 0) : scan(1, 63) }
        return [0xFF, 0xD8] + quantities + codes(0x00) + codes(0x10) + frame + all + [0xFF, 0xD9]
    }

    // MARK: WebP

    private static func riff(_ chunks: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
    }

    static func lossyWebP(_ width: Int, _ height: Int) -> [UInt8] {
        let data: [UInt8] = [0, 0, 0, 0x9D, 0x01, 0x2A] + little(width, 2) + little(height, 2) + [0, 0, 0, 0]
        return riff(Array("VP8 ".utf8) + little(data.count, 4) + data)
    }

    static func losslessWebP(_ width: Int, _ height: Int) -> [UInt8] {
        let data: [UInt8] = [0x2F] + little((width - 1) | (height - 1) << 14, 4) + [0, 0, 0, 0, 0]
        return riff(Array("VP8L".utf8) + little(data.count, 4) + data)
    }

    static func extendedWebP(_ width: Int, _ height: Int, animated: Bool = false, chunks: [UInt8] = []) -> [UInt8] {
        let data: [UInt8] = [animated ? 0x02 : 0, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3)
        return riff(Array("VP8X".utf8) + little(data.count, 4) + data + chunks)
    }
}
