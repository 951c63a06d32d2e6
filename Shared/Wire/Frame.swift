public import NIOCore

/// The types of frames. Receivers skip types that they do not know.
public enum FrameType: UInt8, Sendable, Hashable, CaseIterable {
    /// Limits of the sender; the first frame of each side, sent once.
    case settings = 0
    /// Starts a call.
    case call = 1
    /// A message or a part of one.
    case message = 2
    /// The client sends no more messages.
    case halfClose = 3
    /// The server ends the call.
    case status = 4
    /// The client cancels the call.
    case cancel = 5
    /// Adds credit for message bytes.
    case window = 6
    /// Requests an acknowledgement, or is one.
    case ping = 7
    /// Announces that the sender takes no new calls.
    case goAway = 8
    /// Metadata of the server ahead of its first message.
    case metadata = 9
}

/// Flags of a frame. A receiver rejects unknown flags among the low four bits and ignores the high four.
public struct FrameFlags: OptionSet, Sendable, Hashable {
    /// The byte on the wire.
    public let rawValue: UInt8

    /// Makes flags from the byte on the wire.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// MESSAGE: the last one of its sender. From a server this also is a status OK without metadata.
    public static let end = FrameFlags(rawValue: 0x01)
    /// MESSAGE: the message goes on in the next MESSAGE frame of this stream.
    public static let more = FrameFlags(rawValue: 0x02)
    /// MESSAGE: the message is compressed; its first byte names the encoding, see ``Encodings``.
    public static let compressed = FrameFlags(rawValue: 0x04)
    /// CALL: the call header is kept under the given template number.
    public static let define = FrameFlags(rawValue: 0x01)
    /// STATUS: no handler has seen the call; it may be sent again anywhere.
    public static let unprocessed = FrameFlags(rawValue: 0x01)
    /// PING: an answer.
    public static let acknowledgement = FrameFlags(rawValue: 0x01)

    /// The bits that a receiver must understand.
    static let critical: UInt8 = 0x0F

    static func known(for type: FrameType) -> UInt8 {
        switch type {
        case .message: 0x07
        case .call, .status, .ping: 0x01
        case .settings, .halfClose, .cancel, .window, .goAway, .metadata: 0x00
        }
    }
}

/// The number of a call on its connection: 1, 2, 3, … in the order of the calls; 0 is the connection itself.
public typealias StreamID = UInt32

/// The nine bytes before every frame's payload.
public struct FrameHeader: Sendable, Hashable {
    /// Bytes on the wire.
    public static let size = 9
    /// The largest stream id.
    public static let largestStream: StreamID = 0x7FFF_FFFF

    /// Bytes of payload.
    public var length: Int
    /// The number of the type; unknown ones are skipped.
    public var type: UInt8
    /// The flags, unknown ones included.
    public var flags: FrameFlags
    /// The stream; 0 for the connection.
    public var stream: StreamID

    /// Makes a header of a known type.
    public init(length: Int, type: FrameType, flags: FrameFlags = [], stream: StreamID) {
        self.length = length
        self.type = type.rawValue
        self.flags = flags
        self.stream = stream
    }

    /// Reads a header, or gives nil and moves nothing when fewer than nine bytes are there.
    public init?(from buffer: inout ByteBuffer) {
        self.init(at: buffer.readerIndex, of: buffer)
        buffer.moveReaderIndex(forwardBy: FrameHeader.size)
    }

    /// Reads the header at an index; nil when fewer than nine bytes are there.
    init?(at start: Int, of buffer: borrowing ByteBuffer) {
        guard buffer.writerIndex - start >= FrameHeader.size else { return nil }
        let (word, low): (UInt64, UInt8) = buffer.withUnsafeReadableBytes { bytes in
            let offset = start - buffer.readerIndex
            return (bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).bigEndian, bytes[offset + 8])
        }
        length = Int(word >> 40)
        type = UInt8(truncatingIfNeeded: word >> 32)
        flags = FrameFlags(rawValue: UInt8(truncatingIfNeeded: word >> 24))
        stream = StreamID(truncatingIfNeeded: word & 0xFF_FFFF) << 8 | StreamID(low)
    }

    /// Appends the nine bytes.
    public func write(to buffer: inout ByteBuffer) {
        buffer.writeBytes(atMost: FrameHeader.size) { write(to: &$0) }
    }

    /// Appends the nine bytes.
    func write(to writer: inout ByteWriter) {
        let high = UInt64(length) << 40 | UInt64(type) << 32 | UInt64(flags.rawValue) << 24 | UInt64(stream >> 8)
        writer.writeInteger(high)
        writer.writeInteger(UInt8(truncatingIfNeeded: stream))
    }

    /// Corrects the length in a header that stands first.
    static func setLength(_ length: Int, in writer: inout ByteWriter) {
        writer.set(UInt8(truncatingIfNeeded: length >> 16), at: 0)
        writer.set(UInt8(truncatingIfNeeded: length >> 8), at: 1)
        writer.set(UInt8(truncatingIfNeeded: length), at: 2)
    }
}
