import NIOCore

/// Receiving messages, whole and in parts.
extension ConnectionStateMachine {
    mutating func handleMessage(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        let found = try stream(of: header)
        let length = payload.readableBytes
        guard length <= connectionReceiveWindow else {
            throw WireViolation(.flowControl, "message bytes without credit of the connection")
        }
        connectionReceiveWindow -= length
        guard let stream = found else { return try discardStray(length) }
        guard !stream.remoteEnded else {
            throw WireViolation(.protocolError, "a message came after the end of its stream")
        }
        guard length <= stream.receiveWindow else {
            throw WireViolation(.flowControl, "message bytes without credit of the stream")
        }
        stream.receiveWindow -= length
        let end = header.flags.contains(.end)
        // A stream ends once, so an empty end needs no limit.
        if length == 0, !end { try spend() }
        guard !stream.isAbandoned else {
            stream.remoteEnded = end
            return creditConnection(length)
        }
        if length > 0 {
            stream.earned += 1
            frameRate.earn()
        }
        if role == .client { stream.isPastMetadata = true }
        if header.flags.contains(.more) || stream.assembly != nil {
            try assemble(stream, header, &payload)
        } else if length <= local.maximumMessageSize {
            stream.uncredited += length
            deliver(payload, header.flags.contains(.compressed), end: end, to: stream)
        } else {
            creditConnection(length)
            refuseMessage(of: stream)
        }
    }

    /// Bytes that crossed the end of their stream are bounded by the credit it had; empty frames are not.
    private mutating func discardStray(_ length: Int) throws(WireViolation) {
        guard length <= closedStreamCredit else {
            throw WireViolation(.flowControl, "message bytes without credit of a stream that is over")
        }
        closedStreamCredit -= length
        if length == 0 { try spend() }
        creditConnection(length)
    }

    private mutating func deliver(_ bytes: ByteBuffer, _ isCompressed: Bool, end: Bool, to stream: StreamState) {
        stream.unconsumed += bytes.readableBytes
        stream.remoteEnded = end
        messagesReceived &+= 1
        events.append(.message(stream.id, bytes, isCompressed: isCompressed, end: end))
        guard end, role == .client else { return }
        endedByMessage = stream.id
        // What the application has not used yet is its own memory from now on.
        remove(stream)
    }

    private mutating func assemble(
        _ stream: StreamState,
        _ header: FrameHeader,
        _ payload: inout ByteBuffer
    ) throws(WireViolation) {
        let more = header.flags.contains(.more)
        guard !(more && header.flags.contains(.end)) else {
            throw WireViolation(.protocolError, "a part that is not the last ends the stream")
        }
        // An unfinished message is bounded by its own limit, so its parts must not use up the connection's credit.
        creditConnection(payload.readableBytes)
        let isFirst = stream.assembly == nil
        if isFirst {
            guard let total: UInt32 = payload.readInteger() else {
                throw WireViolation(.protocolError, "the first part of a message does not tell its length")
            }
            stream.unacknowledged += 4
            guard Int(total) <= local.maximumMessageSize else { return refuseMessage(of: stream) }
            guard role == .client || Int(total) <= remainingBudget else { return refuseForLackOfRoom(stream) }
            remainingBudget -= Int(total)
            largeBytes += Int(total)
            // Only what has come is reserved, so that a claimed length costs the receiver nothing.
            let isCompressed = header.flags.contains(.compressed)
            stream.assembly = .init(bytes: ByteBuffer(), total: Int(total), isCompressed: isCompressed)
        }
        stream.assembly!.bytes.writeBuffer(&payload)
        let assembled = stream.assembly!.bytes.readableBytes
        let total = stream.assembly!.total
        guard more ? assembled < total : assembled == total else {
            throw WireViolation(.protocolError, "the parts of a message do not add up to its length")
        }
        if more {
            if isFirst { requestOverdraft(for: stream) }
        } else if let assembly = stream.assembly.take() {
            deliver(assembly.bytes, assembly.isCompressed, end: header.flags.contains(.end), to: stream)
        }
    }

    private mutating func refuseForLackOfRoom(_ stream: StreamState) {
        writeStatus(outOfMemoryStatus, on: stream.id)
        abandon(stream, .resourceExhausted)
    }

    /// Ends a stream whose message is over the limit.
    private mutating func refuseMessage(of stream: StreamState) {
        let sentence = "a message is over the limit of \(local.maximumMessageSize) bytes"
        switch role {
        case .server:
            writeStatus(CallStatus(.resourceExhausted, sentence), on: stream.id)
            abandon(stream, .resourceExhausted)
        case .client:
            writeCancel(stream.id, .resourceExhausted)
            events.append(.status(stream.id, CallStatus(.resourceExhausted, sentence)))
            remove(stream)
        }
    }

    /// Server: nothing more is sent or received on a stream, but its handler still runs.
    mutating func abandon(_ stream: StreamState, _ code: StatusCode) {
        stream.isAbandoned = true
        dropStored(of: stream)
        stream.pendingStatus = nil
        repayOverdraft(of: stream)
        events.append(.cancelled(stream.id, code))
        // A handler that has said its last word will say nothing more.
        if stream.localEnded { remove(stream) }
    }
}
