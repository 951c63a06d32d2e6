public import NIOCore

extension ConnectionStateMachine {
    /// Output is filled with parts of large messages only up to here, so that a small message never waits behind more.
    static let bulkOutputLimit = 65_536

    /// Why a call could not be started. Nothing was sent.
    public enum StartError: Error, Sendable, Hashable {
        /// The connection ends or has as many calls as the server allows.
        case notAccepting
        /// Metadata over the server's limit, in bytes.
        case metadataTooLarge(limit: Int)
        /// The method is not 1 to 256 visible ASCII characters.
        case invalidMethod
    }

    /// Client: starts a call.
    /// - Returns: The new stream.
    public mutating func startCall(_ header: CallHeader) throws(StartError) -> StreamID {
        precondition(role == .client)
        guard acceptsCalls else { throw .notAccepting }
        guard header.template.hasValidMethod else { throw .invalidMethod }
        guard header.metadataByteCount <= remote.maximumMetadataSize else {
            throw .metadataTooLarge(limit: remote.maximumMetadataSize)
        }
        lastStream += 1
        streams[lastStream] = StreamState(
            id: lastStream,
            sendWindow: remote.initialStreamWindow,
            receiveWindow: local.initialStreamWindow
        )
        writeCall(header, on: lastStream)
        return lastStream
    }

    private mutating func writeCall(_ header: CallHeader, on stream: StreamID) {
        let (number, isNew) = templateNumber(for: header)
        writeFrame(.call, isNew && number > 0 ? .define : [], stream) { buffer in
            buffer.writeVarint(UInt64(number))
            if isNew {
                buffer.writeLengthPrefixed(header.template.method)
                header.template.metadata.write(to: &buffer)
            }
            buffer.writeVarint(header.timeoutMicroseconds.map { max(1, $0) } ?? 0)
            header.metadata.write(to: &buffer)
        }
    }

    /// The number under which the server knows a template, and whether the template has to be sent with it.
    private mutating func templateNumber(for header: CallHeader) -> (Int, isNew: Bool) {
        guard header.remembersTemplate, remote.maximumTemplates > 0 else { return (0, true) }
        let key = ObjectIdentifier(header.template)
        if let number = templateNumbers[key] { return (number, false) }
        let slot = nextTemplate
        nextTemplate = (nextTemplate + 1) % remote.maximumTemplates
        if slot < templates.count {
            if let old = templates[slot] { templateNumbers.removeValue(forKey: ObjectIdentifier(old)) }
            templates[slot] = header.template
        } else {
            templates.append(header.template)
        }
        templateNumbers[key] = slot + 1
        return (slot + 1, true)
    }

    /// Writes a frame whose length is known only when its payload is there.
    private mutating func writeFrame(
        _ type: FrameType,
        _ flags: FrameFlags,
        _ stream: StreamID,
        _ payload: (inout ByteBuffer) -> Void
    ) {
        prepareOutput()
        let start = output.writerIndex
        FrameHeader(length: 0, type: type, flags: flags, stream: stream).write(to: &output)
        payload(&output)
        let length = output.writerIndex - start - FrameHeader.size
        output.setMultipleIntegers(
            UInt8(truncatingIfNeeded: length >> 16),
            UInt16(truncatingIfNeeded: length),
            at: start
        )
    }

