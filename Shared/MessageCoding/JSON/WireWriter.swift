/// Writes the wire format of protocol buffers.
struct WireWriter {
    enum WireType: UInt64 {
        case varint = 0
        case fixed64 = 1
        case lengthPrefixed = 2
        case fixed32 = 5
    }

    private(set) var bytes: [UInt8] = []

    mutating func tag(_ number: Int, _ type: WireType) {
        varint(UInt64(number) << 3 | type.rawValue)
    }

    mutating func varint(_ value: UInt64) {
        var value = value
        while value >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        bytes.append(UInt8(value))
    }

    mutating func fixed(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }

    mutating func lengthPrefixed(_ content: [UInt8], _ number: Int) {
        tag(number, .lengthPrefixed)
        varint(UInt64(content.count))
        bytes += content
    }
}
