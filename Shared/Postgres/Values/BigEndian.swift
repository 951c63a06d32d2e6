extension FixedWidthInteger {
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

extension UnsafeRawBufferPointer {
    func bigEndian<Integer: FixedWidthInteger>(_: Integer.Type, at offset: Int = 0) -> Integer? {
        guard offset >= 0, count - offset >= MemoryLayout<Integer>.size else { return nil }
        return Integer(bigEndian: loadUnaligned(fromByteOffset: offset, as: Integer.self))
    }
}