    /// Sends a message, or holds it back until there is credit.
    /// - Parameters:
    ///   - bytes: The whole message.
    ///   - stream: Its stream; ignored when that is over.
    ///   - end: Whether it is the last one. From a server this ends the call with OK.
    /// - Returns: Bytes that this stream holds back now; 0 when everything is on its way.
    @discardableResult
    public mutating func sendMessage(_ bytes: ByteBuffer, on stream: StreamID, end: Bool, isCompressed: Bool = false)
        -> Int
    {
        guard let state = streams[stream], !state.localEnded else { return 0 }
        if state.isAbandoned {
            if end { remove(state) }
            return 0
        }
        let flags: FrameFlags = isCompressed ? .compressed : []
        let length = bytes.readableBytes
        if end { state.localEnded = true }
        if role == .server { state.isPastMetadata = true }
        let fits = length <= min(largestPart, state.sendWindow, connectionSendWindow)
        let backlog =
            length >= ConnectionStateMachine.bulkOutputLimit / 8
            && output.readableBytes >= ConnectionStateMachine.bulkOutputLimit
        if state.outbound.isEmpty, fits, !backlog {
            writeMessageFrame(bytes, state, end ? flags.union(.end) : flags)
            if end { finishSending(state) }
            return 0
        }
        state.outbound.append(.init(bytes: bytes, isWhole: true, end: end, flags: flags))
        state.outboundBytes += length
        scheduleIfPossible(state)
        pump()
        return state.outboundBytes
    }

    /// The payload of one MESSAGE frame, short enough that others do not wait long behind it.
    private var largestPart: Int { min(remote.maximumFrameSize, ConnectionStateMachine.bulkOutputLimit) }

    private mutating func writeMessageFrame(_ bytes: ByteBuffer, _ stream: StreamState, _ flags: FrameFlags) {
        let length = bytes.readableBytes
        stream.sendWindow -= length
        connectionSendWindow -= length
        earnForSending(length)
        prepareOutput()
        FrameHeader(length: length, type: .message, flags: flags, stream: stream.id).write(to: &output)
        output.writeImmutableBuffer(bytes)
    }

    /// The peer's WINDOW frames answer what is sent here: at most one for the stream and one for the connection every
    /// 32 KiB, which is half of the smallest window.
    private mutating func earnForSending(_ bytes: Int) {
        guardian.earn(1 + bytes / 16_384)
    }

    /// A server that has sent its last message is through with the stream; a client waits for the server's end.
    private mutating func finishSending(_ stream: StreamState) {
        if role == .server { remove(stream) }
    }

    /// Client: ends its side of a stream without another message.
    public mutating func endSending(_ stream: StreamID) {
        precondition(role == .client)
        guard let state = streams[stream], !state.localEnded else { return }
        state.localEnded = true
        if state.outbound.isEmpty {
            FrameHeader(length: 0, type: .halfClose, stream: stream).write(to: &output)
        } else {
            state.outbound[state.outbound.index(before: state.outbound.endIndex)].end = true
        }
    }

    /// Server: sends metadata ahead of the first message; ignored after the first time and after a message.
    /// - Returns: False when it is over the client's limit; nothing is sent then.
    @discardableResult
    public mutating func sendMetadata(_ metadata: Metadata, on stream: StreamID) -> Bool {
        precondition(role == .server)
        guard let state = streams[stream], !state.isPastMetadata, !state.isAbandoned else { return true }
        guard metadata.byteCount <= remote.maximumMetadataSize else { return false }
        state.isPastMetadata = true
        writeFrame(.metadata, [], stream) { metadata.write(to: &$0) }
        return true
    }

    /// Server: ends a call. OK waits for messages that are held back; an error overtakes and drops them. A message is cut
    /// at 4,096 bytes; details above 8,192 bytes and metadata over the client's limit are left out.
    public mutating func sendStatus(_ status: CallStatus, on stream: StreamID) {
        precondition(role == .server)
        guard let state = streams[stream] else { return }
        if state.isAbandoned { return remove(state) }
        guard !state.localEnded else { return }
        state.localEnded = true
        if status.code == .ok, !state.outbound.isEmpty {
            state.pendingStatus = status
        } else {
            writeStatus(status, on: stream)
            remove(state)
        }
    }

    mutating func writeStatus(_ status: CallStatus, on stream: StreamID) {
        let fitted = status.fitting(metadataLimit: remote.maximumMetadataSize)
        writeFrame(.status, status.isUnprocessed ? .unprocessed : [], stream) { fitted.write(to: &$0) }
    }

