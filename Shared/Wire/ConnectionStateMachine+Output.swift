public import NIOCore

/// Writing MESSAGE frames, and sharing the credit among the streams that wait for it.
extension ConnectionStateMachine {
    /// Output is filled with parts of large messages only up to here, so that a small message never waits behind more.
    static let bulkOutputLimit = 65_536

    /// The payload of one MESSAGE frame, short enough that others do not wait long behind it.
    var largestPart: Int { min(remote.maximumFrameSize, ConnectionStateMachine.bulkOutputLimit) }

    /// Writes a MESSAGE frame with a whole message, or with the last part of one.
    /// - Parameter fill: Makes the message in the memory given.
    mutating func writeMessage(
        _ length: Int,
        _ stream: StreamState,
        _ flags: FrameFlags,
        _ fill: (UnsafeMutableRawBufferPointer) -> Void
    ) {
        stream.sendWindow -= length
        connectionSendWindow -= length
        earnForSending(length)
        prepareOutput()
        output.writeBytes(atMost: FrameHeader.size + length) { writer in
            FrameHeader(length: length, type: .message, flags: flags, stream: stream.id).write(to: &writer)
            writer.writeBytes(count: length, fill)
        }
    }

    /// The same with a message that is there.
    mutating func writeMessage(_ bytes: borrowing ByteBuffer, _ stream: StreamState, _ flags: FrameFlags) {
        bytes.withUnsafeReadableBytes { bytes in
            writeMessage(bytes.count, stream, flags) { $0.copyMemory(from: bytes) }
        }
    }

    /// The peer's WINDOW frames answer what is sent here: at most one for the stream and one for the connection every
    /// 32 KiB, which is half of the smallest window.
    private mutating func earnForSending(_ bytes: Int) {
        frameRate.earn(1 + bytes / 16_384)
    }

    /// A server that has sent its last message is through with the stream; a client waits for the server's end.
    mutating func finishSending(_ stream: StreamState) {
        if role == .server { remove(stream) }
    }

    /// Whether ``takeOutput()`` has anything to give.
    public var hasOutput: Bool { output.readableBytes > 0 || canPump }

    /// Takes what is to be sent next. Call it until it gives nil: large messages come in pieces, so that what is sent
    /// meanwhile does not wait for all of them.
    public mutating func takeOutput() -> ByteBuffer? {
        pump()
        guard output.readableBytes > 0 else { return nil }
        outputCapacity = output.readableBytes
        defer { output = ByteBuffer() }
        return output
    }

    /// Makes room for about as much as was last taken, instead of growing frame by frame.
    mutating func prepareOutput() {
        guard output.writerIndex == 0 else { return }
        output.reserveCapacity(max(256, min(outputCapacity, ConnectionStateMachine.bulkOutputLimit)))
    }

    mutating func scheduleIfPossible(_ stream: StreamState) {
        guard !stream.isScheduled, canSend(stream) else { return }
        stream.isScheduled = true
        schedule.append(stream)
    }

    /// Whether a stream's own credit lets its next message go out whole, or a part of it with at least one byte.
    private func canSend(_ stream: StreamState) -> Bool {
        guard let next = stream.outbound.first else { return false }
        return next.bytes.readableBytes <= stream.sendWindow || stream.sendWindow > (next.isWhole ? 4 : 0)
    }

    /// With more credit than a length prefix takes, every scheduled stream can send something. Less than that is left
    /// alone until the peer gives more, which it does at half a window at the latest.
    private var canPump: Bool { connectionSendWindow > 4 && !schedule.isEmpty }

    /// Moves buffered messages into the output, one part a stream in turn.
    mutating func pump() {
        while canPump, output.readableBytes < ConnectionStateMachine.bulkOutputLimit {
            let stream = schedule.removeFirst()
            stream.isScheduled = false
            sendPart(of: stream)
            scheduleIfPossible(stream)
        }
    }

    private mutating func sendPart(of stream: StreamState) {
        // A stream that ended meanwhile has nothing left.
        guard var message = stream.outbound.popFirst() else { return }
        let credit = min(stream.sendWindow, connectionSendWindow, largestPart)
        let length = message.bytes.readableBytes
        let isLast = length <= credit
        var flags = message.flags
        if isLast {
            if message.end { flags.insert(.end) }
            stream.outboundBytes -= length
            bufferedTotal -= length
            writeMessage(message.bytes, stream, flags)
        } else {
            flags.insert(.more)
            writePart(of: &message, stream, flags, credit)
            stream.outbound.prepend(message)
        }
        if stream.outbound.isEmpty { finishBuffered(stream, endedByMessage: message.end && isLast) }
    }

    /// Sends one part that is not the last; the first part tells the length of the whole message ahead of its bytes.
    private mutating func writePart(
        of message: inout StreamState.OutboundMessage,
        _ stream: StreamState,
        _ flags: FrameFlags,
        _ credit: Int
    ) {
        let prefix = message.isWhole ? 4 : 0
        let total = message.bytes.readableBytes
        let part = message.bytes.readSlice(length: credit - prefix)!
        prepareOutput()
        FrameHeader(length: credit, type: .message, flags: flags, stream: stream.id).write(to: &output)
        if message.isWhole { output.writeInteger(UInt32(total)) }
        output.writeImmutableBuffer(part)
        message.isWhole = false
        stream.sendWindow -= credit
        connectionSendWindow -= credit
        earnForSending(credit)
        stream.outboundBytes -= part.readableBytes
        bufferedTotal -= part.readableBytes
    }

    private mutating func finishBuffered(_ stream: StreamState, endedByMessage: Bool) {
        if endedByMessage {
            events.append(.writable(stream.id))
            finishSending(stream)
        } else if let status = stream.pendingStatus {
            writeStatus(status, on: stream.id)
            events.append(.writable(stream.id))
            remove(stream)
        } else {
            events.append(.writable(stream.id))
        }
    }
}
