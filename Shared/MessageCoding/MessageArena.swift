internal import CProtobuf
public import NIOCore

/// Memory for the C structures of one message while it is packed or unpacked, with a budget.
///
/// Only generated code uses it directly. Everything that it returns is valid within the call it was made for.
public struct MessageArena: ~Copyable {
    private let arena: OpaquePointer

    /// The thread's arena, emptied and limited to `budget` bytes. It ends with `giveBack()` on the same thread.
    @usableFromInline
    init(budget: Int) throws(MessageError) {
        guard let arena = larder_arena_borrow() else { throw .resourceExhausted }
        larder_arena_begin(arena, max(budget, 0))
        self.arena = arena
    }

    @usableFromInline
    borrowing func giveBack() {
        larder_arena_return(arena)
    }

    /// An initialized C structure.
    @usableFromInline
    borrowing func structure(_ descriptor: MessageDescriptor) throws(MessageError) -> UnsafeMutableRawPointer {
        guard let structure = larder_arena_message(arena, descriptor.pointer) else { throw .resourceExhausted }
        return UnsafeMutableRawPointer(structure)
    }

    /// The C structure of an encoded message.
    @usableFromInline
    borrowing func unpack(
        _ bytes: ByteBuffer,
        as descriptor: MessageDescriptor
    ) throws(MessageError) -> UnsafeRawPointer {
        var message: UnsafeMutablePointer<ProtobufCMessage>?
        let result = bytes.withUnsafeReadableBytes { readable in
            let start = readable.baseAddress?.assumingMemoryBound(to: UInt8.self)
            return larder_message_unpack(descriptor.pointer, arena, readable.count, start, &message)
        }
        switch result {
        case LARDER_UNPACKED: break
        case LARDER_BUDGET_EXCEEDED: throw .resourceExhausted
        default: throw .malformed
        }
        guard let message else { throw .malformed }
        return UnsafeRawPointer(message)
    }

    /// `byteCount` uninitialized bytes, aligned for every field type.
    @usableFromInline
    borrowing func allocate(_ byteCount: Int) throws(MessageError) -> UnsafeMutableRawPointer {
        guard let memory = larder_arena_allocate(arena, byteCount) else { throw .resourceExhausted }
        return memory
    }
}

extension MessageArena {
    /// A C string.
    ///
    /// - Throws: `MessageError.containsNUL` with `field`, or `.resourceExhausted`.
    public borrowing func string(
        _ value: String,
        _ field: StaticString
    ) throws(MessageError) -> UnsafeMutablePointer<CChar> {
        do {
            return try string(value)
        } catch {
            throw error.inside(field)
        }
    }

    private borrowing func string(_ value: String) throws(MessageError) -> UnsafeMutablePointer<CChar> {
        var value = value
        let copy = value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // The address of an empty string may be absent; nothing is read from the stand-in.
                withUnsafePointer(to: 0) { larder_arena_string(arena, characters.baseAddress ?? $0, characters.count) }
            }
        }
        guard let copy else { throw .resourceExhausted }
        guard !larder_contains_nul(copy, value.utf8.count) else { throw .containsNUL(field: "") }
        return copy
    }

    /// An array of C strings.
    ///
    /// - Throws: `MessageError.containsNUL` with `field` and the index, or `.resourceExhausted`.
    public borrowing func strings(
        _ values: [String],
        _ field: StaticString
    ) throws(MessageError) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
        let stride = MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
        let pointers = try allocate(values.count * stride)
            .bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: values.count)
        for index in values.indices {
            do {
                pointers[index] = try string(values[index])
            } catch {
                throw error.inside(field, at: index)
            }
        }
        return pointers
    }

    /// A copy of the elements: bytes, numbers.
    ///
    /// - Throws: `MessageError.resourceExhausted`.
    @inlinable
    public borrowing func values<Value: BitwiseCopyable>(
        _ values: [Value]
    ) throws(MessageError) -> UnsafeMutablePointer<Value> {
        let copy = try allocate(values.count * MemoryLayout<Value>.stride)
            .bindMemory(to: Value.self, capacity: values.count)
        _ = UnsafeMutableBufferPointer(start: copy, count: values.count).initialize(from: values)
        return copy
    }

    /// An array of `ProtobufCBinaryData`.
    ///
    /// - Throws: `MessageError.resourceExhausted`.
    public borrowing func binaries(_ values: [[UInt8]]) throws(MessageError) -> UnsafeMutableRawPointer {
        let memory = try allocate(values.count * MemoryLayout<ProtobufCBinaryData>.stride)
        let array = memory.bindMemory(to: ProtobufCBinaryData.self, capacity: values.count)
        for index in values.indices {
            array[index] = ProtobufCBinaryData(len: values[index].count, data: try self.values(values[index]))
        }
        return memory
    }

    /// The C structure of a message.
    ///
    /// - Throws: what writing the message throws, with `field` before its path.
    @inlinable
    public borrowing func message(
        _ value: some Message,
        _ field: StaticString
    ) throws(MessageError) -> UnsafeMutableRawPointer {
        do {
            return try message(value)
        } catch {
            throw error.inside(field)
        }
    }

    @inlinable
    borrowing func message<Value: Message>(_ value: Value) throws(MessageError) -> UnsafeMutableRawPointer {
        let structure = try structure(Value.descriptor)
        try value.write(to: structure, in: self)
        return structure
    }

    /// An array of pointers to the C structures of messages.
    ///
    /// - Throws: what writing a message throws, with `field` and the index before its path.
    @inlinable
    public borrowing func messages(
        _ values: [some Message],
        _ field: StaticString
    ) throws(MessageError) -> UnsafeMutableRawPointer {
        let memory = try allocate(values.count * MemoryLayout<UnsafeMutableRawPointer?>.stride)
        let pointers = memory.bindMemory(to: UnsafeMutableRawPointer?.self, capacity: values.count)
        for index in values.indices {
            do {
                pointers[index] = try message(values[index])
            } catch {
                throw error.inside(field, at: index)
            }
        }
        return memory
    }
}
