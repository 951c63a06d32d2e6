import NIOCore

/// Writes into memory that has been reserved, which costs a fraction of writing to a buffer value by value.
struct ByteWriter {
    /// Bytes that the longest number takes.
    static let longestVarint = 10

    private let memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

    /// Appends a number in network byte order.
    mutating func writeInteger(_ value: some FixedWidthInteger & BitwiseCopyable) {
        writeBytes(of: value.bigEndian)
    }

    private mutating func writeBytes<Value: BitwiseCopyable>(of value: Value) {
        precondition(count + MemoryLayout<Value>.size <= memory.count)
        memory.storeBytes(of: value, toByteOffset: count, as: Value.self)
        count += MemoryLayout<Value>.size
    }

    /// Appends an unsigned LEB128 number.
    mutating func writeVarint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            writeInteger(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        writeInteger(UInt8(truncatingIfNeeded: rest))
    }

    mutating func writeBytes(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        precondition(count + bytes.count <= memory.count)
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    /// Appends bytes that `write` fills in, all of them.
    mutating func writeBytes(count more: Int, _ write: (UnsafeMutableRawBufferPointer) -> Void) {
        write(UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + more]))
        count += more
    }

    /// Changes a byte that was written.
    mutating func set(_ byte: UInt8, at index: Int) {
        precondition(index < count)
        memory[index] = byte
    }
}

extension ByteBuffer {
    /// Appends what `write` writes, which is at most so many bytes.
    mutating func writeBytes(atMost most: Int, _ write: (inout ByteWriter) -> Void) {
        writeWithUnsafeMutableBytes(minimumWritableBytes: most) { free in
            var writer = ByteWriter(free)
            write(&writer)
            return writer.count
        }
    }
}
