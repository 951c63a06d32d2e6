public import NIOCore

/// Writing MESSAGE frames, and sharing the credit among the streams that wait for it.
extension ConnectionStateMachine {
    /// Output is filled with parts of large messages only up to here, so that a small message never waits behind more.
    static let bulkOutputLimit = 65_536

    /// The payload of one MESSAGE frame, short enough that others do not wait long behind it.
    var largestPart: Int { min(remote.maximumFrameSize, ConnectionStateMachine.bulkOutputLimit) }

    /// Sends a whole message, or the last part of one.
    /// - Parameter fill: Writes the message to the memory given.
    mutating func writeMessage(
        _ length: Int,
        _ stream: StreamState,
        _ flags: FrameFlags,
        _ fill: (UnsafeMutableRawBufferPointer) -> Void
    ) {
        countSent(length, on: stream)
        output.writeMessage(length, on: stream.id, flags, fill)
    }

    /// Sends a message that is in a buffer, or the last part of one.
    mutating func writeMessage(_ bytes: borrowing ByteBuffer, _ stream: StreamState, _ flags: FrameFlags) {
        bytes.withUnsafeReadableBytes { bytes in
            writeMessage(bytes.count, stream, flags) { $0.copyMemory(from: bytes) }
        }
    }

    private mutating func countSent(_ bytes: Int, on stream: StreamState) {
        flow.send(bytes, on: stream)
        stream.sentBytes += bytes
        // The peer answers with WINDOW frames: one for the stream and one for the connection, if it returns all bytes as they
        // come, or less.
        frameRate.add(2 + bytes / 16_384)
    }

    /// Closes the stream of a server that has sent its last message; a client waits for the server's end.
    mutating func finishSending(_ stream: StreamState) {
        if role == .server { remove(stream) }
    }

    /// Whether ``takeOutput()`` has anything to give.
    public var hasOutput: Bool { output.byteCount > 0 || canPump }

    /// Takes what is to be sent next.
    ///
    /// Call it until it returns nil: large messages come in pieces, so that what is sent meanwhile does not wait for all of
    /// them.
    public mutating func takeOutput() -> ByteBuffer? {
        pump()
        return output.take()
    }

    /// Whether a scheduled stream can send something. With no more credit than a length prefix takes nothing is sent; the
    /// peer gives more at half a window at the latest.
    private var canPump: Bool { flow.sendWindow > ConnectionStateMachine.lengthPrefixSize && !scheduler.isEmpty }

    /// Moves buffered messages into the output, one part a stream in turn.
    mutating func pump() {
        while canPump, output.byteCount < ConnectionStateMachine.bulkOutputLimit {
            let stream = scheduler.next()
            sendPart(of: stream)
            scheduler.schedule(stream)
        }
    }

    private mutating func sendPart(of stream: StreamState) {
        // A stream that ended meanwhile has nothing left.
        guard var message = stream.outbound.popFirst() else { return }
        let credit = min(flow.sendAllowance(of: stream), largestPart)
        let length = message.bytes.readableBytes
        let isLast = length <= credit
        if isLast {
            scheduler.didSend(length)
            writeMessage(message.bytes, stream, message.end ? message.flags.union(.end) : message.flags)
        } else {
            let part = message.bytes.readSlice(length: credit - message.prefixLength)!
            countSent(credit, on: stream)
            output.writePart(part, total: message.isWhole ? length : nil, on: stream.id, message.flags)
            message.isWhole = false
            scheduler.didSend(part.readableBytes)
            stream.outbound.prepend(rest: message)
        }
        if stream.outbound.isEmpty { finishBuffered(stream, endedByMessage: message.end && isLast) }
    }

    private mutating func finishBuffered(_ stream: StreamState, endedByMessage: Bool) {
        if endedByMessage {
            events.append(.writable(stream.id))
            finishSending(stream)
        } else if let status = stream.outbound.trailingStatus {
            writeStatus(status, on: stream.id)
            events.append(.writable(stream.id))
            remove(stream)
        } else {
            events.append(.writable(stream.id))
        }
    }
}
