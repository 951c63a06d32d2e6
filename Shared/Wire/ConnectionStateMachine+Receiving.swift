public import NIOCore

extension ConnectionStateMachine {
    /// Takes bytes from the network.
    /// - Parameters:
    ///   - bytes: Any cut of the stream of bytes; all of it is taken.
    ///   - now: The present time, from a clock that never goes back.
    public mutating func receive(_ bytes: inout ByteBuffer, now: NIODeadline) {
        self.now = now
        guard !hasFailed else {
            bytes = ByteBuffer()
            return
        }
        if inbound.readableBytes == 0 {
            swap(&inbound, &bytes)
            bytes = ByteBuffer()
        } else {
            // Without this a peer whose frames never end with a read would make the buffer grow for ever.
            inbound.discardReadBytes()
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
        guard let header = FrameHeader(at: inbound.readerIndex, of: inbound) else { return false }
        do {
            try checkFirst(header)
            try checkLength(of: header)
            guard inbound.readableBytes - FrameHeader.size >= header.length else { return false }
            inbound.moveReaderIndex(forwardBy: FrameHeader.size)
            framesRead &+= 1
            var payload = inbound.readSlice(length: header.length)!
            if inbound.readableBytes == 0 { inbound = ByteBuffer() }
            try handle(header, &payload)
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

    /// Tells by the header alone that the first frame is none of this protocol.
    private func checkFirst(_ header: FrameHeader) throws(WireViolation) {
        guard phase == .awaitingSettings, header.type != FrameType.settings.rawValue else { return }
        if role == .client { throw WireViolation(.notLarder, "the peer does not speak this protocol") }
        throw WireViolation(.protocolError, "the first frame is not SETTINGS")
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

    private mutating func handle(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        guard header.stream <= FrameHeader.largestStream else {
            throw WireViolation(.protocolError, "a stream id is out of range")
        }
        guard let type = FrameType(rawValue: header.type) else { return try spend() }
        guard header.flags.rawValue & FrameFlags.critical & ~FrameFlags.known(for: type) == 0 else {
            throw WireViolation(.protocolError, "a frame has an unknown flag")
        }
        guard (type == .settings) == (phase == .awaitingSettings) else {
            throw WireViolation(.protocolError, "a SETTINGS frame came twice")
        }
        switch type {
        case .settings: try handleSettings(header, &payload)
        case .call: try handleCall(header, &payload)
        case .message: try handleMessage(header, &payload)
        case .halfClose: try handleHalfClose(header)
        case .status: try handleStatus(header, &payload)
        case .cancel: try handleCancel(header, &payload)
        case .window: try handleWindow(header, &payload)
        case .ping: try handlePing(header, &payload)
        case .goAway: try handleGoAway(header, &payload)
        case .metadata: try handleMetadata(header, &payload)
        }
    }

    /// How many earned tokens a CANCEL takes back at most.
    private static let largestCancelRefund = 16

    /// Counts a frame without use.
    mutating func spend(_ cost: Int = 1) throws(WireViolation) {
        guard frameRate.admit(now: now, cost: cost) else {
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
    mutating func stream(of header: FrameHeader) throws(WireViolation) -> StreamState? {
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
            return try refuse(header.stream, .resourceExhausted, "metadata is over the limit")
        }
        guard sentGoAway == nil else { return try refuse(header.stream, .unavailable, "the server is going away") }
        guard streams.count < local.maximumConcurrentStreams else {
            return try refuse(header.stream, .resourceExhausted, "too many calls at once on this connection")
        }
        startStream(header.stream)
        events.append(.call(header.stream, call))
    }

    /// Ends a call that no handler has seen.
    private mutating func refuse(
        _ stream: StreamID,
        _ code: StatusCode,
        _ message: String
    ) throws(WireViolation) {
        try spend()
        closedStreamCredit += local.initialStreamWindow
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
        guard let (number, timeout, metadata) = found, number <= templates.count, let template = templates[number - 1]
        else { return nil }
        return CallHeader(
            template: template,
            timeoutMicroseconds: timeout == 0 ? nil : min(timeout, CallHeader.longestTimeoutMicroseconds),
            metadata: metadata
        )
    }

    private mutating func remember(_ template: CallTemplate, _ number: Int) throws(WireViolation) {
        guard number >= 1, number <= local.maximumTemplates else {
            throw WireViolation(.protocolError, "a CALL frame defines a template out of range")
        }
        while templates.count < number { templates.append(nil) }
        // One over the limit is not kept, and what had its number must not take its place.
        templates[number - 1] = template.metadataByteCount <= local.maximumMetadataSize ? template : nil
    }

    private mutating func handleHalfClose(_ header: FrameHeader) throws(WireViolation) {
        try require(.server, for: "HALF_CLOSE")
        guard let stream = try stream(of: header) else { return try spend() }
        guard !stream.remoteEnded, stream.assembly == nil else {
            throw WireViolation(.protocolError, "a stream was ended twice or within a message")
        }
        stream.remoteEnded = true
        guard !stream.isAbandoned else { return }
        events.append(.halfClose(stream.id))
    }

    private mutating func handleMetadata(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try require(.client, for: "METADATA")
        let metadata = try Metadata(from: &payload)
        guard let stream = try stream(of: header) else { return try spend() }
        guard !stream.isPastMetadata else {
            throw WireViolation(.protocolError, "a METADATA frame came twice or after a message")
        }
        stream.isPastMetadata = true
        events.append(.metadata(stream.id, metadata))
    }

    private mutating func handleStatus(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try require(.client, for: "STATUS")
        let status = try CallStatus(from: &payload, flags: header.flags)
        guard let stream = try stream(of: header) else { return try spend() }
        guard status.code != .ok || stream.assembly == nil else {
            throw WireViolation(.protocolError, "a call ended with OK within a message")
        }
        stream.remoteEnded = true
        events.append(.status(stream.id, status))
        remove(stream)
    }

    private mutating func handleCancel(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try require(.server, for: "CANCEL")
        guard let number: UInt8 = payload.readInteger() else {
            throw WireViolation(.protocolError, "a CANCEL frame is cut off")
        }
        let found = try stream(of: header)
        // Takes back what the call's messages earned, so that starting and cancelling calls has an end; bounded, since
        // a long stream's messages have filled the bucket only once.
        try spend(1 + min(found?.earned ?? 0, ConnectionStateMachine.largestCancelRefund))
        guard let stream = found else { return }
        stream.remoteEnded = true
        guard !stream.isAbandoned else { return }
        let code = StatusCode(rawValue: number) ?? .cancelled
        abandon(stream, code == .ok ? .cancelled : code)
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
