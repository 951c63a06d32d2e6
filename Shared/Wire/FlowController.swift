import NIOCore

/// The flow-control state of one stream, in bytes of MESSAGE payloads.
struct StreamWindows {
    /// Bytes that this side may still send.
    fileprivate(set) var send: Int
    /// Bytes that the peer may still send.
    fileprivate(set) var receive: Int
    /// Credit that was granted beyond the window, so that a message larger than the window can be received whole.
    fileprivate(set) var overdraft = 0
    /// Bytes of delivered messages that have not been consumed.
    fileprivate(set) var unconsumed = 0
    /// Consumed bytes that no WINDOW frame has returned to the peer.
    fileprivate(set) var unacknowledged = 0
    /// Bytes received so far of the message that arrives in parts.
    fileprivate(set) var partial = 0
    /// Bytes of that message that are still to come.
    fileprivate(set) var missing = 0

    /// Makes the windows that a stream starts with.
    init(send: Int, receive: Int) {
        self.send = send
        self.receive = receive
    }
}

/// Credit-based flow control of one connection and its streams, in both directions.
///
/// The connection's window is returned as bytes are received, so that no stream whose messages nobody consumes takes it from
/// the others; the memory of unconsumed messages is bounded by the windows of the streams. A message that comes in parts may be
/// larger than its stream's window: its first part carries the length of the whole, and the stream is granted what it
/// lacks. These overdrafts are bounded together by ``overdraftLimit``; streams beyond that wait for earlier messages to be
/// consumed.
struct FlowController {
    /// The largest window, 2^31 - 1.
    static let largestWindow = 0x7FFF_FFFF

    private let localStreamWindow: Int
    private let localConnectionWindow: Int
    private var remoteStreamWindow: Int
    private var remoteConnectionWindow: Int
    /// Bytes that this side may still send on all streams together.
    private(set) var sendWindow: Int
    /// Bytes that the peer may still send on all streams together.
    private(set) var receiveWindow: Int
    /// Received bytes that no WINDOW frame has returned to the connection's window at the peer.
    private(set) var unacknowledged = 0
    /// Bytes that the peer may still send on streams that were closed before it knew.
    private(set) var closedStreamCredit = 0
    /// What all streams were granted beyond their windows.
    private(set) var windowOverdraft = 0
    /// The most that may be granted beyond the windows, whatever number of calls a peer may start.
    let overdraftLimit: Int
    /// Streams whose large message waits for an overdraft, in turn.
    private var overdraftWaiters = CircularBuffer<StreamState>(initialCapacity: 0)
    /// Consumed bytes of a stream that are returned to the peer together; the largest number while updates are paused.
    private var windowUpdateThreshold: Int
    /// Bytes of messages that have come and were not consumed, parts included.
    private(set) var receivedBytes = 0

    /// Makes the state of a new connection.
    /// - Parameters:
    ///   - local: This side's limits.
    ///   - remote: The peer's, or the assumed ones until they have come.
    init(local: Settings, remote: Settings) {
        localStreamWindow = local.initialStreamWindow
        localConnectionWindow = local.connectionWindow
        remoteStreamWindow = remote.initialStreamWindow
        remoteConnectionWindow = remote.connectionWindow
        sendWindow = remote.connectionWindow
        receiveWindow = local.connectionWindow
        overdraftLimit = max(4 * local.maximumMessageSize, local.connectionWindow)
        windowUpdateThreshold = local.initialStreamWindow / 2
    }

    /// The windows of a new stream.
    var initialWindows: StreamWindows { StreamWindows(send: remoteStreamWindow, receive: localStreamWindow) }

    /// Streams that wait for an overdraft, among them some that were closed meanwhile.
    var overdraftWaiterCount: Int { overdraftWaiters.count }

    /// Forgets the streams, once the connection has failed.
    mutating func removeStreams() {
        overdraftWaiters.removeAll()
        receivedBytes = 0
    }
}

// MARK: - Sending

