import Foundation
import PostgresTestSupport

/// Images that tests send.
enum Photo {
    /// A receipt of four items over 22.80 CAD, of 9 March 2025.
    static let receipt = file("receipt.png")
    /// Grey all over.
    static let blank = file("blank.png")

    /// A file whose header states any size; it has no pixels.
    static func png(width: UInt32, height: UInt32) -> [UInt8] {
        let size = [width, height].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", size + [8, 0, 0, 0, 0])
            + chunk("IDAT", [0]) + chunk("IEND", [])
    }

    /// A file of 3 MB.
    static let large: [UInt8] = {
        var photo = png(width: 600, height: 900).dropLast(12 + 13)
        let content = [UInt8](repeating: 7, count: 30_000)
        for _ in 0..<100 {
            photo += [0, 0, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + Array("IDAT".utf8) + content
            photo += [0, 0, 0, 0]
        }
        return photo + chunk("IEND", [])
    }()

    /// The header of a JPEG file that common decoders reject.
    static let twelveBits: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xC1, 0, 11, 12, 2, 0, 2, 0, 1, 1, 0x11, 0]
        + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xFF, 0xD9]

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(content.count)] + Array(name.utf8) + content + [0, 0, 0, 0]
    }

    private static func file(_ name: String) -> [UInt8] {
        let path = Shell.repository + "/Tests/OCRServiceTests/Photos/" + name
        return FileManager.default.contents(atPath: path).map(Array.init) ?? []
    }
}
