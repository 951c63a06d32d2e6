internal import CProtobuf

/// A message as a C structure, ready to be encoded; valid within the call it was made for.
public struct PackedMessage: ~Copyable {
    private let message: UnsafePointer<ProtobufCMessage>

    /// Bytes of the encoded message.
    public let size: Int

    @usableFromInline
    init(_ structure: UnsafeMutableRawPointer) {
        message = UnsafePointer(structure.assumingMemoryBound(to: ProtobufCMessage.self))
        size = protobuf_c_message_get_packed_size(message)
    }

    /// Encodes the message.
    /// - Parameter memory: As many bytes as the encoded message has.
    public borrowing func write(to memory: UnsafeMutableRawBufferPointer) {
        precondition(memory.count >= size)
        guard let start = memory.baseAddress, size > 0 else { return }
        protobuf_c_message_pack(message, start.assumingMemoryBound(to: UInt8.self))
    }
}
