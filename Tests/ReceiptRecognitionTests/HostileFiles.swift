import CTesseract
import Glibc

/// Files with misleading content, or that expand to far larger data.
extension HostileImage {
    /// Files of other formats, under any name.
    static func foreign() throws -> [HostileImage] {
        let sample = try SampleReceipt.image()
        return [
            HostileImage("a GIF", Array("GIF89a".utf8) + zeros(99)),
            HostileImage("a TIFF", [0x49, 0x49, 0x2A, 0] + zeros(99)),
            HostileImage("a HEIC", [0, 0, 0, 24] + Array("ftypheic".utf8) + zeros(99)),
            HostileImage("an SVG", Array("<svg xmlns='http://www.w3.org/2000/svg' width='600' height='800'/>".utf8)),
            HostileImage("a PDF with a JPEG in it", Array("%PDF-1.7\n".utf8) + sample),
            HostileImage("a web page with a JPEG in it", Array("<!DOCTYPE html><html>".utf8) + sample),
            HostileImage("a JPEG 2000", [0, 0, 0, 12] + Array("jP  ".utf8) + zeros(99)),
            HostileImage("a JPEG XL", [0xFF, 0x0A] + zeros(99)),
            HostileImage("a JPEG of 12 bits", recoded(sample, 0xC1, bits: 12)),
            HostileImage("a JPEG without loss", recoded(sample, 0xC3)),
            HostileImage("a JPEG in steps", recoded(sample, 0xC5)),
        ]
    }

    /// Pictures with unrelated appended or embedded data.
    static func disguised() throws -> [HostileImage] {
        let sample = try SampleReceipt.image()
        let webp = try Pictures.encoded(sample, format: IFF_WEBP) { pixClone($0) }
        let start = Array(sample.prefix(2))
        let segments = [[UInt8]](repeating: [0xFF, 0xE5, 0, 2], count: 50_000).flatMap(\.self)
        return [
            HostileImage("a JPEG with an archive behind it", sample + [0x50, 0x4B, 3, 4] + zeros(999)),
            HostileImage("a JPEG with 50,000 notes", start + segments + sample.dropFirst(2)),
            HostileImage("a JPEG whose notes lead in circles", start + ImageBytes.circularEXIF() + sample.dropFirst(2)),
            HostileImage(
                "a JPEG turned in a way that there is not",
                start + ImageBytes.exif(orientation: 60_000) + sample.dropFirst(2)
            ),
            HostileImage("a JPEG that is said to be coded otherwise", recoded(sample, 0xC9)),
            HostileImage(
                "a WebP that is larger than its canvas",
                ImageBytes.extendedWebP(99, 99, chunks: Array(webp.dropFirst(12)))
            ),
            HostileImage(
                "a WebP that is smaller than its canvas",
                ImageBytes.extendedWebP(6000, 6000, chunks: Array(webp.dropFirst(12)))
            ),
        ]
    }

    /// Data that expand to far more than was sent.
    static func bombs() throws -> [HostileImage] {
        let many = try packed(zeros(60_000_000))
        let note = Array("x".utf8) + [0, 0]
        // The header rejects less than this: rows of an interlaced file come in seven passes of other widths.
        let limit = 3600
        return [
            HostileImage(
                "a PNG whose pixels unpack to too many",
                ImageBytes.png(600, 800, depth: 8, kind: 2, data: many)
            ),
            HostileImage(
                "a PNG with a colour profile of 60 MB",
                ImageBytes.png(600, 800, depth: 8, kind: 2, extra: ImageBytes.chunk("iCCP", note + many), data: many)
            ),
            HostileImage(
                "a PNG with a text of 60 MB",
                ImageBytes.png(600, 800, depth: 8, kind: 2, extra: ImageBytes.chunk("zTXt", note + many), data: many)
            ),
            HostileImage(
                "a PNG without the palette it needs",
                ImageBytes.png(600, 800, depth: 8, kind: 3, isInterlaced: true, data: many)
            ),
            HostileImage(
                "a PNG whose palette has too few colours",
                ImageBytes.png(
                    600,
                    800,
                    depth: 8,
                    kind: 3,
                    isInterlaced: true,
                    extra: ImageBytes.chunk("PLTE", [1, 2, 3]),
                    data: try packed([UInt8](repeating: 77, count: 600_000))
                )
            ),
            HostileImage(
                "an interlaced PNG of 16 bits and all the pixels that are taken",
                ImageBytes.png(
                    limit,
                    limit,
                    depth: 16,
                    kind: 6,
                    isInterlaced: true,
                    data: try packed(zeros(limit * limit * 8 + 16 * limit))
                )
            ),
        ]
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// The same file with another coding in its frame header.
    private static func recoded(_ image: [UInt8], _ marker: UInt8, bits: UInt8 = 8) -> [UInt8] {
        var image = image
        guard let frame = image.indices.dropLast(5).first(where: { image[$0] == 0xFF && image[$0 + 1] == 0xC0 }) else {
            return []
        }
        (image[frame + 1], image[frame + 4]) = (marker, bits)
        return image
    }

    private static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
        var count = 0
        guard let packed = zlibCompress(bytes, bytes.count, &count) else { throw Pictures.Failure() }
        defer { free(packed) }
        return Array(UnsafeBufferPointer(start: packed, count: count))
    }
}
