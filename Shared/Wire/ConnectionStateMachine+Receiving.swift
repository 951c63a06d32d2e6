public import NIOCore

extension ConnectionStateMachine {
    /// Takes bytes from the network.
    /// - Parameters:
    ///   - bytes: Any cut of the stream of bytes; all of it is taken.
    ///   - now: The present time, from a clock that never goes back.
    public mutating func receive(_ bytes: inout ByteBuffer, now: NIODeadline) {
        self.now = now
        guard !hasFailed else { return }
        if inbound.readableBytes == 0 {
            swap(&inbound, &bytes)
            bytes = ByteBuffer()
        } else {
            inbound.writeBuffer(&bytes)
        }
    }

    /// Reads one frame and does what it asks for.
    /// - Returns: False when there is no whole frame.
    mutating func parseFrame() -> Bool {
        switch phase {
        case .failed: return false
        case .awaitingPreface: return parsePreface()
        case .awaitingSettings, .open: break
        }
        var rest = inbound
        guard let header = FrameHeader(from: &rest) else { return false }
        do {
            try checkLength(of: header)
            guard rest.readableBytes >= header.length else { return false }
            inbound.moveReaderIndex(forwardBy: FrameHeader.size)
            let payload = inbound.readSlice(length: header.length)!
            if inbound.readableBytes == 0 { inbound = ByteBuffer() }
            try handle(header, payload)
        } catch {
            fail(error)
        }
        return true
    }

    private mutating func parsePreface() -> Bool {
        let preface = ConnectionStateMachine.preface
        let present = inbound.readableBytesView.prefix(preface.count)
        guard present.elementsEqual(preface.prefix(present.count)) else {
            fail(WireViolation(.notLarder, "the peer does not speak this protocol"))
            return true
        }
        guard present.count == preface.count else { return false }
        inbound.moveReaderIndex(forwardBy: preface.count)
        phase = .awaitingSettings
        return true
    }

    /// Refuses a frame by its header alone, so that nothing over the limit is ever kept.
    private func checkLength(of header: FrameHeader) throws(WireViolation) {
        let limit =
            switch FrameType(rawValue: header.type) {
            case .message: local.maximumFrameSize
            case .call, .status, .metadata: local.maximumMetadataSize + 16_384
            case .settings: Settings.maximumFields * 6
            case .halfClose: 0
            case .window: 4
            case .ping: 8
            case .cancel: 1
            case .goAway: 1_024
            case nil: local.maximumFrameSize
            }
        guard header.length <= limit else {
            throw WireViolation(.frameTooLarge, "a frame is longer than its limit of \(limit) bytes")
        }
    }

    private mutating func handle(_ header: FrameHeader, _ payload: ByteBuffer) throws(WireViolation) {
        guard header.stream <= FrameHeader.largestStream else {
            throw WireViolation(.protocolError, "a stream id is out of range")
        }
        guard let type = FrameType(rawValue: header.type) else {
            if phase == .awaitingSettings { throw WireViolation(.protocolError, "the first frame is not SETTINGS") }
            return try spend()
        }
        guard header.flags.rawValue & FrameFlags.critical & ~FrameFlags.known(for: type) == 0 else {
            throw WireViolation(.protocolError, "a frame has an unknown flag")
        }
        guard (type == .settings) == (phase == .awaitingSettings) else {
            throw WireViolation(.protocolError, "SETTINGS must be the first frame, once")
        }
        var payload = payload
        switch type {
        case .settings: try handleSettings(header, &payload)
        case .call: try handleCall(header, &payload)
        case .message: try handleMessage(header, payload)
        case .halfClose: try handleHalfClose(header)
        case .status: try handleStatus(header, &payload)
        case .cancel: try handleCancel(header, &payload)
        case .window: try handleWindow(header, &payload)
        case .ping: try handlePing(header, &payload)
        case .goAway: try handleGoAway(header, &payload)
        case .metadata: try handleMetadata(header, &payload)
        }
    }

