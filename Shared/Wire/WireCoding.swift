package import NIOCore

extension ByteBuffer {
    /// Appends an unsigned LEB128 number: seven bits a byte, low bits first.
    package mutating func writeVarint(_ value: UInt64) {
        if value < 0x80 {
            writeInteger(UInt8(truncatingIfNeeded: value))
            return
        }
        var rest = value
        while rest >= 0x80 {
            writeInteger(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        writeInteger(UInt8(truncatingIfNeeded: rest))
    }

    /// Reads an unsigned LEB128 number of at most ten bytes; nil when it is cut off or too large.
    package mutating func readVarint() -> UInt64? {
        let (value, length) = withUnsafeReadableBytes { bytes in
            var cursor = ByteCursor(bytes)
            let value = cursor.varint()
            return (value, cursor.offset)
        }
        guard let value else { return nil }
        moveReaderIndex(forwardBy: length)
        return value
    }

    /// Reads a varint that must fit `0 ... limit`.
    package mutating func readLength(limit: Int) -> Int? {
        guard let value = readVarint(), value <= UInt64(limit) else { return nil }
        return Int(value)
    }

    /// Appends a length and the UTF-8 bytes of a string.
    package mutating func writeLengthPrefixed(_ string: String) {
        writeVarint(UInt64(string.utf8.count))
        writeString(string)
    }

    /// Appends a length and bytes.
    package mutating func writeLengthPrefixed(_ bytes: some Collection<UInt8>) {
        writeVarint(UInt64(bytes.count))
        writeBytes(bytes)
    }

    /// Reads a length and that many bytes of UTF-8; nil when cut off or not UTF-8.
    package mutating func readLengthPrefixedString() -> String? {
        guard let length = readLength(limit: readableBytes) else { return nil }
        return try? readUTF8ValidatedString(length: length)
    }

    /// Reads a length and that many bytes; nil when cut off.
    package mutating func readLengthPrefixedBytes() -> [UInt8]? {
        guard let length = readLength(limit: readableBytes) else { return nil }
        return readBytes(length: length)
    }
}
