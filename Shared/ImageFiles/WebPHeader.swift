/// Parses the chunks of a WebP file: simple lossy, simple lossless, or extended.
enum WebPHeader {
    static func read(_ reader: ByteReader) throws(ImageRejection) -> ImageHeader {
        guard let size = reader.number(4, size: 4, littleEndian: true) else { throw .truncated }
        guard size + 8 <= reader.count else { throw .truncated }
        guard size >= 22, let kind = reader.number(12, size: 4) else { throw .damaged }
        switch kind {
        case 0x5650_3820: return try lossy(reader)
        case 0x5650_384C: return try lossless(reader)
        case 0x5650_3858: return try extended(reader, end: size + 8)
        default: throw .damaged
        }
    }

    private static func lossy(_ reader: ByteReader) throws(ImageRejection) -> ImageHeader {
        guard reader.matches([0x9D, 0x01, 0x2A], at: 23), let width = reader.number(26, size: 2, littleEndian: true),
            let height = reader.number(28, size: 2, littleEndian: true)
        else { throw .damaged }
        return header(width & 0x3FFF, height & 0x3FFF, bytes: 5)
    }

    private static func lossless(_ reader: ByteReader) throws(ImageRejection) -> ImageHeader {
        guard reader.byte(20) == 0x2F, let bits = reader.number(21, size: 4, littleEndian: true) else { throw .damaged }
        let isTransparent = bits >> 28 & 1 == 1
        return header(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1, bytes: isTransparent ? 20 : 9)
    }

    /// A header with the given size.
    /// - Parameter bytes: memory per pixel.
    private static func header(
        _ width: Int,
        _ height: Int,
        bytes: Int,
        _ orientation: ImageHeader.Orientation = .upright
    ) -> ImageHeader {
        ImageHeader(
            format: .webp,
            width: width,
            height: height,
            orientation: orientation,
            decodedBytes: width * height * bytes
        )
    }

    private static func extended(_ reader: ByteReader, end: Int) throws(ImageRejection) -> ImageHeader {
        guard let flags = reader.byte(20), let width = reader.number(24, size: 3, littleEndian: true),
            let height = reader.number(27, size: 3, littleEndian: true)
        else { throw .damaged }
        if flags & 0x02 != 0 { throw .animated }
        var orientation = ImageHeader.Orientation.upright
        var isLossless = false
        var index = 12
        while index + 8 <= end, let length = reader.number(index + 4, size: 4, littleEndian: true) {
            guard index + 8 + length <= end else { throw .truncated }
            if reader.matches(Array("VP8L".utf8), at: index) { isLossless = true }
            if reader.matches(Array("EXIF".utf8), at: index) {
                orientation = EXIF.orientation(reader, segment: index + 8..<index + 8 + length) ?? orientation
            }
            index += 8 + length + length % 2
        }
        let bytes = flags & 0x10 != 0 ? 20 : isLossless ? 9 : 5
        return header(width + 1, height + 1, bytes: bytes, orientation)
    }
}
