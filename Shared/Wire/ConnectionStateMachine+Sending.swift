public import NIOCore

extension ConnectionStateMachine {
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
        startStream(lastStream)
        writeCall(header, on: lastStream)
        return lastStream
    }

    private mutating func writeCall(_ header: CallHeader, on stream: StreamID) {
        let (number, isNew) = templateNumber(for: header)
        let timeout = header.timeoutMicroseconds.map { max(1, $0) } ?? 0
        guard isNew else {
            prepareOutput()
            let lengths = 3 * ByteWriter.longestVarint + header.metadata.encodedSize
            return output.writeBytes(atMost: FrameHeader.size + lengths) { writer in
                FrameHeader(length: 0, type: .call, stream: stream).write(to: &writer)
                writer.writeVarint(UInt64(number))
                writer.writeVarint(timeout)
                header.metadata.write(to: &writer)
                FrameHeader.setLength(writer.count - FrameHeader.size, in: &writer)
            }
        }
        writeFrame(.call, number > 0 ? .define : [], stream) { buffer in
            buffer.writeVarint(UInt64(number))
            buffer.writeLengthPrefixed(header.template.method)
            header.template.metadata.write(to: &buffer)
            buffer.writeVarint(timeout)
            header.metadata.write(to: &buffer)
        }
    }

    /// The number under which the server knows a template, and whether the template has to be sent with it.
    private mutating func templateNumber(for header: CallHeader) -> (Int, isNew: Bool) {
        guard header.remembersTemplate, remote.maximumTemplates > 0 else { return (0, true) }
        if lastTemplate.0 === header.template { return (lastTemplate.1, false) }
        let key = ObjectIdentifier(header.template)
        if let number = templateNumbers[key] {
            lastTemplate = (header.template, number)
            return (number, false)
        }
        // The number of the last one may go to this one.
        lastTemplate = (nil, 0)
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
        guard let state = begin(on: stream, end: end) else { return 0 }
        var flags: FrameFlags = isCompressed ? .compressed : []
        guard leavesAtOnce(bytes.readableBytes, state) else { return buffer(bytes, state, flags, end: end) }
        if end { flags.insert(.end) }
        writeMessage(bytes, state, flags)
        if end { finishSending(state) }
        return 0
    }

    /// Sends a message that is made where it leaves from, unless it has to be buffered.
    /// - Parameters:
    ///   - length: Bytes of the message.
    ///   - fill: Makes the message in the memory given.
    @discardableResult
    package mutating func sendMessage(
        length: Int,
        on stream: StreamID,
        end: Bool,
        _ fill: (UnsafeMutableRawBufferPointer) -> Void
    ) -> Int {
        guard let state = begin(on: stream, end: end) else { return 0 }
        guard leavesAtOnce(length, state) else {
            var bytes = ByteBuffer()
            bytes.writeBytes(atMost: length) { $0.writeBytes(count: length, fill) }
            return buffer(bytes, state, [], end: end)
        }
        writeMessage(length, state, end ? .end : [], fill)
        if end { finishSending(state) }
        return 0
    }

    /// The stream of a message that is sent; nil when nothing more leaves on it.
    private mutating func begin(on stream: StreamID, end: Bool) -> StreamState? {
        guard let state = streams[stream], !state.localEnded else { return nil }
        if state.isAbandoned {
            if end { remove(state) }
            return nil
        }
        if end { state.localEnded = true }
        if role == .server { state.isPastMetadata = true }
        return state
    }

    private func leavesAtOnce(_ length: Int, _ state: StreamState) -> Bool {
        guard state.outbound.isEmpty, length <= min(largestPart, state.sendWindow, connectionSendWindow) else {
            return false
        }
        return length < ConnectionStateMachine.bulkOutputLimit / 8
            || output.readableBytes < ConnectionStateMachine.bulkOutputLimit
    }

    private mutating func buffer(_ bytes: ByteBuffer, _ state: StreamState, _ flags: FrameFlags, end: Bool) -> Int {
        let length = bytes.readableBytes
        state.outbound.append(.init(bytes: bytes, isWhole: true, end: end, flags: flags))
        state.outboundBytes += length
        bufferedTotal += length
        scheduleIfPossible(state)
        pump()
        return state.outboundBytes
    }

    /// Client: ends its side of a stream without another message.
    public mutating func endSending(_ stream: StreamID) {
        precondition(role == .client)
        guard let state = streams[stream], !state.localEnded else { return }
        state.localEnded = true
        if state.outbound.isEmpty {
            FrameHeader(length: 0, type: .halfClose, stream: stream).write(to: &output)
        } else {
            state.outbound.withLast { $0.end = true }
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

    /// Server: ends a call. OK waits for buffered messages; an error overtakes and drops them. A message is cut
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

    /// Server: counts a call that was refused for what the client asked for among the frames without use, so that a client
    /// that makes such calls without end loses its connection.
    public mutating func chargeRejectedCall() {
        guard !hasFailed else { return }
        do { try spend() } catch { fail(error) }
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

    /// Server: asks the client to start no more calls here, while those that cross this are still taken. Follow it with a
    /// ping, and with ``goAway(_:_:)`` once that is answered: no call is refused then.
    public mutating func announceGoAway(_ message: String = "") {
        precondition(role == .server)
        guard sentGoAway == nil, !hasFailed else { return }
        writeGoAway(FrameHeader.largestStream, .none, message)
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
        if used > credited { largeBytes -= used - credited }
        let repaid = min(used, state.overdraft)
        state.unacknowledged += used - repaid
        if repaid > 0 {
            state.overdraft -= repaid
            grantNextOverdraft(repaid: repaid)
        }
        guard !state.remoteEnded, !state.isAbandoned, state.unacknowledged >= windowUpdateThreshold else {
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
    public func bufferedBytes(on stream: StreamID) -> Int { streams[stream]?.outboundBytes ?? 0 }
}
