import NIOCore

/// Receiving messages, whole and in parts.
extension ConnectionStateMachine {
    mutating func handleMessage(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        let found = try stream(of: header)
        let length = payload.readableBytes
        try flow.receive(length, &output)
        guard let stream = found else {
            try flow.receiveOnClosedStream(length)
            // Bytes are bounded by the credit that the stream had; empty frames are not.
            if length == 0 { try chargeNonDataFrame() }
            return
        }
        guard !stream.phase.hasReceivedEnd else {
            throw WireViolation(.protocolError, "a message came after the end of its stream")
        }
        try flow.receive(length, on: stream)
        let end = header.flags.contains(.end)
        // A stream ends once, so an empty end needs no limit.
        if length == 0, !end { try chargeNonDataFrame() }
        guard !stream.phase.isCancelled else {
            return stream.phase.receive(end: end)
        }
        if length > 0 {
            stream.tokensEarned += 1
            frameRate.add()
        }
        guard takeRoom(for: length, on: stream) else { return }
        stream.phase.receive()
        if header.flags.contains(.more) || stream.assembly != nil {
            try receivePart(header, &payload, on: stream)
        } else if length <= stream.messageLimit {
            flow.deliver(length, on: stream)
            deliver(payload, isCompressed: header.flags.contains(.compressed), end: end, on: stream)
        } else {
            rejectMessage(on: stream)
        }
    }

    private mutating func deliver(_ bytes: ByteBuffer, isCompressed: Bool, end: Bool, on stream: StreamState) {
        if end { stream.phase.receive(end: true) }
        messagesReceived &+= 1
        events.append(.message(stream.id, bytes, isCompressed: isCompressed, end: end))
        guard end, role == .client else { return }
        endedByMessage = stream.id
        // What the application has not consumed yet is its own memory from now on.
        remove(stream)
    }

    private mutating func receivePart(
        _ header: FrameHeader,
        _ payload: inout ByteBuffer,
        on stream: StreamState
    ) throws(WireViolation) {
        let isLast = !header.flags.contains(.more)
        guard isLast || !header.flags.contains(.end) else {
            throw WireViolation(.protocolError, "a part that is not the last ends the stream")
        }
        let isFirst = stream.assembly == nil
        if isFirst {
            guard try beginMessage(&payload, isCompressed: header.flags.contains(.compressed), on: stream) else {
                return
            }
        }
        try flow.receivePart(payload.readableBytes, isLast: isLast, on: stream)
        stream.assembly!.bytes.writeBuffer(&payload)
        if isLast, let assembly = stream.assembly.take() {
            flow.deliverPartialMessage(on: stream)
            let end = header.flags.contains(.end)
            deliver(assembly.bytes, isCompressed: assembly.isCompressed, end: end, on: stream)
        } else if isFirst {
            flow.requestOverdraft(for: stream, &output)
        }
    }

    /// Reads the length that the first part of a message carries.
    /// - Returns: False when the message was rejected.
    private mutating func beginMessage(
        _ payload: inout ByteBuffer,
        isCompressed: Bool,
        on stream: StreamState
    ) throws(WireViolation) -> Bool {
        guard let total: UInt32 = payload.readInteger() else {
            throw WireViolation(.protocolError, "the first part of a message does not tell its length")
        }
        let length = Int(total)
        flow.consumeLengthPrefix(on: stream)
        guard length <= stream.messageLimit else {
            rejectMessage(on: stream)
            return false
        }
        guard hasRoom(for: length, on: stream) else { return false }
        flow.beginPartialMessage(length, on: stream)
        // Memory is reserved for bytes that have come only, so that a large length costs the receiver nothing.
        stream.assembly = StreamState.Assembly(isCompressed: isCompressed)
        return true
    }

    /// Counts received bytes against ``remainingBudget``.
    /// - Returns: False when there is no room for them, which has ended their call.
    private mutating func takeRoom(for length: Int, on stream: StreamState) -> Bool {
        guard hasRoom(for: length, on: stream) else { return false }
        remainingBudget -= length
        return true
    }

    /// Whether bytes fit what is left of ``remainingBudget``; their call is ended otherwise.
    private mutating func hasRoom(for length: Int, on stream: StreamState) -> Bool {
        guard role == .server, length > max(0, remainingBudget) else { return true }
        writeStatus(outOfMemoryStatus, on: stream.id)
        markCancelled(stream, .resourceExhausted)
        return false
    }

    /// Ends a call whose message is over the limit.
    private mutating func rejectMessage(on stream: StreamState) {
        let sentence = "a message is over the limit of \(stream.messageLimit) bytes"
        switch role {
        case .server:
            writeStatus(CallStatus(.resourceExhausted, sentence), on: stream.id)
            markCancelled(stream, .resourceExhausted)
        case .client:
            output.writeCancel(stream.id, .resourceExhausted)
            events.append(.status(stream.id, CallStatus(.resourceExhausted, sentence)))
            remove(stream)
        }
    }

    /// Server: nothing more is sent or received on a stream, but its handler still runs.
    mutating func markCancelled(_ stream: StreamState, _ code: StatusCode) {
        let awaitsHandler = stream.phase.cancel()
        scheduler.discard(stream)
        stream.assembly = nil
        flow.discardPartialMessage(on: stream, &output)
        events.append(.cancelled(stream.id, code))
        if !awaitsHandler { remove(stream) }
    }
}
