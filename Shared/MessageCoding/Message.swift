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

// The generic parts are inlinable and free of closures, so that a caller that knows the type pays for nothing generic.
extension Message {
    /// Appends the encoded message.
    ///
    /// - Throws: `MessageError.containsNUL`, or `.resourceExhausted` beyond `MessageLimits.largestBudget`.
    ///   The buffer is unchanged then.
    @inlinable
    public func encode(into buffer: inout ByteBuffer) throws(MessageError) {
        let arena = try MessageArena(budget: MessageLimits.largestBudget)
        defer { arena.giveBack() }
        let structure = try arena.structure(Self.descriptor)
        try write(to: structure, in: arena)
        let message = PackedMessage(structure)
        guard message.size > 0 else { return }
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: message.size) { free in
            message.write(to: free)
            return message.size
        }
    }

    /// Gives `body` the message ready to be written, whose size is known then.
    ///
    /// - Throws: as `encode(into:)`; `body` isn't called then.
    @inlinable
    public func packed<Result>(_ body: (borrowing PackedMessage) -> Result) throws(MessageError) -> Result {
        let arena = try MessageArena(budget: MessageLimits.largestBudget)
        defer { arena.giveBack() }
        let structure = try arena.structure(Self.descriptor)
        try write(to: structure, in: arena)
        return body(PackedMessage(structure))
    }

    /// The encoded message in a buffer of its own.
    ///
    /// - Throws: as `encode(into:)`.
    @inlinable
    public func encoded() throws(MessageError) -> ByteBuffer {
        var buffer = ByteBuffer()
        try encode(into: &buffer)
        return buffer
    }

    /// Decodes the readable bytes. Fields that this version doesn't know are skipped.
    ///
    /// - Parameter budget: bytes that the message may take in memory; without one `MessageLimits.budget` decides.
    /// - Throws: `MessageError`.
    @inlinable
    public init(decoding bytes: ByteBuffer, budget: Int? = nil) throws(MessageError) {
        let arena = try MessageArena(budget: budget ?? MessageLimits.budget(forEncodedSize: bytes.readableBytes))
        defer { arena.giveBack() }
        try self.init(structure: arena.unpack(bytes, as: Self.descriptor))
    }
}

/// An enumeration of a `.proto` file. Values that this version doesn't know are kept as they came.
public protocol MessageEnumeration: Sendable, Hashable, CaseIterable {
    /// The value with this number; never fails, as a newer sender may know more values.
    init(rawValue: Int32)
    /// The number on the wire.
    var rawValue: Int32 { get }
}
