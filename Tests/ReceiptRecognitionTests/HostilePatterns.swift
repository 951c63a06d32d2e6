import CTesseract

/// Pictures that cost readers the most time: everything could be a letter.
extension HostileImage {
    static func patterns() throws -> [HostileImage] {
        [
            HostileImage("a quarter of a million dots", try drawn(2000, 2000) { $0 % 4 < 2 && $1 % 4 < 2 }),
            HostileImage("squares of a pixel", try drawn(1000, 1000) { ($0 + $1) % 2 == 0 }),
            HostileImage("squares of eight pixels", try drawn(1000, 1000) { ($0 / 8 + $1 / 8) % 2 == 0 }),
            HostileImage(
                "thousands of boxes",
                try drawn(1000, 1000) { x, y in
                    let (x, y) = (x % 20, y % 20)
                    return (3...13).contains(x) && (4...15).contains(y) && (x == 3 || x == 13 || y == 4 || y == 15)
                }
            ),
            HostileImage("stripes across", try drawn(1000, 1200) { _, y in y / 6 % 2 == 0 }),
            HostileImage("stripes down", try drawn(1000, 1200) { x, _ in x / 6 % 2 == 0 }),
            HostileImage("the narrowest strip", try drawn(40, 1200) { x, y in (x / 3 * 7 + y / 5 * 3) % 5 < 2 }),
        ]
    }

    /// A grey PNG, black where the closure says so.
    private static func drawn(_ width: Int, _ height: Int, _ isBlack: (Int, Int) -> Bool) throws -> [UInt8] {
        try Pictures.encoded(SampleReceipt.image(), format: IFF_PNG) { _ in
            let grey = pixCreate(Int32(width), Int32(height), 8)
            guard let words = pixGetData(grey) else { return grey }
            let stride = Int(pixGetWpl(grey))
            for y in 0..<height {
                for word in 0..<(width + 3) / 4 {
                    var value: UInt32 = 0
                    for x in 4 * word..<4 * word + 4 { value = value << 8 | (isBlack(x, y) ? 0 : 255) }
                    words[y * stride + word] = value
                }
            }
            return grey
        }
    }
}
