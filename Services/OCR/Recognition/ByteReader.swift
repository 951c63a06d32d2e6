/// Reads numbers out of bytes; an index outside gives `nil`, never a trap.
struct ByteReader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }

    func byte(_ index: Int) -> Int? { index >= 0 && index < bytes.count ? Int(bytes[index]) : nil }

    func matches(_ pattern: [UInt8], at index: Int) -> Bool {
        index >= 0 && index <= bytes.count - pattern.count
            && bytes[index..<index + pattern.count].elementsEqual(pattern)
    }

    /// An unsigned number of `size` bytes.
    func number(_ index: Int, size: Int, littleEndian: Bool = false) -> Int? {
        guard index >= 0, size >= 0, index <= bytes.count - size else { return nil }
        let slice = bytes[index..<index + size]
        return littleEndian ? slice.reversed().reduce(0) { $0 << 8 | Int($1) } : slice.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The last place where a pattern stands, among the last `window` bytes.
    func lastIndex(of pattern: [UInt8], window: Int) -> Int? {
        var index = bytes.count - pattern.count
        let first = max(0, index - window)
        while index >= first {
            if matches(pattern, at: index) { return index }
            index -= 1
        }
        return nil
    }
}
