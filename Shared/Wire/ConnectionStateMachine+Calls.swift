import NIOCore

/// Server: receiving calls.
extension ConnectionStateMachine {
    mutating func handleCall(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try require(.server, for: "CALL")
        guard header.stream > lastStream else {
            throw WireViolation(.protocolError, "a stream id is used again or out of order")
        }
        guard receivedGoAway == nil else {
            throw WireViolation(.protocolError, "a call starts behind its side's own GOAWAY")
        }
        lastStream = header.stream
        let call = try readCallHeader(&payload, defines: header.flags.contains(.define))
        guard call.metadataByteCount <= local.maximumMetadataSize else {
            return try reject(header.stream, .resourceExhausted, "metadata is over the limit")
        }
        guard sentGoAway == nil else { return try reject(header.stream, .unavailable, "the server is going away") }
        guard streams.count < local.maximumConcurrentStreams else {
            return try reject(header.stream, .resourceExhausted, "too many calls at once on this connection")
        }
        startStream(header.stream)
        events.append(.call(header.stream, call))
    }

    /// Ends a call that no handler has seen.
    private mutating func reject(
        _ stream: StreamID,
        _ code: StatusCode,
        _ message: String
    ) throws(WireViolation) {
        try chargeNonDataFrame()
        flow.rejectStream()
        writeStatus(CallStatus(code, message, isUnprocessed: true), on: stream)
    }

    private mutating func readCallHeader(
        _ payload: inout ByteBuffer,
        defines: Bool
    ) throws(WireViolation) -> CallHeader {
        if !defines, let header = readShortCallHeader(payload) { return header }
        guard let number = payload.readLength(limit: 64) else {
            throw WireViolation(.protocolError, "a CALL frame names a template out of range")
        }
        let template: CallTemplate
        if defines || number == 0 {
            guard let method = payload.readLengthPrefixedString(), CallTemplate.isValid(method: method) else {
                throw WireViolation(.protocolError, "a CALL frame has no valid method")
            }
            // Kept for as long as the connection lasts, unlike the bytes that it came with.
            template = CallTemplate(method: method, metadata: try Metadata(from: &payload).detached())
            if defines { try define(template, number) }
        } else {
            guard let known = templates.template(numbered: number) else {
                throw WireViolation(.protocolError, "a CALL frame names an unknown template")
            }
            template = known
        }
        guard let timeout = payload.readVarint() else {
            throw WireViolation(.protocolError, "a CALL frame is cut off")
        }
        let metadata = try Metadata(from: &payload)
        return CallHeader(
            template: template,
            timeoutMicroseconds: timeout == 0 ? nil : min(timeout, CallHeader.longestTimeoutMicroseconds),
            metadata: metadata
        )
    }

    /// Reads the header of a call that names a known template, in one go; nil for all others.
    private func readShortCallHeader(_ payload: ByteBuffer) -> CallHeader? {
        let found = payload.withUnsafeReadableBytes { bytes -> (number: Int, timeout: UInt64, Metadata)? in
            var cursor = ByteCursor(bytes)
            guard let number = cursor.varint(), (1...64).contains(number), let timeout = cursor.varint(),
                let metadata = Metadata(from: cursor, of: payload)
            else { return nil }
            return (Int(number), timeout, metadata)
        }
        guard let (number, timeout, metadata) = found, let template = templates.template(numbered: number) else {
            return nil
        }
        return CallHeader(
            template: template,
            timeoutMicroseconds: timeout == 0 ? nil : min(timeout, CallHeader.longestTimeoutMicroseconds),
            metadata: metadata
        )
    }

    private mutating func define(_ template: CallTemplate, _ number: Int) throws(WireViolation) {
        guard number >= 1, number <= local.maximumTemplates else {
            throw WireViolation(.protocolError, "a CALL frame defines a template out of range")
        }
        // One over the limit is not kept, and what had its number must not take its place.
        let hasRoom = templates.hasRoom(for: template, at: number - 1, local.maximumMetadataSize)
        templates.define(number, as: hasRoom ? template : nil)
    }
}
