/// Image files as far as their headers go: nobody could show them.
enum ImageBytes {
    /// A JPEG file with notes of the camera.
    static func jpeg(_ width: Int = 400, _ height: Int = 300, notes: String = "49.2827 N", padding: Int = 0) -> [UInt8]
    {
        let exif = Array("Exif\0\0".utf8) + Array(notes.utf8)
        let frame: [UInt8] = [8] + two(height) + two(width) + [3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]
        return [0xFF, 0xD8] + segment(0xE1, exif) + segment(0xFE, Array(notes.utf8)) + segment(0xC0, frame)
            + segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]) + [UInt8](repeating: 0x11, count: 20 + padding) + [
                0xFF, 0xD9,
            ]
    }

    /// A PNG file with notes.
    static func png(_ width: Int, _ height: Int, notes: String = "49.2827 N") -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", [0, 0] + two(width) + [0, 0] + two(height) + [8, 2, 0, 0, 0])
            + chunk("tEXt", Array(notes.utf8)) + chunk("IDAT", [1, 2, 3, 4]) + chunk("IEND", [])
    }

    private static func two(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 255), UInt8(number & 255)] }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + two(content.count + 2) + content
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0] + two(content.count) + Array(name.utf8) + content + [0, 0, 0, 0]
    }
}
