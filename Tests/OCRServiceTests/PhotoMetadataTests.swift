import Foundation
import ImageFiles
import PostgresTestSupport
import Testing

@testable import larder_ocr

@Suite("The metadata of a photo")
struct PhotoMetadataTests {
    /// Stands for everything that must be removed.
    private static let secret = Array("49.2827 N 123.1207 W".utf8)

    private static func big(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private static func little(_ value: Int, _ size: Int) -> [UInt8] { big(value, size).reversed() }

    private static func note(_ orientation: Int) -> [UInt8] {
        Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
            + [0, 0, 0, 0] + secret
    }

    // MARK: JPEG

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(content.count + 2, 2) + content
    }

    private static let profile = segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1, 9, 9])
    private static let adobe = segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])
    private static let frame = segment(0xC2, [8] + big(300, 2) + big(200, 2) + [1, 1, 0x11, 0])
    private static let scan = segment(0xDA, [1, 1, 0, 0, 63, 0])
    private static let table = segment(0xC4, [0, 1, 2, 3])
    private static let pixels: [UInt8] = [1, 0xFF, 0, 2, 0xFF, 0xD3, 3, 0xFF, 0xFF, 0, 4]

    private static func jpeg(orientation: Int) -> [UInt8] {
        [0xFF, 0xD8] + segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])
            + segment(0xE1, Array("Exif\0\0".utf8) + note(orientation))
            + segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + secret) + profile
            + segment(0xE2, Array("MPF\0".utf8) + secret) + segment(0xED, Array("Photoshop 3.0\0".utf8) + secret)
            + adobe + segment(0xFE, secret) + frame + scan + pixels + segment(0xFE, secret) + table + scan + pixels
            + [0xFF, 0xD9] + secret
    }

    @Test("is removed from a JPEG file, and the image data stay", arguments: 1...8)
    func jpegNotes(orientation: Int) throws {
        let bytes = Self.jpeg(orientation: orientation)
        let before = try ImageHeader.inspect(bytes)
        #expect(Int(before.orientation.rawValue) == orientation)
        let rewritten = try #require(PhotoMetadata.rewritten(bytes, .jpeg, orientation: before.orientation))
        #expect(rewritten.firstRange(of: Self.secret) == nil)
        #expect(try ImageHeader.inspect(rewritten) == before)
        let picture =
            Self.profile + Self.adobe + Self.frame + Self.scan + Self.pixels + Self.table + Self.scan + Self.pixels
        #expect(rewritten.suffix(picture.count + 2) == (picture + [0xFF, 0xD9])[...])
        #expect(PhotoMetadata.rewritten(rewritten, .jpeg, orientation: before.orientation) == rewritten)
    }

    @Test("is removed from a PNG file", arguments: 1...8)
    func pngNotes(orientation: Int) throws {
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Self.big(content.count, 4) + Array(name.utf8) + content + [0, 0, 0, 0]
        }
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header = chunk("IHDR", Self.big(200, 4) + Self.big(300, 4) + [8, 0, 0, 0, 0])
        let shown = chunk("gAMA", [0, 0, 1, 1]) + chunk("IDAT", [1, 2, 3]) + chunk("IEND", [])
        let bytes =
            start + header + chunk("eXIf", Self.note(orientation)) + chunk("tEXt", Self.secret)
            + chunk("iTXt", Self.secret) + shown + Self.secret
        let before = try ImageHeader.inspect(bytes)
        let rewritten = try #require(PhotoMetadata.rewritten(bytes, .png, orientation: before.orientation))
        #expect(rewritten.firstRange(of: Self.secret) == nil)
        #expect(try ImageHeader.inspect(rewritten) == before)
        #expect(rewritten.suffix(shown.count) == shown[...])
        if orientation == 1 { #expect(rewritten == start + header + shown) }
    }

    @Test("is removed from a WebP file", arguments: 1...8)
    func webpNotes(orientation: Int) throws {
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Array(name.utf8) + Self.little(content.count, 4) + content + (content.count % 2 == 0 ? [] : [0])
        }
        let body =
            chunk("VP8X", [0x0C, 0, 0, 0] + Self.little(199, 3) + Self.little(299, 3)) + chunk("VP8 ", [1, 2, 3])
            + chunk("EXIF", Self.note(orientation)) + chunk("XMP ", Self.secret)
        let bytes = Array("RIFF".utf8) + Self.little(body.count + 4, 4) + Array("WEBP".utf8) + body + Self.secret
        let before = try ImageHeader.inspect(bytes)
        let rewritten = try #require(PhotoMetadata.rewritten(bytes, .webp, orientation: before.orientation))
        #expect(rewritten.firstRange(of: Self.secret) == nil)
        #expect(try ImageHeader.inspect(rewritten) == before)
        #expect(rewritten[20] == (orientation == 1 ? 0 : 0x08))
    }

    @Test("can get a new orientation, also where there was none", arguments: 1...3)
    func turned(quarters: Int) throws {
        let orientation = ImageHeader.Orientation.upright.turned(byQuarters: quarters)
        let bytes = try #require(PhotoMetadata.rewritten(Photo.receipt, .png, orientation: orientation))
        #expect(try ImageHeader.inspect(bytes).orientation == [.right, .upsideDown, .left][quarters - 1])
    }

    @Test("rotates by quarter turns")
    func quarters() {
        // The positions of a picture's corners (top left, top right, bottom right, bottom left) as displayed.
        func corners(_ orientation: ImageHeader.Orientation) -> [Int] {
            switch orientation {
            case .upright: [0, 1, 2, 3]
            case .mirrored: [1, 0, 3, 2]
            case .upsideDown: [2, 3, 0, 1]
            case .upsideDownMirrored: [3, 2, 1, 0]
            case .leftMirrored: [0, 3, 2, 1]
            case .right: [3, 0, 1, 2]
            case .rightMirrored: [2, 1, 0, 3]
            case .left: [1, 2, 3, 0]
            }
        }
        for value in UInt8(1)...8 {
            guard let orientation = ImageHeader.Orientation(rawValue: value) else { continue }
            let before = corners(orientation)
            #expect(corners(orientation.turned(byQuarters: 1)) == [before[3], before[0], before[1], before[2]])
            #expect(orientation.turned(byQuarters: 4) == orientation)
        }
    }

    @Test("causes no crash in a file truncated anywhere or with any byte changed")
    func hostile() {
        let bytes = Self.jpeg(orientation: 6)
        for end in bytes.indices { _ = PhotoMetadata.rewritten(Array(bytes[..<end]), .jpeg, orientation: .right) }
        for format in [ImageHeader.Format.jpeg, .png, .webp] {
            for index in bytes.indices {
                var changed = bytes
                changed[index] = ~changed[index]
                _ = PhotoMetadata.rewritten(changed, format, orientation: .left)
            }
            _ = PhotoMetadata.rewritten([], format, orientation: .left)
        }
    }
}
