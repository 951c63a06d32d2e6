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
        let reference =
            header.remembersTemplate
            ? templates.reference(
                to: header.template,
                limit: remote.maximumTemplates,
                largestMetadata: remote.maximumMetadataSize
            ) : .unremembered
        output.writeCall(header, reference, on: lastStream)
        return lastStream
    }

    /// Sends a message, or buffers it until there is credit.
    /// - Parameters:
    ///   - bytes: The whole message.
    ///   - stream: Its stream; ignored when that is over.
    ///   - end: Whether it is the last one. From a server this ends the call with OK.
    /// - Returns: Bytes that this stream buffers now; 0 when everything is in the output.
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

    /// Sends a message that is written straight into the output, unless it has to be buffered.
    /// - Parameters:
    ///   - length: Bytes of the message.
    ///   - fill: Writes the message to the memory given, all of it.
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

    /// The stream of a message that is sent; nil when nothing more is sent on it.
    private mutating func begin(on stream: StreamID, end: Bool) -> StreamState? {
        guard let state = streams[stream] else { return nil }
        guard state.phase.canSend else {
            if end, state.phase.isCancelled { remove(state) }
            return nil
        }
        state.phase.send(end: end)
        return state
    }

    private func leavesAtOnce(_ length: Int, _ state: StreamState) -> Bool {
        guard state.outbound.isEmpty, length <= min(largestPart, flow.sendAllowance(of: state)) else { return false }
        return length < ConnectionStateMachine.bulkOutputLimit / 8
            || output.byteCount < ConnectionStateMachine.bulkOutputLimit
    }

    private mutating func buffer(_ bytes: ByteBuffer, _ state: StreamState, _ flags: FrameFlags, end: Bool) -> Int {
        scheduler.buffer(OutboundQueue.Message(bytes: bytes, end: end, flags: flags), on: state)
        pump()
        return state.outbound.byteCount
    }

    /// Client: ends its side of a stream without another message.
    public mutating func endSending(_ stream: StreamID) {
        precondition(role == .client)
        guard let state = streams[stream], state.phase.canSend else { return }
        state.phase.send(end: true)
        if state.outbound.isEmpty { output.writeHalfClose(stream) } else { state.outbound.markLastAsEnd() }
    }

    /// Server: sends metadata ahead of the first message; ignored after the first time and after a message.
    /// - Returns: False when it is over the client's limit; nothing is sent then.
    @discardableResult
    public mutating func sendMetadata(_ metadata: Metadata, on stream: StreamID) -> Bool {
        precondition(role == .server)
        guard let state = streams[stream], state.phase.canSendMetadata else { return true }
        guard metadata.byteCount <= remote.maximumMetadataSize else { return false }
        state.phase.send()
        output.writeMetadata(metadata, on: stream)
        return true
    }

    /// Server: ends a call. OK waits for buffered messages; an error overtakes and drops them. A message is cut
    /// at 4,096 bytes; details above 8,192 bytes and metadata over the client's limit are left out.
    public mutating func sendStatus(_ status: CallStatus, on stream: StreamID) {
        precondition(role == .server)
        guard let state = streams[stream] else { return }
        if state.phase.isCancelled { return remove(state) }
        guard state.phase.canSend else { return }
        state.phase.send(end: true)
        if status.code == .ok, !state.outbound.isEmpty {
            state.outbound.trailingStatus = status
        } else {
            writeStatus(status, on: stream)
            remove(state)
        }
    }

    /// Server: drops what a stream buffers for lack of credit and ends its call with an error, even if its last message or its
    /// status is among that.
    public mutating func abandonOutput(of stream: StreamID, _ status: CallStatus) {
        precondition(role == .server)
        guard let state = streams[stream], !state.phase.isCancelled, !state.outbound.isEmpty else { return }
        scheduler.discard(state)
        writeStatus(status, on: stream)
        remove(state)
    }

    /// Server: charges a rejected call as a non-data frame.
    ///
    /// A client that makes calls without end that are rejected for what it asked loses its connection.
    public mutating func chargeRejectedCall() {
        guard !hasFailed else { return }
        do { try chargeNonDataFrame() } catch { fail(error) }
    }

    mutating func writeStatus(_ status: CallStatus, on stream: StreamID) {
        output.writeStatus(status, on: stream, metadataLimit: remote.maximumMetadataSize)
    }

    /// Client: cancels a call. Apart from events that were ready before, none follows for it.
    public mutating func cancel(_ stream: StreamID, _ code: StatusCode = .cancelled) {
        precondition(role == .client)
        guard let state = streams[stream] else { return }
        output.writeCancel(stream, code)
        remove(state)
    }

    /// Server: the handler of a cancelled call has ended; until then the call counts against the limit.
    public mutating func release(_ stream: StreamID) {
        if let state = streams[stream], state.phase.isCancelled { remove(state) }
    }

    /// Sends a PING, which the other side acknowledges with the same value.
    public mutating func sendPing(_ value: UInt64) {
        guard !hasFailed else { return }
        output.writePing(value, [])
    }

    /// Server: asks the client to start no more calls here, while those that cross this are still taken.
    ///
    /// Follow it with a ping, and with ``goAway(_:_:)`` once that is acknowledged: no call is rejected then.
    public mutating func announceGoAway(_ message: String = "") {
        precondition(role == .server)
        guard sentGoAway == nil, !hasFailed else { return }
        output.writeGoAway(FrameHeader.largestStream, .none, message)
    }

    /// Announces that no new calls are taken; running ones go on.
    public mutating func goAway(_ code: ConnectionErrorCode = .none, _ message: String = "") {
        guard sentGoAway == nil, !hasFailed else { return }
        writeGoAway(code, message)
    }

    /// Reports bytes of messages as consumed, which gives the other side credit for more.
    public mutating func consumed(_ bytes: Int, on stream: StreamID) {
        guard bytes > 0, let state = streams[stream] else { return }
        flow.consume(bytes, on: state, &output)
    }
}
