/// Reads numbers from bytes; an index out of range yields `nil`, never a trap.
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

    /// The next marker in a JPEG file's coded data and the index after it; stuffed zeros and restarts are skipped.
    func nextMarkerInScan(from index: Int) -> (marker: Int, end: Int)? {
        bytes.withUnsafeBufferPointer { bytes in
            var index = max(0, index)
            while index + 1 < bytes.count {
                let (byte, next) = (bytes[index], bytes[index + 1])
                if byte == 0xFF, next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) {
                    return (Int(next), index + 2)
                }
                index += 1
            }
            return nil
        }
    }
}
