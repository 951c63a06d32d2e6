internal import CProtobuf
public import NIOCore

/// A message with the fields that this version doesn't know, which a `Message` alone leaves out.
///
/// For messages that are stored or passed on for a newer program to read. It encodes as it was decoded.
public struct PreservedMessage<Base: Message>: Message {
    /// The fields that this version knows.
    public let base: Base
    /// The encoded message, with all fields.
    public let bytes: ByteBuffer
    /// The numbers of the fields that this version doesn't know, in their order in the message.
    public let unknownFields: [UInt32]

    /// A message with every field at its default.
    public init() {
        base = Base()
        bytes = ByteBuffer()
        unknownFields = []
    }

    /// The descriptor of the known fields.
    public static var descriptor: MessageDescriptor { Base.descriptor }

    /// Copies an unpacked C structure.
    public init(structure: UnsafeRawPointer) throws(MessageError) {
        base = try Base(structure: structure)
        let message = structure.assumingMemoryBound(to: ProtobufCMessage.self)
        unknownFields = (0..<Int(message.pointee.n_unknown_fields)).map { message.pointee.unknown_fields[$0].tag }
        let packed = PackedMessage(UnsafeMutableRawPointer(mutating: structure))
        var bytes = ByteBuffer()
        bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: packed.size) { free in
            packed.write(to: free)
            return packed.size
        }
        self.bytes = bytes
    }

    /// Fills a C structure with what the bytes say.
    public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        let unpacked = try arena.unpack(bytes, as: Base.descriptor)
        structure.copyMemory(from: unpacked, byteCount: Base.descriptor.pointer.pointee.sizeof_message)
    }
}
