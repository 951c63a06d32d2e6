import CTesseract

/// A CMYK JPEG file, as used in print.
///
/// Leptonica writes none: the coded pixels of a grey file become its black, and the other three inks are empty.
enum InkImage {
    struct Failure: Error {}

    static func encoded(_ image: [UInt8]) throws -> [UInt8] {
        let grey = try Pictures.encoded(image, format: IFF_JFIF_JPEG) { pixConvertTo8($0, 0) }
        let parts = try Parts(grey)
        let size = Array(parts.frame[5..<9])
        func big(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
        // Inks are stored inverted: 255 is none.
        let adobe: [UInt8] = [0xFF, 0xEE] + big(14) + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
        let components: [UInt8] = [1, 0x11, 1, 2, 0x11, 1, 3, 0x11, 1, 4, 0x11, 0]
        let frame = [0xFF, 0xC0] + big(20) + [8] + size + [4] + components
        let quantities: [UInt8] = [0xFF, 0xDB] + big(67) + [1] + [UInt8](repeating: 8, count: 64)
        // 0 stands for no difference, 10 for one of seven bits; 0 ends a block.
        let differences = [0xFF, 0xC4] + big(21) + [0x01, 1, 1] + [UInt8](repeating: 0, count: 14) + [0, 7]
        let rest = [0xFF, 0xC4] + big(20) + [0x11, 1] + [UInt8](repeating: 0, count: 15) + [0]
        func scan(_ component: UInt8, _ tables: UInt8) -> [UInt8] {
            [0xFF, 0xDA] + big(8) + [1, component, tables, 0, 63, 0]
        }
        let (height, width) = (Int(size[0]) << 8 + Int(size[1]), Int(size[2]) << 8 + Int(size[3]))
        let blocks = ((width + 7) / 8) * ((height + 7) / 8)
        // The first block: 10, 1111111, 0; two bits for each of the others.
        let empty: [UInt8] = [0b1011_1111, 0b1000_0000] + [UInt8](repeating: 0, count: blocks / 4 + 1)
        var file: [UInt8] = [0xFF, 0xD8] + adobe + parts.tables + quantities + differences + rest + frame
        for component in UInt8(1)...3 { file += scan(component, 0x11) + empty }
        return file + scan(4, 0x00) + parts.data + [0xFF, 0xD9]
    }

    /// The parts of a grey file.
    private struct Parts {
        var tables: [UInt8] = []
        var frame: [UInt8] = []
        var data: [UInt8] = []

        init(_ file: [UInt8]) throws {
            var index = 2
            while index + 4 < file.count {
                let end = index + 2 + Int(file[index + 2]) << 8 + Int(file[index + 3])
                guard file[index] == 0xFF, end <= file.count else { throw Failure() }
                let segment = Array(file[index..<end])
                switch segment[1] {
                case 0xDB, 0xC4: tables += segment
                case 0xC0: frame = segment
                case 0xDA:
                    data = Array(file[end..<file.count - 2])
                    return
                default: break
                }
                index = end
            }
            throw Failure()
        }
    }
}
