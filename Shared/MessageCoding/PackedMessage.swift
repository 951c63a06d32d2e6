internal import CProtobuf
public import NIOCore

/// A message as a C structure that only has to be written. It ends with the call that it was made for.
public struct PackedMessage: ~Copyable {
    private let message: UnsafePointer<ProtobufCMessage>

    /// Bytes of the encoded message.
    public let size: Int

    @usableFromInline
    init(_ structure: UnsafeMutableRawPointer) {
        message = UnsafePointer(structure.assumingMemoryBound(to: ProtobufCMessage.self))
        size = protobuf_c_message_get_packed_size(message)
    }

    /// Appends the encoded message.
    public borrowing func write(to buffer: inout ByteBuffer) {
        guard size > 0 else { return }
        let message = message
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: size) { free in
            protobuf_c_message_pack(message, free.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
    }
}
