/// Parses the chunks of a PNG file.
enum PNGHeader {
    static func read(_ reader: ByteReader) throws(ImageRejection) -> ImageHeader {
        guard reader.count >= 33 else { throw .truncated }
        guard reader.number(8, size: 4) == 13, reader.matches(Array("IHDR".utf8), at: 12),
            let width = reader.number(16, size: 4), let height = reader.number(20, size: 4)
        else { throw .damaged }
        var orientation = ImageHeader.Orientation.upright
        var index = 33
        var hasData = false
        var isTransparent = false
        while true {
            guard let length = reader.number(index, size: 4), index + 12 + length <= reader.count else {
                throw .truncated
            }
            if reader.matches(Array("IEND".utf8), at: index + 4) { break }
            if reader.matches(Array("acTL".utf8), at: index + 4) { throw .animated }
            if reader.matches(Array("IDAT".utf8), at: index + 4) { hasData = true }
            if reader.matches(Array("tRNS".utf8), at: index + 4) { isTransparent = true }
            if reader.matches(Array("eXIf".utf8), at: index + 4) {
                orientation = EXIF.orientation(reader, segment: index + 8..<index + 8 + length) ?? orientation
            }
            index += 12 + length
        }
        guard hasData else { throw .damaged }
        let bytes =
            switch (reader.byte(25), isTransparent) {
            case (0, _): reader.byte(24) == 16 ? 5 : 2
            case (2, false): 8
            case (3, false): 3
            // Blending with paper makes further copies.
            default: 16
            }
        return ImageHeader(
            format: .png,
            width: width,
            height: height,
            orientation: orientation,
            decodedBytes: width &* height &* bytes
        )
    }
}
