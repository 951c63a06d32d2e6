import NIOCore
import RPC

/// Frames the messages of streams in the Connect protocol: a byte of flags, the length in four bytes, the message.
struct ConnectEnvelope: Sendable {
    static let compressed: UInt8 = 0b01
    static let endOfStream: UInt8 = 0b10
    private static let headerBytes = 5

    var flags: UInt8
    var message: ByteBuffer

    /// The bytes of an envelope.
    static func bytes(_ message: ByteBuffer, flags: UInt8 = 0) -> ByteBuffer {
        var bytes = ByteBuffer()
        bytes.reserveCapacity(headerBytes + message.readableBytes)
        bytes.writeInteger(flags)
        bytes.writeInteger(UInt32(message.readableBytes))
        bytes.writeImmutableBuffer(message)
        return bytes
    }

    /// Splits what comes in into envelopes.
    struct Reader {
        /// The largest message in bytes.
        let limit: Int
        private var pending = ByteBuffer()

        init(limit: Int) { self.limit = limit }

        /// Bytes that wait for the rest of their envelope.
        var pendingBytes: Int { pending.readableBytes }

        mutating func append(_ bytes: ByteBuffer) {
            if pending.readableBytes == 0 { pending = bytes } else { pending.writeImmutableBuffer(bytes) }
        }

        /// The next envelope; nil until it is whole.
        /// - Throws: ``Status``, RESOURCE_EXHAUSTED as soon as its length is over the limit.
        mutating func next() throws(Status) -> ConnectEnvelope? {
            guard let flags: UInt8 = pending.getInteger(at: pending.readerIndex),
                let length: UInt32 = pending.getInteger(at: pending.readerIndex + 1)
            else { return nil }
            guard length <= limit else { throw ConnectBody.tooLarge(limit) }
            guard pending.readableBytes >= ConnectEnvelope.headerBytes + Int(length) else { return nil }
            pending.moveReaderIndex(forwardBy: ConnectEnvelope.headerBytes)
            let message = pending.readSlice(length: Int(length))!
            if pending.readableBytes == 0 { pending = ByteBuffer() }
            return ConnectEnvelope(flags: flags, message: message)
        }
    }
}