    /// Counts a frame without use.
    private mutating func spend(_ cost: Int = 1) throws(WireViolation) {
        guard guardian.admit(now: now, cost: cost) else {
            throw WireViolation(.excessiveLoad, "too many frames that carry nothing")
        }
    }

    private func require(_ role: Role, for frame: String) throws(WireViolation) {
        guard self.role == role else {
            throw WireViolation(.protocolError, "a \(frame) frame came from the wrong side")
        }
    }

    private func requireConnectionStream(_ header: FrameHeader) throws(WireViolation) {
        guard header.stream == 0 else {
            throw WireViolation(.protocolError, "a frame of the connection names a stream")
        }
    }

    /// The stream of a frame; nil when it is over already, in which case the frame crossed its end and is of no use.
    private mutating func stream(of header: FrameHeader) throws(WireViolation) -> StreamState? {
        if let stream = streams[header.stream] { return stream }
        guard header.stream > 0, header.stream <= lastStream else {
            throw WireViolation(.protocolError, "a frame names a stream that was never started")
        }
        return nil
    }

    private mutating func handleSettings(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try requireConnectionStream(header)
        let settings = try Settings(from: &payload)
        phase = .open
        connectionSendWindow += settings.connectionWindow - remote.connectionWindow
        let gained = settings.initialStreamWindow - remote.initialStreamWindow
        remote = settings
        for stream in streams.values {
            stream.sendWindow += gained
            scheduleIfPossible(stream)
        }
        events.append(.settings(settings))
        pump()
    }

    private mutating func handleCall(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try require(.server, for: "CALL")
        guard header.stream > lastStream else {
            throw WireViolation(.protocolError, "a stream id is used again or out of order")
        }
        lastStream = header.stream
        let call = try readCallHeader(&payload, defines: header.flags.contains(.define))
        guard call.metadataByteCount <= local.maximumMetadataSize else {
            return refuse(header.stream, .resourceExhausted, "metadata is over the limit")
        }
        guard sentGoAway == nil else { return refuse(header.stream, .unavailable, "the server is going away") }
        guard streams.count < local.maximumConcurrentStreams else {
            return refuse(header.stream, .resourceExhausted, "too many calls at once on this connection")
        }
        streams[header.stream] = StreamState(
            id: header.stream,
            sendWindow: remote.initialStreamWindow,
            receiveWindow: local.initialStreamWindow
        )
        events.append(.call(header.stream, call))
    }

    /// Ends a call that no handler has seen.
    private mutating func refuse(_ stream: StreamID, _ code: StatusCode, _ message: String) {
        writeStatus(CallStatus(code, message, isUnprocessed: true), on: stream)
    }

