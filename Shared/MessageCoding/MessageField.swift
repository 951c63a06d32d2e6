internal import CProtobuf

/// Reads the fields of unpacked C structures. Only generated code uses it.
public enum MessageField {
    /// - Throws: `MessageError.invalidUTF8` or `.containsNUL` with `field`.
    public static func string(
        _ pointer: UnsafePointer<CChar>?,
        _ field: StaticString
    ) throws(MessageError) -> String {
        do {
            return try string(pointer)
        } catch {
            throw error.inside(field)
        }
    }

    static func string(_ pointer: UnsafePointer<CChar>?) throws(MessageError) -> String {
        guard let pointer else { return "" }
        let length = larder_unpacked_string_length(pointer)
        guard length > 0 else { return "" }
        guard !larder_contains_nul(pointer, length) else { throw .containsNUL(field: "") }
        let bytes = UnsafeRawBufferPointer(start: pointer, count: length)
        guard let string = String(validating: bytes, as: UTF8.self) else { throw .invalidUTF8(field: "") }
        return string
    }

    /// - Throws: `MessageError.invalidUTF8` or `.containsNUL` with `field` and the index.
    public static func strings(
        _ count: Int,
        _ pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
        _ field: StaticString
    ) throws(MessageError) -> [String] {
        guard count > 0, let pointers else { return [] }
        var strings: [String] = []
        strings.reserveCapacity(count)
        for index in 0..<count {
            do {
                strings.append(try string(pointers[index]))
            } catch {
                throw error.inside(field, at: index)
            }
        }
        return strings
    }

    /// A copy of an array of bytes or numbers.
    @inlinable
    public static func values<Value: BitwiseCopyable>(_ count: Int, _ pointer: UnsafePointer<Value>?) -> [Value] {
        guard count > 0, let pointer else { return [] }
        return Array(UnsafeBufferPointer(start: pointer, count: count))
    }

    /// Copies of an array of `ProtobufCBinaryData`.
    public static func binaries(_ count: Int, _ array: UnsafeRawPointer?) -> [[UInt8]] {
        guard count > 0, let array else { return [] }
        return UnsafeBufferPointer(start: array.assumingMemoryBound(to: ProtobufCBinaryData.self), count: count)
            .map { values($0.len, $0.data) }
    }

    /// The message behind a pointer, or `nil` when there is none.
    ///
    /// - Throws: what reading the message throws, with `field` before its path.
    @inlinable
    public static func message<Value: Message>(
        _ structure: UnsafeRawPointer?,
        _ field: StaticString
    ) throws(MessageError) -> Value? {
        guard let structure else { return nil }
        do {
            return try Value(structure: structure)
        } catch {
            throw error.inside(field)
        }
    }

    /// The messages behind an array of pointers.
    ///
    /// - Throws: what reading a message throws, with `field` and the index before its path.
    @inlinable
    public static func messages<Value: Message>(
        _ count: Int,
        _ array: UnsafeRawPointer?,
        _ field: StaticString
    ) throws(MessageError) -> [Value] {
        guard count > 0, let array else { return [] }
        var messages: [Value] = []
        messages.reserveCapacity(count)
        let stride = MemoryLayout<UnsafeRawPointer>.stride
        for index in 0..<count {
            let structure = array.load(fromByteOffset: index * stride, as: UnsafeRawPointer.self)
            do {
                messages.append(try Value(structure: structure))
            } catch {
                throw error.inside(field, at: index)
            }
        }
        return messages
    }
}