extension FlowController {
    /// Replaces the assumed windows of the peer by those of its settings, also for running streams.
    mutating func adopt(_ settings: Settings, for streams: [StreamState]) {
        sendWindow += settings.connectionWindow - remoteConnectionWindow
        let gained = settings.initialStreamWindow - remoteStreamWindow
        for stream in streams { stream.windows.send += gained }
        remoteConnectionWindow = settings.connectionWindow
        remoteStreamWindow = settings.initialStreamWindow
    }

    /// Bytes that may be sent on a stream now.
    func sendAllowance(of stream: StreamState) -> Int { min(stream.windows.send, sendWindow) }

    /// Counts bytes that are sent.
    mutating func send(_ length: Int, on stream: StreamState) {
        stream.windows.send -= length
        sendWindow -= length
    }

    /// Takes credit that the peer gives to the connection.
    mutating func increaseSendWindow(by increment: Int) throws(WireViolation) {
        sendWindow += increment
        guard sendWindow <= FlowController.largestWindow else {
            throw WireViolation(.flowControl, "the credit of the connection is over its limit")
        }
    }

    /// Takes credit that the peer gives to a stream.
    func increaseSendWindow(of stream: StreamState, by increment: Int) throws(WireViolation) {
        stream.windows.send += increment
        guard stream.windows.send <= FlowController.largestWindow else {
            throw WireViolation(.flowControl, "the credit of a stream is over its limit")
        }
    }
}

// MARK: - Receiving

extension FlowController {
    /// Counts received bytes against the connection's window, which is returned once they make up half of it.
    mutating func receive(_ length: Int, _ output: inout FrameWriter) throws(WireViolation) {
        guard length <= receiveWindow else {
            throw WireViolation(.flowControl, "message bytes without credit of the connection")
        }
        receiveWindow -= length
        unacknowledged += length
        guard unacknowledged >= localConnectionWindow / 2 else { return }
        receiveWindow += unacknowledged
        output.writeWindow(0, unacknowledged)
        unacknowledged = 0
    }

    /// Counts received bytes against a stream's window.
    func receive(_ length: Int, on stream: StreamState) throws(WireViolation) {
        guard length <= stream.windows.receive else {
            throw WireViolation(.flowControl, "message bytes without credit of the stream")
        }
        stream.windows.receive -= length
    }

    /// Counts and drops bytes of a stream that was closed; they are bounded by the credit that it had.
    mutating func receiveOnClosedStream(_ length: Int) throws(WireViolation) {
        guard length <= closedStreamCredit else {
            throw WireViolation(.flowControl, "message bytes without credit of a stream that is over")
        }
        closedStreamCredit -= length
    }

    /// Counts a message that came in one frame and is delivered.
    mutating func deliver(_ length: Int, on stream: StreamState) {
        receivedBytes += length
        stream.windows.unconsumed += length
    }

    /// Starts a message in parts, whose length came in the prefix of its first part.
    func beginPartialMessage(_ length: Int, on stream: StreamState) { stream.windows.missing = length }

    /// Counts the length prefix of a first part as consumed.
    func consumeLengthPrefix(on stream: StreamState) {
        stream.windows.unacknowledged += ConnectionStateMachine.lengthPrefixSize
    }

    /// Counts the bytes of one part.
    /// - Throws: `protocolError` when the parts do not add up to the length of the message.
    mutating func receivePart(_ length: Int, isLast: Bool, on stream: StreamState) throws(WireViolation) {
        let missing = stream.windows.missing - length
        guard isLast ? missing == 0 : missing > 0 else {
            throw WireViolation(.protocolError, "the parts of a message do not add up to its length")
        }
        stream.windows.missing = missing
        stream.windows.partial += length
        receivedBytes += length
    }

    /// Counts a message as delivered whose parts have all come.
    func deliverPartialMessage(on stream: StreamState) {
        stream.windows.unconsumed += stream.windows.partial
        stream.windows.partial = 0
    }