    /// Client: gives a call up. Apart from events that were ready before, none follows for it.
    public mutating func cancel(_ stream: StreamID, _ code: StatusCode = .cancelled) {
        precondition(role == .client)
        guard let state = streams[stream] else { return }
        writeCancel(stream, code)
        remove(state)
    }

    mutating func writeCancel(_ stream: StreamID, _ code: StatusCode) {
        FrameHeader(length: 1, type: .cancel, stream: stream).write(to: &output)
        output.writeInteger(code.rawValue)
    }

    /// Server: the handler of a cancelled call has ended; until then the call counts against the limit.
    public mutating func release(_ stream: StreamID) {
        if let state = streams[stream], state.isAbandoned { remove(state) }
    }

    /// Asks the other side for an answer with the same value.
    public mutating func sendPing(_ value: UInt64) {
        guard !hasFailed else { return }
        writePing(value, flags: [])
    }

    mutating func writePing(_ value: UInt64, flags: FrameFlags) {
        FrameHeader(length: 8, type: .ping, flags: flags, stream: 0).write(to: &output)
        output.writeInteger(value)
    }

    /// Announces that no new calls are taken; running ones go on.
    public mutating func goAway(_ code: ConnectionErrorCode = .none, _ message: String = "") {
        guard sentGoAway == nil, !hasFailed else { return }
        writeGoAway(code, message)
    }

    /// Reports bytes of messages as used, which gives the other side credit for more.
    public mutating func consumed(_ bytes: Int, on stream: StreamID) {
        guard bytes > 0, let state = streams[stream] else { return }
        let used = min(bytes, state.unconsumed)
        state.unconsumed -= used
        let credited = min(used, state.uncredited)
        state.uncredited -= credited
        if credited > 0 { creditConnection(credited) }
        let repaid = min(used, state.loan)
        state.unacknowledged += used - repaid
        if repaid > 0 {
            state.loan -= repaid
            lendNext(repaid: repaid)
        }
        guard !state.remoteEnded, !state.isAbandoned, state.unacknowledged >= local.initialStreamWindow / 2 else {
            return
        }
        state.receiveWindow += state.unacknowledged
        writeWindow(stream, state.unacknowledged)
        state.unacknowledged = 0
    }

    mutating func creditConnection(_ bytes: Int) {
        connectionUnacknowledged += bytes
        guard connectionUnacknowledged >= local.connectionWindow / 2, !hasFailed else { return }
        connectionReceiveWindow += connectionUnacknowledged
        writeWindow(0, connectionUnacknowledged)
        connectionUnacknowledged = 0
    }

    mutating func writeWindow(_ stream: StreamID, _ increment: Int) {
        FrameHeader(length: 4, type: .window, stream: stream).write(to: &output)
        output.writeInteger(UInt32(increment))
    }

    /// Bytes of messages that a stream holds back for lack of credit.
    public func heldBackBytes(on stream: StreamID) -> Int { streams[stream]?.outboundBytes ?? 0 }

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
    private mutating func prepareOutput() {
        guard output.storageCapacity == 0 else { return }
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

    /// Moves held-back messages into the output, one part a stream in turn.
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
            writeMessageFrame(message.bytes, stream, flags)
        } else {
            flags.insert(.more)
            writePart(of: &message, stream, flags, credit)
            stream.outbound.prepend(message)
        }
        if stream.outbound.isEmpty { finishHeldBack(stream, endedByMessage: message.end && isLast) }
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
    }

    private mutating func finishHeldBack(_ stream: StreamState, endedByMessage: Bool) {
        if endedByMessage {
            events.append(.drained(stream.id))
            finishSending(stream)
        } else if let status = stream.pendingStatus {
            writeStatus(status, on: stream.id)
            events.append(.drained(stream.id))
            remove(stream)
        } else {
            events.append(.drained(stream.id))
        }
    }
}