    private mutating func readCallHeader(
        _ payload: inout ByteBuffer,
        defines: Bool
    ) throws(WireViolation) -> CallHeader {
        guard let number = payload.readLength(limit: 64) else {
            throw WireViolation(.protocolError, "a CALL frame names a template out of range")
        }
        let template: CallTemplate
        if defines || number == 0 {
            guard let method = payload.readLengthPrefixedString(), !method.isEmpty, method.utf8.count <= 256 else {
                throw WireViolation(.protocolError, "a CALL frame has no valid method")
            }
            template = CallTemplate(method: method, metadata: try Metadata(from: &payload))
            if defines { try remember(template, number) }
        } else {
            guard number <= templates.count, let known = templates[number - 1] else {
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
            timeoutMicroseconds: timeout == 0 ? nil : timeout,
            metadata: metadata
        )
    }

    private mutating func remember(_ template: CallTemplate, _ number: Int) throws(WireViolation) {
        guard number >= 1, number <= local.maximumTemplates else {
            throw WireViolation(.protocolError, "a CALL frame defines a template out of range")
        }
        guard template.byteCount <= local.maximumMetadataSize + 256 else { return }
        while templates.count < number { templates.append(nil) }
        templates[number - 1] = template
    }

    private mutating func handleMessage(_ header: FrameHeader, _ payload: ByteBuffer) throws(WireViolation) {
        let found = try stream(of: header)
        let length = payload.readableBytes
        guard length <= connectionReceiveWindow else {
            throw WireViolation(.flowControl, "message bytes without credit of the connection")
        }
        connectionReceiveWindow -= length
        guard let stream = found, !stream.isAbandoned else {
            // Bytes that crossed the end of their stream are bounded by the credit it had; only empty frames are free.
            creditConnection(length)
            return length == 0 ? try spend() : ()
        }
        guard !stream.remoteEnded else {
            throw WireViolation(.protocolError, "a message came after the end of its stream")
        }
        guard length <= stream.receiveWindow else {
            throw WireViolation(.flowControl, "message bytes without credit of the stream")
        }
        stream.receiveWindow -= length
        if length == 0 { try spend() } else { guardian.earn() }
        if header.flags.contains(.more) || stream.assembly != nil {
            try assemble(stream, header, payload)
        } else {
            deliver(payload, header.flags.contains(.compressed), end: header.flags.contains(.end), to: stream)
        }
    }

    private mutating func deliver(_ bytes: ByteBuffer, _ isCompressed: Bool, end: Bool, to stream: StreamState) {
        guard bytes.readableBytes <= local.maximumMessageSize else { return refuseMessage(of: stream) }
        stream.unconsumed += bytes.readableBytes
        stream.remoteEnded = end
        events.append(.message(stream.id, bytes, isCompressed: isCompressed, end: end))
        if end, role == .client {
            events.append(.status(stream.id, CallStatus(.ok)))
            finishReceiving(stream)
        }
    }

    /// The client has all that the server sends; what the application has not used yet is its own memory from now on.
    private mutating func finishReceiving(_ stream: StreamState) {
        remove(stream)
    }

    private mutating func assemble(
        _ stream: StreamState,
        _ header: FrameHeader,
        _ payload: ByteBuffer
    ) throws(WireViolation) {
        var payload = payload
        let more = header.flags.contains(.more)
        guard !(more && header.flags.contains(.end)) else {
            throw WireViolation(.protocolError, "a part that is not the last ends the stream")
        }
        // An unfinished message is bounded by its own limit, so its parts must not use up the connection's credit.
        creditConnection(payload.readableBytes)
        if stream.assembly == nil {
            guard let total: UInt32 = payload.readInteger() else {
                throw WireViolation(.protocolError, "the first part of a message does not tell its length")
            }
            stream.unacknowledged += 4
            guard Int(total) <= local.maximumMessageSize else { return refuseMessage(of: stream) }
            // Only what has come is reserved, so that a claimed length costs the receiver nothing.
            let isCompressed = header.flags.contains(.compressed)
            stream.assembly = .init(bytes: ByteBuffer(), total: Int(total), isCompressed: isCompressed)
            lend(stream, remaining: Int(total) - payload.readableBytes)
        }
        stream.creditedEarly += payload.readableBytes
        stream.assembly!.bytes.writeBuffer(&payload)
        let assembled = stream.assembly!.bytes.readableBytes
        let total = stream.assembly!.total
        guard more ? assembled < total : assembled == total else {
            throw WireViolation(.protocolError, "the parts of a message do not add up to its length")
        }
        guard !more, let assembly = stream.assembly.take() else { return }
        deliver(assembly.bytes, assembly.isCompressed, end: header.flags.contains(.end), to: stream)
    }

    /// Gives a stream the credit it lacks to receive the rest of a message that was begun.
    private mutating func lend(_ stream: StreamState, remaining: Int) {
        let lacking = remaining - stream.receiveWindow
        guard lacking > 0 else { return }
        stream.loan += lacking
        stream.receiveWindow += lacking
        writeWindow(stream.id, lacking)
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
    private mutating func abandon(_ stream: StreamState, _ code: StatusCode) {
        stream.isAbandoned = true
        stream.outbound.removeAll()
        stream.outboundBytes = 0
        stream.pendingStatus = nil
        events.append(.cancelled(stream.id, code))
    }

    private mutating func handleHalfClose(_ header: FrameHeader) throws(WireViolation) {
        try require(.server, for: "HALF_CLOSE")
        guard let stream = try stream(of: header), !stream.isAbandoned else { return try spend() }
        guard !stream.remoteEnded, stream.assembly == nil else {
            throw WireViolation(.protocolError, "a stream was ended twice or within a message")
        }
        stream.remoteEnded = true
        events.append(.halfClose(stream.id))
    }

    private mutating func handleMetadata(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try require(.client, for: "METADATA")
        let metadata = try Metadata(from: &payload)
        guard let stream = try stream(of: header) else { return try spend() }
        guard !stream.sentMetadata else {
            throw WireViolation(.protocolError, "a METADATA frame came twice")
        }
        stream.sentMetadata = true
        events.append(.metadata(stream.id, metadata))
    }

    private mutating func handleStatus(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try require(.client, for: "STATUS")
        let status = try CallStatus(from: &payload, flags: header.flags)
        guard let stream = try stream(of: header) else { return try spend() }
        events.append(.status(stream.id, status))
        remove(stream)
    }

    private mutating func handleCancel(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try require(.server, for: "CANCEL")
        // Dearer than what the cancelled call's message earned, so that starting and cancelling calls has an end.
        try spend(2)
        guard let number: UInt8 = payload.readInteger() else {
            throw WireViolation(.protocolError, "a CANCEL frame is cut off")
        }
        guard let stream = try stream(of: header), !stream.isAbandoned else { return }
        abandon(stream, StatusCode(rawValue: number) ?? .cancelled)
    }

    private mutating func handleWindow(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try spend()
        guard let increment: UInt32 = payload.readInteger(), increment > 0, increment <= 0x7FFF_FFFF else {
            throw WireViolation(.protocolError, "a WINDOW frame gives no valid credit")
        }
        if header.stream == 0 {
            connectionSendWindow += Int(increment)
            guard connectionSendWindow <= 0x7FFF_FFFF else {
                throw WireViolation(.flowControl, "the credit of the connection is over its limit")
            }
        } else if let stream = try stream(of: header) {
            stream.sendWindow += Int(increment)
            guard stream.sendWindow <= 0x7FFF_FFFF else {
                throw WireViolation(.flowControl, "the credit of a stream is over its limit")
            }
            scheduleIfPossible(stream)
        }
        pump()
    }

    private mutating func handlePing(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try requireConnectionStream(header)
        guard let value: UInt64 = payload.readInteger() else {
            throw WireViolation(.protocolError, "a PING frame is not eight bytes long")
        }
        try spend()
        if header.flags.contains(.acknowledgement) {
            events.append(.pingAcknowledged(value))
        } else {
            writePing(value, flags: .acknowledgement)
        }
    }

    private mutating func handleGoAway(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try requireConnectionStream(header)
        try spend()
        guard let (last, number) = payload.readMultipleIntegers(as: (UInt32, UInt8).self) else {
            throw WireViolation(.protocolError, "a GOAWAY frame is cut off")
        }
        guard last <= receivedGoAway ?? FrameHeader.largestStream else {
            throw WireViolation(.protocolError, "a second GOAWAY frame names a later stream")
        }
        receivedGoAway = last
        let text = String(decoding: payload.readableBytesView, as: UTF8.self)
        events.append(.goAway(lastStream: last, ConnectionErrorCode(rawValue: number) ?? .internalError, text))
        guard role == .client else { return }
        for stream in streams.values.filter({ $0.id > last }).sorted(by: { $0.id < $1.id }) {
            events.append(.status(stream.id, CallStatus(.unavailable, "the server is going away", isUnprocessed: true)))
            remove(stream)
        }
    }
}
