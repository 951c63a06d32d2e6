internal import CProtobuf
public import NIOCore

/// A value that travels as a protocol-buffers message. Conformances are generated from `.proto` files.
public protocol Message: Sendable, Equatable {
    /// A message with every field at its default.
    init()

    /// Names, numbers and types of the fields.
    static var descriptor: MessageDescriptor { get }

    /// Copies an unpacked C structure of this message's type.
    ///
    /// - Parameter structure: made by the decoder; a structure of another origin lacks the lengths of its strings.
    /// - Throws: `MessageError.invalidUTF8` or `.containsNUL`.
    init(structure: UnsafeRawPointer) throws(MessageError)

    /// Fills an initialized C structure of this message's type.
    ///
    /// - Throws: `MessageError.containsNUL` or `.resourceExhausted`.
    func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError)
}

extension Message {
    /// Appends the encoded message.
    ///
    /// - Throws: `MessageError.containsNUL`, or `.resourceExhausted` beyond `MessageLimits.largestBudget`.
    ///   The buffer is unchanged then.
    public func encode(into buffer: inout ByteBuffer) throws(MessageError) {
        try MessageArena.with(budget: MessageLimits.largestBudget) { arena throws(MessageError) in
            let structure = try arena.structure(Self.descriptor)
            try write(to: structure, in: arena)
            let message = structure.assumingMemoryBound(to: ProtobufCMessage.self)
            let size = protobuf_c_message_get_packed_size(message)
            guard size > 0 else { return }
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: size) { free in
                protobuf_c_message_pack(message, free.baseAddress?.assumingMemoryBound(to: UInt8.self))
            }
        }
    }

    /// The encoded message in a buffer of its own.
    ///
    /// - Throws: as `encode(into:)`.
    public func encoded() throws(MessageError) -> ByteBuffer {
        var buffer = ByteBuffer()
        try encode(into: &buffer)
        return buffer
    }

    /// Decodes the readable bytes. Fields that this version doesn't know are skipped.
    ///
    /// - Parameter budget: bytes that the message may take in memory; without one `MessageLimits.budget` decides.
    /// - Throws: `MessageError`.
    public init(decoding bytes: ByteBuffer, budget: Int? = nil) throws(MessageError) {
        let budget = budget ?? MessageLimits.budget(forEncodedSize: bytes.readableBytes)
        let result = bytes.withUnsafeReadableBytes { readable in
            Result { () throws(MessageError) in
                try MessageArena.with(budget: budget) { arena throws(MessageError) in
                    try Self(structure: arena.unpack(readable, as: Self.descriptor))
                }
            }
        }
        self = try result.get()
    }
}

/// An enumeration of a `.proto` file. Values that this version doesn't know are kept as they came.
public protocol MessageEnumeration: Sendable, Hashable, CaseIterable {
    /// The value with this number; never fails, as a newer sender may know more values.
    init(rawValue: Int32)
    /// The number on the wire.
    var rawValue: Int32 { get }
}