    /// Gives up a message whose parts have not all come, and the overdraft of its stream.
    mutating func discardPartialMessage(on stream: StreamState, _ output: inout FrameWriter) {
        receivedBytes -= stream.windows.partial
        stream.windows.partial = 0
        stream.windows.missing = 0
        let overdraft = stream.windows.overdraft
        guard overdraft > 0 else { return }
        stream.windows.overdraft = 0
        repayOverdraft(overdraft, &output)
    }

    /// Counts bytes of messages as consumed, which gives the peer credit for more.
    mutating func consume(_ bytes: Int, on stream: StreamState, _ output: inout FrameWriter) {
        let used = min(bytes, stream.windows.unconsumed)
        let repaid = min(used, stream.windows.overdraft)
        stream.windows.unconsumed -= used
        stream.windows.unacknowledged += used - repaid
        receivedBytes -= used
        if repaid > 0 {
            stream.windows.overdraft -= repaid
            repayOverdraft(repaid, &output)
        }
        updateWindow(of: stream, &output)
    }

    /// Closes a stream: what nobody will consume counts as consumed.
    mutating func close(_ stream: StreamState, _ output: inout FrameWriter) {
        if !stream.phase.hasReceivedEnd { closedStreamCredit += stream.windows.receive }
        discardPartialMessage(on: stream, &output)
        receivedBytes -= stream.windows.unconsumed
    }

    /// Accepts what may still come on the stream of a call that was rejected at once.
    mutating func rejectStream() { closedStreamCredit += localStreamWindow }

    /// Returns consumed bytes to a stream's window once there are enough of them.
    private func updateWindow(of stream: StreamState, _ output: inout FrameWriter) {
        guard stream.windows.unacknowledged >= windowUpdateThreshold, stream.phase.canReceive else { return }
        stream.windows.receive += stream.windows.unacknowledged
        output.writeWindow(stream.id, stream.windows.unacknowledged)
        stream.windows.unacknowledged = 0
    }

    /// Whether streams get no more credit for consumed bytes.
    var pausesWindowUpdates: Bool { windowUpdateThreshold == .max }

    /// Gives streams no more credit for consumed bytes.
    mutating func pauseWindowUpdates() { windowUpdateThreshold = .max }

    /// Gives streams credit for consumed bytes again, together with what was withheld.
    mutating func resumeWindowUpdates(of streams: [StreamState], _ output: inout FrameWriter) {
        windowUpdateThreshold = localStreamWindow / 2
        for stream in streams { updateWindow(of: stream, &output) }
    }
}

// MARK: - Overdraft

extension FlowController {
    /// Grants a stream what it lacks for its message in parts, or queues it until others have repaid.
    mutating func requestOverdraft(for stream: StreamState, _ output: inout FrameWriter) {
        if !overdraftWaiters.isEmpty || !grantOverdraft(to: stream, &output) { overdraftWaiters.append(stream) }
    }

    /// - Returns: False when the stream has to wait.
    private mutating func grantOverdraft(to stream: StreamState, _ output: inout FrameWriter) -> Bool {
        let lacking = stream.windows.missing - stream.windows.receive
        guard stream.windows.missing > 0, lacking > 0 else { return true }
        let own = min(lacking, stream.windows.unacknowledged)
        let overdraft = lacking - own
        guard windowOverdraft + overdraft <= overdraftLimit else { return false }
        windowOverdraft += overdraft
        stream.windows.overdraft += overdraft
        stream.windows.unacknowledged -= own
        stream.windows.receive += lacking
        output.writeWindow(stream.id, lacking)
        return true
    }

    /// Grants what was repaid to the streams that wait, in turn.
    private mutating func repayOverdraft(_ repaid: Int, _ output: inout FrameWriter) {
        windowOverdraft -= repaid
        while let next = overdraftWaiters.first, grantOverdraft(to: next, &output) { overdraftWaiters.removeFirst() }
    }
}
