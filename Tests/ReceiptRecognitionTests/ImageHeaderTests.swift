import ImageFiles
import Testing

@Suite("Image headers")
struct ImageHeaderTests {
    private func rejection(_ bytes: [UInt8]) -> ImageRejection? {
        do throws(ImageRejection) {
            _ = try ImageHeader.inspect(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test("an empty file is rejected")
    func empty() {
        #expect(rejection([]) == .empty)
    }

    @Test("a file over 20 MB is rejected, one of exactly 20 MB is not")
    func size() {
        let png = ImageBytes.png(100, 100)
        #expect(rejection(png + [UInt8](repeating: 0, count: 20 * 1024 * 1024 - png.count)) == nil)
        #expect(rejection(png + [UInt8](repeating: 0, count: 20 * 1024 * 1024 - png.count + 1)) == .tooLarge)
        #expect(ImageRejection.tooLarge.description.contains("20 MB"))
    }

    @Test(
        "other formats are named",
        arguments: [
            ("%PDF-1.7 …", "PDF"), ("GIF89a……", "GIF"), ("\0\0\0\u{18}ftypheic\0\0\0\0", "HEIC"), ("BM......", "BMP"),
            ("PK\u{3}\u{4}....", "ZIP"),
            ("Dear neighbour, the cat is well", "text"), ("<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG"),
            ("\0\0\0\u{C}jP  \r\n..", "JPEG 2000"), ("\0\0\0\u{C}JXL \r\n..", "JPEG XL"),
        ]
    )
    func foreign(_ text: String, _ name: String) {
        let refused = rejection(Array(text.utf8))
        #expect(refused?.description.contains(name) == true)
        #expect(refused?.description.contains("JPEG, PNG or WebP") == true)
    }

    @Test(
        "absurd dimensions are rejected from the header alone",
        arguments: [
            ImageBytes.png(1, 100_000), ImageBytes.png(60_000, 60_000), ImageBytes.jpeg(60_000, 60_000),
            ImageBytes.png(16_001, 100),
            ImageBytes.png(10_000, 8_001), ImageBytes.png(4_000_000_000, 4_000_000_000),
        ]
    )
    func tooManyPixels(_ bytes: [UInt8]) throws {
        guard case .tooManyPixels = rejection(bytes) else {
            Issue.record("\(String(describing: rejection(bytes)))")
            return
        }
    }

    @Test("images too small or too narrow to read are rejected")
    func tooSmall() {
        #expect(rejection(ImageBytes.png(39, 500)) == .tooSmall(width: 39, height: 500))
        #expect(rejection(ImageBytes.png(40, 1201)) == .tooNarrow(width: 40, height: 1201))
        #expect(rejection(ImageBytes.png(40, 1200)) == nil)
        #expect(rejection(ImageBytes.png(0, 100)) == .damaged)
    }

    @Test("the largest allowed image is accepted")
    func largest() {
        #expect(rejection(ImageBytes.png(16_000, 5_000)) == nil)
    }

    @Test(
        "truncated files are rejected",
        arguments: [
            ImageBytes.png(100, 100, end: false), Array(ImageBytes.lossyWebP(100, 100).dropLast()),
            Array(ImageBytes.png(100, 100).prefix(20)), Array(ImageBytes.jpeg(100, 100).prefix(12)),
            [0xFF, 0xD8, 0xFF],
        ]
    )
    func truncated(_ bytes: [UInt8]) {
        #expect(rejection(bytes) == .truncated)
        #expect(ImageRejection.truncated.description.contains("send it again"))
    }

    @Test("a JPEG file without an end marker can be decoded, except for what is missing")
    func withoutEnd() throws {
        #expect(rejection(ImageBytes.jpeg(100, 100, end: false)) == nil)
        #expect(throws: ImageRejection.truncated) {
            try ImageHeader.inspectWhole(ImageBytes.jpeg(100, 100, end: false))
        }
        #expect(try ImageHeader.inspectWhole(ImageBytes.jpeg(100, 100)).width == 100)
    }

    @Test("scans of a JPEG file are counted behind a table whose content looks like the end of the file")
    func hiddenScans() {
        let table: [UInt8] = [0xFF, 0xC4, 0, 5, 0xFF, 0xD9, 0]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3]
        let scans = Array((0..<200).map { _ in table + scan }.joined())
        #expect(rejection(ImageBytes.jpeg(100, 100, frame: 0xC2, end: false) + scans + [0xFF, 0xD9]) == .tooManyScans)
        // Damaged data that looks like a table hides no end.
        let damaged: [UInt8] = [0xFF, 0xC4, 0x01, 0x00, 1, 2, 3]
        let bytes = ImageBytes.jpeg(100, 100, end: false) + damaged + [0xFF, 0xD9]
        #expect(throws: Never.self) { try ImageHeader.inspectWhole(bytes) }
    }

    @Test("decoding memory depends on the kind of pixels")
    func decodedBytes() throws {
        func png(_ depth: UInt8, _ kind: UInt8, _ extra: [UInt8] = []) throws -> Int {
            try ImageHeader.inspect(ImageBytes.png(100, 100, depth: depth, kind: kind, extra: extra, data: [0]))
                .decodedBytes
        }
        let transparency = ImageBytes.chunk("tRNS", [0])
        #expect(try [png(8, 0), png(16, 0), png(8, 2), png(8, 3)] == [20_000, 50_000, 80_000, 30_000])
        #expect(
            try [png(8, 4), png(8, 6), png(8, 3, transparency), png(8, 2, transparency)].allSatisfy { $0 == 160_000 }
        )
        #expect(try ImageHeader.inspect(ImageBytes.lossyWebP(100, 100)).decodedBytes == 50_000)
        #expect(try ImageHeader.inspect(ImageBytes.losslessWebP(100, 100)).decodedBytes == 90_000)
        guard case .tooHeavy = rejection(ImageBytes.png(3700, 3700, depth: 8, kind: 6, data: [0])) else {
            Issue.record("a picture that takes too much memory is accepted")
            return
        }
    }

