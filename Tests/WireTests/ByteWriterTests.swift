import NIOCore
import Testing

@testable import Wire

@Suite("Writing into reserved memory")
struct ByteWriterTests {
    /// What is written into memory of so many bytes.
    private func written(_ capacity: Int, _ write: (inout ByteWriter) -> Void) -> [UInt8] {
        var memory = [UInt8](repeating: 0xEE, count: capacity)
        let count = memory.withUnsafeMutableBytes { bytes in
            var writer = ByteWriter(bytes)
            write(&writer)
            return writer.count
        }
        return Array(memory.prefix(count))
    }

    @Test("numbers of every length are those that a buffer gets, up to the last byte of the memory")
    func varints() {
        let powers = (0...9).map { UInt64(1) << UInt64(7 * $0) }
        let edges: [UInt64] = powers + powers.map { $0 - 1 } + [.max]
        for value in edges {
            var buffer = ByteBuffer()
            buffer.writeVarint(value)
            #expect(written(buffer.readableBytes) { $0.writeVarint(value) } == Array(buffer.readableBytesView))
            #expect(buffer.readableBytes <= ByteWriter.longestVarint)
        }
    }

    @Test("numbers are in network byte order, bytes as they are, and what was written can be changed")
    func mixed() {
        let bytes = written(9) { writer in
            writer.writeInteger(UInt16(0x0102))
            writer.writeInteger(UInt32(0x0304_0506))
            [UInt8]().withUnsafeBytes { writer.writeBytes($0) }
            [UInt8]([7, 8, 9]).withUnsafeBytes { writer.writeBytes($0) }
            writer.set(0xFF, at: 0)
        }
        #expect(bytes == [0xFF, 2, 3, 4, 5, 6, 7, 8, 9])
    }

    @Test("a buffer takes what was written and nothing of what was reserved beyond")
    func buffer() {
        var buffer = ByteBuffer(bytes: [1, 2])
        buffer.writeBytes(atMost: 10_000) { writer in
            writer.writeVarint(300)
            [UInt8]([3, 4]).withUnsafeBytes { writer.writeBytes($0) }
        }
        buffer.writeBytes(atMost: 0) { _ in }
        #expect(Array(buffer.readableBytesView) == [1, 2, 0xAC, 0x02, 3, 4])
    }
}
