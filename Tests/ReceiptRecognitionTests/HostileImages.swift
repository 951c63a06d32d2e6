import CTesseract
import Foundation
import Glibc

/// Damaged, enormous or malicious images, generated anew each time.
struct HostileImage: Sendable, CustomStringConvertible {
    var description: String
    var bytes: [UInt8]

    init(_ description: String, _ bytes: [UInt8]) {
        self.description = description
        self.bytes = bytes
    }

    static let all: [HostileImage] = {
        do { return try refused() + decodable() + bombs() + disguised() + patterns() } catch { return [] }
    }()

    /// Images that no reader can decode.
    static func refused() throws -> [HostileImage] {
        let sample = try SampleReceipt.image()
        let png = try Pictures.encoded(sample, format: IFF_PNG) { pixClone($0) }
        let webp = try Pictures.encoded(sample, format: IFF_WEBP) { pixClone($0) }
        return [
            HostileImage("nothing", []),
            HostileImage("a text called .jpg", Array("To whom it may concern, this is no picture.".utf8)),
            HostileImage("a JPEG's first bytes alone", [0xFF, 0xD8, 0xFF, 0xE0]),
            HostileImage("half a PNG", Array(png.prefix(png.count / 2))),
            HostileImage("half a WebP", Array(webp.prefix(webp.count / 2))),
            HostileImage("a PNG header of 60,000 × 60,000", ImageBytes.png(60_000, 60_000)),
            HostileImage("a JPEG header of 65,500 × 65,500", ImageBytes.jpeg(65_500, 65_500)),
            HostileImage("a PNG header of 2³² − 1 pixels a side", ImageBytes.png(0xFFFF_FFFF, 0xFFFF_FFFF)),
            HostileImage("a JPEG without height", ImageBytes.jpeg(600, 0)),
            HostileImage("a PNG that ends in nothing", ImageBytes.png(600, 800)),
            HostileImage("a PNG called WebP", Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WEBP".utf8) + png),
            HostileImage(
                "an animated PNG",
                ImageBytes.png(99, 99, extra: ImageBytes.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]))
            ),
            HostileImage("an animated WebP", ImageBytes.extendedWebP(600, 800, animated: true)),
            HostileImage("a PNG of 9,000 × 8,800 colours", ImageBytes.colourPNG(9000, 8800)),
            HostileImage("a progressive JPEG of 80 million pixels", ImageBytes.progressiveJPEG(9000, 8800, scans: 2)),
            HostileImage("a progressive JPEG of 5,000 scans", ImageBytes.progressiveJPEG(4000, 4000, scans: 5000)),
        ]
    }

    /// Images that can be decoded, and must do no harm.
    static func decodable() throws -> [HostileImage] {
        let sample = try SampleReceipt.image()
        let end: [UInt8] = [0xFF, 0xD9]
        return [
            HostileImage("half a JPEG", Array(sample.prefix(sample.count / 2))),
            HostileImage("half a JPEG with an end", Array(sample.prefix(sample.count / 2)) + end),
            HostileImage("a JPEG with changed bytes", scribbled(sample)),
            HostileImage("noise of 12 million pixels", try noise(width: 3000, height: 4000)),
            HostileImage("a very long strip", try noise(width: 400, height: 12_000)),
            HostileImage("a progressive JPEG of 79 scans", ImageBytes.progressiveJPEG(4000, 4000, scans: 79)),
            HostileImage("white of 80 million pixels", try even(width: 8900, height: 8900, format: IFF_JFIF_JPEG)),
            HostileImage("grey PNG of 80 million pixels", try even(width: 8900, height: 8900, format: IFF_PNG)),
        ]
    }

    private static func scribbled(_ image: [UInt8]) -> [UInt8] {
        var image = image
        for index in stride(from: 2000, to: image.count - 10, by: 977) { image[index] ^= 0x55 }
        return image
    }

    private static func noise(width: Int32, height: Int32) throws -> [UInt8] {
        try Pictures.encoded(SampleReceipt.image(), format: IFF_JFIF_JPEG) { _ in
            guard let grey = pixCreate(width, height, 8), let words = pixGetData(grey) else { return nil }
            var state: UInt64 = 42
            for index in 0..<Int(pixGetWpl(grey)) * Int(height) {
                // Knuth's MMIX generator.
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                words[index] = UInt32(state >> 32)
            }
            // Specks of about the size of letters.
            return pixBlockconv(grey, 2, 2)
        }
    }

    private static func even(width: Int32, height: Int32, format: Int) throws -> [UInt8] {
        try Pictures.encoded(SampleReceipt.image(), format: format) { _ in
            let grey = pixCreate(width, height, 8)
            pixSetAllArbitrary(grey, 255)
            return grey
        }
    }
}
