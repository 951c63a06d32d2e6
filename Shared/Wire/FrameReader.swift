import NIOCore

/// Received bytes up to the end of the last whole frame that was read.
struct FrameReader {
    private var buffer = ByteBuffer()
    /// Whole frames that were read; distinguishes a peer that makes progress from one that stalls.
    private(set) var framesRead = 0

    /// Bytes of memory that the received bytes take.
    var storageCapacity: Int { buffer.storageCapacity }

    /// Whether a part of a further frame has come.
    var isWithinFrame: Bool { buffer.readableBytes > 0 }

    /// Takes received bytes, cut anywhere; `bytes` is empty afterwards.
    mutating func append(_ bytes: inout ByteBuffer) {
        if buffer.readableBytes == 0 {
            swap(&buffer, &bytes)
            bytes = ByteBuffer()
        } else {
            // Without this the buffer would grow without limit when no read ever ends with a frame.
            buffer.discardReadBytes()
            buffer.writeBuffer(&bytes)
        }
    }

    /// The header of the next frame; nil until all nine bytes have come.
    var header: FrameHeader? { FrameHeader(at: buffer.readerIndex, of: buffer) }

    /// Reads the frame that starts with ``header``.
    /// - Returns: Its payload; nil until the whole frame has come.
    mutating func readPayload(of header: FrameHeader) -> ByteBuffer? {
        guard buffer.readableBytes - FrameHeader.size >= header.length else { return nil }
        buffer.moveReaderIndex(forwardBy: FrameHeader.size)
        framesRead &+= 1
        let payload = buffer.readSlice(length: header.length)
        if buffer.readableBytes == 0 { buffer = ByteBuffer() }
        return payload
    }

    /// Reads the preface of a client.
    /// - Returns: False until the whole preface has come.
    /// - Throws: `notLarder` at the first byte that differs.
    mutating func readPreface() throws(WireViolation) -> Bool {
        let preface = ConnectionStateMachine.preface
        let present = buffer.readableBytesView.prefix(preface.count)
        guard present.elementsEqual(preface.prefix(present.count)) else { throw .notLarder }
        guard present.count == preface.count else { return false }
        buffer.moveReaderIndex(forwardBy: preface.count)
        return true
    }

    /// Drops what was received.
    mutating func removeAll() { buffer = ByteBuffer() }
}