    @Test(
        "kinds of JPEG that decoders do not support are rejected",
        arguments: [0xC3, 0xC5, 0xC7, 0xCB, 0xCD] as [UInt8]
    )
    func unusualCoding(_ frame: UInt8) {
        #expect(rejection(ImageBytes.jpeg(640, 480, frame: frame)) == .unusualCoding)
        #expect(ImageRejection.unusualCoding.description.contains("ordinary JPEG"))
    }

    @Test("animations are rejected")
    func animated() {
        #expect(
            rejection(ImageBytes.png(100, 100, extra: ImageBytes.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]))) == .animated
        )
        #expect(rejection(ImageBytes.extendedWebP(100, 100, animated: true)) == .animated)
    }

    @Test("contradictory headers are rejected")
    func damaged() {
        #expect(rejection([0xFF, 0xD8, 0xFF, 0xD9]) == .damaged)
        var png = ImageBytes.png(100, 100)
        png[11] = 12
        #expect(rejection(png) == .damaged)
        var webp = ImageBytes.lossyWebP(100, 100)
        webp[23] = 0
        #expect(rejection(webp) == .damaged)
    }

    @Test(
        "format and size are read",
        arguments: [
            (ImageBytes.png(640, 480), ImageHeader.Format.png), (ImageBytes.jpeg(640, 480), .jpeg),
            (ImageBytes.jpeg(640, 480, frame: 0xC2), .jpeg), (ImageBytes.jpeg(640, 480, frame: 0xC9), .jpeg),
            (ImageBytes.lossyWebP(640, 480), .webp), (ImageBytes.losslessWebP(640, 480), .webp),
            (ImageBytes.extendedWebP(640, 480), .webp),
        ]
    )
    func accepted(_ bytes: [UInt8], _ format: ImageHeader.Format) throws {
        let header = try ImageHeader.inspect(bytes)
        #expect(header.format == format)
        #expect([header.width, header.height] == [640, 480])
        #expect(header.orientation == .upright)
    }

    @Test("the EXIF orientation is read in both byte orders", arguments: 1...8)
    func orientation(_ value: Int) throws {
        for little in [true, false] {
            let header = try ImageHeader.inspect(
                ImageBytes.jpeg(640, 480, extra: ImageBytes.exif(orientation: value, littleEndian: little))
            )
            #expect(header.orientation.rawValue == UInt8(value))
            #expect(header.orientation.swapsSides == (value >= 5))
        }
    }

    @Test("an invalid orientation counts as upright")
    func badOrientation() throws {
        #expect(
            try ImageHeader.inspect(ImageBytes.jpeg(640, 480, extra: ImageBytes.exif(orientation: 9))).orientation
                == .upright
        )
    }

    @Test("no bytes make the parser trap")
    func noise() {
        var generator = SystemRandomNumberGenerator()
        let seeds = [
            ImageBytes.png(100, 100), ImageBytes.jpeg(100, 100, extra: ImageBytes.exif(orientation: 6)),
            ImageBytes.lossyWebP(99, 99),
            ImageBytes.losslessWebP(99, 99), ImageBytes.extendedWebP(99, 99),
        ]
        for _ in 0..<4000 {
            guard var bytes = seeds.randomElement(using: &generator) else { return }
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = rejection(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))))
        }
    }
}
