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
        input.append(&bytes)
    }

    /// Reads one frame and does what it asks for.
    /// - Returns: False when there is no whole frame.
    mutating func parseFrame() -> Bool {
        do {
            switch phase {
            case .failed: return false
            case .awaitingPreface:
                guard try input.readPreface() else { return false }
                phase = .awaitingSettings
            case .awaitingSettings, .open:
                guard let header = input.header else { return false }
                try checkFirst(header)
                try checkLength(of: header)
                guard var payload = input.readPayload(of: header) else { return false }
                try handle(header, &payload)
            }
        } catch {
            fail(error)
        }
        return true
    }

    /// Rejects a first frame of another protocol by its header alone.
    private func checkFirst(_ header: FrameHeader) throws(WireViolation) {
        guard phase == .awaitingSettings, header.type != FrameType.settings.rawValue else { return }
        if role == .client { throw .notLarder }
        throw WireViolation(.protocolError, "the first frame is not SETTINGS")
    }

    /// Rejects a frame by its header alone, so that nothing over the limit is ever kept.
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
        guard let type = FrameType(rawValue: header.type) else { return try chargeNonDataFrame() }
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

    /// The most earned tokens that a CANCEL takes back.
    private static let largestCancelRefund = 16

    /// Charges a frame that carries no data to the peer's rate limit.
    mutating func chargeNonDataFrame(_ cost: Int = 1) throws(WireViolation) {
        guard frameRate.take(cost, now: now) else {
            throw WireViolation(.excessiveLoad, "too many frames that carry nothing")
        }
    }

    func require(_ role: Role, for frame: String) throws(WireViolation) {
        guard self.role == role else {
            throw WireViolation(.protocolError, "a \(frame) frame came from the wrong side")
        }
    }

    private func requireConnectionStream(_ header: FrameHeader) throws(WireViolation) {
        guard header.stream == 0 else {
            throw WireViolation(.protocolError, "a frame of the connection names a stream")
        }
    }

    /// The stream of a frame; nil when it is closed, in which case the frame crossed its end and is ignored.
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
        remote = settings
        let running = streams.values
        flow.adopt(settings, for: running)
        for stream in running { scheduler.schedule(stream) }
        events.append(.settings(settings))
        pump()
    }

    private mutating func handleHalfClose(_ header: FrameHeader) throws(WireViolation) {
        try require(.server, for: "HALF_CLOSE")
        guard let stream = try stream(of: header) else { return try chargeNonDataFrame() }
        guard !stream.phase.hasReceivedEnd, stream.assembly == nil else {
            throw WireViolation(.protocolError, "a stream was ended twice or within a message")
        }
        stream.phase.receive(end: true)
        guard !stream.phase.isCancelled else { return }
        events.append(.halfClose(stream.id))
    }

    private mutating func handleMetadata(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try require(.client, for: "METADATA")
        let metadata = try Metadata(from: &payload)
        guard let stream = try stream(of: header) else { return try chargeNonDataFrame() }
        guard stream.phase.canReceiveMetadata else {
            throw WireViolation(.protocolError, "a METADATA frame came twice or after a message")
        }
        stream.phase.receive()
        events.append(.metadata(stream.id, metadata))
    }

    private mutating func handleStatus(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try require(.client, for: "STATUS")
        let status = try CallStatus(from: &payload, flags: header.flags)
        guard let stream = try stream(of: header) else { return try chargeNonDataFrame() }
        guard status.code != .ok || stream.assembly == nil else {
            throw WireViolation(.protocolError, "a call ended with OK within a message")
        }
        stream.phase.receive(end: true)
        events.append(.status(stream.id, status))
        remove(stream)
    }

    private mutating func handleCancel(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try require(.server, for: "CANCEL")
        guard let number: UInt8 = payload.readInteger() else {
            throw WireViolation(.protocolError, "a CANCEL frame is cut off")
        }
        let found = try stream(of: header)
        // Takes back what the call's messages earned, so that starting and cancelling calls is limited; bounded, since
        // a long stream's messages have filled the bucket only once.
        try chargeNonDataFrame(1 + min(found?.tokensEarned ?? 0, ConnectionStateMachine.largestCancelRefund))
        guard let stream = found else { return }
        stream.phase.receive(end: true)
        guard !stream.phase.isCancelled else { return }
        let code = StatusCode(rawValue: number) ?? .cancelled
        markCancelled(stream, code == .ok ? .cancelled : code)
    }

    private mutating func handleWindow(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try chargeNonDataFrame()
        guard let increment: UInt32 = payload.readInteger(), increment > 0, increment <= 0x7FFF_FFFF else {
            throw WireViolation(.protocolError, "a WINDOW frame gives no valid credit")
        }
        if header.stream == 0 {
            try flow.increaseSendWindow(by: Int(increment))
        } else if let stream = try stream(of: header) {
            try flow.increaseSendWindow(of: stream, by: Int(increment))
            scheduler.schedule(stream)
        }
        pump()
    }

    private mutating func handlePing(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try requireConnectionStream(header)
        guard let value: UInt64 = payload.readInteger() else {
            throw WireViolation(.protocolError, "a PING frame is not eight bytes long")
        }
        try chargeNonDataFrame()
        if header.flags.contains(.acknowledgement) {
            events.append(.pingAcknowledged(value))
        } else {
            output.writePing(value, .acknowledgement)
        }
    }

    private mutating func handleGoAway(_ header: FrameHeader, _ payload: inout ByteBuffer) throws(WireViolation) {
        try requireConnectionStream(header)
        try chargeNonDataFrame()
        guard let (last, number) = payload.readMultipleIntegers(as: (UInt32, UInt8).self) else {
            throw WireViolation(.protocolError, "a GOAWAY frame is cut off")
        }
        guard last <= receivedGoAway ?? FrameHeader.largestStream else {
            throw WireViolation(.protocolError, "a second GOAWAY frame names a later stream")
        }
        receivedGoAway = last
        let code = ConnectionErrorCode(rawValue: number) ?? .internalError
        let text = String(decoding: payload.readableBytesView, as: UTF8.self)
        events.append(.goAway(lastStream: last, code, text))
        guard code == .none else { return stop() }
        guard role == .client else { return }
        for stream in streams.values.filter({ $0.id > last }).sorted(by: { $0.id < $1.id }) {
            events.append(.status(stream.id, CallStatus(.unavailable, "the server is going away", isUnprocessed: true)))
            remove(stream)
        }
    }
}
