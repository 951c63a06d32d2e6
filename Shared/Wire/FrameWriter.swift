import NIOCore

/// The frames that a connection has written and that have not been taken to be sent.
struct FrameWriter {
    private var buffer = ByteBuffer()
    /// Bytes that were taken last, about as many as the next ones to come.
    private var lastTaken = 0

    /// Bytes that wait to be taken.
    var byteCount: Int { buffer.readableBytes }

    /// Takes everything written so far; nil when there is nothing.
    mutating func take() -> ByteBuffer? {
        guard buffer.readableBytes > 0 else { return nil }
        lastTaken = buffer.readableBytes
        defer { buffer = ByteBuffer() }
        return buffer
    }

    /// Makes room for about as much as was last taken, instead of growing frame by frame.
    private mutating func reserve() {
        guard buffer.writerIndex == 0 else { return }
        buffer.reserveCapacity(max(256, min(lastTaken, ConnectionStateMachine.bulkOutputLimit)))
    }

    private mutating func writeHeader(_ length: Int, _ type: FrameType, _ flags: FrameFlags, _ stream: StreamID) {
        FrameHeader(length: length, type: type, flags: flags, stream: stream).write(to: &buffer)
    }

    /// Writes a frame whose length is known only when its payload has been written.
    private mutating func writeFrame(
        _ type: FrameType,
        _ flags: FrameFlags,
        _ stream: StreamID,
        _ payload: (inout ByteBuffer) -> Void
    ) {
        reserve()
        let start = buffer.writerIndex
        writeHeader(0, type, flags, stream)
        payload(&buffer)
        let length = buffer.writerIndex - start - FrameHeader.size
        buffer.setMultipleIntegers(
            UInt8(truncatingIfNeeded: length >> 16),
            UInt16(truncatingIfNeeded: length),
            at: start
        )
    }

    // MARK: The connection

    /// Writes what a side sends first: a client its preface, either its SETTINGS.
    mutating func writeOpening(_ role: ConnectionStateMachine.Role, _ settings: Settings) {
        if role == .client { buffer.writeBytes(ConnectionStateMachine.preface) }
        writeHeader(Settings.encodedSize, .settings, [], 0)
        settings.write(to: &buffer)
    }

    /// Writes a PING frame, or with ``FrameFlags/acknowledgement`` the answer to one.
    mutating func writePing(_ value: UInt64, _ flags: FrameFlags) {
        writeHeader(8, .ping, flags, 0)
        buffer.writeInteger(value)
    }

    /// Writes a GOAWAY frame; at most 256 bytes of the message are sent.
    mutating func writeGoAway(_ last: StreamID, _ code: ConnectionErrorCode, _ message: String) {
        let text = message.utf8.prefix(256)
        writeHeader(5 + text.count, .goAway, [], 0)
        buffer.writeMultipleIntegers(last, code.rawValue)
        buffer.writeBytes(text)
    }

    /// Writes a WINDOW frame; stream 0 is the connection.
    mutating func writeWindow(_ stream: StreamID, _ increment: Int) {
        writeHeader(4, .window, [], stream)
        buffer.writeInteger(UInt32(increment))
    }

    // MARK: Calls

    /// Writes a CALL frame.
    mutating func writeCall(_ header: CallHeader, _ reference: TemplateTable.Reference, on stream: StreamID) {
        let timeout = header.timeoutMicroseconds.map { max(1, $0) } ?? 0
        guard reference.isNew else { return writeShortCall(header.metadata, timeout, reference.number, on: stream) }
        writeFrame(.call, reference.number > 0 ? .define : [], stream) { buffer in
            buffer.writeVarint(UInt64(reference.number))
            buffer.writeLengthPrefixed(header.template.method)
            header.template.metadata.write(to: &buffer)
            buffer.writeVarint(timeout)
            header.metadata.write(to: &buffer)
        }
    }

    /// Writes the CALL frame of a template that the server knows.
    private mutating func writeShortCall(_ metadata: Metadata, _ timeout: UInt64, _ number: Int, on stream: StreamID) {
        reserve()
        let lengths = 3 * ByteWriter.longestVarint + metadata.encodedSize
        buffer.writeBytes(atMost: FrameHeader.size + lengths) { writer in
            FrameHeader(length: 0, type: .call, stream: stream).write(to: &writer)
            writer.writeVarint(UInt64(number))
            writer.writeVarint(timeout)
            metadata.write(to: &writer)
            FrameHeader.setLength(writer.count - FrameHeader.size, in: &writer)
        }
    }

    /// Writes a METADATA frame.
    mutating func writeMetadata(_ metadata: Metadata, on stream: StreamID) {
        writeFrame(.metadata, [], stream) { metadata.write(to: &$0) }
    }

    /// Writes a MESSAGE frame with a whole message, or with the last part of one.
    /// - Parameter fill: Writes the message to the memory given, all of it.
    mutating func writeMessage(
        _ length: Int,
        on stream: StreamID,
        _ flags: FrameFlags,
        _ fill: (UnsafeMutableRawBufferPointer) -> Void
    ) {
        reserve()
        buffer.writeBytes(atMost: FrameHeader.size + length) { writer in
            FrameHeader(length: length, type: .message, flags: flags, stream: stream).write(to: &writer)
            writer.writeBytes(count: length, fill)
        }
    }

    /// Writes a MESSAGE frame with a part that is not the last.
    /// - Parameter total: Length of the whole message, which the first part carries; nil for the others.
    mutating func writePart(_ bytes: ByteBuffer, total: Int?, on stream: StreamID, _ flags: FrameFlags) {
        reserve()
        let prefix = total == nil ? 0 : ConnectionStateMachine.lengthPrefixSize
        writeHeader(prefix + bytes.readableBytes, .message, flags.union(.more), stream)
        if let total { buffer.writeInteger(UInt32(total)) }
        buffer.writeImmutableBuffer(bytes)
    }

    /// Writes a HALF_CLOSE frame.
    mutating func writeHalfClose(_ stream: StreamID) { writeHeader(0, .halfClose, [], stream) }

    /// Writes a STATUS frame; what exceeds the limits of one is left out.
    mutating func writeStatus(_ status: CallStatus, on stream: StreamID, metadataLimit: Int) {
        let fitted = status.fitting(metadataLimit: metadataLimit)
        writeFrame(.status, status.isUnprocessed ? .unprocessed : [], stream) { fitted.write(to: &$0) }
    }

    /// Writes a CANCEL frame.
    mutating func writeCancel(_ stream: StreamID, _ code: StatusCode) {
        writeHeader(1, .cancel, [], stream)
        buffer.writeInteger(code.rawValue)
    }
}
